import { addTokenUsage, limits, type TokenUsage } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import type { Run } from "../../../core/context.ts";
import { cutText } from "../../../core/run/cutText.ts";
import type { ModelOutcome, RoundOutput } from "../../../core/run/modelOutcome.ts";
import type { ModelRound, RunHooks } from "../../../core/run/run.ts";
import type { RunTool } from "../../../core/run/tool.ts";
import {
  type ModelCall,
  ModelError,
  type ModelMessage,
  type ModelProvider,
} from "../../../platform/modelProviders/modelProvider.ts";
import { estimateMaxTokens } from "../../../platform/tokenCounter.ts";
import type { RunEmitter } from "../runEmitter.ts";
import { callModel, createCallOutput } from "../steps/callModel.ts";
import { type AnsweredCall, runToolCalls, type ToolRound } from "./runToolCalls.ts";
import { toModelTool } from "./toModelTool.ts";
import { rememberRejectedTools } from "./toolSupport.ts";

/** In the last round, the model may not call tools, so that it answers with what it has. */
const maxRounds = 8;
/** Further calls of a round are ignored, so that all steps of an answer can be shown. */
const maxRequestedCalls = Math.floor(limits.toolCallsPerAnswer / maxRounds);
const minResultLength = 400;

/** What the rounds of one answer have in common. */
export interface RoundsInput {
  run: Run;
  hooks: readonly RunHooks[];
  emitter: RunEmitter;
  provider: Pick<ModelProvider, "stream">;
  /** The first call, without tools of the server. */
  call: ModelCall & { maxTokens: number };
  tools: readonly RunTool[];
  /** True if the person must not see the arguments and results of tools. */
  isSecret: boolean;
  /** Tokens that the messages of the rounds may use before the answer gets fewer. */
  toolSpace: number;
  /** The rounds of the earlier run whose answer this run continues; null if this run starts the answer. */
  earlierRounds: EarlierRounds | null;
}

export interface EarlierRounds {
  /** What the model wrote and what the tools returned, after the messages of `call`. */
  messages: readonly ModelMessage[];
  nextIndex: number;
  callCounts: Readonly<Record<string, number>>;
  /** What a tool said in place of a further answer of the model; absent: the model goes on. */
  pause?: string;
}

/** Calls that wait for a person's approval or a browser, with what is needed to continue the answer afterwards. */
export interface WaitingRounds extends EarlierRounds {
  /** What the model wrote in the last round. */
  output: RoundOutput;
  /** All calls of the last round in the model's order. Those that wait have no result. */
  calls: readonly AnsweredCall[];
}

export interface RoundsOutcome {
  outcome: ModelOutcome;
  waiting: WaitingRounds | null;
}

/**
 * Calls the model, runs the tools that it requests, and calls it again with their results, until it requests no more.
 * Rejects only with what `beforeModelCall` throws.
 */
export async function answerInRounds(input: RoundsInput): Promise<RoundsOutcome> {
  const { run, emitter, call, tools, earlierRounds, isSecret } = input;
  const callCounts = new Map(Object.entries(earlierRounds?.callCounts ?? {}));
  const addedMessages: ModelMessage[] = [...(earlierRounds?.messages ?? [])];
  let usage: TokenUsage | null = null;
  if (earlierRounds?.pause) {
    const outcome: ModelOutcome = { end: "done", finishReason: null, usage, failure: null };
    return { outcome: endPaused(emitter, outcome, earlierRounds.pause, earlierRounds.nextIndex), waiting: null };
  }
  for (let index = earlierRounds?.nextIndex ?? 0; ; index++) {
    const isLast = index >= maxRounds - 1;
    const roundTools =
      tools.length > 0 ? { tools: tools.map(toModelTool), ...(isLast ? { toolChoice: "none" as const } : {}) } : {};
    const addedTokens = countAddedTokens(addedMessages);
    const roundCall = {
      ...call,
      ...roundTools,
      messages: [...call.messages, ...addedMessages],
      maxTokens: Math.max(1, Math.floor(call.maxTokens - Math.max(0, addedTokens - input.toolSpace))),
    };
    const { outcome, output } = await runRound(input, roundCall, index);
    usage = outcome.usage ? (usage ? addTokenUsage(usage, outcome.usage) : outcome.usage) : usage;
    const total = { ...outcome, usage };
    const mayContinue = tools.length > 0 && outcome.end === "done" && output.toolCalls.length > 0;
    if (!mayContinue) return { outcome: total, waiting: null };
    if (isLast) return { outcome: endWithoutTools(total, output), waiting: null };

    const round: ToolRound = { index, tools, isSecret, callCounts };
    const calls = await runToolCalls(
      run,
      emitter,
      nameCalls(output.toolCalls.slice(0, maxRequestedCalls), index),
      round,
    );
    if (run.signal.aborted) return { outcome: toStoppedOutcome(total, run.signal), waiting: null };
    const state = { messages: [...addedMessages], nextIndex: index + 1, callCounts: Object.fromEntries(callCounts) };
    const pause = findPause(calls);
    if (pause !== null) return { outcome: endPaused(emitter, total, pause, index), waiting: null };
    if (calls.some(({ result }) => result === null)) {
      const waiting = { ...state, output: { ...output, toolCalls: calls.map((each) => each.call) }, calls };
      return { outcome: { ...total, finishReason: "approval" }, waiting };
    }
    addedMessages.push(...toRoundMessages(output, calls, input.toolSpace - countAddedTokens(addedMessages)));
  }
}

/**
 * Converts a round to messages. Results are shortened to what fits into the space, which is in tokens. All calls must
 * have a result.
 */
export function toRoundMessages(output: RoundOutput, calls: readonly AnsweredCall[], space: number): ModelMessage[] {
  const spacePerResult = Math.max(0, space) / Math.max(1, calls.length);
  return [
    {
      role: "assistant",
      // A model may write half a surrogate pair, which servers refuse.
      content: output.content.toWellFormed(),
      toolCalls: calls.map(({ call }) => call),
      ...(output.wireParts ? { wireParts: output.wireParts } : {}),
    },
    ...calls.map(
      ({ call, result }): ModelMessage => ({
        role: "tool",
        toolCallId: call.id,
        toolName: call.name,
        content: [fitResult(result?.text ?? "", spacePerResult), ...(result?.modelNote ? [result.modelNote] : [])].join(
          "\n\n",
        ),
        ...(result?.isError ? { isError: true } : {}),
      }),
    ),
  ];
}

/** Shortens a result to this number of tokens, but not below the minimum length. */
function fitResult(text: string, space: number): string {
  const tokens = estimateAddedTokens(text);
  return tokens <= space ? text : cutText(text, Math.max(minResultLength, Math.floor((text.length * space) / tokens)));
}

/** Calls the model once. If its server rejects the tools, calls it again without them. */
async function runRound(input: RoundsInput, call: RoundsInput["call"], index: number) {
  const { run, hooks, emitter, provider, tools } = input;
  const { messages, maxTokens, tools: modelTools, responseFormat } = call;
  const callOutput = {
    ...createCallOutput(emitter.emit),
    source: String(index),
    ownsTools: tools.length > 0,
    earlierAnswer: emitter.getAnswer(),
  };
  const { recorder: output } = callOutput;
  const round: ModelRound = {
    index,
    input: { messages, ...(modelTools ? { tools: modelTools } : {}), ...(responseFormat ? { responseFormat } : {}) },
    maxTokens,
    getOutput: () => output,
  };
  for (const { beforeModelCall } of hooks) await beforeModelCall?.(round);
  let outcome = await callModel(provider, call, callOutput);
  if (tools.length > 0 && index === 0 && mayRejectTools(outcome)) {
    const { tools: _, toolChoice: _choice, ...plainCall } = call;
    outcome = await callModel(provider, plainCall, callOutput);
    if (outcome.end === "done") rememberRejectedTools(run.platform, run.model.id);
  }
  for (const { afterModelCall } of hooks) afterModelCall?.(round, outcome);
  return { outcome, output };
}

function mayRejectTools({ failure }: ModelOutcome): boolean {
  const cause = failure?.cause;
  return cause instanceof ModelError && cause.kind === "badRequest" && !cause.isImageRefused;
}

/** Some servers give calls no id, or the same one twice. */
function nameCalls(calls: RoundOutput["toolCalls"], index: number) {
  const usedIds = new Set<string>();
  return calls.map((call, position) => {
    const id = call.id === "" || usedIds.has(call.id) ? `call_${index}_${position}` : call.id;
    usedIds.add(id);
    return { ...call, id };
  });
}

/** Estimates the tokens of what the rounds have added to the messages. */
export function countAddedTokens(messages: readonly ModelMessage[]): number {
  return Math.ceil(messages.reduce((sum, { content }) => sum + estimateAddedTokens(content), 0));
}

/** Estimates the tokens of a text from its length: 1 token per 4 ASCII characters, 1 per other character. */
const estimateAddedTokens = (text: string) => estimateMaxTokens(text) / 2;

/** The outcome of a model that calls tools although it may not. */
function endWithoutTools(outcome: ModelOutcome, { content }: RoundOutput): ModelOutcome {
  if (content.trim() !== "") return outcome;
  const userMessage = "The model kept calling tools and gave no answer. Please ask again, or choose another model.";
  return { ...outcome, end: "failed", failure: new AppError("providerFailed", { userMessage }) };
}

/** Returns what a tool said in place of a further answer of the model; null if none did. */
export function findPause(calls: readonly AnsweredCall[]): string | null {
  return calls.find(({ result }) => result?.pause)?.result?.pause ?? null;
}

/** Ends an answer with what a tool said. Nobody can allow a call any more that waits for it. */
function endPaused(
  emitter: Pick<RunEmitter, "emit" | "emitStep" | "getAnswer">,
  outcome: ModelOutcome,
  pause: string,
  index: number,
): ModelOutcome {
  const waitingSteps = emitter.getAnswer().steps.filter(({ state }) => state === "waiting");
  for (const step of waitingSteps) emitter.emitStep({ ...step, state: "cancelled" });
  emitter.emit({ s: String(index + 1), d: pause });
  return { ...outcome, finishReason: "pause" };
}

function toStoppedOutcome(outcome: ModelOutcome, { reason }: AbortSignal): ModelOutcome {
  if (!(reason instanceof AppError)) return { ...outcome, end: "stopped" };
  return { ...outcome, end: "failed", failure: reason };
}
