import { type ChatEvent, limits, type TokenUsage } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import type { FinishReason, ModelCall, ModelEvent, ModelProvider } from "../../../platform/modelProviders/modelProvider.ts";
import { toAppError } from "../modelFailure.ts";
import { createTextGatherer, type TextGatherer } from "../textGatherer.ts";

export interface ModelOutcome {
  end: "done" | "stopped" | "failed";
  finishReason: FinishReason | null;
  /** As the model's server counted; null when it did not say. */
  usage: TokenUsage | null;
  /** Why it failed. */
  failure: AppError | null;
}

/** The name under which the answer's own text goes; short, since every event carries it. */
export const answerSource = "0";
const gatherMs = 30;

/**
 * Calls the model and turns what it says into events. Never throws: it ends in exactly one of done, stopped and failed, and
 * keeps what came before. The first text leaves at once, later ones together when they come within 30 ms.
 */
export async function callModel(
  provider: ModelProvider,
  call: ModelCall,
  emit: (event: ChatEvent) => void,
): Promise<ModelOutcome> {
  const outcome: ModelOutcome = { end: "done", finishReason: null, usage: null, failure: null };
  if (call.signal.aborted) return { ...outcome, end: "stopped" };
  const text = createTextGatherer((d) => emit({ s: answerSource, d }), gatherMs);
  let length = 0;
  try {
    for await (const events of provider.stream(call)) {
      for (const event of events) length += take(event, text, emit, outcome);
      if (length > limits.messageLength) throw new AppError("tooLarge", { userMessage: "The answer became too long." });
    }
    if (length === 0) outcome.failure = emptyAnswerFailure(outcome.finishReason);
    if (outcome.failure) outcome.end = "failed";
  } catch (error) {
    outcome.end = call.signal.aborted ? "stopped" : "failed";
    if (outcome.end === "failed") outcome.failure = toAppError(error);
  }
  text.flush();
  return outcome;
}

/** Gives how many characters the event adds to the answer. */
function take(event: ModelEvent, text: TextGatherer, emit: (event: ChatEvent) => void, outcome: ModelOutcome): number {
  switch (event.type) {
    case "text":
      if (event.text !== "") text.add(event.text);
      return event.text.length;
    case "toolCall": {
      text.flush();
      const { index, id, name, arguments: given } = event;
      const fn = { ...(name === undefined ? {} : { name }), ...(given === undefined ? {} : { arguments: given }) };
      const delta = { index, ...(id === undefined ? {} : { id, type: "function" }), function: fn };
      emit({ s: answerSource, d: { tool_calls: [delta] } });
      return (name?.length ?? 0) + (given?.length ?? 0) + 1;
    }
    case "usage": {
      const { inputTokens, outputTokens, cachedTokens } = event;
      outcome.usage = { inputTokens, outputTokens, cachedTokens };
      return 0;
    }
    case "finish":
      outcome.finishReason = event.reason;
      return 0;
    default:
      return ignored(event);
  }
}

function emptyAnswerFailure(reason: FinishReason | null): AppError {
  const userMessage =
    reason === "contentFilter"
      ? "The model's server held the answer back because of its rules on content."
      : reason === "length"
        ? "The model used up the length it was given before it wrote anything. Please allow a longer response."
        : "The model gave no answer.";
  return new AppError("providerFailed", { userMessage });
}

function ignored(event: never): number {
  void event;
  return 0;
}
