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
  const opened = useConversation(conversationId);
  if (opened.status !== "ready") return null;
  const use = async (prompt: PromptTemplate) => {
    const filled = await fillPrompt({ prompt, purpose: "send" });
    if (!filled) return;
    for (const key of filled.documentKeys) moveDraftDocuments(userId, key, conversationId);
    const hasDocuments = filled.documentKeys.length > 0;
    chat.sendOrReturn({
      ...filled.rendered,
      conversationId,
      ...(hasDocuments ? { documentsKey: conversationId } : {}),
    });
    filled.discardEntries();
  };
  return (
    <FollowUps
      prompts={prompts}
      tags={opened.conversation.tags}
      onUse={(prompt) => void use(prompt).catch(notifyFailure)}
    />
  );
}
