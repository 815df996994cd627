import { type Conversation, defaultConversationName, temperatureRange } from "@lectern/contract";

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
