import { t } from "@lingui/core/macro";
import { listNames } from "../../lib/text/listNames.ts";

/** The texts about conversations, exactly as specified. */
export const conversationTexts = {
  get fetchFailed() {
    return t`Unfortunately, we are unable to get your cloud-stored conversation at this time. Please try again later...`;
  },
  get noSuchKey() {
    return t`This conversation is no longer accessible, it has been made private in another browser or has been removed by another device.`;
  },
  get moveToCloudFailed() {
    return t`Failed to send conversation to the cloud. Please try again later...`;
  },
  severalMovesToCloudFailed(conversationNames: readonly string[]) {
    const names = listNames(conversationNames);
    return t`Conversation(s): ${names} failed to move to the cloud.`;
  },
  get movedToCloud() {
    return t`Successfully moved all conversations to the cloud.`;
  },
  severalMovesToLocalFailed(conversationNames: readonly string[]) {
    const names = listNames(conversationNames);
    return t`Conversation(s): ${names} failed to move to local storage.`;
  },
  get movedToLocal() {
    return t`Successfully moved all conversations to local storage.`;
  },
  get storageSaved() {
    return t`Storage Settings Saved`;
  },
  get storageFull() {
    return t`You have exceeded your available storage space for conversations. Please delete some converations before continuing. You can export your current conversations before deleting them.`;
  },
  get syncFailed() {
    return t`Unable to sync local conversations with those stored in the cloud. Please refresh the page to try again...`;
  },
};
