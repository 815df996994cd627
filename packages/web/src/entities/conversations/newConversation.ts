import { type Conversation, defaultConversationName, temperatureRange } from "@lectern/contract";
import type { StoredSummary } from "./storedSummary.ts";

export interface NewConversationChoices {
  isLocal: boolean;
  modelId: string | null;
  temperature: number | null;
}

/** Creates an empty conversation. It is a draft until it has a message or another name. */
export function newConversation({ isLocal, modelId, temperature }: NewConversationChoices, now: Date): Conversation {
  return {
    id: crypto.randomUUID(),
    name: defaultConversationName,
    modelId,
    prompt: null,
    temperature: temperature ?? temperatureRange.initial,
    maxTokens: null,
    folderId: null,
    tags: [],
    isLocal,
    groupType: null,
    codeInterpreterAssistantId: null,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    messages: [],
    headId: null,
    revision: 0,
  };
}

/**
 * Finds the draft; null: there is none. If there are several, because clearing a conversation with the default name
 * adds one, finds the most recently changed one.
 */
export function findDraft(summaries: readonly StoredSummary[]): StoredSummary | null {
  const drafts = summaries.filter(({ isDraft }) => isDraft);
  return drafts.reduce<StoredSummary | null>(
    (last, each) => (last && last.updatedAt >= each.updatedAt ? last : each),
    null,
  );
}
