import { type FileRecord, setFileTags } from "@lectern/contract";
import type { QueryClient } from "@tanstack/react-query";
import { changeFile } from "../../../entities/files/fileCache.ts";
import { fileKeys } from "../../../entities/files/useFileQuery.ts";
import { call } from "../../../lib/call.ts";
import { notifyFailure } from "../../../ui/notices/notify.tsx";

interface TagChanges {
  /** Shows the tags of a file at once and saves them; gives whether they are saved. Does not reject. */
  set(file: FileRecord, tags: readonly string[]): Promise<boolean>;
}

/** Changes of tags. Those of one file are saved in order, and what the server says of one does not undo a later one. */
export function createTagChanges(client: QueryClient): TagChanges {
  /** By file: the last change that is under way, and what the server has by then. */
  const open = new Map<string, { last: Promise<boolean>; saved: readonly string[] }>();

  return {
    set(file, tags) {
      const { id } = file;
      const show = (shown: readonly string[]) => changeFile(client, id, (each) => ({ ...each, tags: [...shown] }));
      const before = open.get(id) ?? { last: Promise.resolve(true), saved: file.tags };
      const save = async (): Promise<boolean> => {
        try {
          before.saved = (await call(setFileTags, { id, tags: [...tags] })).tags;
          void client.invalidateQueries({ queryKey: fileKeys.tags });
          return true;
        } catch (error) {
          notifyFailure(error);
          return false;
        } finally {
          if (before.last === change) {
            open.delete(id);
            show(before.saved);
          }
        }
      };
      show(tags);
      const change: Promise<boolean> = before.last.then(save);
      before.last = change;
      open.set(id, before);
      return change;
    },
  };
}
