const networkErrorCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/** True if a connection failed. The error does not say to which server, so only the code that connects may ask. */
export function isNetworkError(error: unknown): boolean {
  return error instanceof Error && "code" in error && networkErrorCodes.has(String(error.code));
}
