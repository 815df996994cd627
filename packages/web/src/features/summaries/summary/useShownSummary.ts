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

/** What is used in place of an earlier summary: another one, or none because the newest is turned off. */
export type Replacement = "another" | "none";

/** Returns what is used in place of a summary, given the newest. */
export const getReplacement = ({ summary }: ShownSummary): Replacement => (summary.isOff ? "none" : "another");

/**
 * Returns the summary that is stored with this message, and what is used in its place (null: nothing else is); null: it is
 * gone or no longer applies.
 */
export function useSummaryOf(
  conversationId: string,
  messageId: string,
): { stored: ShownSummary; replacement: Replacement | null } | null {
  const opened = useConversation(conversationId);
  const shown = useShownSummary(conversationId);
  if (shown?.message.id === messageId) return { stored: shown, replacement: null };
  if (opened.status !== "ready") return null;
  const { conversation } = opened;
  const branch = getBranch(conversation.messages, messageId);
  const message = branch.at(-1);
  const found = findSummary(branch, true);
  if (!message || !found || branch[found.index] !== message) return null;
  return { stored: { conversation, message, summary: found.summary }, replacement: shown && getReplacement(shown) };
}
