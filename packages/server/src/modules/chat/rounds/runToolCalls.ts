import { type BrowserToolResult, limits, type ToolStep } from "@lectern/contract";
import type { Run } from "../../../core/context.ts";
import type { RunTool, ServerTool, ToolResult } from "../../../core/run/tool.ts";
import type { ModelToolCall } from "../../../platform/modelProviders/modelProvider.ts";
import type { RunEmitter } from "../runEmitter.ts";
import {
  changedToolResult,
  endStep,
  invalidArguments,
  invalidArgumentsResult,
  parseArguments,
  runTool,
  toFailedResult,
  toShownResult,
  toStepText,
} from "./runTool.ts";

/** A call of a tool with what the model gets back; null while a person has to approve the call, or a browser to make it. */
export interface AnsweredCall {
  call: ModelToolCall;
  stepId: string;
  result: ToolResult | null;
  /** That of the tool for which a person has to approve the call. */
  fingerprint?: string | undefined;
  /** True if a browser has to make the call. */
  runsInBrowser?: boolean | undefined;
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

/** Runs the calls of one round in parallel, except those that wait for a person or a browser. Never rejects. */
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
      if (refusal) {
        emitter.emitStep({ ...step, state: "failed", ...toShownResult(run, refusal, round.isSecret) });
        return { call, stepId, result: refusal };
      }
      if (tool?.runsInBrowser) {
        emitter.emitStep({ ...step, state: "waiting" });
        return { call, stepId, result: null, runsInBrowser: true };
      }
      if (tool?.needsApproval) {
        emitter.emitStep({ ...step, state: "waiting" });
        return { call, stepId, result: null, fingerprint: tool.fingerprint };
      }
      return { call, stepId, result: await runTool(run, emitter, step, { call, tool, isSecret: round.isSecret }) };
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
  const tool = round.tools.find(
    (each): each is ServerTool => !each.runsInBrowser && each.name === call.name && each.fingerprint === fingerprint,
  );
  const step = findStep(run, stepId) ?? createStep(run, call, stepId, round, tool);
  return { call, stepId, result: await runTool(run, emitter, step, { call, tool, isSecret: round.isSecret }) };
}

/** Takes what a browser has returned for a call. Never rejects. */
export async function acceptBrowserCall(
  run: Run,
  emitter: RunEmitter,
  { call, stepId, runsInBrowser }: Pick<AnsweredCall, "call" | "stepId" | "runsInBrowser">,
  round: ToolRound,
  returned: BrowserToolResult,
): Promise<AnsweredCall> {
  const tool = round.tools.find((each) => each.name === call.name);
  const step = findStep(run, stepId) ?? createStep(run, call, stepId, round, tool);
  const text = toStepText(returned.text, limits.toolResultLength);
  const result = tool?.runsInBrowser
    ? await tool.accept({ ...returned, text }).catch((error: unknown) => toFailedResult(run, tool, error))
    : changedToolResult;
  // The person has the result already.
  endStep(run, emitter, step, result, { isSecret: false });
  return { call, stepId, result, runsInBrowser };
}

const findStep = (run: Run, stepId: string) => run.getAnswer().steps.find(({ id }) => id === stepId);

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
    ...(tool && asksPerson(tool) && tool.approvalQuestion ? { question: tool.approvalQuestion } : {}),
    arguments: isSecret && !showsArguments(tool) ? "" : toStepText(call.arguments, limits.toolArgumentsLength),
    state: "running",
    ...(tool?.runsInBrowser ? { runsInBrowser: true } : {}),
    offset: run.getAnswer().content.length,
  };
}

const asksPerson = (tool: RunTool): tool is ServerTool => !tool.runsInBrowser && tool.needsApproval;

/** A browser cannot make a call without its arguments. */
const showsArguments = (tool: RunTool | undefined) => tool?.runsInBrowser || tool?.showsArguments;

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
  // Nobody has to approve a call that cannot run, or to make it.
  const args = parseArguments(call.arguments);
  if (args === invalidArguments) return invalidArgumentsResult;
  const issue = tool.runsInBrowser ? tool.findIssue(args) : null;
  return issue === null ? null : { text: issue, isError: true };
}
