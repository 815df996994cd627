import { useQuery } from "@tanstack/react-query";
import { flagsQuery } from "../../flags/useFlag.ts";
import { useSettingsSyncStatus } from "../../settings/userSettings.ts";
import { useConversationStore } from "../ConversationsProvider.tsx";
import { useChosenStorage } from "../storageSelection.ts";
import { useCloudSyncStatus } from "../useCloudSync.ts";
import { useConversationList } from "../useConversationList.ts";

/**
 * Returns whether a new chat asks where chats should be stored: it does unless the institution has decided it, the
 * person has chosen it on any device, or there are chats already. "unknown": another device may still answer it.
 */
export function useStorageQuestion(): "unknown" | "open" | "settled" {
  const { userId, store } = useConversationStore();
  const { data: flags, isError: hasNoFlags } = useQuery(flagsQuery);
  const hasChosen = useChosenStorage(userId) !== null;
  const settingsSync = useSettingsSyncStatus(userId);
  const cloudSync = useCloudSyncStatus();
  const list = useConversationList();
  if (hasChosen || store.defaultStorage !== null) return "settled";
  if (list.status === "error" || (list.status === "ready" && list.conversations.length > 0)) return "settled";
  if (hasNoFlags || flags?.storeCloudConversations === false) return "settled";
  if (settingsSync === "failed" || cloudSync === "failed") return "settled";
  return settingsSync === "done" && cloudSync === "done" && list.status === "ready" ? "open" : "unknown";
}
