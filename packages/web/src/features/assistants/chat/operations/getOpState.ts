import {
  type Conversation,
  hasEndedEarly,
  hasWaitingStep,
  operationTexts,
  parseAssistantState,
} from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { findResult } from "./resultMessage.ts";

/** What can be done with an `op` block of a conversation. */
export type OpState =
  | { status: "ready"; assistantId: string; assistantName: string }
  | { status: "blocked"; reason: string }
  | { status: "done"; text: string };

interface OpPlace {
  conversation: Conversation;
  messageId: string;
  opId: string;
  /** True while an answer is being written in the conversation. */
  isStreaming: boolean;
}

/** Each block runs once, and only in the last answer, because the conversation goes on with its result. */
export function getOpState({ conversation, messageId, opId, isStreaming }: OpPlace): OpState {
  const { messages, headId } = conversation;
  const message = messages.find(({ id }) => id === messageId);
  // Also one that is not shown, because another version of the answer's successor is.
  const results = messages.filter(({ parentId }) => parentId === messageId).map((each) => findResult(each, opId));
  const found = results.find((each) => each !== null);
  if (found) return { status: "done", text: describeResult(found.result) };
  if (!message || headId !== messageId) return { status: "blocked", reason: t`The chat has gone on without this.` };
  const { end, run, state } = message.data;
  const isUnfinished = end === undefined && run !== undefined;
  if (isStreaming || isUnfinished || hasWaitingStep(message.data))
    return { status: "blocked", reason: t`You can do this once the answer is complete.` };
  if (end && hasEndedEarly(end)) return { status: "blocked", reason: t`The answer is incomplete.` };
  const assistant = parseAssistantState(state);
  if (!assistant) return { status: "blocked", reason: t`Only an assistant can do this, and none wrote this answer.` };
  const { currentAssistantId: assistantId, currentAssistantName: assistantName } = assistant;
  return { status: "ready", assistantId, assistantName };
}

export const getDoneText = (): string => t`Done. The assistant has the result.`;

function describeResult(result: unknown): string {
  return result === operationTexts.unknownOperation
    ? t`The assistant has no such operation, and has been told so.`
    : getDoneText();
}
