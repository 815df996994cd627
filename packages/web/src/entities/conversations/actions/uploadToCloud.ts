import {
  appendMessages,
  type Conversation,
  deleteConversation,
  limits,
  type Message,
  updateConversation,
} from "@lectern/contract";
import { call } from "../../../lib/call.ts";
import { CallError } from "../../../lib/callError.ts";
import { readFromCloud, upsertInCloud } from "../store/cloudConversations.ts";

/** Longest JSON text of the messages of one call, in UTF-16 code units. The body is base64, and `limits.bodyBytes` is its end. */
const chunkLength = 8_000_000;

/**
 * Puts a whole conversation into the cloud and gives what is there then: at least all its messages. What a first attempt has
 * left there is completed. Throws CallError; then it is there as it was before, unless the cloud can't be reached any more.
 */
export async function uploadToCloud(conversation: Conversation): Promise<Conversation> {
  const { id, headId } = conversation;
  const [first = [], ...rest] = chunksOf(conversation.messages);
  const isNew = await upsertInCloud(conversation, first, rest.length === 0 ? headId : null);
  try {
    const missing = (isNew ? rest : [first, ...rest]).filter(({ length }) => length > 0);
    for (const messages of missing) await call(appendMessages, { conversationId: id, messages });
    if (missing.length > 0) await call(updateConversation, { conversationId: id, changes: { headId } });
    const stored = await readFromCloud(id);
    const storedIds = new Set(stored.messages.map((message) => message.id));
    if (conversation.messages.every((message) => storedIds.has(message.id))) return stored;
    throw new CallError("The cloud has not stored every message.");
  } catch (error) {
    if (isNew) await call(deleteConversation, { conversationId: id }).catch(() => {}); // The first error says more.
    throw error;
  }
}

/** Writes what differs between a cloud conversation's messages as they are and as they were before, in its old place. Throws CallError. */
export async function restoreInCloud(current: Conversation, whole: Conversation): Promise<void> {
  const there = new Map(current.messages.map((message) => [message.id, message]));
  const added = whole.messages.filter(({ id }) => !there.has(id));
  const relinked = whole.messages.filter(({ id, parentId }) => there.has(id) && there.get(id)?.parentId !== parentId);
  const chunks = chunksOf([...added, ...relinked]);
  for (const messages of chunks.length === 0 ? [[]] : chunks) {
    const place = messages === chunks.at(-1) || chunks.length === 0 ? whole.headId : current.headId;
    await call(appendMessages, { conversationId: current.id, messages, headId: place, relink: true });
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
