import { type Conversation, defaultConversationName, limits, temperatureRange } from "@lectern/contract";
import type { StoredSummary } from "./storedSummary.ts";

/** The settings with which a prompt starts a conversation. */
export interface StartSettings {
  name?: string;
  /** The system prompt; null: the default one. */
  prompt?: string | null;
  tags?: readonly string[];
}

export interface NewConversationChoices extends StartSettings {
  isLocal: boolean;
  modelId: string | null;
  temperature: number | null;
}

/** Creates an empty conversation. It is a draft until it has a message or another name. */
export function newConversation(choices: NewConversationChoices, now: Date): Conversation {
  const { isLocal, modelId, temperature, name = "", prompt = null, tags = [] } = choices;
  return {
    id: crypto.randomUUID(),
    name: trimName(name) || defaultConversationName,
    modelId,
    prompt,
    temperature: temperature ?? temperatureRange.initial,
    maxTokens: null,
    folderId: null,
    tags: [...tags],
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

/** Returns the name as it is stored. */
export const trimName = (name: string): string => name.trim().slice(0, limits.conversationNameLength).trim();

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
