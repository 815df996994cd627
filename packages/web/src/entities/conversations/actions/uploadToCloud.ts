import {
  addArtifactVersions,
  appendMessages,
  type Conversation,
  type ConversationArtifact,
  deleteConversation,
  limits,
  type Message,
  parseConversationArtifacts,
  updateConversation,
} from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { call } from "../../../lib/call.ts";
import { CallError } from "../../../lib/callError.ts";
import { readFromCloud, upsertInCloud } from "../store/cloudConversations.ts";

/**
 * The maximum JSON length of the messages of one call, in UTF-16 code units. The call in base64 stays below
 * `limits.bodyBytes`. A single message may be longer.
 */
const maxChunkLength = 8_000_000;

/**
 * Uploads a whole conversation and returns the cloud's version, which has at least the same messages. Completes an
 * earlier attempt that failed. Throws CallError, after deleting a conversation that this call has created, if the cloud
 * can be reached.
 */
export async function uploadToCloud(conversation: Conversation): Promise<Conversation> {
  const { id, headId } = conversation;
  const [firstChunk = [], ...remainingChunks] = splitIntoChunks(conversation.messages);
  const isNew = await upsertInCloud(conversation, firstChunk, remainingChunks.length === 0 ? headId : null);
  try {
    const missingChunks = (isNew ? remainingChunks : [firstChunk, ...remainingChunks]).filter(
      ({ length }) => length > 0,
    );
    for (const messages of missingChunks) await call(appendMessages, { conversationId: id, messages });
    const versions = isNew ? [] : parseConversationArtifacts(conversation.artifacts);
    if (versions.length > 0) await call(addArtifactVersions, { conversationId: id, versions, restore: true });
    if (missingChunks.length > 0) await call(updateConversation, { conversationId: id, changes: { headId } });
    const cloudConversation = await readFromCloud(id);
    const storedIds = new Set(cloudConversation.messages.map((message) => message.id));
    if (conversation.messages.every((message) => storedIds.has(message.id))) return cloudConversation;
    throw new CallError(t`Some messages couldn’t be stored in the cloud.`);
  } catch (error) {
    if (isNew) await call(deleteConversation, { conversationId: id }).catch(() => {}); // Report the first error instead.
    throw error;
  }
}

/** Returns the versions of artifacts that `current` lacks. */
function listMissingVersions(current: Conversation, restored: Conversation): ConversationArtifact[] {
  const toKey = ({ artifactId, version }: ConversationArtifact) => `${version} ${artifactId}`;
  const stored = new Set(parseConversationArtifacts(current.artifacts).map(toKey));
  return parseConversationArtifacts(restored.artifacts).filter((version) => !stored.has(toKey(version)));
}

/**
 * Adds the messages and artifacts of `restored` that the cloud's `current` conversation lacks, and updates changed parents and the
 * head. Throws CallError.
 */
export async function restoreInCloud(current: Conversation, restored: Conversation): Promise<void> {
  const storedById = new Map(current.messages.map((message) => [message.id, message]));
  const addedMessages = restored.messages.filter(({ id }) => !storedById.has(id));
  const changedMessages = restored.messages.filter(({ id, parentId, data }) => {
    const stored = storedById.get(id);
    return stored !== undefined && (stored.parentId !== parentId || stored.data.summary !== data.summary);
  });
  const chunks = splitIntoChunks([...addedMessages, ...changedMessages]);
  const versions = listMissingVersions(current, restored);
  if (versions.length > 0) await call(addArtifactVersions, { conversationId: current.id, versions, restore: true });
  for (const messages of chunks.length === 0 ? [[]] : chunks) {
    const chunkHeadId = messages === chunks.at(-1) || chunks.length === 0 ? restored.headId : current.headId;
    await call(appendMessages, { conversationId: current.id, messages, headId: chunkHeadId, relink: true });
  }
}

function splitIntoChunks(messages: readonly Message[]): Message[][] {
  const chunks: Message[][] = [];
  let length = 0;
  for (const message of messages) {
    const messageLength = JSON.stringify(message).length;
    const lastChunk = chunks.at(-1);
    if (lastChunk && lastChunk.length < limits.messagesPerCall && length + messageLength <= maxChunkLength) {
      lastChunk.push(message);
      length += messageLength;
    } else {
      chunks.push([message]);
      length = messageLength;
    }
  }
  return chunks;
}
