import {
  type ChatMessage,
  type ChatRequestInput,
  type Conversation,
  getBranch,
  limits,
  type Message,
  type Model,
  type NewConversationSettings,
  type PartialAnswer,
  temperatureRange,
} from "@lectern/contract";
import { isEmptyAnswer } from "../../conversations/messageTree.ts";
import { isUnconfirmed } from "../../conversations/storedSummary.ts";
import type { RequestForm } from "../answer/structuredForm.ts";
import { resolveMaxTokens } from "./responseLength.ts";

export interface Turn {
  conversation: Conversation;
  /** The user's message to answer. */
  userMessage: Message;
  model: Model;
  requestId: string;
  replyId: string;
  /** ISO 8601. */
  time: string;
  timeZone: string;
  /** The requested form; null: any. */
  form: RequestForm | null;
  /** The assistant that answers; null: none. */
  assistantId: string | null;
  /** True if the answer has to be checked or changed after its end. */
  needsProcessing?: boolean;
  /** The answer to continue; absent: the turn starts one. */
  partialAnswer?: Message;
}

/**
 * Builds the request for a turn. For a local conversation it contains the branch, because the server does not store it;
 * if the branch is too long for one call, its newest messages. For a cloud conversation it contains the user's message,
 * the messages before it that the server does not have, and the id of their parent; without a parent, also the settings
 * of the conversation, because the server creates it if it does not exist.
 */
export function buildChatRequest(turn: Turn): ChatRequestInput {
  const { conversation, model, requestId, replyId, time, timeZone, form, needsProcessing, assistantId, partialAnswer } =
    turn;
  const unsentMessages = getUnsentMessages(turn);
  const firstParentId = unsentMessages[0].parentId;
  return {
    model: model.id,
    temperature: conversation.temperature ?? temperatureRange.initial,
    max_tokens: resolveMaxTokens(conversation.maxTokens, model.outputTokenLimit),
    stream: true,
    messages: [
      ...buildSystemMessages(turn, firstParentId),
      ...(conversation.isLocal ? getSentBranch(turn).map(toChatMessage) : unsentMessages.map(toStoredChatMessage)),
    ],
    options: {
      requestId,
      conversationId: conversation.id,
      storage: conversation.isLocal ? "local" : "cloud",
      ...(conversation.isLocal ? {} : { parentId: firstParentId, replyId }),
      ...(conversation.isLocal || firstParentId !== null ? {} : { newConversation: toSettings(conversation) }),
      ...(needsProcessing && !conversation.isLocal ? { needsProcessing } : {}),
      ...(partialAnswer ? { partialAnswer: toPartialAnswer(partialAnswer, conversation) } : {}),
      ...(assistantId === null ? {} : { assistantId, groupType: conversation.groupType }),
      timeZone,
      time,
      ...form?.options,
    },
  };
}

/** The server has the text of a cloud conversation. */
function toPartialAnswer({ content, data }: Message, { isLocal }: Conversation): PartialAnswer {
  const { run, state, statuses, steps, reasoning } = data;
  const requestId = run?.requestId ?? "";
  return isLocal ? { requestId, content, data: { state, statuses, steps, reasoning } } : { requestId };
}

function toSettings(conversation: Conversation): NewConversationSettings {
  const { name, prompt, temperature, maxTokens, folderId, tags, groupType } = conversation;
  return { name, prompt, temperature, maxTokens, folderId, tags, ...(groupType === null ? {} : { groupType }) };
}

/** Returns the parent of the next user message: the head, or the parent of a head that is an answer without text. */
export function getNextParentId(conversation: Conversation): string | null {
  const head = getBranch(conversation.messages, conversation.headId).at(-1);
  if (!head) return null;
  return isEmptyAnswer(head) ? head.parentId : head.id;
}

function getSentBranch({ conversation, userMessage }: Turn): Message[] {
  const branch = userMessage.parentId === null ? [] : getBranch(conversation.messages, userMessage.parentId);
  const previousMessages = branch.filter(
    ({ role, content }) => role === "user" || (role === "assistant" && content !== ""),
  );
  return [...previousMessages, userMessage].slice(-(limits.messagesPerCall - 1));
}

/**
 * Returns the user's message of a cloud conversation, after the messages directly before it that the server does not
 * have.
 */
function getUnsentMessages({ conversation, userMessage }: Turn): [Message, ...Message[]] {
  const chain: [Message, ...Message[]] = [userMessage];
  const byId = new Map(conversation.messages.map((message) => [message.id, message]));
  for (;;) {
    const parent = chain[0].parentId === null ? undefined : byId.get(chain[0].parentId);
    if (!parent || !isUnsent(parent, conversation) || chain.includes(parent)) return chain;
    chain.unshift(parent);
  }
}

/** True if the server may not have the message. It may have nothing of a conversation that it has not confirmed. */
function isUnsent({ role, data }: Message, conversation: Conversation): boolean {
  return data.unsent === true || (role === "user" && isUnconfirmed(conversation));
}

/**
 * Returns the system prompt to send, if any. After the first turn the server has the system prompt of a cloud
 * conversation; one that is sent replaces it for this turn.
 */
function buildSystemMessages({ conversation, form }: Turn, firstParentId: string | null): ChatMessage[] {
  const prompt = conversation.prompt?.trim() ?? "";
  const instruction = form?.instruction ?? "";
  if (!conversation.isLocal && firstParentId !== null && instruction === "") return [];
  const content = [prompt, instruction].filter((part) => part !== "").join("\n\n");
  return content === "" ? [] : [{ role: "system", content }];
}

function toChatMessage({ id, role, content, data: { dataSources = [] } }: Message): ChatMessage {
  return { id, role, content, ...(dataSources.length > 0 ? { data: { dataSources } } : {}) };
}

/** Converts a message that the server stores, with all its stored fields. */
function toStoredChatMessage(message: Message): ChatMessage {
  const { label, type } = message;
  const { dataSources = [], templateData } = message.data;
  const data = { ...(dataSources.length > 0 ? { dataSources } : {}), ...(templateData ? { templateData } : {}) };
  return {
    ...toChatMessage(message),
    ...(label === undefined ? {} : { label }),
    ...(type ? { type } : {}),
    ...(Object.keys(data).length > 0 ? { data } : {}),
  };
}
