import type { FastifyRequest } from "fastify";

/** Names of the headers that proxies add to forwarded requests. */
const proxyHeaderPattern =
  /^(x-(forwarded|original|envoy)-.*|x-(forwarded|proxyuser-ip|real-ip|client-ip|cluster-client-ip)|forwarded|via|cf-.*|true-client-ip|fastly-client-ip)$/;

/** Browsers use no older version; nginx does without `proxy_http_version`, and adds no header by itself. */
const directVersion = "1.1";

/** True if the request comes straight from this machine. A forwarded one does not, even if its proxy runs here. */
export function isDirectLocalRequest(request: FastifyRequest): boolean {
  if (request.raw.httpVersion !== directVersion) return false;
  if (Object.keys(request.headers).some((name) => proxyHeaderPattern.test(name))) return false;
  const address = request.socket.remoteAddress ?? "";
  return address === "::1" || /^(::ffff:)?127\./.test(address);
}
