import type { FastifyRequest } from "fastify";
import { isLoopbackHost } from "../../config.ts";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";

/**
 * Returns the origin of this server as the browser knows it: `PUBLIC_URL`, or the request's Host header. The header is
 * accepted only if it names this machine (or the configured `HOST`) and the port on which the request arrived, so that
 * URLs are never built from another name that points to this server. Throws `invalidInput` otherwise.
 */
export function getPublicOrigin(platform: Pick<Platform, "config">, request: FastifyRequest): string {
  const { publicOrigin } = platform.config;
  if (publicOrigin !== null) return publicOrigin;
  const origin = getLocalOrigin(platform, request);
  if (origin === null) {
    throw new AppError("invalidInput", {
      userMessage:
        "This server doesn’t recognize the address that you used to open it. Its administrator can set PUBLIC_URL.",
    });
  }
  return origin;
}

/**
 * Returns the origin that the request's Host header names, or null if that is neither this machine (or the configured
 * `HOST`) with the port on which the request arrived. A page of another site can make its own name point to this
 * machine.
 */
export function getLocalOrigin(platform: Pick<Platform, "config">, request: FastifyRequest): string | null {
  const { host } = platform.config;
  const requestedHost = parseHost(request.headers.host);
  // An injected request has no port.
  const port: number | undefined = request.raw.socket.localPort;
  const isOwnAddress =
    requestedHost &&
    (isLocalName(requestedHost.hostname) || requestedHost.hostname === host) &&
    (port ?? requestedHost.port) === requestedHost.port;
  return isOwnAddress ? requestedHost.origin : null;
}

/**
 * True for this machine's usual names. Excludes `127.0.0.2` and similar addresses: nobody uses them, and each
 * additional origin has a separate sign-in.
 */
function isLocalName(hostname: string): boolean {
  return isLoopbackHost(hostname) && (hostname === "127.0.0.1" || !hostname.startsWith("127."));
}

/** True if the request's Host header is a loopback name. Any port: it may be mapped to another one. */
export function hasLoopbackHost(request: FastifyRequest): boolean {
  const requestedHost = parseHost(request.headers.host);
  return requestedHost !== null && isLoopbackHost(requestedHost.hostname);
}

function parseHost(host: string | undefined): { origin: string; hostname: string; port: number } | null {
  const text = `http://${host ?? ""}`;
  if (!host || !/^[\w.:[\]-]+$/.test(host) || !URL.canParse(text)) return null;
  const url = new URL(text);
  return { origin: url.origin, hostname: url.hostname, port: url.port === "" ? 80 : Number(url.port) };
}
