import { useCallback } from "react";
import { useLibrary } from "../lib/library/LibraryProvider.tsx";
import { readUserSettings } from "../lib/userSettings.ts";

/** Where a conversation that begins is filed: in the folder of its day, where the person has set that. Null: nowhere. */
export function useFolderOfNew(userId: string): () => Promise<string | null> {
  const library = useLibrary();
  return useCallback(async () => {
    if (!readUserSettings(userId).filesByDate) return null;
    const { folderOfDay } = await import("../lib/library/folderOfDay.ts");
    return folderOfDay(library, new Date());
  }, [userId, library]);
}
