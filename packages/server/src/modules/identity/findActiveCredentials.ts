import type { Config } from "../../config.ts";
import type { Actor, Credential } from "../../core/actor.ts";
import type { Platform } from "../../core/context.ts";
import { type ActiveId, findActiveIds } from "./repository.ts";
import { isSiteAdmin } from "./toActor.ts";

export interface ActiveCredentials {
  /**
   * Returns the actor with its present rights, and those of its API key; null if the person, or a service's owner, is gone or blocked, or if its API
   * key is not valid any more.
   */
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
  const keyIds = new Set(actors.flatMap((actor) => getKeyIdOrNull(actor) ?? []));
  const ids = { principalIds: [...principalIds], sessionIds: [...sessionIds], keyIds: [...keyIds] };
  const rows = await findActiveIds(db, ids, clock.now());
  const activeIds = new Map(rows.map((row) => [row.id, row]));
  const refreshKey = (credential: Credential): Credential | null => {
    if (credential.kind !== "key") return credential;
    const row = activeIds.get(credential.id);
    return row ? { ...credential, scopes: new Set(row.scopes) } : null;
  };
  return {
    refresh(actor) {
      const row = activeIds.get(actor.principal.id);
      const credential = refreshKey(actor.credential);
      if (!row || !credential) return null;
      const { verifiedEmail, directoryGroups } = row;
      return {
        ...actor,
        credential,
        verifiedEmail,
        directoryGroups: directoryGroups ?? actor.directoryGroups,
        isAdmin: isActiveSiteAdmin(config, row),
      };
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

const getKeyIdOrNull = ({ credential }: Actor) => (credential.kind === "key" ? credential.id : null);
