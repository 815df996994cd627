import type { StorageSelection } from "@lectern/contract";
import { useConversationStore } from "./ConversationsProvider.tsx";
import { getDefaultSelection, useChosenStorage } from "./storageSelection.ts";
import { useConversationList } from "./useConversationList.ts";

/** Returns the person's selection or, before the first one, the default for them. */
export function useStorageSelection(): StorageSelection {
  const { userId, store } = useConversationStore();
  const chosenStorage = useChosenStorage(userId);
  const list = useConversationList();
  return chosenStorage ?? getDefaultSelection(store.defaultStorage, list.status === "ready" ? list.conversations : []);
}
