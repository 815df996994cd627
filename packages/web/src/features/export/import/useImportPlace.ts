import { useState } from "react";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import type { StoragePlace } from "../../../entities/conversations/storage/storageTexts.ts";
import {
  getStorageLocation,
  readChosenStorage,
  writeStorageSelection,
} from "../../../entities/conversations/storageSelection.ts";
import { useStorageSelection } from "../../../entities/conversations/useStorageSelection.ts";
import { useFlag } from "../../../entities/flags/useFlag.ts";

interface ImportPlace {
  /** Null if the person may not use the cloud, so that there is no choice. */
  place: StoragePlace | null;
  choosePlace: (place: StoragePlace) => void;
  /** Call it before conversations are imported. */
  confirmPlace: () => void;
}

/** Returns where imported conversations are stored: where new ones are, until the person chooses. */
export function useImportPlace(): ImportPlace {
  const { userId, store } = useConversationStore();
  const canUseCloud = useFlag("storeCloudConversations");
  const defaultPlace = getStorageLocation(useStorageSelection());
  const [chosenPlace, choosePlace] = useState<StoragePlace | null>(null);
  const place = canUseCloud ? (chosenPlace ?? defaultPlace) : null;
  return {
    place,
    choosePlace,
    // On their way to the cloud, imported conversations are in this browser. Without a selection, they would look like
    // those of a person who keeps all of them here, and the empty chat would follow them.
    confirmPlace: () => {
      const isDefault = readChosenStorage(userId) === null && store.defaultStorage === null;
      if (isDefault && place === "cloud" && defaultPlace === "cloud") writeStorageSelection(userId, "future-cloud");
    },
  };
}
