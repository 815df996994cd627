import type { Conversation, PromptTemplate } from "@lectern/contract";
import { useQueryClient } from "@tanstack/react-query";
import type { PromptSettingProps } from "../../../entities/chat/slots/chatSlots.ts";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import { conversationKeys } from "../../../entities/conversations/store/conversationCache.ts";
import { useDraftId } from "../../../entities/conversations/useConversationList.ts";
import { usePrompts } from "../../../entities/prompts/store/usePrompts.ts";
import { getConversationTags, toSystemPrompt } from "../../../entities/prompts/use/planStart.ts";
import { useRoute } from "../../../entities/shell/routes.ts";
import { notifyFailure } from "../../../ui/notices/notify.tsx";
import { InstructionsSelector } from "./InstructionsSelector.tsx";

/**
 * Selects one of the person's root prompts for the open conversation. The tags of the conversation change with the
 * selection.
 */
export function ConversationInstructions({ prompt, isDisabled, onChoose }: PromptSettingProps) {
  const { userId, store } = useConversationStore();
  const cache = useQueryClient();
  const { conversationId } = useRoute();
  const draftId = useDraftId();
  const id = conversationId ?? draftId ?? null;
  const roots = usePrompts()
    .filter(({ type, data }) => type === "root_prompt" && data.hidden !== true)
    .toSorted((a, b) => a.name.localeCompare(b.name));

  const choose = (root: PromptTemplate | null) => {
    onChoose(root && (toSystemPrompt(root) || null));
    if (id === null) return;
    const previousRoot = prompt === null ? null : roots.find((other) => toSystemPrompt(other) === prompt.trim());
    const addedTags = root ? getConversationTags([root]) : [];
    const removedTags = (previousRoot ? getConversationTags([previousRoot]) : []).filter(
      (tag) => !addedTags.includes(tag),
    );
    const { tags = [] } = cache.getQueryData<Conversation>(conversationKeys.one(userId, id)) ?? {};
    const isSame = addedTags.every((tag) => tags.includes(tag)) && !removedTags.some((tag) => tags.includes(tag));
    if (!isSame) void store.changeTags([id], { add: addedTags, remove: removedTags }).catch(notifyFailure);
  };
  return <InstructionsSelector prompt={prompt} roots={roots} isDisabled={isDisabled} onChoose={choose} />;
}
