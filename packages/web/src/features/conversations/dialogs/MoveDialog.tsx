import type { ConversationSummary } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useState } from "react";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import { conversationTexts } from "../../../entities/conversations/conversationTexts.ts";
import { getConversationName } from "../../../entities/conversations/getConversationName.ts";
import { toErrorDetails } from "../../../entities/conversations/toErrorDetails.ts";
import { ConfirmDialog } from "../../../ui/modal/ConfirmDialog.tsx";
import { notifyError } from "../../../ui/notices/notify.tsx";

interface MoveDialogProps {
  isOpen: boolean;
  conversation: Pick<ConversationSummary, "id" | "name" | "isLocal">;
  onClose: () => void;
}

/** Moves a conversation to or from the cloud after confirmation. */
export function MoveDialog({ isOpen, conversation, onClose }: MoveDialogProps) {
  const { store } = useConversationStore();
  const [isMoving, setIsMoving] = useState(false);
  const { id, isLocal } = conversation;
  const name = getConversationName(conversation);
  // The storage location changes while the dialog closes: keep showing the original text.
  const [shownState, setShownState] = useState({ isOpen, isLocal });
  if (shownState.isOpen !== isOpen) setShownState({ isOpen, isLocal: isOpen ? isLocal : shownState.isLocal });

  const move = async () => {
    setIsMoving(true);
    try {
      await store.move(id, shownState.isLocal ? "cloud" : "local");
    } catch (error) {
      const { moveToCloudFailed, severalMovesToLocalFailed } = conversationTexts;
      notifyError(shownState.isLocal ? moveToCloudFailed : severalMovesToLocalFailed([name]), toErrorDetails(error));
    } finally {
      setIsMoving(false);
      onClose();
    }
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={shownState.isLocal ? t`Move to the cloud` : t`Move to this browser`}
      message={shownState.isLocal ? buildToCloudMessage(name) : buildToLocalMessage(name)}
      confirmLabel={shownState.isLocal ? t`Move to the cloud` : t`Move to this browser`}
      isBusy={isMoving}
      onConfirm={() => void move()}
      onCancel={() => !isMoving && onClose()}
    />
  );
}

const buildToCloudMessage = (name: string) =>
  t`“${name}” will be stored on the server and available on all your devices. Only its name stays in this browser.`;
const buildToLocalMessage = (name: string) =>
  t`“${name}” will be stored in this browser only and deleted from the cloud. You won’t be able to open it on your other devices.`;
