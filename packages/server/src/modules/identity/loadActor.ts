import type { Actor, Credential } from "../../core/actor.ts";
import type { Platform } from "../../core/context.ts";
import { getIdentityState } from "./getIdentityState.ts";
import { findPerson, findServiceOwner } from "./repository.ts";
import { isFromReplacedProvider, toPersonActor, toServiceActor } from "./toActor.ts";

/**
 * Loads the person or the service on whose behalf a signed URL is opened or a job runs. Returns null if there is no such
 * principal any more. Queries each at most every 2 s.
 */
export async function loadActor(
  platform: Platform,
  principalId: string,
  kind: Extract<Credential["kind"], "link" | "job">,
): Promise<Actor | null> {
  const { db, config } = platform;
  const { people, serviceOwners } = getIdentityState(platform);
  const credential = { kind, id: principalId };
  const person = await people.get(principalId, async () => (await findPerson(db, principalId)) ?? null);
  if (person) return toPersonActor(config, person, credential);
  const owner = await serviceOwners.get(principalId, async () => (await findServiceOwner(db, principalId)) ?? null);
  return owner && toServiceActor(owner, credential);
}

/**
 * Reads the person or the service on whose behalf an API key acts, without caches. Returns null if there is no such
 * principal any more, or if it belongs to an identity provider that is not used any more.
 */
export async function readActor(
  { db, config }: Pick<Platform, "db" | "config">,
  principalId: string,
  credential: Credential,
): Promise<Actor | null> {
  const person = await findPerson(db, principalId);
  if (person) return isFromReplacedProvider(config, person) ? null : toPersonActor(config, person, credential);
  const owner = await findServiceOwner(db, principalId);
  return owner && !isFromReplacedProvider(config, owner) ? toServiceActor(owner, credential) : null;
}
