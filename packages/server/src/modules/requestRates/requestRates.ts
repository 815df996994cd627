import { type Actor, getLimitedId } from "../../core/actor.ts";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import { defineServerState } from "../../core/serverState.ts";
import { createRateLimiter, type RateLimiter } from "../../platform/rateLimiter.ts";

/** A question to a model counts as this many requests. */
export const questionWeight = 10;

/** The rate limiters of this process. Each process counts separately. */
interface RequestRateLimiters {
  people: RateLimiter;
  /** Keyed by network, because people are not authenticated during a sign-in. */
  signIns: RateLimiter;
}

const requestRateLimiters = defineServerState(
  ({ clock, config }: Pick<Platform, "clock" | "config">): RequestRateLimiters => ({
    people: createRateLimiter(clock, config.requestsPerMinute),
    signIns: createRateLimiter(clock, config.signInRequestsPerMinute),
  }),
);

type Requester = Pick<Actor, "principal" | "accountOwnerId">;

/** Counts a request of an actor as `weight` requests. Throws `rateLimited` if there have been too many. */
export function countRequest(platform: Platform, actor: Requester, weight: number): void {
  if (weight === 0) return;
  const waitMs = requestRateLimiters(platform).people.take(getLimitedId(actor), weight);
  throwIfLimited(waitMs, "You have sent too many requests.");
}

/**
 * Describes the rate limit of an actor's requests, and what is left of it now, as headers of a response
 * (draft-ietf-httpapi-ratelimit-headers). Each process counts separately.
 */
export function describeRequestRate(platform: Platform, actor: Requester) {
  const { remaining, fullInMs } = requestRateLimiters(platform).people.peek(getLimitedId(actor));
  return {
    "ratelimit-policy": `"requests";q=${platform.config.requestsPerMinute};w=60`,
    ratelimit: `"requests";r=${remaining};t=${Math.ceil(fullInMs / 1_000)}`,
  };
}

/** Counts a request that belongs to a sign-in. Throws `rateLimited`. */
export function countSignInRequest(platform: Platform, network: string): void {
  throwIfLimited(requestRateLimiters(platform).signIns.take(network), "There are too many sign-ins from your network.");
}

function throwIfLimited(waitMs: number, reason: string): void {
  if (waitMs === 0) return;
  const seconds = Math.ceil(waitMs / 1_000);
  throw new AppError("rateLimited", {
    userMessage: `${reason} Please try again in ${seconds === 1 ? "a second" : `${seconds} seconds`}.`,
    headers: { "retry-after": `${seconds}` },
  });
}
