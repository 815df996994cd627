import type { Conversation } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useState } from "react";
import { useConversation } from "../../entities/conversations/useConversation.ts";
import type { DialogParams, DialogProps } from "../../entities/shell/dialogs.ts";
import { LoadFailedBanner } from "../../ui/LoadFailedBanner.tsx";
import { Modal } from "../../ui/modal/Modal.tsx";
import { MessagesSkeleton } from "../../ui/Skeletons.tsx";
import { QualitySteps } from "./QualitySteps.tsx";

type QualityDialogProps = DialogProps & DialogParams["qualityImprovement"];

/** Sends a summary of a conversation to the institution: which part, the summary, what else is sent. */
export function QualityDialog({ isOpen, onClose, conversationId }: QualityDialogProps) {
  const opened = useConversation(conversationId);
  const [conversation, setConversation] = useState<Conversation | null>(null);
  // As it was at first: what the person writes must not be lost if another tab deletes the conversation.
  if (!conversation && opened.status === "ready" && hasMessages(opened.conversation))
    setConversation(opened.conversation);
  if (conversation) return <QualitySteps isOpen={isOpen} onClose={onClose} conversation={conversation} />;
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={t`Share for Quality Improvement`} fitsContent>
      {opened.status === "pending" && <MessagesSkeleton label={t`Loading the chat`} />}
      {opened.status === "error" && (
        <LoadFailedBanner text={t`The chat couldn’t be loaded.`} error={opened.error} onRetry={opened.retry} />
      )}
      {opened.status === "missing" && <p>{t`This chat no longer exists.`}</p>}
      {opened.status === "ready" && <p>{t`This chat has no messages yet.`}</p>}
    </Modal>
  );
}

const hasMessages = ({ messages }: Conversation) => messages.some(({ content }) => content.trim() !== "");
