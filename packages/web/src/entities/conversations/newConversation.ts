import { type Conversation, defaultConversationName, temperatureRange } from "@lectern/contract";
import type { StoredSummary } from "./storedSummary.ts";

export interface NewConversationChoices {
  isLocal: boolean;
  modelId: string | null;
  temperature: number | null;
}

/** Creates an empty conversation, which is a draft until its first message. */
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
 * Finds the draft, or the most recently changed draft if there are several. Clearing a conversation with the default
 * name adds one.
 */
export function findDraft(summaries: readonly StoredSummary[]): StoredSummary | null {
  const drafts = summaries.filter(({ isDraft }) => isDraft);
  return drafts.reduce<StoredSummary | null>(
    (last, each) => (last && last.updatedAt >= each.updatedAt ? last : each),
    null,
  );
}
