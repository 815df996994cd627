import type { FinishReason } from "../modelProvider.ts";

/**
 * The finish reasons of OpenAI, and the others of servers and gateways: Mistral's `model_length`, those of Google and
 * Anthropic behind gateways that do not translate them, and Zhipu's `sensitive`.
 */
const finishReasons: ReadonlyMap<string, FinishReason> = new Map<string, FinishReason>([
  ["stop", "stop"],
  ["eos", "stop"],
  ["eos_token", "stop"],
  ["end_turn", "stop"],
  ["stop_sequence", "stop"],
  ["length", "length"],
  ["max_tokens", "length"],
  ["max_output_tokens", "length"],
  ["model_length", "length"],
  ["model_context_window_exceeded", "length"],
  ["tool_calls", "toolCalls"],
  ["tool_use", "toolCalls"],
  ["function_call", "toolCalls"],
  ["content_filter", "contentFilter"],
  ["safety", "contentFilter"],
  ["recitation", "contentFilter"],
  ["prohibited_content", "contentFilter"],
  ["blocklist", "contentFilter"],
  ["spii", "contentFilter"],
  ["refusal", "contentFilter"],
  ["sensitive", "contentFilter"],
]);

/** Converts a server's finish reason in lower case; Google writes them in upper case. */
export const toFinishReason = (reason: string): FinishReason => finishReasons.get(reason) ?? "other";

/**
 * Reasons of answers that broke off: gateways send `error`, vLLM and SGLang `abort`, DeepSeek and Zhipu the others.
 */
const brokenOffReasons: ReadonlySet<string> = new Set([
  "error",
  "abort",
  "insufficient_system_resource",
  "network_error",
]);

export const isBrokenOff = (reason: string): boolean => brokenOffReasons.has(reason);
