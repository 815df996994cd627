import type { FastifyReply } from "fastify";
import { sessionCookieName, sessionLifetimeMs } from "../modules/identity/service.ts";

/** `origin`: as the browser knows us; over https the cookie never travels without it. */
export function setSessionCookie(reply: FastifyReply, origin: string, cookie: string): void {
  void reply.setCookie(sessionCookieName, cookie, { ...cookieOptions(origin), maxAge: sessionLifetimeMs / 1_000 });
}

export function clearSessionCookie(reply: FastifyReply, origin: string): void {
  void reply.clearCookie(sessionCookieName, cookieOptions(origin));
}

function cookieOptions(origin: string) {
  return { path: "/", httpOnly: true, sameSite: "lax", secure: origin.startsWith("https:") } as const;
}
