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

/**
 * The maximum JSON length of the messages of one call, in UTF-16 code units. The base64 form of that stays below
 * `limits.bodyBytes`.
 */
const maxChunkLength = 8_000_000;

/**
 * Uploads a whole conversation and returns the cloud's version, which has at least all its messages. Completes what an
 * earlier attempt left behind. Throws CallError. The cloud is then unchanged, unless it can no longer be reached.
 */
export async function uploadToCloud(conversation: Conversation): Promise<Conversation> {
  const { id, headId } = conversation;
  const [first = [], ...remainingChunks] = chunksOf(conversation.messages);
  const isNew = await upsertInCloud(conversation, first, remainingChunks.length === 0 ? headId : null);
  try {
    const missingChunks = (isNew ? remainingChunks : [first, ...remainingChunks]).filter(({ length }) => length > 0);
    for (const messages of missingChunks) await call(appendMessages, { conversationId: id, messages });
    if (missingChunks.length > 0) await call(updateConversation, { conversationId: id, changes: { headId } });
    const cloudConversation = await readFromCloud(id);
    const storedIds = new Set(cloudConversation.messages.map((message) => message.id));
    if (conversation.messages.every((message) => storedIds.has(message.id))) return cloudConversation;
    throw new CallError("Some messages could not be stored in the cloud.");
  } catch (error) {
    if (isNew) await call(deleteConversation, { conversationId: id }).catch(() => {}); // Report the first error instead.
    throw error;
  }
}

/** Writes the messages in which `whole` differs from the cloud's `current` conversation. Throws CallError. */
export async function restoreInCloud(current: Conversation, whole: Conversation): Promise<void> {
  const storedById = new Map(current.messages.map((message) => [message.id, message]));
  const added = whole.messages.filter(({ id }) => !storedById.has(id));
  const relinked = whole.messages.filter(
    ({ id, parentId }) => storedById.has(id) && storedById.get(id)?.parentId !== parentId,
  );
  const chunks = chunksOf([...added, ...relinked]);
  for (const messages of chunks.length === 0 ? [[]] : chunks) {
    const chunkHeadId = messages === chunks.at(-1) || chunks.length === 0 ? whole.headId : current.headId;
    await call(appendMessages, { conversationId: current.id, messages, headId: chunkHeadId, relink: true });
  }
}

function chunksOf(messages: readonly Message[]): Message[][] {
  const chunks: Message[][] = [];
  let length = 0;
  for (const message of messages) {
    const added = JSON.stringify(message).length;
    const last = chunks.at(-1);
    if (last && last.length < limits.messagesPerCall && length + added <= maxChunkLength) {
      last.push(message);
      length += added;
    } else {
      chunks.push([message]);
      length = added;
    }
  }
  return chunks;
}
