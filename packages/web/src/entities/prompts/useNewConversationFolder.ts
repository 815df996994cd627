import { useCallback } from "react";
import { readUserSettings } from "../settings/userSettings.ts";
import { usePromptStore } from "./store/PromptStoreProvider.tsx";

/**
 * Returns a function that gets the folder for a new conversation: that of the current day if the person's settings say
 * so, else null.
 */
export function useNewConversationFolder(userId: string): () => Promise<string | null> {
  const promptStore = usePromptStore();
  return useCallback(async () => {
    if (!readUserSettings(userId).filesByDate) return null;
    const { getOrCreateDayFolder } = await import("./store/getOrCreateDayFolder.ts");
    return getOrCreateDayFolder(promptStore, new Date());
  }, [userId, promptStore]);
}
