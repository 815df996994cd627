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

const maxNames = 20;

/** Joins as many names as a notice can show and counts the others. */
function listNames(names: readonly string[]): string {
  const remainingCount = names.length - maxNames;
  const list = names.slice(0, maxNames).join(", ");
  return remainingCount > 0 ? `${list} and ${remainingCount} more` : list;
}
