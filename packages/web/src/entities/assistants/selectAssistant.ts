import type { Conversation } from "@lectern/contract";
import { chooseAssistant } from "./assistantChoice.ts";
import { markAssistantUsed } from "./assistantMarks.ts";

/** Chooses the assistant of a conversation for a person, who finds it among the recent ones; null: none. */
export function selectAssistant(
  userId: string,
  conversation: Pick<Conversation, "id" | "messages" | "headId">,
  assistantId: string | null,
): void {
  chooseAssistant(conversation, assistantId);
  if (assistantId !== null) markAssistantUsed(userId, assistantId);
}
