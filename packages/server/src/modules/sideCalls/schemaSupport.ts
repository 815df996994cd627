import type { Platform } from "../../core/context.ts";
import { defineServerState } from "../../core/serverState.ts";

/** A model whose server has rejected a JSON schema is asked without one for this time. */
const schemaRejectionMs = 60 * 60_000;

type State = Pick<Platform, "clock" | "state">;

const schemaRejections = defineServerState(() => new Map<string, number>());

export function supportsSchema({ clock, state }: State, modelId: string): boolean {
  const rejectedAtMs = schemaRejections({ state }).get(modelId);
  return rejectedAtMs === undefined || clock.now().getTime() - rejectedAtMs > schemaRejectionMs;
}

export function recordRejectedSchema({ clock, state }: State, modelId: string): void {
  schemaRejections({ state }).set(modelId, clock.now().getTime());
}
