import type { Actor, Credential } from "../../core/actor.ts";
import type { Platform } from "../../core/context.ts";
import { getIdentityState } from "./getIdentityState.ts";
import { findPerson } from "./repository.ts";
import { toPersonActor } from "./toActor.ts";

/**
 * Loads the person on whose behalf a signed address is opened or a job runs. Returns null if there is no such person
 * any more. Queries a person at most every 2 s.
 */
export async function loadActor(
  platform: Platform,
  principalId: string,
  kind: Extract<Credential["kind"], "link" | "job">,
): Promise<Actor | null> {
  const { people } = getIdentityState(platform);
  const person = await people.get(principalId, async () => (await findPerson(platform.db, principalId)) ?? null);
  return person && toPersonActor(platform.config, person, { kind, id: principalId });
}
