import type { Answer } from "@lectern/contract";
import type { StreamFormat } from "../chat/streamRun.ts";
import {
  type AnswerPart,
  type ApiUsage,
  createAnswerPartReader,
  getUsage,
  listCalls,
  toCallRules,
  toWrittenTexts,
} from "./answerParts.ts";
import type { ChatCompletionCall } from "./chatCompletionRequest.ts";
import type { ChatCompletion } from "./replySchemas.ts";
import { createStoppedError, toApiError, toEndFailure } from "./toApiError.ts";

/** What every part of a reply names. */
export interface ReplyHead {
  /** A UUID. */
  id: string;
  /** Seconds since 1970. */
  created: number;
}

/** Builds the reply to a call that does not stream. Throws if the answer was stopped. */
export function buildChatCompletion(
  call: ChatCompletionCall,
  answer: Answer,
  { id, created }: ReplyHead,
): ChatCompletion {
  if (answer.end?.end === "stopped") throw createStoppedError(answer.end);
  const calls = listCalls(answer, toCallRules(call, id)).map(({ id: callId, ...called }) => ({
    id: callId,
    type: "function" as const,
    function: called,
  }));
  const [first] = calls;
  const shownCalls = call.usesFunctions ? first && { function_call: first.function } : first && { tool_calls: calls };
  return {
    id: `chatcmpl-${id}`,
    object: "chat.completion",
    created,
    model: call.model,
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: answer.content === "" && first ? null : answer.content,
          refusal: null,
          ...(answer.reasoning === "" ? {} : { reasoning_content: answer.reasoning }),
          ...shownCalls,
        },
        logprobs: null,
        finish_reason: toFinishReason(answer.end?.finishReason, first !== undefined, call),
      },
    ],
    usage: toUsage(getUsage(answer.usage, call, toWrittenTexts(answer))),
  };
}

/**
 * Creates the format of a streamed reply: chunks, as OpenAI's API sends them. `getCause` returns why the answer failed, if
 * that is known.
 */
export function createChunkFormat(
  call: ChatCompletionCall,
  { id, created }: ReplyHead,
  getCause: () => unknown,
): StreamFormat {
  const parts = createAnswerPartReader(toCallRules(call, id));
  let output = "";
  let reasoning = "";
  let hasStarted = false;
  let hasCalls = false;
  const toChunk = (choices: object[], usage: object | null = null) => {
    const head = { id: `chatcmpl-${id}`, object: "chat.completion.chunk", created, model: call.model };
    return toEvent({ ...head, choices, ...(call.includesUsage ? { usage } : {}) });
  };
  const toDelta = (delta: object, reason: string | null = null) =>
    toChunk([{ index: 0, delta, logprobs: null, finish_reason: reason }]);
  const toText = (part: AnswerPart): string => {
    switch (part.type) {
      case "text":
        output += part.text;
        return toDelta({ content: part.text });
      case "reasoning":
        output += part.text;
        reasoning += part.text;
        return toDelta({ reasoning_content: part.text });
      case "call": {
        const { index, started, arguments: args } = part;
        output += args;
        if (call.usesFunctions && index > 0) return "";
        hasCalls = true;
        const called = { ...(started && { name: started.name }), arguments: args };
        if (call.usesFunctions) return toDelta({ function_call: called });
        return toDelta({
          tool_calls: [{ index, ...(started && { id: started.id, type: "function" }), function: called }],
        });
      }
      case "end": {
        const { end, finishReason, usage } = part.end;
        if (end !== "done") {
          const failure = toEndFailure(part.end, getCause(), call);
          return toEvent({ error: toApiError(failure, id) });
        }
        const lastDelta = toDelta({}, toFinishReason(finishReason, hasCalls, call));
        if (!call.includesUsage) return lastDelta;
        return lastDelta + toChunk([], toUsage(getUsage(usage, call, { output, reasoning })));
      }
      default:
        return part satisfies never;
    }
  };
  return {
    toText(events) {
      const text = parts.read(events).map(toText).join("");
      if (hasStarted || text === "") return text;
      hasStarted = true;
      return toDelta({ role: "assistant", content: "" }) + text;
    },
    end: "data: [DONE]\n\n",
  };
}

const toEvent = (data: object) => `data: ${JSON.stringify(data)}\n\n`;

function toFinishReason(
  reason: string | undefined,
  hasCalls: boolean,
  { usesFunctions }: Pick<ChatCompletionCall, "usesFunctions">,
): ChatCompletion["choices"][number]["finish_reason"] {
  if (reason === "length") return "length";
  if (reason === "contentFilter") return "content_filter";
  if (hasCalls) return usesFunctions ? "function_call" : "tool_calls";
  return "stop";
}

function toUsage({ inputTokens, outputTokens, cachedTokens, reasoningTokens }: ApiUsage): ChatCompletion["usage"] {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: cachedTokens },
    completion_tokens_details: { reasoning_tokens: reasoningTokens },
  };
}
