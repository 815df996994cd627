import { useCallback } from "react";
import { readUserSettings } from "../settings/userSettings.ts";
import { usePromptStore } from "./store/PromptStoreProvider.tsx";

/**
 * Returns a function that gets the id of the folder for a new conversation: the folder of the current day, created if
 * it does not exist, if the person's settings say so; otherwise null.
 */
export function useNewConversationFolder(userId: string): () => Promise<string | null> {
  const promptStore = usePromptStore();
  return useCallback(async () => {
    if (!readUserSettings(userId).filesByDate) return null;
    const { getOrCreateDayFolder } = await import("./store/getOrCreateDayFolder.ts");
    return getOrCreateDayFolder(promptStore, new Date());
  }, [userId, promptStore]);
}
