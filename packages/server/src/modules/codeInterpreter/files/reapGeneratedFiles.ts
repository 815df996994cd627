import type { Platform } from "../../../core/context.ts";
import { deleteGeneratedFile, listUnneededFiles } from "./repository.ts";

const abandonmentMs = 24 * 3_600_000;
const filesPerRun = 500;

/** Removes the bytes and rows of deleted files, and of those that did not arrive within a day. */
export async function reapGeneratedFiles({ db, blobs, clock, log }: Platform): Promise<void> {
  const begunBefore = new Date(clock.now().getTime() - abandonmentMs);
  for (const file of await listUnneededFiles(db, begunBefore, filesPerRun)) {
    try {
      await blobs.remove([file.blob_key]);
      await deleteGeneratedFile(db, file);
    } catch (error) {
      log.warn({ err: error, file: file.id }, "a generated file that nothing needs any more was not deleted");
    }
  }
}
