import type { Actor, Credential } from "../../core/actor.ts";
import type { Platform } from "../../core/context.ts";
import { getIdentityState } from "./getIdentityState.ts";
import { findPerson, findServiceOwner } from "./repository.ts";
import { toPersonActor, toServiceActor } from "./toActor.ts";

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
