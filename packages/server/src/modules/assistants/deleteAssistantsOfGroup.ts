import type { DbTransaction } from "../../platform/db/database.ts";
import { markDeleted } from "./saving/repository.ts";

/** Deletes the assistants of a group that is being deleted. Returns their ids. */
export async function deleteAssistantsOfGroup(tx: DbTransaction, groupId: string, now: Date): Promise<string[]> {
  return markDeleted(tx, { ownerId: groupId }, now);
}
