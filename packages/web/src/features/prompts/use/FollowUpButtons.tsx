import type { PromptTemplate } from "@lectern/contract";
import { useChat } from "../../../entities/chat/ChatProvider.tsx";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import { useConversation } from "../../../entities/conversations/useConversation.ts";
import { moveDraftDocuments } from "../../../entities/files/upload/draftDocuments.ts";
import { fillPrompt } from "../../../entities/prompts/fillPrompt.ts";
import { usePrompts } from "../../../entities/prompts/store/usePrompts.ts";
import { notifyFailure } from "../../../ui/notices/notify.tsx";
import { FollowUps } from "./FollowUps.tsx";

/** The follow-up prompts of a conversation. Choosing a prompt sends it in that conversation. */
export function FollowUpButtons({ conversationId }: { conversationId: string }) {
  const { userId } = useConversationStore();
  const chat = useChat();
  const prompts = usePrompts();
  const conversationState = useConversation(conversationId);
  if (conversationState.status !== "ready") return null;
  const sendPrompt = async (prompt: PromptTemplate) => {
    const result = await fillPrompt({ prompt, purpose: "send" });
    if (!result) return;
    for (const key of result.documentKeys) moveDraftDocuments(userId, key, conversationId);
    const hasDocuments = result.documentKeys.length > 0;
    chat.sendOrReturn({
      ...result.rendered,
      conversationId,
      ...(hasDocuments ? { documentsKey: conversationId } : {}),
    });
    result.discardEntries();
  };
  return (
    <FollowUps
      prompts={prompts}
      tags={conversationState.conversation.tags}
      onUse={(prompt) => void sendPrompt(prompt).catch(notifyFailure)}
    />
  );
}
