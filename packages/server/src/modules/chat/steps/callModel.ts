import { type ChatEvent, limits, type TokenUsage } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import {
  type FinishReason,
  type ModelCall,
  ModelError,
  type ModelEvent,
  type ModelProvider,
} from "../../../platform/modelProviders/modelProvider.ts";
import { toAppError } from "../toAppError.ts";
import { createTextBatcher, type TextBatcher } from "../textBatcher.ts";

export interface ModelOutcome {
  end: "done" | "stopped" | "failed";
  finishReason: FinishReason | null;
  /** As the model's server counted; null when it did not say. */
  usage: TokenUsage | null;
  /** Why it failed. */
  failure: AppError | null;
}

/** The name under which the answer's own text goes; short, since every event carries it. */
const answerSource = "0";
const gatherMs = 30;
/** What a piece of a function call takes beside its texts: a flood of empty ones must come to its end too. */
const toolCallLength = 20;

/**
 * Calls the model and turns what it says into events. Never throws: it ends in exactly one of done, stopped and failed, and
 * keeps what came before. The first text leaves at once, later ones together when they come within 30 ms.
 */
export async function callModel(
  provider: Pick<ModelProvider, "stream">,
  call: ModelCall,
  emit: (event: ChatEvent) => void,
): Promise<ModelOutcome> {
  const outcome: ModelOutcome = { end: "done", finishReason: null, usage: null, failure: null };
  if (call.signal.aborted) return { ...outcome, end: "stopped" };
  const said: Said = {
    text: createTextBatcher((d) => emit({ s: answerSource, d }), gatherMs),
    reasoning: createTextBatcher((r) => emit({ s: "meta", r }), gatherMs),
  };
  let length = 0;
  let hasAnswer = false;
  try {
    for await (const events of provider.stream(call)) {
      for (const event of events) {
        length += lengthOf(event);
        if (length > limits.messageLength)
          throw new AppError("tooLarge", { userMessage: "The answer became too long." });
        hasAnswer ||= event.type !== "reasoning" && lengthOf(event) > 0;
        take(event, said, emit, outcome);
      }
    }
    if (!hasAnswer) outcome.failure = emptyAnswerFailure(outcome.finishReason);
    if (outcome.failure) outcome.end = "failed";
  } catch (error) {
    outcome.failure = failureOf(error, call);
    outcome.end = outcome.failure ? "failed" : "stopped";
  }
  said.reasoning.flush();
  said.text.flush();
  return outcome;
}

/** Null: it was stopped. A signal whose reason is an AppError ended the call because it failed. */
function failureOf(error: unknown, { signal: { aborted, reason }, responseFormat, tools }: ModelCall): AppError | null {
  if (aborted) return reason instanceof AppError ? reason : null;
  const failure = toAppError(error);
  const asked = responseFormat ? "answers in the form that was asked for" : tools ? "functions" : null;
  if (asked === null || !(error instanceof ModelError) || error.kind !== "badRequest") return failure;
  const userMessage = `The model's server refused the request. It may not know ${asked}: please ask in plain words, or choose another model.`;
  return new AppError(failure.code, { userMessage, cause: error });
}

/** Of the two at most one holds something back: whatever comes after lets it go first, so that the order holds. */
interface Said {
  text: TextBatcher;
  reasoning: TextBatcher;
}

function take(event: ModelEvent, said: Said, emit: (event: ChatEvent) => void, outcome: ModelOutcome): void {
  switch (event.type) {
    case "text":
      said.reasoning.flush();
      said.text.add(event.text);
      return;
    case "reasoning":
      said.text.flush();
      said.reasoning.add(event.text);
      return;
    case "toolCall": {
      const { index, id, name, arguments: given } = event;
      const fn = { ...(name === undefined ? {} : { name }), ...(given === undefined ? {} : { arguments: given }) };
      const delta = { index, ...(id === undefined ? {} : { id, type: "function" }), function: fn };
      said.reasoning.flush();
      said.text.flush();
      emit({ s: answerSource, d: { tool_calls: [delta] } });
      return;
    }
    case "usage": {
      const { inputTokens, outputTokens, cachedTokens } = event;
      outcome.usage = { inputTokens, outputTokens, cachedTokens };
      return;
    }
    case "finish":
      outcome.finishReason = event.reason;
      return;
    default:
      event satisfies never;
  }
}

/** Characters that the event adds to the answer; 0: it adds nothing. */
function lengthOf(event: ModelEvent): number {
  if (event.type === "text" || event.type === "reasoning") return event.text.length;
  if (event.type === "toolCall") {
    const { id = "", name = "", arguments: given = "" } = event;
    return toolCallLength + id.length + name.length + given.length;
  }
  return 0;
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
