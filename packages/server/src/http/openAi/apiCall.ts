import { deriveId } from "../../core/deriveId.ts";
import type { ChatTurn, VerbatimParts } from "../../core/run/chatTurn.ts";

export interface ApiMessage extends VerbatimParts {
  role: "system" | "user" | "assistant";
  content: string;
}

/** A call of a model, as both chat completions and responses ask for it. */
export interface ApiCall extends Pick<ChatTurn, "temperature" | "maxTokens" | "toolsAndFormat" | "systemPrompt"> {
  model: string;
  /** The field of the request that has the messages. */
  inputField: "messages" | "input";
  messages: [ApiMessage, ...ApiMessage[]];
  sampling: NonNullable<ChatTurn["sampling"]>;
  stream: boolean;
}

/** The model or the assistant that answers. */
export interface ApiTarget {
  modelId: string;
  assistantId: string | null;
}

/** Builds the turn of a call. Nothing of it belongs to a conversation. */
export function toVerbatimTurn(
  { messages, temperature, sampling, maxTokens, toolsAndFormat, systemPrompt }: ApiCall,
  { modelId, assistantId }: ApiTarget,
  requestId: string,
): ChatTurn {
  const [first, ...others] = messages;
  const createId = (index: number) => deriveId(requestId, String(index));
  return {
    ...{ modelId, requestId, systemPrompt, temperature, sampling, maxTokens, toolsAndFormat, assistantId },
    messages: [
      { ...first, id: createId(0), parentId: null },
      ...others.map((message, index) => ({ ...message, id: createId(index + 1), parentId: createId(index) })),
    ],
    isVerbatim: true,
    dataSourceSwitches: { skipRag: false, ragOnly: false },
    assistantDraft: null,
    groupType: null,
    source: "API",
    conversationId: null,
    newConversation: undefined,
    cloudIds: null,
    partialAnswer: null,
    needsProcessing: false,
  };
}

/**
 * Separates the system messages before the first other message, which become one prompt: many models accept only one. A
 * call with nothing but system messages asks with the last one.
 */
export function splitSystemPrompt(messages: readonly ApiMessage[]): Pick<ApiCall, "systemPrompt" | "messages"> {
  const firstOther = messages.findIndex(({ role }) => role !== "system");
  const start = firstOther < 0 ? messages.length - 1 : firstOther;
  const [first, ...others] = messages.slice(start);
  if (!first) throw new Error("a call has at least one message");
  const prompt = messages
    .slice(0, start)
    .map(({ content }) => content)
    .filter((content) => content.trim() !== "")
    .join("\n\n");
  return {
    systemPrompt: prompt === "" ? null : prompt,
    messages: [firstOther < 0 ? { ...first, role: "user" } : first, ...others],
  };
}
