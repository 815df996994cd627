import type { Platform } from "../../core/context.ts";
import { createFileReaper } from "../files/service.ts";
import { deletedGroupRetentionMs } from "./deletedGroupRetention.ts";
import { listFilesOfDeletedGroups } from "./repository.ts";

const maxFilesPerRun = 500;

/** Returns a function that deletes the files of groups that were deleted 30 days ago, at most `filesPerRun` at a time. */
export function createDeletedGroupsReaper(platform: Platform, filesPerRun = maxFilesPerRun): () => Promise<void> {
  return createFileReaper(
    platform,
    (after, limit) => {
      const deletedBefore = new Date(platform.clock.now().getTime() - deletedGroupRetentionMs);
      return listFilesOfDeletedGroups(platform.db, { deletedBefore, after, limit });
    },
    filesPerRun,
  );
}
