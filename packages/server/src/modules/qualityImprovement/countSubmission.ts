import { limits } from "@lectern/contract";
import { type Actor, getLimitedId } from "../../core/actor.ts";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import { defineServerState } from "../../core/serverState.ts";
import { createRateLimiter } from "../../platform/rateLimiter.ts";

const minuteMs = 60_000;

/** How many each person has sent, not what. In memory only, so that nothing stored leads to whoever sent something. */
const submissionLimiter = defineServerState(({ clock }: Pick<Platform, "clock">) =>
  createRateLimiter(clock, limits.qualitySubmissionsPerDay, { periodMs: 24 * 60 * minuteMs }),
);

/** Counts a submission of an actor. Throws `rateLimited` if there have been too many. Each process counts separately. */
export function countSubmission(platform: Pick<Platform, "clock" | "state">, actor: Actor): void {
  const waitMs = submissionLimiter(platform).take(getLimitedId(actor));
  if (waitMs === 0) return;
  const minutes = Math.ceil(waitMs / minuteMs);
  throw new AppError("rateLimited", {
    userMessage:
      minutes === 1
        ? "You have sent the maximum number of submissions for a day. Please try again in a minute."
        : `You have sent the maximum number of submissions for a day. Please try again in ${minutes} minutes.`,
    headers: { "retry-after": `${Math.ceil(waitMs / 1_000)}` },
  });
}
