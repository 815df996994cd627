import { type Conversation, type ConversationSummary, defaultConversationName } from "@lectern/contract";

/** The part of a conversation that the list needs, as it is stored in this browser. */
export interface StoredSummary extends ConversationSummary {
  /** It has no message yet and the default name. Drafts are not listed. */
  isDraft: boolean;
  /** The conversation itself is in the cloud. One that is created there with its first message is not a stub yet. */
  isStub: boolean;
}

/** A conversation without its messages and settings. */
export function summaryOf(conversation: ConversationSummary): ConversationSummary {
  const { id, name, modelId, folderId, tags, isLocal, groupType, codeInterpreterAssistantId, createdAt, updatedAt } =
    conversation;
  return { id, name, modelId, folderId, tags, isLocal, groupType, codeInterpreterAssistantId, createdAt, updatedAt };
}

export function toStoredSummary(conversation: Conversation): StoredSummary {
  const isStub = isInCloud(conversation);
  const isDraft = !isStub && conversation.messages.length === 0 && conversation.name === defaultConversationName;
  return { ...summaryOf(conversation), isDraft, isStub };
}

export function toStub(summary: ConversationSummary): StoredSummary {
  return { ...summaryOf(summary), isLocal: false, isDraft: false, isStub: true };
}

/** True if the cloud has the conversation. It does not have one that is created there with its first message. */
export function isInCloud({ isLocal, revision }: Conversation): boolean {
  return !isLocal && revision > 0;
}

/** A local conversation from a backup copy, after the cloud has lost the original. */
export function asLocal(conversation: Conversation): Conversation {
  return { ...conversation, isLocal: true, revision: 0 };
}

/** A backup copy is a conversation that is stored here while the original is in the cloud. */
export const toLocalIfBackup = (stored: Conversation) => (isInCloud(stored) ? asLocal(stored) : stored);
export const unlessBackup = (stored: Conversation | undefined) => (stored && !isInCloud(stored) ? stored : null);
