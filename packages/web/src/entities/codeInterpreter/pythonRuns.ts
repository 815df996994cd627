import { createPageStore } from "../../lib/pageStore.ts";

/**
 * What a step does that a browser runs. `elsewhere`: another tab runs it. `waiting`: another step runs first. `storing`: the
 * code has ended, and its files are stored. `sending`: the answer is about to continue with the result.
 */
type PythonPhase = "elsewhere" | "waiting" | "loading" | "packages" | "running" | "storing" | "sending";

export interface PythonRun {
  phase: PythonPhase;
  /** What the code has printed, at most its last `maxOutputCharacters`. */
  output: string;
  startedAtMs: number;
  /** Stops the code; the answer continues with what it has done. Null: nothing runs that could be stopped. */
  stop: (() => void) | null;
}

/** Why an answer has not continued with the results that this page has, and how to send them again. */
interface SendProblem {
  text: string;
  /** Null: another try cannot help. */
  retry: (() => void) | null;
}

interface PythonRuns {
  /** By `toStepKey`. */
  steps: Readonly<Record<string, PythonRun>>;
  /** By the ids of answers. */
  problems: Readonly<Record<string, SendProblem>>;
}

export const usePythonRuns = createPageStore<PythonRuns>(() => ({ steps: {}, problems: {} }));

/** A step's id is unique within its answer only. */
export const toStepKey = (messageId: string, stepId: string): string => `${messageId}/${stepId}`;

const maxOutputCharacters = 20_000;

export function changeRun(key: string, changes: Partial<PythonRun>): void {
  usePythonRuns.setState(({ steps }) => {
    const run = steps[key] ?? { phase: "waiting", output: "", startedAtMs: Date.now(), stop: null };
    return { steps: { ...steps, [key]: { ...run, ...changes } } };
  });
}

/** Does nothing if the step has ended. */
export function appendOutput(key: string, text: string): void {
  const run = usePythonRuns.getState().steps[key];
  if (run) changeRun(key, { output: (run.output + text).slice(-maxOutputCharacters) });
}

export function endRuns(keys: readonly string[]): void {
  usePythonRuns.setState(({ steps }) => ({
    steps: Object.fromEntries(Object.entries(steps).filter(([key]) => !keys.includes(key))),
  }));
}

/** `problem`: null removes it. */
export function setProblem(messageId: string, problem: SendProblem | null): void {
  usePythonRuns.setState(({ problems }) => {
    const { [messageId]: _, ...others } = problems;
    return { problems: problem ? { ...others, [messageId]: problem } : others };
  });
}
