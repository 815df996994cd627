import type { Platform } from "../../../core/context.ts";
import { defineServerState } from "../../../core/serverState.ts";

/** A model that failed this many times in succession rewrites nothing for a while. */
const maxFailures = 3;
const pauseMs = 10 * 60_000;
/** A model whose server has rejected the JSON schema is asked without one for this time. */
const schemaRejectionMs = 60 * 60_000;

type State = Pick<Platform, "clock" | "state">;

const failures = defineServerState(() => new Map<string, { count: number; lastAtMs: number }>());
const schemaRejections = defineServerState(() => new Map<string, number>());

/** Returns false if the model was late or wrote something else lately, so that not every question waits in vain. */
export function isReliable({ clock, state }: State, modelId: string): boolean {
  const failure = failures({ state }).get(modelId);
  return !failure || failure.count < maxFailures || clock.now().getTime() - failure.lastAtMs > pauseMs;
}

/** Counts a failure. After a pause, a single one starts the next pause. */
export function recordFailure({ clock, state }: State, modelId: string): void {
  const count = (failures({ state }).get(modelId)?.count ?? 0) + 1;
  failures({ state }).set(modelId, { count, lastAtMs: clock.now().getTime() });
}

export function recordSuccess({ state }: State, modelId: string): void {
  failures({ state }).delete(modelId);
}

export function supportsSchema({ clock, state }: State, modelId: string): boolean {
  const rejectedAtMs = schemaRejections({ state }).get(modelId);
  return rejectedAtMs === undefined || clock.now().getTime() - rejectedAtMs > schemaRejectionMs;
}

export function recordRejectedSchema({ clock, state }: State, modelId: string): void {
  schemaRejections({ state }).set(modelId, clock.now().getTime());
}
