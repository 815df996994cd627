import { limits, type StatusEntry, type ToolStep } from "@lectern/contract";
import type { Run } from "../../../core/context.ts";
import { cutText } from "../../../core/run/cutText.ts";
import type { RunTool, ServerTool, ToolResult } from "../../../core/run/tool.ts";
import type { ModelToolCall } from "../../../platform/modelProviders/modelProvider.ts";
import { rejectOnAbort } from "../../../platform/rejectOnAbort.ts";
import type { RunEmitter } from "../runEmitter.ts";

/** Characters of all results of one answer that are shown and stored, except for the beginning of each. */
const maxShownLength = 1_000_000;
const minShownLength = 1_000;

/** Makes a call of a tool of the server. Never rejects. */
export async function runTool(
  run: Run,
  emitter: RunEmitter,
  step: ToolStep,
  { call, tool, isSecret }: { call: ModelToolCall; tool: ServerTool | undefined; isSecret: boolean },
): Promise<ToolResult> {
  // A call may have consequences, so a run that was stopped before it must not make it.
  if (run.signal.aborted) return cancelStep(emitter, step);
  emitter.emitStep({ ...step, state: "running" });
  const startedAt = performance.now();
  const result = tool ? await runWithLimits(run, emitter, call, tool) : changedToolResult;
  if (run.signal.aborted) return cancelStep(emitter, step);
  endStep(run, emitter, step, result, { isSecret, durationMs: Math.round(performance.now() - startedAt) });
  return result;
}

/** Ends the step of a call with its result. */
export function endStep(
  run: Run,
  emitter: RunEmitter,
  step: ToolStep,
  result: ToolResult,
  { isSecret, ...duration }: { isSecret: boolean; durationMs?: number },
): void {
  for (const event of result.events ?? []) emitter.emit(event);
  const state = result.wasStopped ? "cancelled" : result.isError ? "failed" : "done";
  emitter.emitStep({ ...step, state, ...duration, ...toShownResult(run, result, isSecret) });
}

export const changedToolResult: ToolResult = {
  text: "The call was not made, because this tool was changed or removed in the meantime.",
  isError: true,
};

function cancelStep(emitter: RunEmitter, step: ToolStep): ToolResult {
  emitter.emitStep({ ...step, state: "cancelled" });
  return { text: "The call was cancelled.", isError: true };
}

/** Cuts a result that the answer would be too long with. The model gets more of it. */
export function toShownResult(run: Run, { text }: ToolResult, isSecret: boolean): { result?: string } {
  if (isSecret) return {};
  const shownLength = run.getAnswer().steps.reduce((sum, { result = "" }) => sum + result.length, 0);
  const maxLength = Math.min(limits.toolResultLength, Math.max(minShownLength, maxShownLength - shownLength));
  return { result: toStepText(cutText(text, maxLength), maxLength) };
}

/** Steps contain no NUL, which PostgreSQL cannot store; a step with one would not be shown. */
export function toStepText(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replaceAll("\0", "").toWellFormed();
}

/** Runs a tool within its time limit. A failure becomes a result, so that the model can go on without it. */
async function runWithLimits(
  run: Run,
  emitter: RunEmitter,
  call: ModelToolCall,
  tool: ServerTool,
): Promise<ToolResult> {
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
    return toFailedResult(run, tool, error);
  }
}

export function toFailedResult(run: Run, tool: RunTool, error: unknown): ToolResult {
  if (!run.signal.aborted) {
    const logFields = { err: error, tool: tool.name, requestId: run.turn.requestId };
    run.platform.log.warn(logFields, "a tool failed");
  }
  return { text: "The tool failed. Try another way, or answer without it.", isError: true };
}

export const invalidArguments = Symbol("invalid arguments");
export const invalidArgumentsResult: ToolResult = {
  text: "The arguments are not valid JSON. Call the tool again with a JSON object.",
  isError: true,
};

/** Some models write nothing instead of an empty object. */
export function parseArguments(json: string): unknown {
  try {
    return JSON.parse(json.trim() === "" ? "{}" : json);
  } catch {
    return invalidArguments;
  }
}
