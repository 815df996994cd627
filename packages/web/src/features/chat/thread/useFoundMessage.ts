import { findNewestLeaf, getBranch } from "@lectern/contract";
import { useLayoutEffect, useRef } from "react";
import { useChat } from "../../../entities/chat/ChatProvider.tsx";
import type { ChatThreadProps, FoundMessage } from "./threadProps.ts";

/** Scrolls to a search result once per visit. If the message is on another branch, switches to that branch. */
export function useFoundMessage(
  { conversation, foundMessage }: ChatThreadProps,
  isStreaming: boolean,
  reveal: (messageId: string) => void,
): void {
  const { runs } = useChat();
  const lastRevealedRef = useRef<FoundMessage | null>(null);
  useLayoutEffect(() => {
    if (
      !foundMessage ||
      (lastRevealedRef.current?.visit === foundMessage.visit &&
        lastRevealedRef.current.messageId === foundMessage.messageId)
    )
      return;
    const { id, messages, headId } = conversation;
    const { messageId } = foundMessage;
    // The loaded conversation may be outdated and get the message later.
    if (!messages.some((message) => message.id === messageId)) return;
    const isShown = getBranch(messages, headId).some((message) => message.id === messageId);
    // Do not switch branches while an answer is being written.
    if (!isShown && isStreaming) return;
    lastRevealedRef.current = foundMessage;
    if (!isShown) void runs.showVersion(id, findNewestLeaf(messages, messageId));
    reveal(messageId);
  }, [conversation, runs, foundMessage, isStreaming, reveal]);
}
