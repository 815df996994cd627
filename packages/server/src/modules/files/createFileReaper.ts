import type { Platform } from "../../core/context.ts";
import { getOwnerIdOfRow, ownedBy } from "../access/service.ts";
import { deleteFile } from "./deleteFile.ts";

/** A file to be deleted. */
export interface ReapableFile {
  id: string;
  owner_id: string;
}

/** Lists files that are to be deleted, in the order of their ids, from the first one after this id. */
type ListFiles = (after: string, limit: number) => Promise<readonly ReapableFile[]>;

/**
 * Returns a function that deletes at most `filesPerRun` files at each call. Each call goes on where the previous one
 * stopped, so files that cannot be deleted are tried again only after all others.
 */
export function createFileReaper(platform: Platform, list: ListFiles, filesPerRun: number): () => Promise<void> {
  let lastId = "";
  return async () => {
    const files = await list(lastId, filesPerRun);
    for (const file of files) {
      try {
        await deleteFile(platform, ownedBy(getOwnerIdOfRow(file), "file"), file.id);
      } catch (error) {
        platform.log.warn({ err: error, file: file.id }, "a file that nothing needs any more was not deleted");
      }
    }
    lastId = files.length < filesPerRun ? "" : (files.at(-1)?.id ?? "");
  };
}
