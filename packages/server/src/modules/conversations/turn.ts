import {
  defaultConversationName,
  type JsonObject,
  type Message,
  type MessageData,
  type MessageInput,
  type NewConversationSettings,
} from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { OwnerId } from "../access/service.ts";

export interface NewTurn {
  conversationId: string;
  modelId: string;
  /**
   * The id of the stored message that the sent messages follow. If null or undefined, the sent messages are the whole
   * history.
   */
  parentId: string | null | undefined;
  /** The messages of the request, without system messages, oldest first. The last one is the question. */
  messages: MessageInput[];
  replyId: string;
  requestId: string;
  modelName: string;
  /** True if a browser has to process the answer after its end. */
  needsProcessing?: boolean;
  /** The answer's state until it has one of its own, so that an answer that fails before it begins has it, too. */
  initialState?: JsonObject | undefined;
  /** The settings of the conversation, which apply only if the turn creates it. */
  newConversation?: NewConversationSettings | undefined;
  /** To which the files belong that code of the answer makes; absent: the conversation keeps the one that it has. */
  codeInterpreterAssistantId?: string;
}

export interface OpenedTurn {
  /** The messages of the branch that the answer continues, oldest first. The last one is the question. */
  history: Message[];
  /** The system prompt stored with the conversation, if it has one. */
  prompt: string | null;
  /** True if the turn has created the conversation, with the default name. */
  isUntitled: boolean;
  /** True if the turn has stored the question. False if it was there before, as in a copy of somebody else's chat. */
  isNewQuestion: boolean;
}

/**
 * Makes each sent message a child of the one before it. Returns them with the last one, the question. Throws
 * `invalidInput` if there is no message, or if an id is used for two messages.
 */
export function linkMessages(turn: NewTurn, now: Date): { messages: Message[]; question: Message } {
  const usedIds = new Set([turn.replyId, ...(turn.parentId ? [turn.parentId] : [])]);
  let previousId = turn.parentId ?? null;
  const messages = turn.messages.map(({ data = {}, ...message }, index): Message => {
    if (usedIds.has(message.id)) {
      throw new AppError("invalidInput", {
        issues: [{ path: `messages.${index}.id`, message: "is used more than once" }],
      });
    }
    usedIds.add(message.id);
    const linkedMessage = { ...message, data, parentId: previousId, createdAt: now.toISOString() };
    previousId = message.id;
    return linkedMessage;
  });
  const question = messages.at(-1);
  if (!question) throw new AppError("invalidInput", { issues: [{ path: "messages", message: "is empty" }] });
  return { messages, question };
}

export function buildEmptyAnswer(turn: NewTurn, question: Message, processId: string): Message {
  const { replyId, requestId } = turn;
  // The process id is internal: it lets the reaper find the answers of a dead process. The contract strips it from
  // output.
  const data = { ...buildAnswerData(turn), run: { requestId, processId } };
  return { id: replyId, parentId: question.id, role: "assistant", content: "", data };
}

/** Builds what is stored with an answer before it begins. */
export function buildAnswerData({ requestId, modelName, needsProcessing, initialState }: NewTurn): MessageData {
  return {
    run: { requestId },
    modelName,
    ...(needsProcessing ? { needsProcessing } : {}),
    ...(initialState ? { state: initialState } : {}),
  };
}

/** Builds the row of a conversation that the turn creates. */
export function buildConversationRow(ownerId: OwnerId, turn: NewTurn, now: Date) {
  const {
    name,
    prompt,
    temperature,
    maxTokens,
    accountId,
    folderId,
    tags,
    groupType,
    projectId,
    skipMemory,
    skipSummaries,
  } = turn.newConversation ?? {};
  return {
    owner_id: ownerId,
    id: turn.conversationId,
    name: name?.trim() || defaultConversationName,
    model_id: turn.modelId,
    prompt: prompt ?? null,
    temperature: temperature ?? null,
    max_tokens: maxTokens ?? null,
    account_id: accountId ?? null,
    code_interpreter_assistant_id: turn.codeInterpreterAssistantId ?? null,
    folder_id: folderId ?? null,
    tags: JSON.stringify(tags ?? []),
    group_type: groupType ?? null,
    extra: JSON.stringify({ projectId, skipMemory, skipSummaries }),
    created_at: now,
    updated_at: now,
  };
}
