import type { Platform } from "../../../core/context.ts";
import { deleteGeneratedFile, listUnneededFiles, markOrphansDeleted } from "./repository.ts";

/** Programs have this time to store the conversation of a file. */
const abandonmentMs = 24 * 3_600_000;
/** A deleted conversation can be restored with its files. The trigger that restores them assumes this time. */
const restorationMs = 3_600_000;
const filesPerRun = 500;

/**
 * Removes the bytes and rows of deleted files, those of deleted conversations after an hour, and of files that did not
 * arrive within a day.
 */
export async function reapGeneratedFiles({ db, blobs, clock, log }: Platform): Promise<void> {
  const now = clock.now().getTime();
  const times = { begunBefore: new Date(now - abandonmentMs), deletedBefore: new Date(now - restorationMs) };
  for (const file of await listUnneededFiles(db, times, filesPerRun)) {
    try {
      await blobs.remove([file.blob_key]);
      await deleteGeneratedFile(db, file);
    } catch (error) {
      log.warn({ err: error, file: file.id }, "a generated file that nothing needs any more was not deleted");
    }
  }
}

/** Deletes files that have no conversation a day after their arrival. Reads all files, so it should not run often. */
export async function deleteOrphanedFiles({ db, clock }: Pick<Platform, "db" | "clock">): Promise<void> {
  const now = clock.now();
  await markOrphansDeleted(db, new Date(now.getTime() - abandonmentMs), now);
}
