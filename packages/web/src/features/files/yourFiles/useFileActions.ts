import { deleteFile, type FileRecord, retryFile, setFileTags } from "@lectern/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "../../../lib/call.ts";
import { CallError } from "../../../lib/callError.ts";
import { notifyFailure, notifySuccess } from "../../../ui/notify.tsx";
import { fileKeys } from "../useFileQuery.ts";
import { changeFile, dropFiles, patchFiles } from "./fileCache.ts";

export interface FileActions {
  /** Shown at once; taken back, with a notice, where the server refuses. */
  setTags: (file: FileRecord, tags: readonly string[]) => Promise<void>;
  /** Gives the ids of those that are gone; of the others a notice says why. */
  remove: (files: readonly FileRecord[]) => Promise<ReadonlySet<string>>;
  retry: (file: FileRecord) => Promise<void>;
}

/** What can be done with one's files. The same functions at every draw; none of them rejects. */
export function useFileActions(): FileActions {
  const client = useQueryClient();
  return useMemo(() => {
    /** The last change of a file's tags: the next one waits for it, so that the server has them in order. */
    const lastChanges = new Map<string, Promise<void>>();

    const saveTags = async (file: FileRecord, tags: readonly string[]): Promise<void> => {
      try {
        const saved = await call(setFileTags, { id: file.id, tags: [...tags] });
        changeFile(client, file.id, (each) => ({ ...each, tags: saved.tags }));
        void client.invalidateQueries({ queryKey: fileKeys.tags });
      } catch (error) {
        changeFile(client, file.id, (each) => ({ ...each, tags: file.tags }));
        notifyFailure(error);
      }
    };
    return {
      setTags(file, tags) {
        changeFile(client, file.id, (each) => ({ ...each, tags: [...tags] }));
        const change = (lastChanges.get(file.id) ?? Promise.resolve()).then(() => saveTags(file, tags));
        lastChanges.set(file.id, change);
        return change;
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
            else notifyFailure(error);
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
