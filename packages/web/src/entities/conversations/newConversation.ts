import { type Conversation, defaultConversationName, temperatureRange } from "@lectern/contract";
import type { StoredSummary } from "./storedSummary.ts";

export interface NewConversationChoices {
  isLocal: boolean;
  modelId: string | null;
  temperature: number | null;
}

/** An empty conversation: a draft, until its first message. Model and temperature are those of the one before. */
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

/** The draft among one's conversations. Should there be several, as when one without a name was cleared: the last changed. */
export function findDraft(summaries: readonly StoredSummary[]): StoredSummary | null {
  const drafts = summaries.filter(({ isDraft }) => isDraft);
  return drafts.reduce<StoredSummary | null>(
    (last, each) => (last && last.updatedAt >= each.updatedAt ? last : each),
    null,
  );
}
