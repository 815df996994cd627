import { type Conversation, findSummary, getBranch, type Message, type MessageSummary } from "@lectern/contract";
import { useMemo } from "react";
import { useConversation } from "../../../entities/conversations/useConversation.ts";

export interface ShownSummary {
  conversation: Conversation;
  /** The last message that it stands for. */
  message: Message;
  summary: MessageSummary;
}

/** Returns the summary that applies to the shown branch of a conversation; null: there is none. */
export function useShownSummary(conversationId: string): ShownSummary | null {
  const opened = useConversation(conversationId);
  const conversation = opened.status === "ready" ? opened.conversation : null;
  return useMemo(() => conversation && findShownSummary(conversation), [conversation]);
}

function findShownSummary(conversation: Conversation): ShownSummary | null {
  const branch = getBranch(conversation.messages, conversation.headId);
  const found = findSummary(branch, true);
  const message = found && branch[found.index];
  return message ? { conversation, message, summary: found.summary } : null;
}
