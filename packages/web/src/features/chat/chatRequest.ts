import {
  type ChatMessage,
  type ChatRequestGiven,
  type Conversation,
  limits,
  type Message,
  type Model,
  temperatureRange,
  threadOf,
} from "@lectern/contract";
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
}

/**
 * What is posted for a turn. Of a local conversation the whole branch goes along, for the server keeps none of it; of a cloud
 * conversation only what the server has not got yet, and the place where it belongs.
 */
export function chatRequestOf(turn: Turn): ChatRequestGiven {
  const { conversation, model, requestId, replyId, time, timeZone } = turn;
  const unsent = unsentChain(turn);
  return {
    model: model.id,
    temperature: conversation.temperature ?? temperatureRange.initial,
    max_tokens: maxTokensOf(conversation.maxTokens, model.outputTokenLimit),
    stream: true,
    messages: [
      ...systemPrompt(turn, unsent[0]?.parentId ?? null),
      ...(conversation.isLocal ? branchOf(turn) : unsent).map(onTheWire),
    ],
    options: {
      requestId,
      conversationId: conversation.id,
      storage: conversation.isLocal ? "local" : "cloud",
      ...(conversation.isLocal ? {} : { parentId: unsent[0]?.parentId ?? null, replyId }),
      timeZone,
      time,
    },
  };
}

/** The message that the next one of the user follows: the head, or what stands above it where the head is an answer without text. */
export function parentOfNext(conversation: Conversation): string | null {
  const head = threadOf(conversation.messages, conversation.headId).at(-1);
  if (!head) return null;
  const isEmptyAnswer = head.role === "assistant" && head.content === "";
  return isEmptyAnswer ? head.parentId : head.id;
}

function branchOf({ conversation, asked }: Turn): Message[] {
  const before = asked.parentId === null ? [] : threadOf(conversation.messages, asked.parentId);
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

/** The server has the prompt of a cloud conversation once its first turn is there. */
function systemPrompt({ conversation }: Turn, firstParentId: string | null): ChatMessage[] {
  const content = conversation.prompt?.trim();
  if (!content || (!conversation.isLocal && firstParentId !== null)) return [];
  return [{ role: "system", content }];
}

function onTheWire({ id, role, content, data: { dataSources = [] } }: Message): ChatMessage {
  return { id, role, content, ...(dataSources.length > 0 ? { data: { dataSources } } : {}) };
}
