import type { Actor } from "../../core/actor.ts";
import type { Platform } from "../../core/context.ts";
import { findActiveIds } from "./repository.ts";

export interface ActiveCredentials {
  /** Returns the actor with the present verified address; null if the person, or a service's owner, is gone or blocked. */
  refresh(actor: Actor): Actor | null;
  /** True if the actor has no session, or one that has not ended. */
  hasSession(actor: Actor): boolean;
}

/** Finds out in one statement, without caches, which of the actors may still act. */
export async function findActiveCredentials(
  { db, clock }: Pick<Platform, "db" | "clock">,
  actors: readonly Actor[],
): Promise<ActiveCredentials> {
  const principalIds = new Set(actors.map(({ principal }) => principal.id));
  const sessionIds = new Set(actors.flatMap((actor) => getSessionIdOrNull(actor) ?? []));
  const rows = await findActiveIds(db, [...principalIds], [...sessionIds], clock.now());
  const emails = new Map(rows.map(({ id, verifiedEmail }) => [id, verifiedEmail]));
  return {
    refresh(actor) {
      const verifiedEmail = emails.get(actor.principal.id);
      return verifiedEmail === undefined ? null : { ...actor, verifiedEmail };
    },
    hasSession(actor) {
      const sessionId = getSessionIdOrNull(actor);
      return sessionId === null || emails.has(sessionId);
    },
  };
}

const getSessionIdOrNull = ({ credential }: Actor) => (credential.kind === "session" ? credential.sessionId : null);
