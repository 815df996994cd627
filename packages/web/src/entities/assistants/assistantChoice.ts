import {
  type AssistantState,
  type Conversation,
  getBranch,
  type Message,
  parseAssistantState,
} from "@lectern/contract";
import { createPageStore } from "../../lib/pageStore.ts";

/** An assistant that a person has chosen in a conversation since its last answer. */
export interface AssistantChoice {
  /** Null: a plain conversation. */
  assistantId: string | null;
  /** The last message of the branch when it was chosen; null: there was none. */
  afterId: string | null;
}

/** By conversation. A choice lasts until the answer to the next question, which names the assistant in its state. */
export const assistantChoices = createPageStore<Readonly<Record<string, AssistantChoice>>>(() => ({}));

type Thread = Pick<Conversation, "id" | "messages" | "headId">;

/** Chooses the assistant that answers the next question; null: none. */
export function chooseAssistant(conversation: Thread, assistantId: string | null): void {
  const afterId = getBranch(conversation.messages, conversation.headId).at(-1)?.id ?? null;
  assistantChoices.setState({ [conversation.id]: { assistantId, afterId } });
}

/** Returns the id of the assistant that answers the next question; null: none. */
export function getChosenAssistantId(
  conversation: Thread,
  choice: AssistantChoice | undefined = assistantChoices.getState()[conversation.id],
): string | null {
  const branch = getBranch(conversation.messages, conversation.headId);
  const afterIndex = choice ? branch.findIndex(({ id }) => id === choice.afterId) : -1;
  const isOnBranch = choice !== undefined && (choice.afterId === null || afterIndex >= 0);
  if (isOnBranch && !branch.slice(afterIndex + 1).some(isAnswered)) return choice.assistantId;
  return getLastAssistant(branch)?.currentAssistantId ?? null;
}

/** Returns what the last answer of a branch says about the assistant that wrote it; null if none did. */
export function getLastAssistant(branch: readonly Message[]): AssistantState | null {
  return parseAssistantState(branch.findLast(isAnswered)?.data.state);
}

/** True for an answer that has begun. One that failed before that says nothing about the assistant. */
const isAnswered = ({ role, content, data }: Message) =>
  role === "assistant" && (content !== "" || parseAssistantState(data.state) !== null);
