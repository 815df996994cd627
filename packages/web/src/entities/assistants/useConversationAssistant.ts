import type { Conversation } from "@lectern/contract";
import { useStore } from "zustand";
import { assistantChoices, getChosenAssistantId } from "./assistantChoice.ts";
import { type ConversationAssistant, findConversationAssistant } from "./conversationAssistant.ts";
import { useAssistants } from "./useAssistants.ts";

/** Returns the assistant that answers the next question. The assistants are loaded if the conversation has one. */
export function useConversationAssistant(
  conversation: Pick<Conversation, "id" | "messages" | "headId">,
): ConversationAssistant {
  const choice = useStore(assistantChoices, (choices) => choices[conversation.id]);
  const { data } = useAssistants({ isEnabled: getChosenAssistantId(conversation, choice) !== null });
  return findConversationAssistant(conversation, data, choice);
}
