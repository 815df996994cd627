import type { Actor } from "../../core/actor.ts";
import type { Platform } from "../../core/context.ts";
import { findActiveIds } from "./repository.ts";

export interface ActiveCredentials {
  /** True if the person exists and is not blocked. */
  hasPerson(actor: Actor): boolean;
  /** True if the actor has no session, or one that has not ended. */
  hasSession(actor: Actor): boolean;
}

/** Finds out in one statement, without caches, which of the actors may still act. */
export async function findActiveCredentials(
  { db, clock }: Pick<Platform, "db" | "clock">,
  actors: readonly Actor[],
): Promise<ActiveCredentials> {
  const personIds = new Set(actors.map(({ principal }) => principal.id));
  const sessionIds = new Set(actors.flatMap((actor) => getSessionIdOrNull(actor) ?? []));
  const active = await findActiveIds(db, [...personIds], [...sessionIds], clock.now());
  const activeIds = new Set(active);
  return {
    hasPerson: ({ principal }) => activeIds.has(principal.id),
    hasSession(actor) {
      const sessionId = getSessionIdOrNull(actor);
      return sessionId === null || activeIds.has(sessionId);
    },
  };
}

const getSessionIdOrNull = ({ credential }: Actor) => (credential.kind === "session" ? credential.sessionId : null);
