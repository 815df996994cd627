import { useCallback } from "react";
import { readUserSettings } from "../settings/userSettings.ts";
import { usePromptStore } from "./store/PromptStoreProvider.tsx";

/** Where a conversation that begins is filed: in the folder of its day, where the person has set that. Null: nowhere. */
export function useFolderOfNew(userId: string): () => Promise<string | null> {
  const promptStore = usePromptStore();
  return useCallback(async () => {
    if (!readUserSettings(userId).filesByDate) return null;
    const { folderOfDay } = await import("./store/folderOfDay.ts");
    return folderOfDay(promptStore, new Date());
  }, [userId, promptStore]);
}
