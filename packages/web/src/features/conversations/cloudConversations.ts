import {
  appendMessages,
  type Conversation,
  type ConversationSummary,
  createConversation,
  deleteConversation,
  limits,
  listConversations,
  type Message,
  openConversation,
  updateConversation,
} from "@lectern/contract";
import { call } from "../../lib/call.ts";
import { CallError } from "../../lib/callError.ts";
import { conversationTexts } from "./conversationTexts.ts";

/** A conversation that is neither here nor in the cloud. The message is the specification's. */
export class NoSuchConversation extends Error {
  constructor(cause: unknown) {
    super(conversationTexts.noSuchKey, { cause });
    this.name = "NoSuchConversation";
  }
}

/** Longest JSON text of the messages of one call, in UTF-16 code units. The body is base64, and `limits.bodyBytes` is its end. */
const chunkLength = 8_000_000;

/** Throws NoSuchConversation or CallError. */
export async function readInCloud(id: string, signal?: AbortSignal): Promise<Conversation> {
  const { conversation } = await ofExisting(call(openConversation, { conversationId: id }, signal ? { signal } : {}));
  return conversation;
}

/** The summaries of all cloud conversations. Throws CallError. */
export async function listInCloud(signal?: AbortSignal): Promise<ConversationSummary[]> {
  const all: ConversationSummary[] = [];
  let cursor: string | null = null;
  do {
    const page: { conversations: ConversationSummary[]; nextCursor: string | null } = await call(
      listConversations,
      cursor === null ? {} : { cursor },
      signal ? { signal } : {},
    );
    all.push(...page.conversations);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return all;
}

/** Puts a conversation without its messages into the cloud, or gives the one that is there its name and settings. Throws CallError. */
export async function createInCloud(conversation: Conversation): Promise<void> {
  await create(conversation, [], null);
}

/**
 * Puts a whole conversation into the cloud and gives what is there then: at least all its messages. What a first attempt has
 * left there is completed. Throws CallError; then it is there as it was before, unless the cloud can't be reached any more.
 */
export async function uploadToCloud(conversation: Conversation): Promise<Conversation> {
  const { id, headId } = conversation;
  const [first = [], ...rest] = chunksOf(conversation.messages);
  const isNew = await create(conversation, first, rest.length === 0 ? headId : null);
  try {
    const missing = (isNew ? rest : [first, ...rest]).filter(({ length }) => length > 0);
    for (const messages of missing) await call(appendMessages, { conversationId: id, messages });
    if (missing.length > 0) await call(updateConversation, { conversationId: id, changes: { headId } });
    const stored = await readInCloud(id);
    const storedIds = new Set(stored.messages.map((message) => message.id));
    if (conversation.messages.every((message) => storedIds.has(message.id))) return stored;
    throw new CallError("The cloud has not stored every message.");
  } catch (error) {
    if (isNew) await call(deleteConversation, { conversationId: id }).catch(() => {}); // The first error says more.
    throw error;
  }
}

/** Writes what differs between a cloud conversation's messages as they are and as they were before, in its old place. Throws CallError. */
export async function putBackInCloud(current: Conversation, whole: Conversation): Promise<void> {
  const there = new Map(current.messages.map((message) => [message.id, message]));
  const added = whole.messages.filter(({ id }) => !there.has(id));
  const relinked = whole.messages.filter(({ id, parentId }) => there.has(id) && there.get(id)?.parentId !== parentId);
  const chunks = chunksOf([...added, ...relinked]);
  for (const messages of chunks.length === 0 ? [[]] : chunks) {
    const place = messages === chunks.at(-1) || chunks.length === 0 ? whole.headId : current.headId;
    await call(appendMessages, { conversationId: current.id, messages, headId: place, relink: true });
  }
}

/** Deletes it in the cloud. It may be gone already, from another device: what was asked for is so then. Throws CallError. */
export async function deleteInCloud(id: string): Promise<void> {
  await ofExisting(call(deleteConversation, { conversationId: id })).catch((error: unknown) => {
    if (!(error instanceof NoSuchConversation)) throw error;
  });
}

/** The same, with NoSuchConversation for the server's word that there is none. Any other 404 may come from a server in between. */
export async function ofExisting<T>(called: Promise<T>): Promise<T> {
  try {
    return await called;
  } catch (error) {
    throw error instanceof CallError && error.code === "notFound" ? new NoSuchConversation(error) : error;
  }
}

/** False: it was there already, and has the name and the settings now. */
async function create(conversation: Conversation, messages: Message[], headId: string | null): Promise<boolean> {
  const { id, name, modelId, prompt, temperature, maxTokens, folderId, tags } = conversation;
  const { groupType, codeInterpreterAssistantId, createdAt, updatedAt } = conversation;
  const changes = { name, modelId, prompt, temperature, maxTokens, folderId, tags };
  try {
    const given = { id, ...changes, groupType, codeInterpreterAssistantId, createdAt, updatedAt, messages, headId };
    await call(createConversation, { conversation: given });
    return true;
  } catch (error) {
    if (!(error instanceof CallError && error.code === "conflict")) throw error;
    await call(updateConversation, { conversationId: id, changes });
    return false;
  }
}

function chunksOf(messages: readonly Message[]): Message[][] {
  const chunks: Message[][] = [];
  let length = 0;
  for (const message of messages) {
    const added = JSON.stringify(message).length;
    const last = chunks.at(-1);
    if (last && last.length < limits.messagesPerCall && length + added <= chunkLength) {
      last.push(message);
      length += added;
    } else {
      chunks.push([message]);
      length = added;
    }
  }
  return chunks;
}
