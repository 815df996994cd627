import type { Answer, ChatEvent, EndEvent, TokenUsage, ToolCall } from "@lectern/contract";
import { estimateInputTokensFromLength, type ModelInput } from "../../core/run/estimateUsage.ts";
import { estimateTokens } from "../../platform/tokenCounter.ts";
import type { ApiCall } from "./apiCall.ts";

/** What the formats of this API show of a run's events. */
export type AnswerPart =
  | { type: "text"; text: string }
  | { type: "reasoning"; text: string }
  /** `started`: the first part of this call, with its id and name. */
  | { type: "call"; index: number; started: { id: string; name: string } | null; arguments: string }
  | { type: "end"; end: EndEvent };

interface AnswerPartReader {
  /** Reads the next events, which have the form `id: …\ndata: …\n\n`. */
  read(events: string): AnswerPart[];
}

/** What determines the calls in an answer. */
interface CallRules {
  /** Precedes the position in the ids of calls that have none or one that is taken. */
  idPrefix: string;
  /** At most so many calls are shown. */
  maxCalls: number;
}

/** Limits the calls here, because many models and servers ignore that they should call one function at a time. */
export function toCallRules({ toolsAndFormat }: Pick<ApiCall, "toolsAndFormat">, idPrefix: string): CallRules {
  const maxCalls = toolsAndFormat.parallelToolCalls === false ? 1 : Number.POSITIVE_INFINITY;
  return { idPrefix: `call_${idPrefix}`, maxCalls };
}

/** Reads the events of one run. Text that a client has got cannot be taken back, even if it turns out to be a thought. */
export function createAnswerPartReader({ idPrefix, maxCalls }: CallRules): AnswerPartReader {
  let lastSource: string | null = null;
  const callIds: string[] = [];
  const readEvent = (event: ChatEvent): AnswerPart[] => {
    if ("end" in event) return [{ type: "end", end: event }];
    if ("r" in event) return [{ type: "reasoning", text: event.r }];
    if ("moved" in event) {
      lastSource = "";
      return [];
    }
    if (!("d" in event)) return [];
    if (typeof event.d === "string") {
      if (event.d === "") return [];
      const startsParagraph = lastSource !== null && lastSource !== event.s;
      lastSource = event.s;
      return [{ type: "text", text: startsParagraph ? `\n\n${event.d}` : event.d }];
    }
    return event.d.tool_calls.flatMap(({ index, id, function: called = {} }): AnswerPart[] => {
      if (index >= maxCalls) return [];
      const isNew = callIds[index] === undefined;
      const callId = callIds[index] ?? chooseCallId(id, index, callIds, idPrefix);
      callIds[index] = callId;
      const started = isNew ? { id: callId, name: called.name ?? "" } : null;
      return [{ type: "call", index, started, arguments: called.arguments ?? "" }];
    });
  };
  return {
    read: (events) => [...events.matchAll(/^data: (.*)$/gm)].flatMap(([, json = ""]) => readEvent(JSON.parse(json))),
  };
}

/** Returns the calls of a complete answer. */
export function listCalls({ toolCalls }: Answer, { idPrefix, maxCalls }: CallRules): ToolCall[] {
  const ids: string[] = [];
  return toolCalls.slice(0, maxCalls).map((call, index) => {
    const id = chooseCallId(call.id, index, ids, idPrefix);
    ids.push(id);
    return { ...call, id };
  });
}

/** Some servers give calls no id, or the same one twice. */
function chooseCallId(id: string | undefined, index: number, takenIds: readonly string[], prefix: string): string {
  return id === undefined || id === "" || takenIds.includes(id) ? `${prefix}_${index}` : id;
}

/** All texts of a complete answer that count as its output, as those of a streamed one, and its thoughts. */
export function toWrittenTexts({ content, reasoning, toolCalls }: Answer): WrittenTexts {
  return { output: [content, reasoning, ...toolCalls.map((call) => call.arguments)].join(""), reasoning };
}

interface WrittenTexts {
  output: string;
  reasoning: string;
}

/** The tokens of an answer and of the thoughts in it. */
export type ApiUsage = Required<Omit<TokenUsage, "cacheWriteTokens">>;

/** Returns the token counts of the model's server, and estimates those that it does not send. */
export function getUsage(
  usage: TokenUsage | null | undefined,
  call: ApiCall,
  { output, reasoning }: WrittenTexts,
): ApiUsage {
  const { inputTokens, outputTokens, cachedTokens, reasoningTokens } = usage ?? {
    inputTokens: estimateInputTokensFromLength(toModelInput(call)),
    outputTokens: estimateTokens(output),
    cachedTokens: 0,
  };
  const thoughtTokens = Math.min(reasoningTokens ?? estimateTokens(reasoning), outputTokens);
  return { inputTokens, outputTokens, cachedTokens, reasoningTokens: thoughtTokens };
}

function toModelInput({ systemPrompt, messages, toolsAndFormat }: ApiCall): ModelInput {
  const prompts = systemPrompt === null ? [] : [{ role: "system", content: systemPrompt } as const];
  return { ...toolsAndFormat, messages: [...prompts, ...messages] };
}
