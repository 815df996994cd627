import { type ComponentProps, useEffect, useState } from "react";
import type {
  BelowStartersProps,
  ConversationControlProps,
  ConversationItemsProps,
  SlotContribution,
} from "../../entities/chat/slots/chatSlots.ts";
import { useConversationStore } from "../../entities/conversations/ConversationsProvider.tsx";
import { moveDraft } from "../../entities/conversations/moveDraft.ts";
import { useStorageQuestion } from "../../entities/conversations/storage/useStorageQuestion.ts";
import { getStorageLocation } from "../../entities/conversations/storageSelection.ts";
import { useDraftId } from "../../entities/conversations/useConversationList.ts";
import { useStorageSelection } from "../../entities/conversations/useStorageSelection.ts";
import { useFlag } from "../../entities/flags/useFlag.ts";
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
export const conversationStorage: SlotContribution<ConversationControlProps> = {
  id: "storage",
  Component: ConversationStorage,
};

function ConversationStorage(props: ConversationControlProps) {
  const canUseCloud = useFlag("storeCloudConversations");
  const isDraft = useDraftId() === props.conversation.id;
  const Toggle = isDraft ? DraftStorage : StorageToggle;
  return <Toggle {...props} canUseCloud={canUseCloud} />;
}

function DraftStorage(props: ComponentProps<typeof StorageToggle>) {
  return useIsDraftPlaceKnown(props.conversation.isLocal) && <StorageToggle {...props} />;
}

/**
 * True once it is known where new chats are stored and the draft is there, so that the place does not change before the
 * person's eyes. While the new chat asks for the place, it is not known.
 */
function useIsDraftPlaceKnown(isLocal: boolean): boolean {
  const { userId, store } = useConversationStore();
  const question = useStorageQuestion();
  const isInPlace = isLocal === (getStorageLocation(useStorageSelection()) === "local");
  const [wasInPlace, setWasInPlace] = useState(false);
  const isSettled = question === "settled";
  if (isSettled && isInPlace && !wasInPlace) setWasInPlace(true);
  useEffect(() => {
    if (!isSettled || wasInPlace) return;
    // A draft that cannot be moved stays where it is.
    void moveDraft(store, userId).then(() => setWasInPlace(true));
  }, [isSettled, wasInPlace, store, userId]);
  return isSettled && wasInPlace;
}

/** Asks in the first new chat where chats should be stored. */
export const firstStorageQuestion: SlotContribution<BelowStartersProps> = {
  id: "storageQuestion",
  appliesTo: ({ storageQuestion }) => storageQuestion === "open",
  Component: FirstStorageQuestion,
};

function FirstStorageQuestion({ conversationId }: { conversationId: string }) {
  const { loaded: StorageQuestion, load } = useLoadable(loadableQuestion);
  useEffect(() => {
    // If the code cannot be loaded, the next new chat asks.
    load().catch(() => {});
  }, [load]);
  return StorageQuestion && <StorageQuestion conversationId={conversationId} />;
}
