import type { OpDefinition } from "@lectern/contract";
import type { FastifyRequest } from "fastify";
import { AppError } from "../core/appError.ts";
import type { Actor, Platform } from "../core/context.ts";
import { createRateLimiter, type RateLimiter } from "../platform/rateLimiter.ts";
import { networkOf } from "./networkOf.ts";

/** What a question to a model weighs beside other requests. */
export const questionWeight = 10;

/** How often somebody may ask, in this process. Each other process counts for itself. */
interface RequestRates {
  people: RateLimiter;
  /** Sign-ins, by where they come from: nobody is known there yet. */
  signIns: RateLimiter;
}

/** Keyed by the secrets, which a platform and every context made from it share. */
const rates = new WeakMap<Platform["secrets"], RequestRates>();

function ratesOf(platform: Platform): RequestRates {
  const known = rates.get(platform.secrets);
  if (known) return known;
  const { requestsPerMinute, signInRequestsPerMinute } = platform.config;
  const made = {
    people: createRateLimiter(platform.clock, requestsPerMinute),
    signIns: createRateLimiter(platform.clock, signInRequestsPerMinute),
  };
  rates.set(platform.secrets, made);
  return made;
}

/** Counts a request of a person, whatever door it came through. Throws `rateLimited`. */
export function countRequest(platform: Platform, { userId }: Pick<Actor, "userId">, weight = 1): void {
  refuseAfter(ratesOf(platform).people.take(userId, weight), "You have sent very many requests.");
}

/** Counts what an op weighs more than any request, which was counted when its person was known. Throws `rateLimited`. */
export function countOp(platform: Platform, caller: Pick<Actor, "userId">, { weight = 1 }: OpDefinition): void {
  if (weight > 1) countRequest(platform, caller, weight - 1);
}

/** Counts a request of a sign-in. Throws `rateLimited`. */
export function countSignInRequest(platform: Platform, request: FastifyRequest): void {
  // A call within the process has no port: it is part of a request that was counted.
  const port: number | undefined = request.raw.socket.localPort;
  if (port === undefined) return;
  refuseAfter(ratesOf(platform).signIns.take(networkOf(request.ip)), "Very many sign-ins come from your network.");
}

function refuseAfter(waitMs: number, reason: string): void {
  if (waitMs === 0) return;
  const seconds = Math.ceil(waitMs / 1_000);
  throw new AppError("rateLimited", {
    userMessage: `${reason} Please try again in ${seconds === 1 ? "a second" : `${seconds} seconds`}.`,
    headers: { "retry-after": `${seconds}` },
  });
}
