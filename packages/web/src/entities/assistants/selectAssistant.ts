import type { Conversation } from "@lectern/contract";
import { pluginStates } from "../plugins/pluginStates.ts";
import { changeChoice } from "../plugins/plugins.ts";
import { chooseAssistant } from "./assistantChoice.ts";
import { markAssistantUsed } from "./assistantMarks.ts";

/**
 * Chooses the assistant of a conversation for a person, who finds it among the recent ones; null: none. Turns off the
 * features that it excludes.
 */
export function selectAssistant(
  userId: string,
  conversation: Pick<Conversation, "id" | "messages" | "headId">,
  assistantId: string | null,
): void {
  chooseAssistant(conversation, assistantId);
  if (assistantId !== null) markAssistantUsed(userId, assistantId);
  const states = pluginStates.read(userId);
  const choice = changeChoice({ states, assistantId: null }, { assistantId });
  if (choice.states !== states) pluginStates.write(userId, choice.states);
}
