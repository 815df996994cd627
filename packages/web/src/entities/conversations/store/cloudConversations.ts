import {
  type Conversation,
  type ConversationSummary,
  createConversation,
  deleteConversation,
  listConversations,
  type Message,
  openConversation,
  updateConversation,
} from "@lectern/contract";
import { call } from "../../../lib/call.ts";
import { CallError } from "../../../lib/callError.ts";
import { conversationTexts } from "../conversationTexts.ts";

/** A conversation that is neither here nor in the cloud. The message is the specification's. */
export class ConversationNotFoundError extends Error {
  constructor(cause: unknown) {
    super(conversationTexts.noSuchKey, { cause });
    this.name = "ConversationNotFoundError";
  }
}

/** Throws ConversationNotFoundError or CallError. */
export async function readFromCloud(id: string, signal?: AbortSignal): Promise<Conversation> {
  const { conversation } = await mapNotFound(call(openConversation, { conversationId: id }, signal ? { signal } : {}));
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
  await upsertInCloud(conversation, [], null);
}

/** Deletes it in the cloud. It may be gone already, from another device: what was asked for is so then. Throws CallError. */
export async function deleteInCloud(id: string): Promise<void> {
  await mapNotFound(call(deleteConversation, { conversationId: id })).catch((error: unknown) => {
    if (!(error instanceof ConversationNotFoundError)) throw error;
  });
}

/** The same, with ConversationNotFoundError for the server's word that there is none. Any other 404 may come from a server in between. */
export async function mapNotFound<T>(called: Promise<T>): Promise<T> {
  try {
    return await called;
  } catch (error) {
    throw error instanceof CallError && error.code === "notFound" ? new ConversationNotFoundError(error) : error;
  }
}

/** The same with messages. False: it was there already, and has the name and the settings now. */
export async function upsertInCloud(
  conversation: Conversation,
  messages: Message[],
  headId: string | null,
): Promise<boolean> {
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
