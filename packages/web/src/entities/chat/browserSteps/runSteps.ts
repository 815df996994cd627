import type { BrowserToolResult, Conversation, ToolStep } from "@lectern/contract";
import { unavailableResult } from "../../codeInterpreter/modelTexts.ts";
import { readPythonCode } from "../../codeInterpreter/pythonCode.ts";
import { changeRun, toStepKey } from "../../codeInterpreter/pythonRuns.ts";
import type { StepDecision } from "../runs/continuePost.ts";

/** What steps have returned, by their ids. */
export type StepResults = Map<string, BrowserToolResult>;

interface StepsTask {
  userId: string;
  conversation: Conversation;
  answerId: string;
  steps: readonly ToolStep[];
  /** The results so far, which are not computed again. */
  results: StepResults;
}

type Runner = Pick<typeof import("../../codeInterpreter/runPythonStep.ts"), "runPythonStep">;

/** Loaded when the first code runs. */
const loadRunner = (): Promise<Runner> => import("../../codeInterpreter/runPythonStep.ts");

/** Runs steps one after another, because they share variables. Never rejects. `load` is for tests. */
export async function runSteps(task: StepsTask, signal: AbortSignal, load = loadRunner): Promise<StepDecision[]> {
  const { userId, conversation, answerId, steps, results } = task;
  for (const { id } of steps) changeRun(toStepKey(answerId, id), { phase: "waiting" });
  for (const step of steps) {
    const stepKey = toStepKey(answerId, step.id);
    if (!results.has(step.id)) {
      const controller = new AbortController();
      changeRun(stepKey, { stop: () => controller.abort(), startedAtMs: Date.now() });
      const code = readPythonCode(step);
      const both = AbortSignal.any([signal, controller.signal]);
      const runner = await load().catch(() => null);
      const pythonTask = { userId, conversation, answerId, code, stepKey };
      results.set(step.id, runner ? await runner.runPythonStep(pythonTask, both) : unavailableResult);
    }
    changeRun(stepKey, { phase: "sending", stop: null });
  }
  return steps.flatMap(({ id }) => {
    const result = results.get(id);
    return result ? [{ stepId: id, isApproved: true, result }] : [];
  });
}
