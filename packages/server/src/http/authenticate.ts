import { clientHeader } from "@lectern/contract";
import type { FastifyRequest } from "fastify";
import { AppError } from "../core/appError.ts";
import type { Actor, Platform } from "../core/context.ts";
import { checkAccessToken, checkSessionCookie } from "../modules/identity/service.ts";
import { publicOriginOf } from "./publicOrigin.ts";
import { countRequest } from "./requestRates.ts";
import { readSessionCookie } from "./sessionCookie.ts";

/** Who was let in at a door, for as long as the request lives. */
const callers = new WeakMap<FastifyRequest, Actor>();

/** Route options of a cookie door. Who it is is asked before the body is read: whoever has no session sends nothing that is read. */
export function cookieDoor(platform: Platform) {
  return {
    onRequest: async (request: FastifyRequest) => {
      admit(platform, request, await authenticateCookie(platform, request));
    },
  };
}

/** Route options of a bearer door; the body waits as at a cookie door. */
export function bearerDoor(platform: Platform) {
  return {
    onRequest: async (request: FastifyRequest) => {
      admit(platform, request, await authenticateBearer(platform, request));
    },
  };
}

function admit(platform: Platform, request: FastifyRequest, caller: Actor): void {
  countRequest(platform, caller);
  callers.set(request, caller);
}

/** Whom the route's door let in. */
export function callerOf(request: FastifyRequest): Actor {
  const caller = callers.get(request);
  if (!caller) throw new Error("this route has no door");
  return caller;
}

/**
 * Who is at a cookie door: the proxy and the direct calls. The request must carry the header that only a script of this origin
 * can send, so that another site's form or picture does nothing with somebody's cookie.
 */
async function authenticateCookie(platform: Platform, request: FastifyRequest): Promise<Actor> {
  requireOwnClient(platform, request);
  const check = await checkSessionCookie(platform, readSessionCookie(platform, request));
  if (check.state === "signedOut") {
    throw new AppError("unauthenticated", check.error ? { fields: { error: check.error } } : {});
  }
  return check.actor;
}

/** Who is at a bearer door: REST and the chat. A cookie counts for nothing here. */
async function authenticateBearer(platform: Platform, request: FastifyRequest): Promise<Actor> {
  const token = /^Bearer ([^\s]+)$/i.exec(request.headers.authorization ?? "")?.[1];
  const actor = token === undefined ? null : await checkAccessToken(platform, token);
  if (!actor) throw new AppError("unauthenticated", { headers: { "www-authenticate": "Bearer" } });
  return actor;
}

/**
 * Throws `forbidden` for a request that another site may have made a browser send. The header alone keeps them out; what browsers say of the
 * sender by themselves is checked beside it.
 */
export function requireOwnClient(platform: Platform, request: FastifyRequest): void {
  const { origin, "sec-fetch-site": site } = request.headers;
  const fromElsewhere =
    (site !== undefined && site !== "same-origin" && site !== "none") ||
    (origin !== undefined && origin !== publicOriginOf(platform, request));
  if (fromElsewhere || request.headers[clientHeader.name] !== clientHeader.value) {
    throw new AppError("forbidden", { userMessage: "This address answers Lectern's own pages only." });
  }
}
