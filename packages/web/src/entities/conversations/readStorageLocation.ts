import { getDefaultSelection, getStorageLocation, readChosenStorage } from "./storageSelection.ts";
import type { ConversationStore } from "./store/conversationStore.ts";

/** Returns the location of new conversations: by the person's selection or, before the first one, by default. */
export async function readStorageLocation(store: ConversationStore, userId: string): Promise<"cloud" | "local"> {
  const chosenStorage = readChosenStorage(userId);
  if (chosenStorage) return getStorageLocation(chosenStorage);
  const conversations = (await store.list()).filter(({ isDraft }) => !isDraft);
  return getStorageLocation(getDefaultSelection(store.defaultStorage, conversations));
}
