import type { ModelCall, ModelMessage } from "../modelProvider.ts";

/** Shorter prefixes are not cached by any model (Anthropic's and Bedrock's documentation of prompt caching). */
const minCachedTokens = 1_024;
const charactersPerToken = 4;
const tokensPerImage = 1_000;

export interface CacheBreakpoints {
  /** True if the functions are a prefix to cache. */
  afterTools: boolean;
  /** Indexes of the messages that end a prefix to cache. */
  messages: ReadonlySet<number>;
}

/**
 * Determines where the prefixes end that later calls are likely to repeat, at most four, which is the limit of the
 * servers. These are the functions with the system prompt and the conversation before the question, which the next
 * question repeats; and, if the model may call functions, the whole input of this call and of the call before it. A
 * prefix that is too short is left out. Writing to a cache costs more than reading the input, so the last question is
 * not cached otherwise: it may contain passages that the next call does not repeat.
 */
export function findCacheBreakpoints({
  messages,
  tools = [],
  toolChoice,
}: Pick<ModelCall, "messages" | "tools" | "toolChoice">): CacheBreakpoints {
  const toolTokens = tools.length === 0 ? 0 : estimateTokens(JSON.stringify(tools));
  const candidates = listCandidates(messages, tools.length > 0 && toolChoice !== "none");
  const breakpoints = new Set<number>();
  let tokens = toolTokens;
  for (const [index, message] of messages.entries()) {
    tokens += countTokens(message);
    if (candidates.has(index) && tokens >= minCachedTokens) breakpoints.add(index);
  }
  return { afterTools: messages[0]?.role !== "system" && toolTokens >= minCachedTokens, messages: breakpoints };
}

function listCandidates(messages: readonly ModelMessage[], mayCallTools: boolean): Set<number> {
  const lastIndex = messages.length - 1;
  const candidates = new Set<number>();
  if (messages[0]?.role === "system") candidates.add(0);
  candidates.add(messages.findLastIndex(({ role }) => role === "user") - 1);
  if (mayCallTools) {
    candidates.add(lastIndex);
    if (messages[lastIndex]?.role === "tool")
      candidates.add(messages.findLastIndex(({ role }) => role === "assistant") - 1);
  }
  return candidates;
}

function countTokens(message: ModelMessage): number {
  const images = message.role === "user" ? (message.images ?? []) : [];
  const calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
  return (
    estimateTokens(message.content) +
    images.reduce((sum, { tokens = tokensPerImage }) => sum + tokens, 0) +
    calls.reduce((sum, call) => sum + estimateTokens(call.arguments), 0)
  );
}

function estimateTokens(text: string): number {
  return Math.ceil(text.length / charactersPerToken);
}
