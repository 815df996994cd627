import { type Answer, type ChatEvent, emptyAnswer, limits } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import type { ModelOutcome, RoundOutput } from "../../../core/run/modelOutcome.ts";
import { createTextBatcher, type TextBatcher } from "../../../core/run/textBatcher.ts";
import {
  type FinishReason,
  type ModelCall,
  ModelError,
  type ModelEvent,
  type ModelProvider,
  type ModelToolCall,
} from "../../../platform/modelProviders/modelProvider.ts";
import { toAppError } from "../toAppError.ts";

const batchIntervalMs = 30;
/** Counted for each tool call delta in addition to its text, so that a flood of empty deltas also reaches the limit. */
const toolCallOverheadChars = 20;

/** What one call of the model writes, filled while it is written. */
export interface OutputRecorder extends RoundOutput {
  toolCalls: ModelToolCall[];
}

export interface CallOutput {
  /** Receives what the model writes. */
  recorder: OutputRecorder;
  /** Receives the events of the answer, text in batches. */
  emit(event: ChatEvent): void;
  /** The source id of the text and the function calls. It is short, because each of their events contains it. */
  source: string;
  /** True if the server runs the functions, so that their calls are not events of the answer. */
  ownsTools: boolean;
  /** What earlier calls have written of the answer. */
  earlierAnswer: Pick<Answer, "content" | "reasoning" | "steps">;
}

/** Returns the output of the first call of an answer, whose functions the client runs. */
export function createCallOutput(emit: CallOutput["emit"]): CallOutput {
  const recorder: OutputRecorder = { content: "", reasoning: "", toolCalls: [], wireParts: null };
  return { recorder, emit, source: "0", ownsTools: false, earlierAnswer: emptyAnswer };
}

/**
 * Calls the model and emits its output as chat events. Never rejects: every call ends as done, stopped or failed. A
 * call without output fails, unless the answer has text from earlier calls.
 */
export async function callModel(
  provider: Pick<ModelProvider, "stream">,
  call: ModelCall,
  { recorder, emit, source, ownsTools, earlierAnswer }: CallOutput,
): Promise<ModelOutcome> {
  const outcome: ModelOutcome = { end: "done", finishReason: null, usage: null, failure: null };
  if (call.signal.aborted) return { ...outcome, end: "stopped" };
  const batchers: OutputBatchers = {
    text: createTextBatcher((d) => emit({ s: source, d }), batchIntervalMs),
    reasoning: createTextBatcher((r) => emit({ s: "meta", r }), batchIntervalMs),
  };
  const emitCall = ownsTools ? () => undefined : (event: ToolCallPart) => emit(toCallEvent(source, event));
  let outputLength = countAnswerCharacters(earlierAnswer);
  let hasAnswer = earlierAnswer.content !== "";
  let finishReason: FinishReason | null = null;
  try {
    for await (const events of provider.stream(call)) {
      for (const event of events) {
        if (event.type === "thoughtsEnd") {
          batchers.text.flush();
          emit({ s: "meta", moved: recorder.content.length });
          hasAnswer = earlierAnswer.content !== "";
        }
        outputLength += countCharacters(event);
        if (outputLength > limits.messageLength)
          throw new AppError("tooLarge", { userMessage: "The answer was stopped because it became too long." });
        hasAnswer ||= event.type !== "reasoning" && countCharacters(event) > 0;
        record(recorder, event);
        if (event.type === "finish") finishReason = event.reason;
        handleEvent(event, batchers, emitCall, outcome);
      }
    }
    if (!hasAnswer) outcome.failure = createEmptyAnswerError(finishReason);
    if (outcome.failure) outcome.end = "failed";
  } catch (error) {
    outcome.failure = toFailure(error, call);
    outcome.end = outcome.failure ? "failed" : "stopped";
  }
  batchers.reasoning.flush();
  batchers.text.flush();
  return outcome;
}

type ToolCallPart = Extract<ModelEvent, { type: "toolCall" }>;

function toCallEvent(source: string, { index, id, name, arguments: args }: ToolCallPart): ChatEvent {
  const fn = { ...(name === undefined ? {} : { name }), ...(args === undefined ? {} : { arguments: args }) };
  const delta = { index, ...(id === undefined ? {} : { id, type: "function" }), function: fn };
  return { s: source, d: { tool_calls: [delta] } };
}

function record(recorder: OutputRecorder, event: ModelEvent): void {
  if (event.type === "text") recorder.content += event.text;
  else if (event.type === "reasoning") recorder.reasoning += event.text;
  else if (event.type === "thoughtsEnd") {
    recorder.reasoning += recorder.content;
    recorder.content = "";
  } else if (event.type === "wireParts") recorder.wireParts = event.wireParts;
  else if (event.type === "toolCall" && event.index <= recorder.toolCalls.length) {
    const { id, name, arguments: args } = recorder.toolCalls[event.index] ?? { id: "", name: "", arguments: "" };
    recorder.toolCalls[event.index] = {
      id: id || (event.id ?? ""),
      name: name + (event.name ?? ""),
      arguments: args + (event.arguments ?? ""),
    };
  }
}

/** Returns null if the call was stopped. If the signal's reason is an AppError, such as a timeout, the call failed. */
function toFailure(error: unknown, call: ModelCall): AppError | null {
  const { aborted, reason } = call.signal;
  if (aborted) return reason instanceof AppError ? reason : null;
  const failure = toAppError(error);
  const advice = error instanceof ModelError && error.kind === "badRequest" ? describeRejection(error, call) : null;
  return advice === null ? failure : new AppError(failure.code, { userMessage: advice, cause: error });
}

/** Says what of the call the model's server has probably rejected, and what to do; null: nobody knows. */
function describeRejection(
  { isImageRefused }: ModelError,
  { responseFormat, tools, messages }: ModelCall,
): string | null {
  if (isImageRefused && messages.some((message) => message.role === "user" && message.images?.length))
    return "The model didn’t accept a picture in this chat. Please remove the picture, or choose another model.";
  const feature = responseFormat ? "structured answers" : tools ? "functions" : null;
  if (feature === null) return null;
  return `The model’s server rejected the request. It may not support ${feature}. Please ask without them, or choose another model.`;
}

/** At most one buffer is non-empty: the other one is flushed before text is added, to preserve the order. */
interface OutputBatchers {
  text: TextBatcher;
  reasoning: TextBatcher;
}

function handleEvent(
  event: ModelEvent,
  batchers: OutputBatchers,
  emitCall: (event: ToolCallPart) => void,
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
    case "toolCall":
      batchers.reasoning.flush();
      batchers.text.flush();
      emitCall(event);
      return;
    case "thoughtsEnd":
    case "wireParts":
      return;
    case "usage": {
      const { type: _, ...usage } = event;
      outcome.usage = usage;
      return;
    }
    case "finish":
      outcome.finishReason = event.reason;
      return;
    default:
      event satisfies never;
  }
}

/** Returns the number of characters of an answer that the model has written. */
function countAnswerCharacters({ content, reasoning, steps }: CallOutput["earlierAnswer"]): number {
  return steps.reduce((sum, step) => sum + step.arguments.length, content.length + reasoning.length);
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
      ? "The model’s server withheld the answer because of its content policy."
      : reason === "length"
        ? "The model reached its length limit before it wrote anything. Please allow a longer response."
        : "The model gave no answer. Please try again, or choose another model.";
  return new AppError("providerFailed", { userMessage });
}
