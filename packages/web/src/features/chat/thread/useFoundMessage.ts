import { findNewestLeaf, getBranch } from "@lectern/contract";
import { useLayoutEffect, useRef } from "react";
import { useChat } from "../../../entities/chat/ChatProvider.tsx";
import type { ChatThreadProps, FoundMessage } from "./threadProps.ts";

/** Brings a message that was found into view, once for each visit; on another branch, that branch is shown. */
export function useFoundMessage(
  { conversation, found }: ChatThreadProps,
  isStreaming: boolean,
  reveal: (messageId: string) => void,
): void {
  const { runs } = useChat();
  const done = useRef<FoundMessage | null>(null);
  useLayoutEffect(() => {
    if (!found || (done.current?.visit === found.visit && done.current.messageId === found.messageId)) return;
    const { id, messages, headId } = conversation;
    const { messageId } = found;
    // A copy that is behind may get it yet.
    if (!messages.some((message) => message.id === messageId)) return;
    const isShown = getBranch(messages, headId).some((message) => message.id === messageId);
    // The branch that is being written stays shown until it is.
    if (!isShown && isStreaming) return;
    done.current = found;
    if (!isShown) void runs.showVersion(id, findNewestLeaf(messages, messageId));
    reveal(messageId);
  }, [conversation, runs, found, isStreaming, reveal]);
}
