import { clientHeader } from "@lectern/contract";
import type { FastifyRequest } from "fastify";
import { AppError } from "../../core/appError.ts";
import type { Actor, Platform } from "../../core/context.ts";
import { passGates } from "../../core/gate.ts";
import { checkAccessToken, checkSessionCookie } from "../../modules/identity/service.ts";
import { readSessionCookie } from "../identity/sessionCookie.ts";
import { publicOriginOf } from "../requests/publicOrigin.ts";

/** The authenticated caller of each request. */
const callers = new WeakMap<FastifyRequest, Actor>();

/** Route options that authenticate by session cookie, before the body is parsed, so nothing is read from others. */
export function cookieAuth(platform: Platform) {
  return {
    onRequest: async (request: FastifyRequest) => {
      await admit(platform, request, await authenticateCookie(platform, request));
    },
  };
}

/** Route options that authenticate by bearer token, before the body is parsed. */
export function bearerAuth(platform: Platform) {
  return {
    onRequest: async (request: FastifyRequest) => {
      await admit(platform, request, await authenticateBearer(platform, request));
    },
  };
}

async function admit(platform: Platform, request: FastifyRequest, caller: Actor): Promise<void> {
  await passGates(platform, caller);
  callers.set(request, caller);
}

/** The authenticated caller of a request. */
export function callerOf(request: FastifyRequest): Actor {
  const caller = callers.get(request);
  if (!caller) throw new Error("this route does not authenticate its callers");
  return caller;
}

/**
 * Authenticates by session cookie, for the proxy and direct entry points. The request must have a header that only
 * scripts of this origin can send, so that another site's form or image cannot use a person's cookie.
 */
async function authenticateCookie(platform: Platform, request: FastifyRequest): Promise<Actor> {
  requireOwnClient(platform, request);
  const check = await checkSessionCookie(platform, readSessionCookie(platform, request));
  if (check.state === "signedOut") {
    throw new AppError("unauthenticated", check.error ? { fields: { error: check.error } } : {});
  }
  return check.actor;
}

/** Authenticates by bearer token, for REST and the chat. Ignores cookies. */
async function authenticateBearer(platform: Platform, request: FastifyRequest): Promise<Actor> {
  const token = /^Bearer ([^\s]+)$/i.exec(request.headers.authorization ?? "")?.[1];
  const actor = token === undefined ? null : await checkAccessToken(platform, token);
  if (!actor) throw new AppError("unauthenticated", { headers: { "www-authenticate": "Bearer" } });
  return actor;
}

/**
 * Throws `forbidden` for a request that another site may have made a browser send. The client header alone prevents
 * these; the browser's `Origin` and `Sec-Fetch-Site` headers are an additional check.
 */
export function requireOwnClient(platform: Platform, request: FastifyRequest): void {
  const { origin, "sec-fetch-site": site } = request.headers;
  const fromElsewhere =
    (site !== undefined && site !== "same-origin" && site !== "none") ||
    (origin !== undefined && origin !== publicOriginOf(platform, request));
  if (fromElsewhere || request.headers[clientHeader.name] !== clientHeader.value) {
    throw new AppError("forbidden", { userMessage: "This address only accepts requests from Lectern's own pages." });
  }
}
