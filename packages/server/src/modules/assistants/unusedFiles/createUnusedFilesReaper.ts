import type { Platform } from "../../../core/context.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { createFileReaper } from "../../files/service.ts";
import { claimUnusedFiles, listClaimedFiles, markUnusedFiles } from "./repository.ts";

const retentionMs = 30 * 24 * 60 * 60 * 1_000;
const maxFilesPerRun = 500;

/**
 * Returns a function that deletes the files of groups that no stored version of an assistant has named for 30 days. The
 * first call after a file became unused starts its 30 days.
 */
export function createUnusedFilesReaper(platform: Platform): () => Promise<void> {
  const { db, clock } = platform;
  const deleteClaimed = createFileReaper(
    platform,
    (after, limit) => listClaimedFiles(db, after, limit),
    maxFilesPerRun,
  );
  return async () => {
    const now = clock.now();
    await markUnusedFiles(db, now);
    const unusedBefore = new Date(now.getTime() - retentionMs);
    await transaction(db, (tx) => claimUnusedFiles(tx, { unusedBefore, now, limit: maxFilesPerRun }));
    await deleteClaimed();
  };
}
