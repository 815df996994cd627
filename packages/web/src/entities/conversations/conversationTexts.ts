import { listNames } from "../../lib/listNames.ts";
import { outdatedPageTexts } from "../../lib/outdatedPageError.ts";

/** The texts about conversations, exactly as specified. */
export const conversationTexts = {
  fetchFailed:
    "Unfortunately, we are unable to get your cloud-stored conversation at this time. Please try again later...",
  noSuchKey:
    "This conversation is no longer accessible, it has been made private in another browser or has been removed by another device.",
  moveToCloudFailed: "Failed to send conversation to the cloud. Please try again later...",
  severalMovesToCloudFailed: (names: readonly string[]) =>
    `Conversation(s): ${listNames(names)} failed to move to the cloud.`,
  movedToCloud: "Successfully moved all conversations to the cloud.",
  severalMovesToLocalFailed: (names: readonly string[]) =>
    `Conversation(s): ${listNames(names)} failed to move to local storage.`,
  movedToLocal: "Successfully moved all conversations to local storage.",
  storageSaved: "Storage Settings Saved",
  storageFull:
    "You have exceeded your available storage space for conversations. Please delete some converations before continuing. You can export your current conversations before deleting them.",
  syncFailed:
    "Unable to sync local conversations with those stored in the cloud. Please refresh the page to try again...",
  ...outdatedPageTexts,
} as const;
