import { type ChatEvent, limits, type TokenUsage } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import {
  type FinishReason,
  type ModelCall,
  ModelError,
  type ModelEvent,
  type ModelProvider,
} from "../../../platform/modelProviders/modelProvider.ts";
import { createTextBatcher, type TextBatcher } from "../textBatcher.ts";
import { toAppError } from "../toAppError.ts";

export interface ModelOutcome {
  end: "done" | "stopped" | "failed";
  finishReason: FinishReason | null;
  /** The model server's own token counts; null if it sent none. */
  usage: TokenUsage | null;
  failure: AppError | null;
}

/** The source id of the answer's text and tool calls. It is short, because each of their events contains it. */
const answerSource = "0";
const batchIntervalMs = 30;
/** Counted for each tool call delta in addition to its text, so that a flood of empty deltas also reaches the limit. */
const toolCallOverheadChars = 20;

/**
 * Calls the model and emits its output as chat events, text in batches. Never rejects: every call ends as done, stopped
 * or failed.
 */
export async function callModel(
  provider: Pick<ModelProvider, "stream">,
  call: ModelCall,
  emit: (event: ChatEvent) => void,
): Promise<ModelOutcome> {
  const outcome: ModelOutcome = { end: "done", finishReason: null, usage: null, failure: null };
  if (call.signal.aborted) return { ...outcome, end: "stopped" };
  const batchers: OutputBatchers = {
    text: createTextBatcher((d) => emit({ s: answerSource, d }), batchIntervalMs),
    reasoning: createTextBatcher((r) => emit({ s: "meta", r }), batchIntervalMs),
  };
  let outputLength = 0;
  let hasAnswer = false;
  try {
    for await (const events of provider.stream(call)) {
      for (const event of events) {
        outputLength += countCharacters(event);
        if (outputLength > limits.messageLength)
          throw new AppError("tooLarge", { userMessage: "The answer was stopped because it became too long." });
        hasAnswer ||= event.type !== "reasoning" && countCharacters(event) > 0;
        handleEvent(event, batchers, emit, outcome);
      }
    }
    if (!hasAnswer) outcome.failure = createEmptyAnswerError(outcome.finishReason);
    if (outcome.failure) outcome.end = "failed";
  } catch (error) {
    outcome.failure = toFailure(error, call);
    outcome.end = outcome.failure ? "failed" : "stopped";
  }
  batchers.reasoning.flush();
  batchers.text.flush();
  return outcome;
}

/** Returns null if the call was stopped. If the signal's reason is an AppError, such as a timeout, the call failed. */
function toFailure(error: unknown, { signal: { aborted, reason }, responseFormat, tools }: ModelCall): AppError | null {
  if (aborted) return reason instanceof AppError ? reason : null;
  const failure = toAppError(error);
  const feature = responseFormat ? "structured answers" : tools ? "functions" : null;
  if (feature === null || !(error instanceof ModelError) || error.kind !== "badRequest") return failure;
  const userMessage = `The model's server refused the request. It may not support ${feature}. Please ask without them, or choose another model.`;
  return new AppError(failure.code, { userMessage, cause: error });
}

/** At most one buffer is non-empty: the other one is flushed before text is added, to preserve the order. */
interface OutputBatchers {
  text: TextBatcher;
  reasoning: TextBatcher;
}

function handleEvent(
  event: ModelEvent,
  batchers: OutputBatchers,
  emit: (event: ChatEvent) => void,
  outcome: ModelOutcome,
): void {
  switch (event.type) {
    case "text":
      batchers.reasoning.flush();
      batchers.text.add(event.text);
      return;
    case "reasoning":
      batchers.text.flush();
      batchers.reasoning.add(event.text);
      return;
    case "toolCall": {
      const { index, id, name, arguments: args } = event;
      const fn = { ...(name === undefined ? {} : { name }), ...(args === undefined ? {} : { arguments: args }) };
      const delta = { index, ...(id === undefined ? {} : { id, type: "function" }), function: fn };
      batchers.reasoning.flush();
      batchers.text.flush();
      emit({ s: answerSource, d: { tool_calls: [delta] } });
      return;
    }
    case "usage": {
      const { inputTokens, outputTokens, cachedTokens } = event;
      outcome.usage = { inputTokens, outputTokens, cachedTokens };
      return;
    }
    case "wireParts":
      return; // Only a call that continues this answer needs them.
    case "finish":
      outcome.finishReason = event.reason;
      return;
    default:
      event satisfies never;
  }
}

/** Returns the number of characters by which the event counts toward the limit of the answer. */
function countCharacters(event: ModelEvent): number {
  if (event.type === "text" || event.type === "reasoning") return event.text.length;
  if (event.type === "toolCall") {
    const { id = "", name = "", arguments: args = "" } = event;
    return toolCallOverheadChars + id.length + name.length + args.length;
  }
  return 0;
}

function createEmptyAnswerError(reason: FinishReason | null): AppError {
  const userMessage =
    reason === "contentFilter"
      ? "The model's server withheld the answer because of its content rules."
      : reason === "length"
        ? "The model reached its length limit before it wrote anything. Please allow a longer response."
        : "The model gave no answer.";
  return new AppError("providerFailed", { userMessage });
}
