import { deleteFile, type FileRecord, retryFile } from "@lectern/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { dropFiles, patchFiles } from "../../../entities/files/fileCache.ts";
import { fileKeys } from "../../../entities/files/useFileQuery.ts";
import { call } from "../../../lib/call.ts";
import { CallError } from "../../../lib/callError.ts";
import { notifyFailure, notifySuccess } from "../../../ui/notices/notify.tsx";
import { createTagChanges } from "./tagChanges.ts";

export interface FileActions {
  /** Shown at once; taken back, with a notice, where the server refuses. Gives whether they are saved. */
  setTags: (file: FileRecord, tags: readonly string[]) => Promise<boolean>;
  /** One after the other, until one cannot be saved. */
  addTag: (files: readonly FileRecord[], tag: string) => Promise<void>;
  /** Gives the ids of those that are gone; of the others a notice says why. */
  remove: (files: readonly FileRecord[]) => Promise<ReadonlySet<string>>;
  retry: (file: FileRecord) => Promise<void>;
}

/** Whether the next file would fare no better: no network, no session, too many requests, trouble of the server. */
function concernsAll(error: unknown): boolean {
  const status = error instanceof CallError ? error.status : null;
  return status === null || status === 401 || status === 429 || status >= 500;
}

/** What can be done with one's files. The same functions at every draw; none of them rejects. */
export function useFileActions(): FileActions {
  const client = useQueryClient();
  return useMemo(() => {
    const changes = createTagChanges(client);
    return {
      setTags: changes.set,
      async addTag(files, tag) {
        for (const file of files) {
          if (!file.tags.includes(tag) && !(await changes.set(file, [...file.tags, tag]))) return;
        }
      },
      async remove(files) {
        const gone = new Set<string>();
        for (const file of files) {
          try {
            await call(deleteFile, { key: file.id });
            gone.add(file.id);
          } catch (error) {
            // Somebody else, or another tab, was faster.
            if (error instanceof CallError && error.status === 404) gone.add(file.id);
            else {
              notifyFailure(error);
              if (concernsAll(error)) break;
            }
          }
        }
        dropFiles(client, gone);
        void client.invalidateQueries({ queryKey: fileKeys.tags });
        if (gone.size > 0) notifySuccess(gone.size === 1 ? "The file is deleted." : `${gone.size} files are deleted.`);
        return gone;
      },
      async retry(file) {
        try {
          patchFiles(client, [await call(retryFile, { key: file.id })]);
        } catch (error) {
          notifyFailure(error);
        }
      },
    };
  }, [client]);
}
