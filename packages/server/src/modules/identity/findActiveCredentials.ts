import type { Config } from "../../config.ts";
import type { Actor } from "../../core/actor.ts";
import type { Platform } from "../../core/context.ts";
import { type ActiveId, findActiveIds } from "./repository.ts";
import { isSiteAdmin } from "./toActor.ts";

export interface ActiveCredentials {
  /** Returns the actor with its present rights; null if the person, or a service's owner, is gone or blocked. */
  refresh(actor: Actor): Actor | null;
  /** True if the actor has no session, or one that has not ended. */
  hasSession(actor: Actor): boolean;
}

/** Finds out in one statement, without caches, which of the actors may still act. */
export async function findActiveCredentials(
  { db, clock, config }: Pick<Platform, "db" | "clock" | "config">,
  actors: readonly Actor[],
): Promise<ActiveCredentials> {
  const principalIds = new Set(actors.map(({ principal }) => principal.id));
  const sessionIds = new Set(actors.flatMap((actor) => getSessionIdOrNull(actor) ?? []));
  const rows = await findActiveIds(db, [...principalIds], [...sessionIds], clock.now());
  const activeIds = new Map(rows.map((row) => [row.id, row]));
  return {
    refresh(actor) {
      const row = activeIds.get(actor.principal.id);
      return row ? { ...actor, verifiedEmail: row.verifiedEmail, isAdmin: isActiveSiteAdmin(config, row) } : null;
    },
    hasSession(actor) {
      const sessionId = getSessionIdOrNull(actor);
      return sessionId === null || activeIds.has(sessionId);
    },
  };
}

const isActiveSiteAdmin = (config: Pick<Config, "admins">, { verifiedEmail, is_admin }: ActiveId) =>
  verifiedEmail !== null && isSiteAdmin(config, { email: verifiedEmail, email_verified: true, is_admin });

const getSessionIdOrNull = ({ credential }: Actor) => (credential.kind === "session" ? credential.sessionId : null);
