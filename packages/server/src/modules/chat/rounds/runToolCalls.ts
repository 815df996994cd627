import { limits, type StatusEntry, type ToolStep } from "@lectern/contract";
import type { Run } from "../../../core/context.ts";
import type { RunTool, ToolResult } from "../../../core/run/tool.ts";
import type { ModelToolCall } from "../../../platform/modelProviders/modelProvider.ts";
import { rejectOnAbort } from "../../../platform/rejectOnAbort.ts";
import type { RunEmitter } from "../runEmitter.ts";

/** A call of a tool with what the model gets back; null while a person has to approve the call. */
export interface AnsweredCall {
  call: ModelToolCall;
  stepId: string;
  result: ToolResult | null;
  /** That of the tool for which a person has to approve the call. */
  fingerprint?: string | undefined;
}

export interface ToolRound {
  /** The number of the model call that requested the tools. */
  index: number;
  tools: readonly RunTool[];
  /** True if the person must not see arguments and results. */
  isSecret: boolean;
  /** How often each tool was called in earlier rounds; this round's calls are added. */
  callCounts: Map<string, number>;
}

/** A model that requests more calls at once gets errors for the others. */
const maxCallsPerRound = 16;
/** Characters of all results of one answer that are shown and stored, except for the beginning of each. */
const maxShownLength = 1_000_000;
const minShownLength = 1_000;

/** Runs the calls of one round in parallel, except those that need approval. Never rejects. */
export function runToolCalls(
  run: Run,
  emitter: RunEmitter,
  calls: readonly ModelToolCall[],
  round: ToolRound,
): Promise<AnsweredCall[]> {
  return Promise.all(
    calls.map(async (call, position): Promise<AnsweredCall> => {
      const stepId = `${round.index}-${position}`;
      const tool = round.tools.find(({ name }) => name === call.name);
      const step = createStep(run, call, stepId, round, tool);
      const refusal = findRefusal(call, tool, round, position);
      if (tool?.needsApproval && !refusal) {
        emitter.emitStep({ ...step, state: "waiting" });
        return { call, stepId, result: null, fingerprint: tool.fingerprint };
      }
      const result = refusal ?? (await runTool(run, emitter, step, { call, tool, isSecret: round.isSecret }));
      if (refusal) emitter.emitStep({ ...step, state: "failed", ...toShownResult(run, refusal, round.isSecret) });
      return { call, stepId, result };
    }),
  );
}

/** Runs a call that a person has approved. Never rejects. */
export async function runApprovedCall(
  run: Run,
  emitter: RunEmitter,
  { call, stepId, fingerprint }: Pick<AnsweredCall, "call" | "stepId" | "fingerprint">,
  round: ToolRound,
): Promise<AnsweredCall> {
  const tool = round.tools.find((each) => each.name === call.name && each.fingerprint === fingerprint);
  const knownStep = run.getAnswer().steps.find(({ id }) => id === stepId);
  const step = knownStep ?? createStep(run, call, stepId, round, tool);
  return { call, stepId, result: await runTool(run, emitter, step, { call, tool, isSecret: round.isSecret }) };
}

function createStep(
  run: Run,
  call: ModelToolCall,
  stepId: string,
  { index, isSecret }: ToolRound,
  tool: RunTool | undefined,
): ToolStep {
  return {
    id: stepId,
    round: index,
    tool: toStepText(call.name, 100),
    title: tool?.title ?? "Unknown tool",
    ...(tool?.needsApproval && tool.approvalQuestion ? { question: tool.approvalQuestion } : {}),
    arguments: isSecret && !tool?.showsArguments ? "" : toStepText(call.arguments, limits.toolArgumentsLength),
    state: "running",
    offset: run.getAnswer().content.length,
  };
}

/** Returns the result of a call that must not run; null if it may. */
function findRefusal(
  call: ModelToolCall,
  tool: RunTool | undefined,
  { tools, callCounts }: ToolRound,
  position: number,
): ToolResult | null {
  if (!tool) {
    const names = tools.map(({ name }) => name).join(", ");
    const text = `Unknown operation: ${toStepText(call.name, 100)}. Please double check that you are using the right format. The tools are: ${names}.`;
    return { text, isError: true };
  }
  if (position >= maxCallsPerRound) return { text: "Too many calls at once. Call fewer tools.", isError: true };
  const count = (callCounts.get(tool.name) ?? 0) + 1;
  callCounts.set(tool.name, count);
  if (count > tool.maxCalls) {
    const text = `This tool can be called ${tool.maxCalls} times for one answer. Answer with what you have.`;
    return { text, isError: true };
  }
  if (call.arguments.length > limits.toolArgumentsLength) return { text: "The arguments are too long.", isError: true };
  // Nobody has to approve a call that cannot run.
  return parseArguments(call.arguments) === invalidArguments ? invalidArgumentsResult : null;
}

async function runTool(
  run: Run,
  emitter: RunEmitter,
  step: ToolStep,
  { call, tool, isSecret }: { call: ModelToolCall; tool: RunTool | undefined; isSecret: boolean },
): Promise<ToolResult> {
  // A call may have consequences, so a run that was stopped before it must not make it.
  if (run.signal.aborted) return cancelStep(emitter, step);
  emitter.emitStep({ ...step, state: "running" });
  const startedAt = performance.now();
  const result = tool
    ? await runWithLimits(run, emitter, call, tool)
    : { text: "The call was not made, because this tool was changed or removed in the meantime.", isError: true };
  if (run.signal.aborted) return cancelStep(emitter, step);
  for (const event of result.events ?? []) emitter.emit(event);
  emitter.emitStep({
    ...step,
    state: result.isError ? "failed" : "done",
    durationMs: Math.round(performance.now() - startedAt),
    ...toShownResult(run, result, isSecret),
  });
  return result;
}

function cancelStep(emitter: RunEmitter, step: ToolStep): ToolResult {
  emitter.emitStep({ ...step, state: "cancelled" });
  return { text: "The call was cancelled.", isError: true };
}

/** Cuts a result that the answer would be too long with. The model gets more of it. */
function toShownResult(run: Run, { text }: ToolResult, isSecret: boolean): { result?: string } {
  if (isSecret) return {};
  const shownLength = run.getAnswer().steps.reduce((sum, { result = "" }) => sum + result.length, 0);
  const maxLength = Math.min(limits.toolResultLength, Math.max(minShownLength, maxShownLength - shownLength));
  return { result: toStepText(cutText(text, maxLength), maxLength) };
}

/** Steps contain no NUL, which PostgreSQL cannot store; a step with one would not be shown. */
function toStepText(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replaceAll("\0", "").toWellFormed();
}

/** Runs a tool within its time limit. A failure becomes a result, so that the model can go on without it. */
async function runWithLimits(run: Run, emitter: RunEmitter, call: ModelToolCall, tool: RunTool): Promise<ToolResult> {
  const args = parseArguments(call.arguments);
  if (args === invalidArguments) return invalidArgumentsResult;
  const timeoutSignal = AbortSignal.timeout(tool.timeoutMs);
  const signal = AbortSignal.any([run.signal, timeoutSignal]);
  const report = (st: StatusEntry) => !signal.aborted && emitter.emit({ s: "meta", st });
  try {
    const result = await rejectOnAbort(tool.run(args, { signal, report }), signal);
    return { ...result, text: cutText(result.text, limits.toolResultLength) };
  } catch (error) {
    if (timeoutSignal.aborted) {
      return { text: `The tool took longer than ${tool.timeoutMs / 1_000} seconds and was stopped.`, isError: true };
    }
    if (!run.signal.aborted) {
      const logFields = { err: error, tool: tool.name, requestId: run.turn.requestId };
      run.platform.log.warn(logFields, "a tool failed");
    }
    return { text: "The tool failed. Try another way, or answer without it.", isError: true };
  }
}

const invalidArguments = Symbol("invalid arguments");
const invalidArgumentsResult: ToolResult = {
  text: "The arguments are not valid JSON. Call the tool again with a JSON object.",
  isError: true,
};

/** Some models write nothing instead of an empty object. */
function parseArguments(json: string): unknown {
  try {
    return JSON.parse(json.trim() === "" ? "{}" : json);
  } catch {
    return invalidArguments;
  }
}

/** Shortens a result. The model is told, so that it does not take the part for the whole. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const note = "\n[The rest was left out because the result is too long.]";
  return text.slice(0, Math.max(0, length - note.length)).toWellFormed() + note;
}
