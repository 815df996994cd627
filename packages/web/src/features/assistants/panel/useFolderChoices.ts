import { useState } from "react";
import * as z from "zod/mini";
import { readUserValue, writeUserValue } from "../../../lib/userStorage.ts";

const key = "assistantFolders";

/** Whether the person has opened or closed the folder of a group in the list of assistants, by the group's id. */
export type FolderChoices = Readonly<Record<string, boolean>>;

/** The folders that the person has opened or closed. Stored in this browser. */
export function useFolderChoices(userId: string) {
  const [folderChoices, setFolderChoices] = useState(() => readChoices(userId));
  const setOpen = (groupId: string, isOpen: boolean) => {
    // Another tab may have opened other folders.
    const next = { ...readChoices(userId), [groupId]: isOpen };
    setFolderChoices(next);
    writeUserValue(userId, key, JSON.stringify(next));
  };
  return { folderChoices, setOpen };
}

function readChoices(userId: string): FolderChoices {
  try {
    return z.parse(z.record(z.string(), z.boolean()), JSON.parse(readUserValue(userId, key) ?? "{}"));
  } catch {
    return {}; // The stored text is damaged: nothing has been chosen.
  }
}
