import { type FinishReason, ModelError, type ModelEvent } from "../modelProvider.ts";
import { isRecord, toTokenCount } from "../transport/jsonValues.ts";
import { formatImages } from "./answerImages.ts";
import { createSourceCollector, type SourceCollector } from "./answerSources.ts";
import { isBrokenOff, toFinishReason } from "./finishReasons.ts";
import type { ReturnedFieldsCollector } from "./returnedFields.ts";
import { createThoughtSplitter, type ThoughtSplitter } from "./thoughtSplitter.ts";
import { createToolCallReader, type ToolCallReader } from "./toolCallReader.ts";

/** The content of one event of a chat completion's stream, or of a whole chat completion. */
export interface ChatChunk {
  events: ModelEvent[];
  usage: Usage | null;
  finishReason: FinishReason | null;
  /** The server's error, for `toModelError`; null if there is none. */
  error: unknown;
  /** Set if the model broke off after these events. */
  cut: ModelError | null;
}

export type Usage = Extract<ModelEvent, { type: "usage" }>;

/** What the chunks of one answer share. */
export interface AnswerReaders {
  thoughts: ThoughtSplitter;
  toolCalls: ToolCallReader;
  sources: SourceCollector;
  /** True if the answer has text. */
  hasText: boolean;
  returnedFields: ReturnedFieldsCollector | undefined;
}

export function createAnswerReaders(returnedFields?: ReturnedFieldsCollector): AnswerReaders {
  return {
    thoughts: createThoughtSplitter(),
    toolCalls: createToolCallReader(),
    sources: createSourceCollector(),
    hasText: false,
    returnedFields,
  };
}

/** Returns the text that was held back, and at the end of an answer its sources. */
export function endAnswer(readers: AnswerReaders): ModelEvent[] {
  const events: ModelEvent[] = readers.thoughts.flush();
  const sources = readers.hasText || events.length > 0 ? readers.sources.build() : "";
  return sources === "" ? events : [...events, { type: "text", text: sources }];
}

/**
 * Parses a `chat.completion.chunk`, or a whole `chat.completion`. Validates by hand instead of by a schema, because it
 * runs once per token. Ignores unknown fields; returns null for anything that is not an event of this wire. Adds each
 * delta to the `readers`, and throws their errors.
 */
export function parseChatChunk(value: unknown, readers: AnswerReaders): ChatChunk | null {
  if (!isRecord(value)) return null;
  const error = findError(value);
  if (error != null) return { events: [], usage: null, finishReason: null, error, cut: null };
  const choices = value.choices;
  let usage = readUsage(value.usage);
  if (!Array.isArray(choices)) return usage ? { events: [], usage, finishReason: null, error: null, cut: null } : null;
  const events: ModelEvent[] = [];
  let finishReason: FinishReason | null = null;
  let cut: ModelError | null = null;
  for (const choice of choices) {
    if (!isRecord(choice)) return null;
    // We request one answer. Skip any others, so that their text does not get mixed into it.
    if (typeof choice.index === "number" && choice.index !== 0) continue;
    // Moonshot reports usage in the choice.
    usage ??= readUsage(choice.usage);
    const delta = choice.delta ?? choice.message ?? toTextDelta(choice);
    if (isRecord(delta)) {
      addDeltaEvents(delta, events, readers);
      readers.sources.add(value, delta);
    }
    const reason = typeof choice.finish_reason === "string" ? choice.finish_reason.toLowerCase() : "";
    if (isBrokenOff(reason)) {
      cut = new ModelError("cut", `the answer ended with the finish reason ${reason}`);
      // DashScope's own format sends the word "null" with each part.
    } else if (reason !== "" && reason !== "null") {
      finishReason = toFinishReason(reason);
      events.push(...endAnswer(readers));
    }
  }
  return { events, usage, finishReason, error: null, cut };
}

/** Returns the error of an event: vLLM sends it as the event itself, OpenRouter as part of the choice. */
function findError(value: Record<string, unknown>): unknown {
  if (isError(value.error)) return value.error;
  if (value.object === "error") return value;
  const choices: unknown[] = Array.isArray(value.choices) ? value.choices : [];
  return choices.map((choice) => (isRecord(choice) ? choice.error : null)).find(isError);
}

/** Some gateways have an empty field for the error in each event. */
const isError = (error: unknown) => error != null && error !== "" && error !== false;

/** Returns the text of a choice in the format of OpenAI's older completions, which some servers send. */
const toTextDelta = ({ text }: Record<string, unknown>) => (typeof text === "string" ? { content: text } : null);

function addDeltaEvents(delta: Record<string, unknown>, events: ModelEvent[], readers: AnswerReaders): void {
  // DeepSeek and older vLLM send `reasoning_content`; newer vLLM, Ollama and OpenRouter `reasoning`; some send both
  // with the same text.
  const reasoning =
    textOf(delta.reasoning_content) ||
    textOf(delta.reasoning) ||
    thoughtsOf(delta.reasoning_details) ||
    thoughtsOf(delta.content);
  if (reasoning !== "") events.push({ type: "reasoning", text: reasoning });
  // OpenAI sends a refusal instead of the content.
  const text = textOf(delta.content) || textOf(delta.refusal);
  if (text !== "") events.push(...readers.thoughts.split(text));
  const images = formatImages(delta);
  if (images !== "") events.push(...readers.thoughts.flush(), { type: "text", text: images });
  readers.hasText ||= events.some(({ type }) => type === "text");
  const calls = readers.toolCalls.read(delta);
  if (calls.length > 0) events.push(...readers.thoughts.flush());
  events.push(...calls.map(({ event }) => event));
  const countedCalls = calls.map(({ call, event }) => ({ ...call, index: event.index }));
  readers.returnedFields?.add(calls.length > 0 ? { ...delta, tool_calls: countedCalls } : delta);
}

/** Returns a string, or the joined text parts of a list, which some servers send instead. Empty for anything else. */
function textOf(content: unknown): string {
  // Neither PostgreSQL nor the messages of a request may contain U+0000.
  if (typeof content === "string") return content.replaceAll("\0", "");
  if (!Array.isArray(content)) return "";
  return content
    .map((part) => (isRecord(part) && !isThought(part) && typeof part.text === "string" ? part.text : ""))
    .join("")
    .replaceAll("\0", "");
}

/**
 * Returns the thoughts among the parts of the content, as Mistral (`thinking`) and Databricks (`summary`) send them, or
 * in OpenRouter's `reasoning_details` (`text` or `summary`).
 */
function thoughtsOf(parts: unknown): string {
  if (!Array.isArray(parts)) return "";
  return parts
    .map((part) => {
      if (!isRecord(part) || !isThought(part)) return "";
      return textOf(part.thinking) || textOf(part.reasoning) || textOf(part.summary) || textOf(part.text);
    })
    .join("");
}

const isThought = ({ type }: Record<string, unknown>) =>
  typeof type === "string" && /^(thinking|reasoning)(\.|$)/.test(type);

function readUsage(usage: unknown): Usage | null {
  if (!isRecord(usage)) return null;
  const details = usage.prompt_tokens_details;
  // DeepSeek reports cached tokens in a separate field.
  const cachedTokens = isRecord(details) ? details.cached_tokens : usage.prompt_cache_hit_tokens;
  // Gateways report the writes of models whose cache costs extra.
  const cacheWriteTokens = isRecord(details) ? toTokenCount(details.cache_write_tokens) : 0;
  const outputDetails = usage.completion_tokens_details;
  const reasoningTokens = isRecord(outputDetails) ? outputDetails.reasoning_tokens : undefined;
  return {
    type: "usage",
    inputTokens: toTokenCount(usage.prompt_tokens),
    outputTokens: toTokenCount(usage.completion_tokens),
    cachedTokens: toTokenCount(cachedTokens),
    ...(cacheWriteTokens > 0 && { cacheWriteTokens }),
    ...(typeof reasoningTokens === "number" && { reasoningTokens: toTokenCount(reasoningTokens) }),
  };
}
