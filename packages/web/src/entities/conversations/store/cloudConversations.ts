import {
  type Conversation,
  type ConversationSummary,
  createConversation,
  deleteConversation,
  listConversations,
  type Message,
  type OpOutput,
  openConversation,
  updateConversation,
} from "@lectern/contract";
import { call } from "../../../lib/call.ts";
import { CallError } from "../../../lib/callError.ts";
import { conversationTexts } from "../conversationTexts.ts";

/** Thrown if the conversation is neither in this browser nor in the cloud. The specification prescribes the message. */
export class ConversationNotFoundError extends Error {
  constructor(cause: unknown) {
    super(conversationTexts.noSuchKey, { cause });
    this.name = "ConversationNotFoundError";
  }
}

/** Reads a conversation from the cloud. Throws ConversationNotFoundError or CallError. */
export async function readFromCloud(id: string, signal?: AbortSignal): Promise<Conversation> {
  const { conversation } = await mapNotFound(call(openConversation, { conversationId: id }, signal ? { signal } : {}));
  return conversation;
}

/** Returns the summary of a cloud conversation; null if it does not exist. Throws CallError. */
export async function findInCloud(conversationId: string): Promise<ConversationSummary | null> {
  const { conversations } = await call(listConversations, { conversationId });
  return conversations[0] ?? null;
}

/** Returns the summaries of all cloud conversations. Throws CallError. */
export async function listCloudConversations(signal?: AbortSignal): Promise<ConversationSummary[]> {
  const firstPage = await readListPage(null, signal);
  const all = [...firstPage.conversations];
  if (firstPage.nextCursor === null) return all;
  for (let cursor: string | null = firstPage.nextCursor; cursor !== null; ) {
    const page = await readListPage(cursor, signal);
    all.push(...page.conversations);
    cursor = page.nextCursor;
  }
  // A conversation that changes meanwhile moves to the front, from a page that had not been read to one that had.
  const changed = await listChangedAfter(all[0]?.updatedAt ?? "", signal);
  return [...new Map([...all, ...changed].map((summary) => [summary.id, summary])).values()];
}

/** Returns the summaries of the cloud conversations that changed after `updatedAt`. */
async function listChangedAfter(updatedAt: string, signal?: AbortSignal): Promise<ConversationSummary[]> {
  const changed: ConversationSummary[] = [];
  let cursor: string | null = null;
  do {
    const page = await readListPage(cursor, signal);
    const changedOnPage = page.conversations.filter((summary) => summary.updatedAt > updatedAt);
    changed.push(...changedOnPage);
    cursor = changedOnPage.length === page.conversations.length ? page.nextCursor : null;
  } while (cursor !== null);
  return changed;
}

/** Reads a page of the list, which starts with the most recently changed conversation. */
function readListPage(cursor: string | null, signal?: AbortSignal): Promise<OpOutput<typeof listConversations>> {
  return call(listConversations, cursor === null ? {} : { cursor }, signal ? { signal } : {});
}

/**
 * Deletes a conversation in the cloud. Succeeds if another device has already deleted it. Throws CallError, with the
 * code `conflict` if `revision` is given and the conversation has changed since or is being answered.
 */
export async function deleteInCloud(id: string, revision?: number): Promise<void> {
  const input = { conversationId: id, ...(revision === undefined ? {} : { revision }) };
  await mapNotFound(call(deleteConversation, input)).catch((error: unknown) => {
    if (!(error instanceof ConversationNotFoundError)) throw error;
  });
}

/**
 * Waits for `request` and throws ConversationNotFoundError in place of the server's `notFound`. Throws other errors
 * unchanged: a 404 without that code may come from a proxy.
 */
export async function mapNotFound<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    throw error instanceof CallError && error.code === "notFound" ? new ConversationNotFoundError(error) : error;
  }
}

/** Returns what the cloud needs to create a conversation with these messages. */
export function toNewConversation(
  conversation: Conversation,
  messages: Message[] = conversation.messages,
  headId: string | null = conversation.headId,
) {
  const { id, codeInterpreterAssistantId, createdAt, updatedAt, artifacts } = conversation;
  const changes = getChangesForCloud(conversation);
  return { id, ...changes, codeInterpreterAssistantId, createdAt, updatedAt, messages, headId, artifacts };
}

function getChangesForCloud(conversation: Conversation) {
  const { name, modelId, prompt, temperature, maxTokens, folderId, tags } = conversation;
  const { accountId, projectId, skipMemory, skipSummaries, groupType, isPinned, isArchived } = conversation;
  const settings = { modelId, prompt, temperature, maxTokens, accountId, projectId, skipMemory, skipSummaries };
  return { name, ...settings, folderId, tags, groupType, isPinned, isArchived };
}

/**
 * Creates a conversation with these messages in the cloud and returns true. If the conversation exists there, updates
 * only its name, settings, folder, tags and marks, and returns false.
 */
export async function upsertInCloud(
  conversation: Conversation,
  messages: Message[],
  headId: string | null,
): Promise<boolean> {
  try {
    await call(createConversation, { conversation: toNewConversation(conversation, messages, headId) });
    return true;
  } catch (error) {
    if (!(error instanceof CallError && error.code === "conflict")) throw error;
    await call(updateConversation, { conversationId: conversation.id, changes: getChangesForCloud(conversation) });
    return false;
  }
}
