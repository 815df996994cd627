import type { FinishReason, ModelEvent } from "../modelProvider.ts";
import { isRecord, toTokenCount } from "../transport/jsonValues.ts";
import type { ReturnedFieldsCollector } from "./returnedFields.ts";

/** The content of one event of a chat completion's stream, or of a whole chat completion. */
export interface ChatChunk {
  events: ModelEvent[];
  usage: Usage | null;
  finishReason: FinishReason | null;
  /** The server's error, for `toModelError`; null if there is none. */
  error: unknown;
}

export type Usage = Extract<ModelEvent, { type: "usage" }>;

/**
 * Parses a `chat.completion.chunk`, or a whole `chat.completion`. Validates by hand instead of by a schema, because it
 * runs once per token. Ignores unknown fields; returns null for anything that is not an event of this wire. Adds each
 * delta to `returnedFields`, and throws its errors.
 */
export function parseChatChunk(value: unknown, returnedFields?: ReturnedFieldsCollector): ChatChunk | null {
  if (!isRecord(value)) return null;
  if (value.error != null) return { events: [], usage: null, finishReason: null, error: value.error };
  const choices = value.choices;
  const usage = readUsage(value.usage);
  if (!Array.isArray(choices)) return usage ? { events: [], usage, finishReason: null, error: null } : null;
  const events: ModelEvent[] = [];
  let finishReason: FinishReason | null = null;
  for (const choice of choices) {
    if (!isRecord(choice)) return null;
    // We request one answer. Skip any others, so that their text does not get mixed into it.
    if (typeof choice.index === "number" && choice.index !== 0) continue;
    const delta = choice.delta ?? choice.message;
    if (isRecord(delta)) {
      addDeltaEvents(delta, events);
      returnedFields?.add(delta);
    }
    if (typeof choice.finish_reason === "string") finishReason = toFinishReason(choice.finish_reason);
  }
  return { events, usage, finishReason, error: null };
}

function addDeltaEvents(delta: Record<string, unknown>, events: ModelEvent[]): void {
  // DeepSeek and older vLLM send `reasoning_content`; newer vLLM, Ollama and OpenRouter `reasoning`; some send both
  // with the same text.
  const reasoning = textOf(delta.reasoning_content) || textOf(delta.reasoning);
  if (reasoning !== "") events.push({ type: "reasoning", text: reasoning });
  const text = textOf(delta.content);
  if (text !== "") events.push({ type: "text", text });
  if (!Array.isArray(delta.tool_calls)) return;
  for (const [position, call] of delta.tool_calls.entries()) {
    if (!isRecord(call)) continue;
    const functionCall = isRecord(call.function) ? call.function : {};
    events.push({
      type: "toolCall",
      index: typeof call.index === "number" ? call.index : position,
      ...(typeof call.id === "string" && { id: call.id }),
      ...(typeof functionCall.name === "string" && { name: functionCall.name }),
      ...(typeof functionCall.arguments === "string" && { arguments: functionCall.arguments }),
    });
  }
}

/** Returns a string, or the joined text parts of a list, which some servers send instead. Empty for anything else. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part) => (isRecord(part) && typeof part.text === "string" ? part.text : "")).join("");
}

function readUsage(usage: unknown): Usage | null {
  if (!isRecord(usage)) return null;
  const details = usage.prompt_tokens_details;
  // DeepSeek reports cached tokens in a separate field.
  const cachedTokens = isRecord(details) ? details.cached_tokens : usage.prompt_cache_hit_tokens;
  // Gateways report the writes of models whose cache costs extra.
  const cacheWriteTokens = isRecord(details) ? toTokenCount(details.cache_write_tokens) : 0;
  return {
    type: "usage",
    inputTokens: toTokenCount(usage.prompt_tokens),
    outputTokens: toTokenCount(usage.completion_tokens),
    cachedTokens: toTokenCount(cachedTokens),
    ...(cacheWriteTokens > 0 && { cacheWriteTokens }),
  };
}

function toFinishReason(reason: string): FinishReason {
  switch (reason) {
    case "stop":
    case "eos":
    case "end_turn":
      return "stop";
    case "length":
    case "max_tokens":
      return "length";
    case "tool_calls":
    case "function_call":
      return "toolCalls";
    case "content_filter":
      return "contentFilter";
    default:
      return "other";
  }
}
