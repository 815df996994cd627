import { useEffect } from "react";
import type { ConversationItemsProps, StorageToggleProps } from "../../entities/chat/slots/chatSlots.ts";
import { useConversationStore } from "../../entities/conversations/ConversationsProvider.tsx";
import { useChosenStorage } from "../../entities/conversations/storageSelection.ts";
import { useHasSyncedCloud } from "../../entities/conversations/useCloudSync.ts";
import { useConversationList } from "../../entities/conversations/useConversationList.ts";
import { useFlag } from "../../entities/flags/useFlag.ts";
import { useHasSyncedSettings } from "../../entities/settings/userSettings.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import { createLoadable } from "../../lib/loadable.ts";
import { createLazyComponent } from "../../lib/preload/createLazyComponent.ts";
import { useLoadable } from "../../lib/useLoadable.ts";
import { StorageToggle } from "./storage/StorageToggle.tsx";

const loadableQuestion = createLoadable(() =>
  import("./storage/StorageQuestion.tsx").then(({ StorageQuestion }) => StorageQuestion),
);

/** The actions on a conversation in the menu of its header. If they cannot be loaded, the menu has only its own items. */
export const ConversationItems = createLazyComponent<ConversationItemsProps>(() =>
  import("./sidebar/HeaderMenuItems.tsx").then(
    ({ HeaderMenuItems }) => HeaderMenuItems,
    () =>
      ({ children }) =>
        children,
  ),
);

/** Shows where a conversation is stored, and lets the person change it. */
export function ConversationStorage(props: StorageToggleProps) {
  const canUseCloud = useFlag("storeCloudConversations");
  return <StorageToggle {...props} canUseCloud={canUseCloud} />;
}

/**
 * Asks in the first new chat where chats should be kept: unless the institution has decided it, the person has chosen
 * it on any device, or there are chats already.
 */
export function FirstStorageQuestion() {
  const canUseCloud = useFlag("storeCloudConversations");
  const { conversationId } = useWorkspace();
  const { userId, store } = useConversationStore();
  const hasChosen = useChosenStorage(userId) !== null;
  // Only then is it known what the person has chosen and stored on other devices.
  const hasSyncedSettings = useHasSyncedSettings(userId);
  const hasSyncedCloud = useHasSyncedCloud();
  const list = useConversationList();
  const { loaded: StorageQuestion, load } = useLoadable(loadableQuestion);
  const isOpen =
    canUseCloud &&
    !hasChosen &&
    hasSyncedSettings &&
    hasSyncedCloud &&
    store.defaultStorage === null &&
    list.status === "ready" &&
    list.conversations.length === 0;
  useEffect(() => {
    // If the code cannot be loaded, the next new chat asks.
    if (isOpen) load().catch(() => {});
  }, [isOpen, load]);
  return isOpen && StorageQuestion && <StorageQuestion conversationId={conversationId} />;
}
