import type { Platform } from "../../../core/context.ts";
import type { DbTransaction } from "../../../platform/db/database.ts";
import type { EventPlatform } from "../../browserEvents/service.ts";
import { type Concerned, findConcernedByGrants, listWritersOfGroup, publishToConcerned } from "../../groups/service.ts";
import { listGrantees } from "./repository.ts";

/** Tells the browsers of these people that assistants have changed. Call it after the commit. */
export function publishAssistants(platform: EventPlatform, concerned: Concerned): void {
  publishToConcerned(platform, concerned, { type: "assistants" });
}

/** Finds out whom a change of an assistant concerns. `isVisible`: it is or was published. */
export async function findConcernedByAssistant(
  tx: DbTransaction,
  { clock }: Pick<Platform, "clock">,
  { id, ownerId }: { id: string; ownerId: string },
  isVisible: boolean,
): Promise<Concerned> {
  if (isVisible) return findConcernedByGrants(tx, [ownerId, ...(await listGrantees(tx, id))]);
  // The group's readers, who may be everybody, do not see it.
  return listWritersOfGroup(tx, ownerId, clock.now());
}
