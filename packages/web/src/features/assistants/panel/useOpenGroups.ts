import { useState } from "react";
import * as z from "zod/mini";
import { readUserValue, writeUserValue } from "../../../lib/userStorage.ts";

const key = "openAssistantFolders";

/** The groups whose folders are open in the list of assistants. Stored in this browser. */
export function useOpenGroups(userId: string) {
  const [openGroupIds, setOpenGroupIds] = useState(() => readIds(userId));
  const setOpen = (groupId: string, isOpen: boolean) => {
    // Another tab may have opened other folders.
    const next = new Set(readIds(userId));
    if (isOpen) next.add(groupId);
    else next.delete(groupId);
    setOpenGroupIds(next);
    writeUserValue(userId, key, JSON.stringify([...next]));
  };
  return { openGroupIds, setOpen };
}

function readIds(userId: string): ReadonlySet<string> {
  try {
    return new Set(z.parse(z.array(z.string()), JSON.parse(readUserValue(userId, key) ?? "[]")));
  } catch {
    return new Set(); // The stored text is damaged: all folders start closed.
  }
}
