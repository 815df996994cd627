import {
  type ChatMessage,
  type ChatRequestInput,
  type Conversation,
  getBranch,
  limits,
  type Message,
  type Model,
  temperatureRange,
} from "@lectern/contract";
import type { RequestForm } from "../answer/structuredForm.ts";
import { maxTokensOf } from "./responseLength.ts";

export interface Turn {
  conversation: Conversation;
  /** The user's message that is to be answered. */
  asked: Message;
  model: Model;
  requestId: string;
  replyId: string;
  /** ISO 8601. */
  time: string;
  timeZone: string;
  /** The form that is asked for; null: none in particular. */
  form: RequestForm | null;
}

/**
 * What is posted for a turn. Of a local conversation the whole branch goes along, for the server keeps none of it; of a cloud
 * conversation only what the server has not got yet, and the place where it belongs.
 */
export function chatRequestOf(turn: Turn): ChatRequestInput {
  const { conversation, model, requestId, replyId, time, timeZone, form } = turn;
  const unsent = unsentChain(turn);
  return {
    model: model.id,
    temperature: conversation.temperature ?? temperatureRange.initial,
    max_tokens: maxTokensOf(conversation.maxTokens, model.outputTokenLimit),
    stream: true,
    messages: [
      ...systemPrompt(turn, unsent[0]?.parentId ?? null),
      ...(conversation.isLocal ? branchOf(turn).map(spoken) : unsent.map(stored)),
    ],
    options: {
      requestId,
      conversationId: conversation.id,
      storage: conversation.isLocal ? "local" : "cloud",
      ...(conversation.isLocal ? {} : { parentId: unsent[0]?.parentId ?? null, replyId }),
      timeZone,
      time,
      ...form?.options,
    },
  };
}

/** The message that the next one of the user follows: the head, or what stands above it where the head is an answer without text. */
export function parentOfNext(conversation: Conversation): string | null {
  const head = getBranch(conversation.messages, conversation.headId).at(-1);
  if (!head) return null;
  const isEmptyAnswer = head.role === "assistant" && head.content === "";
  return isEmptyAnswer ? head.parentId : head.id;
}

function branchOf({ conversation, asked }: Turn): Message[] {
  const before = asked.parentId === null ? [] : getBranch(conversation.messages, asked.parentId);
  const said = before.filter(({ role, content }) => role === "user" || (role === "assistant" && content !== ""));
  return [...said, asked].slice(-(limits.messagesPerCall - 1));
}

/** A cloud conversation's messages that the server refused before, and the one that is asked now: it has none of them. */
function unsentChain({ conversation, asked }: Turn): [Message, ...Message[]] {
  const chain: [Message, ...Message[]] = [asked];
  const byId = new Map(conversation.messages.map((message) => [message.id, message]));
  for (;;) {
    const parent = chain[0].parentId === null ? undefined : byId.get(chain[0].parentId);
    if (parent?.data.unsent !== true || chain.includes(parent)) return chain;
    chain.unshift(parent);
  }
}

/** The server has the prompt of a cloud conversation once its first turn is there. What is sent takes its place for this turn. */
function systemPrompt({ conversation, form }: Turn, firstParentId: string | null): ChatMessage[] {
  const prompt = conversation.prompt?.trim() ?? "";
  const instruction = form?.instruction ?? "";
  if (!conversation.isLocal && firstParentId !== null && instruction === "") return [];
  const content = [prompt, instruction].filter((part) => part !== "").join("\n\n");
  return content === "" ? [] : [{ role: "system", content }];
}

function spoken({ id, role, content, data: { dataSources = [] } }: Message): ChatMessage {
  return { id, role, content, ...(dataSources.length > 0 ? { data: { dataSources } } : {}) };
}

/** With what the server writes down beside what is said. */
function stored(message: Message): ChatMessage {
  const { label, type } = message;
  const { dataSources = [], templateData } = message.data;
  const data = { ...(dataSources.length > 0 ? { dataSources } : {}), ...(templateData ? { templateData } : {}) };
  return {
    ...spoken(message),
    ...(label === undefined ? {} : { label }),
    ...(type ? { type } : {}),
    ...(Object.keys(data).length > 0 ? { data } : {}),
  };
}
