import type { OpDefinition } from "@lectern/contract";
import type { FastifyRequest } from "fastify";
import { AppError } from "../../core/appError.ts";
import type { Actor, Platform } from "../../core/context.ts";
import { createRateLimiter, type RateLimiter } from "../../platform/rateLimiter.ts";
import { networkOf } from "./networkOf.ts";

/** A question to a model counts as this many requests. */
export const questionWeight = 10;

/** The rate limiters of this process. Processes count separately. */
interface RequestRates {
  people: RateLimiter;
  /** Keyed by network, because people are not authenticated during a sign-in. */
  signIns: RateLimiter;
}

/** Keyed by `secrets`, which a platform and all contexts derived from it share. */
const rates = new WeakMap<Platform["secrets"], RequestRates>();

function getRates(platform: Platform): RequestRates {
  const existing = rates.get(platform.secrets);
  if (existing) return existing;
  const { requestsPerMinute, signInRequestsPerMinute } = platform.config;
  const created = {
    people: createRateLimiter(platform.clock, requestsPerMinute),
    signIns: createRateLimiter(platform.clock, signInRequestsPerMinute),
  };
  rates.set(platform.secrets, created);
  return created;
}

/** Counts a person's request at any entry point. Throws `rateLimited`. */
export function countRequest(platform: Platform, { userId }: Pick<Actor, "userId">, weight = 1): void {
  assertNoWait(getRates(platform).people.take(userId, weight), "You have sent too many requests.");
}

/** Counts an op's weight, minus the 1 that its entry point has already counted. Throws `rateLimited`. */
export function countOp(platform: Platform, caller: Pick<Actor, "userId">, { weight = 1 }: OpDefinition): void {
  if (weight > 1) countRequest(platform, caller, weight - 1);
}

/** Counts a request that belongs to a sign-in. Throws `rateLimited`. */
export function countSignInRequest(platform: Platform, request: FastifyRequest): void {
  // An injected request has no port; it is part of a request that was already counted.
  const port: number | undefined = request.raw.socket.localPort;
  if (port === undefined) return;
  assertNoWait(
    getRates(platform).signIns.take(networkOf(request.ip)),
    "There are too many sign-ins from your network.",
  );
}

function assertNoWait(waitMs: number, reason: string): void {
  if (waitMs === 0) return;
  const seconds = Math.ceil(waitMs / 1_000);
  throw new AppError("rateLimited", {
    userMessage: `${reason} Please try again in ${seconds === 1 ? "a second" : `${seconds} seconds`}.`,
    headers: { "retry-after": `${seconds}` },
  });
}
