import { type Conversation, type ConversationSummary, defaultConversationName } from "@lectern/contract";

/** The part of a conversation that the list needs, as it is stored in this browser. */
export interface StoredSummary extends ConversationSummary {
  /** True if the conversation has the default name and no message yet. Drafts are not listed. */
  isDraft: boolean;
  /**
   * True if the conversation itself is in the cloud. A conversation that is created there with its first message is
   * not a stub until the cloud has confirmed that message.
   */
  isStub: boolean;
}

/** Returns only the summary fields of a conversation. */
export function summaryOf(conversation: ConversationSummary): ConversationSummary {
  const { id, name, modelId, folderId, tags, isLocal, groupType, codeInterpreterAssistantId } = conversation;
  const { isPinned, isArchived, createdAt, updatedAt } = conversation;
  const fields = { id, name, modelId, folderId, tags, isLocal, groupType, codeInterpreterAssistantId };
  return { ...fields, ...getMarks({ isPinned, isArchived }), createdAt, updatedAt };
}

/** Marks of a conversation that the person sets. An absent mark is not set. */
export type ConversationMarks = Pick<ConversationSummary, "isPinned" | "isArchived">;

/** Returns the marks without absent ones. */
function getMarks({ isPinned, isArchived }: ConversationMarks): ConversationMarks {
  return { ...(isPinned !== undefined && { isPinned }), ...(isArchived !== undefined && { isArchived }) };
}

export function toStoredSummary(conversation: Conversation): StoredSummary {
  const isStub = isInCloud(conversation);
  const isDraft = !isStub && conversation.messages.length === 0 && conversation.name === defaultConversationName;
  return { ...summaryOf(conversation), isDraft, isStub };
}

export function toStub(summary: ConversationSummary): StoredSummary {
  return { ...summaryOf(summary), isLocal: false, isDraft: false, isStub: true };
}

/**
 * True if the cloud has the conversation. A conversation that will be created there with its first message is not in
 * the cloud yet.
 */
export function isInCloud({ isLocal, revision }: Conversation): boolean {
  return !isLocal && revision > 0;
}

/**
 * True if the first turn of the conversation was sent to the cloud, and this browser does not know yet whether the
 * cloud has received it. Until then the conversation is stored here, with that turn.
 */
export function isUnconfirmed({ isLocal, revision, messages }: Conversation): boolean {
  return !isLocal && revision === 0 && messages.length > 0;
}

/** Returns the conversation as a local one, which the cloud does not have. */
export function asLocal(conversation: Conversation): Conversation {
  return { ...conversation, isLocal: true, revision: 0 };
}

/**
 * Turns a backup copy (a conversation that is stored here while the original is in the cloud) into a local
 * conversation. Returns other conversations unchanged.
 */
export const toLocalIfBackup = (stored: Conversation) => (isInCloud(stored) ? asLocal(stored) : stored);
/** Returns the stored conversation; null if it is a backup copy or there is none. */
export const unlessBackup = (stored: Conversation | undefined) => (stored && !isInCloud(stored) ? stored : null);
