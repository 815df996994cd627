import { writeFunctions } from "../../../entities/codeInterpreter/functions/writeFunctions.ts";
import { withInterpreter } from "../../../entities/codeInterpreter/interpreterPool.ts";
import { onNextFrame } from "../../../lib/onNextFrame.ts";
import { createPageStore } from "../../../lib/pageStore.ts";
import { untilAborted } from "../../../lib/untilAborted.ts";
import type { PythonResult, PythonRunOptions, PythonState } from "../../../ui/python/pythonInterpreter.ts";

/** The last run of a code block. */
export interface BlockRun {
  /** `waiting`: for another block of the conversation. */
  state: PythonState | "waiting" | "ended";
  stdout: string;
  stderr: string;
  /** Null until the run has ended. */
  result: PythonResult | null;
}

interface Block {
  conversationId: string;
  /** Unique among the blocks of all conversations. */
  key: string;
  code: string;
}

/** Time that code may take. People can stop it at any time. */
const timeoutMs = 300_000;
/** Their files are in memory. */
const maxRuns = 20;

const useRuns = createPageStore<Readonly<Record<string, BlockRun>>>(() => ({}));
const stops = new Map<string, AbortController>();

/** Returns the last run of a block; null if there is none. */
export const useBlockRun = (key: string): BlockRun | null => useRuns((runs) => runs[key] ?? null);

/** Runs a block in the interpreter of its conversation, which has the variables of the blocks that ran before. */
export async function runBlock({ conversationId, key, code }: Block): Promise<void> {
  if (stops.has(key)) return;
  const controller = new AbortController();
  stops.set(key, controller);
  let run: BlockRun = { state: "waiting", stdout: "", stderr: "", result: null };
  let cancelUpdate = () => {};
  const update = (changes: Partial<BlockRun>) => {
    run = { ...run, ...changes };
    cancelUpdate();
    // Code may write thousands of lines in a moment.
    cancelUpdate = onNextFrame(() => setRun(key, run));
  };
  setRun(key, run);
  const result = await runInPool(conversationId, code, {
    signal: controller.signal,
    timeoutMs,
    onProgress: (state) => update({ state }),
    onOutput: (stream, text) => update({ [stream]: run[stream] + text }),
  });
  cancelUpdate();
  stops.delete(key);
  // Code that was stopped before it began has nothing to show.
  if (!result) return clearBlock(key);
  const { stdout, stderr } = result;
  setRun(key, { state: "ended", stdout, stderr, result });
}

export function stopBlock(key: string): void {
  stops.get(key)?.abort();
}

/** Removes what is shown of a run that has ended. */
export function clearBlock(key: string): void {
  const { [key]: _, ...others } = useRuns.getState();
  useRuns.setState(others, true);
}

function setRun(key: string, run: BlockRun): void {
  const { [key]: _, ...others } = useRuns.getState();
  const kept = Object.entries(others).slice(-maxRuns);
  useRuns.setState({ ...Object.fromEntries(kept), [key]: run }, true);
}

/**
 * Runs code in the interpreter that the answers of the conversation have, too. Returns null if it is stopped before it
 * begins. Never rejects.
 */
async function runInPool(
  conversationId: string,
  code: string,
  options: PythonRunOptions,
): Promise<PythonResult | null> {
  const { signal } = options;
  let hasBegun = false;
  let result: PythonResult = {
    ...{ status: "unavailable", stdout: "", stderr: "", value: null, error: null, files: [] },
  };
  try {
    await withInterpreter(conversationId, signal, async ({ interpreter }) => {
      // Code that needs no function runs without them, and other code says what is missing.
      await untilAborted(writeFunctions(interpreter), signal).catch(() => {});
      if (signal.aborted) return true;
      hasBegun = true;
      result = await interpreter.run(code, options);
      return result.status === "done" || result.status === "failed";
    });
  } catch (error) {
    result = { ...result, stderr: error instanceof Error ? error.message : String(error) };
  }
  return hasBegun || !signal.aborted ? result : null;
}
