import { useState } from "react";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import type { StoragePlace } from "../../../entities/conversations/storage/storageTexts.ts";
import { getStorageLocation, useStorageSelection } from "../../../entities/conversations/storageSelection.ts";
import { useFlag } from "../../../entities/flags/useFlag.ts";

/**
 * Returns where imported conversations are stored: where new ones are, until the person chooses. Null if the person may
 * not use the cloud, so that there is no choice.
 */
export function useImportPlace(): { place: StoragePlace | null; choosePlace: (place: StoragePlace) => void } {
  const { userId, store } = useConversationStore();
  const canUseCloud = useFlag("storeCloudConversations");
  const defaultPlace = getStorageLocation(useStorageSelection(userId, store.defaultStorage));
  const [chosenPlace, choosePlace] = useState<StoragePlace | null>(null);
  return { place: canUseCloud ? (chosenPlace ?? defaultPlace) : null, choosePlace };
}
