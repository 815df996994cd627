import { type FileRecord, setFileTags } from "@lectern/contract";
import type { QueryClient } from "@tanstack/react-query";
import { updateFile } from "../../../entities/files/fileCache.ts";
import { fileKeys } from "../../../entities/files/useFileQuery.ts";
import { call } from "../../../lib/call.ts";
import { notifyFailure } from "../../../ui/notices/notify.tsx";

interface TagUpdater {
  /**
   * Shows the tags of a file immediately and saves them. Resolves to true once the tags are saved, or to false if that
   * fails. Never rejects.
   */
  set(file: FileRecord, tags: readonly string[]): Promise<boolean>;
}

/** Updates tags optimistically. Changes of one file are saved in order, and no response undoes a later change. */
export function createTagUpdater(client: QueryClient): TagUpdater {
  /** For each file id: the latest pending change, and the tags that the server last saved. */
  const pendingChanges = new Map<string, { last: Promise<boolean>; saved: readonly string[] }>();

  return {
    set(file, tags) {
      const { id } = file;
      const showTags = (shownTags: readonly string[]) =>
        updateFile(client, id, (record) => ({ ...record, tags: [...shownTags] }));
      const state = pendingChanges.get(id) ?? { last: Promise.resolve(true), saved: file.tags };
      const save = async (): Promise<boolean> => {
        try {
          state.saved = (await call(setFileTags, { id, tags: [...tags] })).tags;
          void client.invalidateQueries({ queryKey: fileKeys.tags });
          return true;
        } catch (error) {
          notifyFailure(error);
          return false;
        } finally {
          if (state.last === changePromise) {
            pendingChanges.delete(id);
            showTags(state.saved);
          }
        }
      };
      showTags(tags);
      const changePromise: Promise<boolean> = state.last.then(save);
      state.last = changePromise;
      pendingChanges.set(id, state);
      return changePromise;
    },
  };
}
