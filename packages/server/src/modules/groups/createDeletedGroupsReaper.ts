import type { Platform } from "../../core/context.ts";
import { getOwnerIdOfRow, ownedBy } from "../access/service.ts";
import { deleteFile } from "../files/service.ts";
import { listFilesOfDeletedGroups } from "./repository.ts";

const fileRetentionMs = 30 * 24 * 60 * 60 * 1_000;
const maxFilesPerRun = 500;

/** Deletes the files of groups that were deleted 30 days ago, at most `maxFilesPerRun`. */
export async function reapDeletedGroups(platform: Platform): Promise<void> {
  const deletedBefore = new Date(platform.clock.now().getTime() - fileRetentionMs);
  for (const file of await listFilesOfDeletedGroups(platform.db, deletedBefore, maxFilesPerRun)) {
    try {
      await deleteFile(platform, ownedBy(getOwnerIdOfRow(file), "file"), file.id);
    } catch (error) {
      platform.log.warn({ err: error, file: file.id }, "a file of a deleted group was not deleted");
    }
  }
}
