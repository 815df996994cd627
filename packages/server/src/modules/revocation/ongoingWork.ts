import type { RequiredKeyScopes } from "@lectern/contract";
import type { Actor, Platform } from "../../core/context.ts";
import { defineServerState } from "../../core/serverState.ts";

/**
 * What an actor has lost: the session, the API key or the account itself; what the key opens; or the right to something that
 * the work uses.
 */
export type LostRight = "credential" | "keyScope" | "object";

/** Something in progress that must end when its actor loses the right to it. */
export interface OngoingWork {
  actor: Actor;
  /** True if it ends with the session. An answer continues without one. */
  needsSession: boolean;
  /** Sets of scopes, of each of which an API key must still have one. Absent: none. */
  keyScopes?: readonly RequiredKeyScopes[];
  /** The ids of other owners' files that it uses. */
  fileIds: readonly string[];
  /** The assistant that it uses, and what the actor must still be allowed to do with it; null if there is none. */
  assistant: { id: string; verb: "use" | "read" | "save" } | null;
  /** The model that answers. If it is for directory groups, the actor must still be in one. Absent: none answers. */
  modelId?: string;
  /** Ends the work. Called at most once. */
  end(lost: LostRight): void;
}

const ongoingWork = defineServerState(() => new Set<OngoingWork>());

/** Ends `work` within seconds after its actor has lost the right to it. Returns a function for when it has finished. */
export function trackWork(platform: Pick<Platform, "state">, work: OngoingWork): () => void {
  const all = ongoingWork(platform);
  all.add(work);
  return () => all.delete(work);
}

/** Everything in progress in this process. */
export function listWork(platform: Pick<Platform, "state">): ReadonlySet<OngoingWork> {
  return ongoingWork(platform);
}

/** Ends work and forgets it. A failure is only logged, so that other work is ended, too. */
export function endWork(platform: Pick<Platform, "state" | "log">, work: OngoingWork, lost: LostRight): void {
  ongoingWork(platform).delete(work);
  try {
    work.end(lost);
  } catch (error) {
    platform.log.error({ err: error, principal: work.actor.principal.id }, "work without a right was not ended");
  }
}
