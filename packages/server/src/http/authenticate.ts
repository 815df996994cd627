import { clientHeader } from "@lectern/contract";
import type { FastifyRequest } from "fastify";
import { AppError } from "../core/appError.ts";
import type { Actor, Platform } from "../core/context.ts";
import { checkAccessToken, checkSessionCookie, sessionCookieName } from "../modules/identity/service.ts";

/**
 * Who is at a cookie door: the proxy and the direct calls. The request must carry the header that only a script of this origin
 * can send, so that another site's form or picture does nothing with somebody's cookie.
 */
export async function authenticateCookie(platform: Platform, request: FastifyRequest): Promise<Actor> {
  requireOwnClient(request);
  const check = await checkSessionCookie(platform, request.cookies[sessionCookieName]);
  if (check.state === "signedOut") {
    throw new AppError("unauthenticated", check.error ? { fields: { error: check.error } } : {});
  }
  return check.actor;
}

/** Who is at a bearer door: REST and the chat. A cookie counts for nothing here. */
export async function authenticateBearer(platform: Platform, request: FastifyRequest): Promise<Actor> {
  const token = /^Bearer ([^\s]+)$/i.exec(request.headers.authorization ?? "")?.[1];
  const actor = token === undefined ? null : await checkAccessToken(platform, token);
  if (!actor) throw new AppError("unauthenticated", { headers: { "www-authenticate": "Bearer" } });
  return actor;
}

/** Throws `forbidden` for a request that another site may have made a browser send. */
export function requireOwnClient(request: FastifyRequest): void {
  const site = request.headers["sec-fetch-site"];
  const fromElsewhere = site !== undefined && site !== "same-origin" && site !== "none";
  if (fromElsewhere || request.headers[clientHeader.name] !== clientHeader.value) {
    throw new AppError("forbidden", { userMessage: "This address answers Lectern's own pages only." });
  }
}
