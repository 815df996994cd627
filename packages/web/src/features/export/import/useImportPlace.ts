import { useState } from "react";
import type { StoragePlace } from "../../../entities/conversations/storage/storageTexts.ts";
import { getStorageLocation } from "../../../entities/conversations/storageSelection.ts";
import { useStorageSelection } from "../../../entities/conversations/useStorageSelection.ts";
import { useFlag } from "../../../entities/flags/useFlag.ts";

/**
 * Returns where imported conversations are stored: where new ones are, until the person chooses. Null if the person may
 * not use the cloud, so that there is no choice.
 */
export function useImportPlace(): { place: StoragePlace | null; choosePlace: (place: StoragePlace) => void } {
  const canUseCloud = useFlag("storeCloudConversations");
  const defaultPlace = getStorageLocation(useStorageSelection());
  const [chosenPlace, choosePlace] = useState<StoragePlace | null>(null);
  return { place: canUseCloud ? (chosenPlace ?? defaultPlace) : null, choosePlace };
}
