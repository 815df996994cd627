import type { FastifyReply, FastifyRequest } from "fastify";
import type { Platform } from "../core/context.ts";
import { sessionCookieName, sessionLifetimeMs } from "../modules/identity/service.ts";
import { ownCookieName } from "./ownCookieName.ts";

/** What the browser carries as its session, if anything. */
export function readSessionCookie({ config }: Platform, request: FastifyRequest): string | undefined {
  // Only PUBLIC_URL can say https.
  return request.cookies[ownCookieName(config.publicOrigin ?? "", sessionCookieName)];
}

/** `origin`: as the browser knows us; over https the cookie never travels without it. */
export function setSessionCookie(reply: FastifyReply, origin: string, cookie: string): void {
  const options = { ...cookieOptions(origin), maxAge: sessionLifetimeMs / 1_000 };
  void reply.setCookie(ownCookieName(origin, sessionCookieName), cookie, options);
}

export function clearSessionCookie(reply: FastifyReply, origin: string): void {
  void reply.clearCookie(ownCookieName(origin, sessionCookieName), cookieOptions(origin));
}

function cookieOptions(origin: string) {
  return { path: "/", httpOnly: true, sameSite: "lax", secure: origin.startsWith("https:") } as const;
}
