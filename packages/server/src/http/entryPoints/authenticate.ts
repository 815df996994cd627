import { apiKeyPrefix, clientHeader } from "@lectern/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../core/appError.ts";
import type { Actor, GateRequest, Platform } from "../../core/context.ts";
import { passGates } from "../../core/gate.ts";
import { authenticateKey } from "../../modules/apiKeys/service.ts";
import { checkAccessToken, checkSessionCookie } from "../../modules/identity/service.ts";
import { describeRequestRate } from "../../modules/requestRates/service.ts";
import { readSessionCookie } from "../identity/sessionCookie.ts";
import { getPublicOrigin } from "../requests/publicOrigin.ts";
import { trackResponse } from "./trackResponse.ts";

/** The authenticated caller of each request. */
const callers = new WeakMap<FastifyRequest, Actor>();

/** Route options that authenticate by session cookie. The body of an unauthenticated request is never read. */
export function createCookieAuth(platform: Platform, gateRequest: GateRequest) {
  return {
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      const caller = await authenticateCookie(platform, request);
      await admitCaller(platform, { request, reply }, caller, gateRequest);
    },
  };
}

/**
 * Route options that authenticate by bearer token. The body of an unauthenticated request is never read. Responses say how
 * many requests are left.
 */
export function createBearerAuth(platform: Platform, gateRequest: GateRequest) {
  const rateLimited = new WeakMap<FastifyReply, Actor>();
  return {
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      const caller = await authenticateBearer(platform, request);
      rateLimited.set(reply, caller);
      await admitCaller(platform, { request, reply }, caller, gateRequest);
    },
    // Ops can count as more requests when their input is known.
    onSend: async (_request: FastifyRequest, reply: FastifyReply) => {
      const caller = rateLimited.get(reply);
      if (caller) void reply.headers(describeRequestRate(platform, caller));
    },
  };
}

async function admitCaller(
  platform: Platform,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  caller: Actor,
  gateRequest: GateRequest,
): Promise<void> {
  await passGates(platform, caller, gateRequest);
  trackResponse(platform, caller, reply, gateRequest);
  callers.set(request, caller);
}

/** Returns the caller of a request. Throws if its route has neither `createCookieAuth` nor `createBearerAuth`. */
export function getCaller(request: FastifyRequest): Actor {
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
  const session = await checkSessionCookie(platform, readSessionCookie(platform, request));
  if (session.state === "signedOut") {
    throw new AppError("unauthenticated", session.error ? { fields: { error: session.error } } : {});
  }
  return session.actor;
}

/** Authenticates by bearer token, which is an access token or an API key, for REST and the chat. Ignores cookies. */
async function authenticateBearer(platform: Platform, request: FastifyRequest): Promise<Actor> {
  const token = /^Bearer ([^\s]+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (token?.startsWith(apiKeyPrefix)) return authenticateKey(platform, token);
  const actor = token === undefined ? null : await checkAccessToken(platform, token);
  if (!actor) throw new AppError("unauthenticated", { headers: { "www-authenticate": "Bearer" } });
  return actor;
}

/**
 * Throws `forbidden` for a request that another site may have made a browser send. Requiring the client header prevents
 * such requests; checking the browser's `Origin` and `Sec-Fetch-Site` headers is an additional safeguard.
 */
export function requireOwnClient(platform: Platform, request: FastifyRequest): void {
  const { origin, "sec-fetch-site": site } = request.headers;
  const isCrossSite =
    (site !== undefined && site !== "same-origin" && site !== "none") ||
    (origin !== undefined && origin !== getPublicOrigin(platform, request));
  if (isCrossSite || request.headers[clientHeader.name] !== clientHeader.value) {
    throw new AppError("forbidden", { userMessage: "This address only accepts requests from Lectern's own pages." });
  }
}
