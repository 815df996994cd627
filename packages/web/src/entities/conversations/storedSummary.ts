import { type Conversation, type ConversationSummary, defaultConversationName } from "@lectern/contract";

/** What the list needs of a conversation. */
export interface StoredSummary extends ConversationSummary {
  /** It has no message yet and no name of its own: it is not listed. */
  isDraft: boolean;
  /** The conversation itself is in the cloud. One that will only go there with its first message is no stub. */
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

/** Whether the cloud has rows of it. One that will go there with its first message is not there yet. */
export function isInCloud({ isLocal, revision }: Conversation): boolean {
  return !isLocal && revision > 0;
}

/** A spare copy, now that the cloud no longer has the conversation. */
export function asLocal(conversation: Conversation): Conversation {
  return { ...conversation, isLocal: true, revision: 0 };
}

export const toLocalIfBackup = (stored: Conversation) => (isInCloud(stored) ? asLocal(stored) : stored);
export const unlessBackup = (stored: Conversation | undefined) => (stored && !isInCloud(stored) ? stored : null);
