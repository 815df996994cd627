import type { FastifyReply, FastifyRequest } from "fastify";
import type { Platform } from "../../core/context.ts";
import { sessionCookieName, sessionLifetimeMs } from "../../modules/identity/service.ts";
import { getHostCookieName } from "./getHostCookieName.ts";

export function readSessionCookie({ config }: Platform, request: FastifyRequest): string | undefined {
  // Without PUBLIC_URL the origin is never https.
  return request.cookies[getHostCookieName(config.publicOrigin ?? "", sessionCookieName)];
}

/** `origin`: this server's public origin; with https the cookie is marked secure. */
export function setSessionCookie(reply: FastifyReply, origin: string, cookie: string): void {
  const options = { ...getCookieOptions(origin), maxAge: sessionLifetimeMs / 1_000 };
  void reply.setCookie(getHostCookieName(origin, sessionCookieName), cookie, options);
}

export function clearSessionCookie(reply: FastifyReply, origin: string): void {
  void reply.clearCookie(getHostCookieName(origin, sessionCookieName), getCookieOptions(origin));
}

function getCookieOptions(origin: string) {
  return { path: "/", httpOnly: true, sameSite: "lax", secure: origin.startsWith("https:") } as const;
}
