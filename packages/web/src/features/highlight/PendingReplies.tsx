import { useEffect, useState } from "react";
import { useConversation } from "../../entities/conversations/useConversation.ts";
import { useConversationList } from "../../entities/conversations/useConversationList.ts";
import { type PendingReply, useHighlightStore } from "./highlightStore.ts";
import { giveUpHiddenReplies, giveUpReply } from "./rewriting/giveUpReply.ts";

/** Follows the answers of replies that could not be saved, whether they are on the screen or not. */
export function PendingReplies({ isOn }: { isOn: boolean }) {
  const pendingReplies = useHighlightStore(({ pendingReplies }) => pendingReplies);
  const unsaved = Object.values(pendingReplies).filter(({ isSaving }) => !isSaving);
  useEffect(() => {
    // Highlight mode, which alone shows them, is turned off.
    if (!isOn && unsaved.length > 0) giveUpHiddenReplies(unsaved);
  });
  return isOn ? unsaved.map((reply) => <AnswerWatcher key={reply.highlight.id} reply={reply} />) : null;
}

/** Ends a reply whose answer has it after all, has another text or is gone. */
function AnswerWatcher({ reply }: { reply: PendingReply }) {
  const { conversationId, messageId, source } = reply.highlight;
  const opened = useConversation(conversationId);
  const isDeleted = useIsDeleted(conversationId);
  const message = opened.status === "ready" && opened.conversation.messages.find(({ id }) => id === messageId);
  const isGone = isDeleted || opened.status === "missing" || (opened.status === "ready" && !message);
  const content = message ? message.content : null;
  useEffect(() => {
    if (isGone) giveUpHiddenReplies([reply]);
    // It was saved, but the response was lost.
    else if (content === reply.content) reply.onSaved();
    else if (content !== null && content !== source) giveUpReply(reply);
  }, [isGone, content, source, reply]);
  return null;
}

/** True once a conversation has left the list. Its messages may still be loaded. */
function useIsDeleted(conversationId: string): boolean {
  const list = useConversationList();
  const isListed = list.status === "ready" && list.conversations.some(({ id }) => id === conversationId);
  const [wasListed, setWasListed] = useState(isListed);
  if (isListed && !wasListed) setWasListed(true);
  return wasListed && !isListed;
}
