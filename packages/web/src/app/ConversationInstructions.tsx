import type { Conversation, PromptTemplate } from "@lectern/contract";
import { useQueryClient } from "@tanstack/react-query";
import type { InstructionsSelectorProps } from "../features/chat/instructionsSelector.ts";
import { useConversationStore } from "../features/conversations/ConversationsProvider.tsx";
import { conversationKeys } from "../features/conversations/shownConversations.ts";
import { useDraftId } from "../features/conversations/useConversationList.ts";
import { InstructionsSelector } from "../features/prompts/use/InstructionsSelector.tsx";
import { instructionsOf, tagsOf } from "../features/prompts/use/planStart.ts";
import { useFragment } from "../lib/fragment.ts";
import { usePrompts } from "../lib/library/usePrompts.ts";
import { notifyFailure } from "../ui/notify.tsx";

/** [C2.30a] The person's root prompts, to choose from for the conversation that is open. Its tags go with the choice. */
export function ConversationInstructions({ prompt, isDisabled, onChoose }: InstructionsSelectorProps) {
  const { userId, store } = useConversationStore();
  const cache = useQueryClient();
  const { conversationId } = useFragment();
  const draftId = useDraftId();
  const id = conversationId ?? draftId ?? null;
  const roots = usePrompts()
    .filter(({ type, data }) => type === "root_prompt" && data.hidden !== true)
    .toSorted((a, b) => a.name.localeCompare(b.name));

  const choose = (root: PromptTemplate | null) => {
    onChoose(root && (instructionsOf(root) || null));
    if (id === null) return;
    const before = prompt === null ? null : roots.find((other) => instructionsOf(other) === prompt.trim());
    const add = root ? tagsOf([root]) : [];
    const remove = (before ? tagsOf([before]) : []).filter((tag) => !add.includes(tag));
    const { tags = [] } = cache.getQueryData<Conversation>(conversationKeys.one(userId, id)) ?? {};
    const isSame = add.every((tag) => tags.includes(tag)) && !remove.some((tag) => tags.includes(tag));
    if (!isSame) void store.changeTags([id], { add, remove }).catch(notifyFailure);
  };
  return <InstructionsSelector prompt={prompt} roots={roots} isDisabled={isDisabled} onChoose={choose} />;
}
