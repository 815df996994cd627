import { deleteFile, type FileRecord, retryFile } from "@lectern/contract";
import { plural } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { patchFiles, removeFiles } from "../../../entities/files/fileCache.ts";
import { fileKeys } from "../../../entities/files/useFileQuery.ts";
import { call } from "../../../lib/call.ts";
import { CallError } from "../../../lib/callError.ts";
import { notifyFailure, notifySuccess } from "../../../ui/notices/notify.tsx";
import { createTagUpdater } from "./tagUpdater.ts";

export interface FileActions {
  /**
   * Shows the tags immediately; reverts them with a notice if the server rejects them. Resolves to true if they are
   * saved.
   */
  setTags: (file: FileRecord, tags: readonly string[]) => Promise<boolean>;
  /** Updates the files one after the other, and stops at the first failure. */
  addTag: (files: readonly FileRecord[], tag: string) => Promise<void>;
  /**
   * Deletes the files one after the other, and shows a notice for each failure. Stops at a failure that affects all
   * files. Resolves to the ids of the files that no longer exist.
   */
  remove: (files: readonly FileRecord[]) => Promise<ReadonlySet<string>>;
  retry: (file: FileRecord) => Promise<void>;
}

/** True if the next request would fail as well: no network, no session, a rate limit or a server error. */
function affectsAllFiles(error: unknown): boolean {
  const status = error instanceof CallError ? error.status : null;
  return status === null || status === 401 || status === 429 || status >= 500;
}

/** Returns the actions on files: stable functions that never reject. */
export function useFileActions(): FileActions {
  const cache = useQueryClient();
  return useMemo(() => {
    const tagUpdater = createTagUpdater(cache);
    return {
      setTags: tagUpdater.set,
      async addTag(files, tag) {
        for (const file of files) {
          if (!file.tags.includes(tag) && !(await tagUpdater.set(file, [...file.tags, tag]))) return;
        }
      },
      async remove(files) {
        const deletedIds = new Set<string>();
        for (const file of files) {
          try {
            await call(deleteFile, { key: file.id });
            deletedIds.add(file.id);
          } catch (error) {
            // The file was already deleted, for example in another tab.
            if (error instanceof CallError && error.status === 404) deletedIds.add(file.id);
            else {
              notifyFailure(error);
              if (affectsAllFiles(error)) break;
            }
          }
        }
        removeFiles(cache, deletedIds);
        void cache.invalidateQueries({ queryKey: fileKeys.tags });
        const count = deletedIds.size;
        if (count > 0) notifySuccess(plural(count, { one: "# file deleted.", other: "# files deleted." }));
        return deletedIds;
      },
      async retry(file) {
        try {
          patchFiles(cache, [await call(retryFile, { key: file.id })]);
        } catch (error) {
          notifyFailure(error);
        }
      },
    };
  }, [cache]);
}
