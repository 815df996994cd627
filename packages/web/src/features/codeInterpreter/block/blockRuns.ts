import { onNextFrame } from "../../../lib/onNextFrame.ts";
import { createPageStore } from "../../../lib/pageStore.ts";
import type {
  PythonInterpreter,
  PythonResult,
  PythonRunOptions,
  PythonState,
} from "../../../ui/python/pythonInterpreter.ts";

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
/** Each takes about 100 MB. */
const maxInterpreters = 2;
/** Their files are in memory. */
const maxRuns = 20;

const unavailableResult: PythonResult = {
  status: "unavailable",
  stdout: "",
  stderr: "",
  value: null,
  error: null,
  files: [],
};

const useRuns = createPageStore<Readonly<Record<string, BlockRun>>>(() => ({}));
const stops = new Map<string, AbortController>();
/** By conversation, the one that was used last at the end. */
const interpreters = new Map<string, PythonInterpreter>();

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
  const options: PythonRunOptions = {
    signal: controller.signal,
    timeoutMs,
    onProgress: (state) => update({ state }),
    onOutput: (stream, text) => update({ [stream]: run[stream] + text }),
  };
  const result = await getInterpreter(conversationId)
    .then((interpreter) => interpreter.run(code, options))
    // Its code could not be loaded.
    .catch(() => unavailableResult);
  cancelUpdate();
  stops.delete(key);
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

async function getInterpreter(conversationId: string): Promise<PythonInterpreter> {
  const { openPython } = await import("../../../ui/python/openPython.ts");
  const interpreter = interpreters.get(conversationId) ?? openPython();
  interpreters.delete(conversationId);
  interpreters.set(conversationId, interpreter);
  for (const [id, other] of [...interpreters].slice(0, -maxInterpreters)) {
    other.close();
    interpreters.delete(id);
  }
  return interpreter;
}
