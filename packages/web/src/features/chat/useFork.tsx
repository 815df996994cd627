import type { Message } from "@lectern/contract";
import { type ReactNode, useState } from "react";
import { LoadingOverlay } from "../../ui/LoadingOverlay.tsx";
import { notifyFailure } from "../../ui/notify.tsx";
import type { ChatThreadProps } from "./ChatThread.tsx";

/** [C4.10] Forking: a new conversation with the messages up to one of them, which then is opened. */
export function useFork({ conversation, messageStore, onOpenConversation }: ChatThreadProps): {
  fork: (message: Message) => void;
  overlay: ReactNode;
} {
  const [isForking, setIsForking] = useState(false);
  const fork = async (message: Message) => {
    if (isForking) return;
    setIsForking(true);
    try {
      onOpenConversation(await messageStore.fork(conversation.id, message.id));
    } catch (error) {
      notifyFailure(error);
    } finally {
      setIsForking(false);
    }
  };
  return {
    fork: (message) => void fork(message),
    overlay: isForking && <LoadingOverlay message="Forking Conversation..." />,
  };
}
