import type { FastifyRequest } from "fastify";
import { isLoopbackHost } from "../config.ts";
import { AppError } from "../core/appError.ts";
import type { Platform } from "../core/context.ts";

/**
 * The origin under which the browser knows this server: `PUBLIC_URL`, or the request's own Host. A Host counts only when it names
 * this machine (or the configured `HOST`) and the port that the request arrived at, so that no other name that somebody points
 * here gets an address of ours. Throws `invalidInput` otherwise.
 */
export function publicOriginOf(platform: Pick<Platform, "config">, request: FastifyRequest): string {
  const { publicOrigin, host } = platform.config;
  if (publicOrigin !== null) return publicOrigin;
  const given = parseHost(request.headers.host);
  // A call within the process has no port.
  const port: number | undefined = request.raw.socket.localPort;
  const isOurs =
    given && (isLocalName(given.hostname) || given.hostname === host) && (port ?? given.port) === given.port;
  if (!isOurs) {
    throw new AppError("invalidInput", {
      userMessage:
        "This server does not know the address that you opened it with. Its administrator can set PUBLIC_URL.",
    });
  }
  return given.origin;
}

/** `127.0.0.2` and its like are this machine too, but nobody opens them: each origin has a sign-in of its own. */
function isLocalName(hostname: string): boolean {
  return isLoopbackHost(hostname) && (hostname === "127.0.0.1" || !hostname.startsWith("127."));
}

function parseHost(host: string | undefined): { origin: string; hostname: string; port: number } | null {
  const text = `http://${host ?? ""}`;
  if (!host || !/^[\w.:[\]-]+$/.test(host) || !URL.canParse(text)) return null;
  const url = new URL(text);
  return { origin: url.origin, hostname: url.hostname, port: url.port === "" ? 80 : Number(url.port) };
}
