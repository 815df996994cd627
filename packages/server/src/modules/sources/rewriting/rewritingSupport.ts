import type { Platform } from "../../../core/context.ts";
import { defineServerState } from "../../../core/serverState.ts";

/** After this many failures in succession, nothing is rewritten for a while. */
const maxFailures = 3;
const pauseMs = 10 * 60_000;
/** A failure that is older than this belongs to no succession. */
const memoryMs = 60 * 60_000;

type State = Pick<Platform, "clock" | "state">;

/**
 * Why a rewriting failed. An error says something about the model. An unusable answer may come from what this person
 * asks, so it pauses the model for this person only. A late answer is no failure.
 */
export type RewritingFailure = "unavailable" | "unusable";

export interface Caller {
  modelId: string;
  principalId: string;
}

const failures = defineServerState(() => new Map<string, { count: number; lastAtMs: number }>());

const toKey = ({ modelId, principalId }: Caller, failure: RewritingFailure) =>
  failure === "unavailable" ? modelId : JSON.stringify([modelId, principalId]);

/** Returns false if the model has failed lately, so that not every question calls it in vain. */
export function isReliable({ clock, state }: State, caller: Caller): boolean {
  return (["unavailable", "unusable"] as const).every((kind) => {
    const failure = failures({ state }).get(toKey(caller, kind));
    return !failure || failure.count < maxFailures || clock.now().getTime() - failure.lastAtMs > pauseMs;
  });
}

/**
 * Counts a failure. After a pause, a single one starts the next pause, unless the last one is more than an hour ago. An
 * unusable answer is an answer, so it ends a succession of `unavailable` ones.
 */
export function recordFailure({ clock, state }: State, caller: Caller, kind: RewritingFailure): void {
  const nowMs = clock.now().getTime();
  const counts = failures({ state });
  const key = toKey(caller, kind);
  if (kind === "unusable") counts.delete(toKey(caller, "unavailable"));
  const last = counts.get(key);
  const count = last && nowMs - last.lastAtMs <= memoryMs ? last.count + 1 : 1;
  counts.delete(key);
  counts.set(key, { count, lastAtMs: nowMs });
  // In insertion order, so the oldest entries come first.
  for (const [oldestKey, { lastAtMs }] of counts) {
    if (nowMs - lastAtMs <= memoryMs) break;
    counts.delete(oldestKey);
  }
}

export function recordSuccess({ state }: State, caller: Caller): void {
  failures({ state }).delete(toKey(caller, "unavailable"));
  failures({ state }).delete(toKey(caller, "unusable"));
}
