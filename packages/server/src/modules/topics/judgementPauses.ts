import type { Platform } from "../../core/context.ts";
import { defineServerState } from "../../core/serverState.ts";

/** After this many failures in succession, nothing is judged for a while: each late judgement delays an answer. */
const maxFailures = 3;
const pauseMs = 10 * 60_000;
const maxEntries = 10_000;

interface Caller {
  modelId: string;
  personId: string;
}

/** Per person, because a model may fail at what one person writes. */
const failures = defineServerState(() => new Map<string, { count: number; lastAtMs: number }>());

const toKey = ({ modelId, personId }: Caller) => JSON.stringify([modelId, personId]);

/** True if the model has failed for this person lately. After the pause, a single failure starts the next one. */
export function isPaused({ clock, state }: Pick<Platform, "clock" | "state">, caller: Caller): boolean {
  const failure = failures({ state }).get(toKey(caller));
  return failure !== undefined && failure.count >= maxFailures && clock.now().getTime() - failure.lastAtMs <= pauseMs;
}

export function recordJudgement(
  { clock, state }: Pick<Platform, "clock" | "state">,
  caller: Caller,
  outcome: "judged" | "failed",
): void {
  const counts = failures({ state });
  const key = toKey(caller);
  const { count = 0 } = counts.get(key) ?? {};
  counts.delete(key);
  if (outcome === "judged") return;
  counts.set(key, { count: count + 1, lastAtMs: clock.now().getTime() });
  // In insertion order, so the first entry is the oldest.
  const [oldestKey] = counts.keys();
  if (counts.size > maxEntries && oldestKey !== undefined) counts.delete(oldestKey);
}
