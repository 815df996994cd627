import type { Message } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { type ReactNode, useState } from "react";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import { openConversation } from "../../../entities/shell/routes.ts";
import { LoadingOverlay } from "../../../ui/LoadingOverlay.tsx";
import { ConfirmDialog } from "../../../ui/modal/ConfirmDialog.tsx";
import type { ConfirmDialogProps } from "../../../ui/modal/confirmDialogProps.ts";
import { notifyFailure } from "../../../ui/notices/notify.tsx";
import type { ChatThreadProps } from "./threadProps.ts";

interface MessageOperations {
  remove: (message: Message) => void;
  /** Creates and opens a conversation with the messages up to this one. */
  fork: (message: Message) => void;
  /** Replaces the text of a message. Resolves to false if the text was not replaced. */
  overwrite: (message: Message, text: string) => Promise<boolean>;
  /** The confirmation dialog and the loading overlay. */
  overlays: ReactNode;
}

/** Returns the operations on messages that change their conversation. Their code is loaded at first use. */
export function useMessageOperations(
  props: ChatThreadProps,
  focusMessage: (messageId: string) => void,
): MessageOperations {
  const { conversation, userId } = props;
  const { store } = useConversationStore();
  const [question, setQuestion] = useState<ConfirmDialogProps | null>(null);
  const [isForking, setIsForking] = useState(false);
  const context = { conversation, userId, store, setQuestion, focusMessage };
  const loadOperations = () => import("./messageOperations.ts");
  const fork = async (message: Message) => {
    if (isForking) return;
    setIsForking(true);
    try {
      openConversation(await store.fork(conversation.id, message.id));
    } finally {
      setIsForking(false);
    }
  };
  return {
    remove: (message) =>
      void loadOperations().then((operations) => operations.removeMessage(context, message), notifyFailure),
    fork: (message) => void fork(message).catch(notifyFailure),
    overwrite: async (message, text) => {
      const operations = await loadOperations().catch(notifyFailure);
      return operations ? operations.overwriteMessage(context, message, text) : false;
    },
    overlays: (
      <>
        {question && <ConfirmDialog {...question} />}
        {isForking && <LoadingOverlay message={t`Forking Conversation...`} />}
      </>
    ),
  };
}
