import type { Platform } from "../../core/context.ts";
import { deleteInPortions } from "../../core/deleteInPortions.ts";
import { deletedGroupRetentionMs } from "../groups/service.ts";
import { deleteRecordsOfDeletedGroups } from "./recording/repository.ts";

const recordsPerPortion = 1_000;

/** Deletes the records of groups that were deleted 30 days ago, as their files. */
export async function reapRecords({ db, clock }: Pick<Platform, "db" | "clock">): Promise<void> {
  const deletedBefore = new Date(clock.now().getTime() - deletedGroupRetentionMs);
  await deleteInPortions(() => deleteRecordsOfDeletedGroups(db, deletedBefore, recordsPerPortion));
}
