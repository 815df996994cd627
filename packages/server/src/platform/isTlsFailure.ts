/** True for the error codes of OpenSSL and Node for an invalid certificate or host name, or a server without TLS. */
export function isTlsFailure(code: string): boolean {
  return /^(EPROTO$|ERR_(TLS|SSL|OSSL)_|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH$|INVALID_CA$)/.test(
    code,
  );
}
