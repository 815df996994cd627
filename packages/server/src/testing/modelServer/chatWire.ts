import type { Behaviour } from "./behaviour.ts";
import { formatCallDeltas, formatThinkingDelta } from "./oddAnswers.ts";
import { type ScriptedCall, toCallId } from "./toolScript.ts";

/** Formats the events of a streamed chat completion. Constant parts are built once per answer. */
export interface ChatWire {
  role(): string;
  text(token: string): string;
  reasoning(token: string): string;
  toolCalls(calls: readonly (ScriptedCall & { id: string })[]): string;
  finish(reason: string): string;
  usage(inputTokens: number, outputTokens: number, cachedTokens: number): string;
  error(echo: string, code: string | null): string;
  hugeEvent(): string;
  done: string;
  whole(behaviour: Behaviour, inputTokens: number, outputTokens: number): string;
}

export function createChatWire(
  id: string,
  model: string,
  { callForm, thoughtForm, reasoningTokens }: Behaviour,
): ChatWire {
  const commonFields = `"id":${JSON.stringify(id)},"object":"chat.completion.chunk","created":1767225600,"model":${JSON.stringify(model)}`;
  const formatEvent = (fields: string) => `data: {${commonFields},${fields}}\n\n`;
  const formatChoice = (delta: string, reason: string | null = null) =>
    formatEvent(`"choices":[{"index":0,"delta":${delta},"finish_reason":${JSON.stringify(reason)}}]`);
  const toWireUsage = (input: number, output: number, cached: number) => ({
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
    ...(reasoningTokens !== null && { completion_tokens_details: { reasoning_tokens: reasoningTokens } }),
  });

  return {
    role: () => formatChoice('{"role":"assistant","content":""}'),
    text: (token) => formatChoice(`{"content":${JSON.stringify(token)}}`),
    reasoning: (token) => formatChoice(JSON.stringify(formatThinkingDelta(token, thoughtForm))),
    toolCalls: (calls) =>
      formatCallDeltas(calls, callForm)
        .map((delta) => formatChoice(JSON.stringify(delta)))
        .join(""),
    finish: (reason) => formatChoice("{}", reason),
    usage: (input, output, cached) =>
      formatEvent(`"choices":[],"usage":${JSON.stringify(toWireUsage(input, output, cached))}`),
    error: (echo, code) =>
      `data: ${formatErrorBody(`The scripted server failed during the answer.${echo}`, "server_error", code)}\n\n`,
    hugeEvent: () => formatChoice(JSON.stringify({ content: "x".repeat(4_400_000) })),
    done: "data: [DONE]\n\n",
    whole: ({ answer, think, calls, roundIndex, finishReason, hasUsage, cachedTokens }, input, output) =>
      JSON.stringify({
        id,
        object: "chat.completion",
        created: 1_767_225_600,
        model,
        choices: [
          {
            index: 0,
            message: {
              role: "assistant",
              content: answer,
              ...(think !== "" && formatThinkingDelta(think, thoughtForm, answer)),
              ...(calls.length > 0 && {
                tool_calls: calls.map((call, position) => ({
                  id: toCallId(roundIndex, position),
                  type: "function",
                  function: call,
                })),
              }),
            },
            finish_reason: calls.length > 0 ? "tool_calls" : finishReason,
          },
        ],
        ...(hasUsage && { usage: toWireUsage(input, output, cachedTokens) }),
      }),
  };
}

export function formatErrorBody(message: string, type: string, code: string | null): string {
  return JSON.stringify({ error: { message, type, param: null, code } });
}

/** Several kinds of meaningless events. None of them ends an answer. */
export const noiseEvents: readonly string[] = [
  "data: {this is no JSON\n\n",
  "data: [1,2,3]\n\n",
  'data: {"choices":"none"}\n\n',
  ": a comment\n\n",
  "noise without a field\n\n",
  'data: {"choices":[null]}\n\n',
];
