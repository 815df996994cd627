import { onTestFinished } from "vitest";
import { pythonSource } from "../entities/codeInterpreter/pythonSource.ts";
import type { PythonResult, PythonRunOptions } from "../ui/python/pythonInterpreter.ts";

/** A piece of code that the page runs. The test says what becomes of it. */
export interface StubbedCode {
  readonly code: string;
  readonly options: PythonRunOptions;
  /** The id of the interpreter. */
  readonly threadId: string;
  end(result?: Partial<PythonResult>): void;
}

export interface StubbedPython {
  /** What was run, in its order. */
  readonly runs: readonly StubbedCode[];
  /** The names and the texts of the files that the page has written into working folders. */
  readonly written: readonly (readonly [string, string])[];
  /** The ids of the interpreters that were closed. */
  readonly closedIds: readonly string[];
}

const emptyResult: PythonResult = { status: "done", stdout: "", stderr: "", value: null, error: null, files: [] };

/** Runs Python in place of the browser. `respond` is called with each piece of code; without it the test ends them itself. */
export function stubPython(respond: (run: StubbedCode) => void = () => {}): StubbedPython {
  const runs: StubbedCode[] = [];
  const written: [string, string][] = [];
  const closedIds: string[] = [];
  const { open } = pythonSource;
  onTestFinished(() => {
    pythonSource.open = open;
  });
  let openCount = 0;
  pythonSource.open = async () => {
    openCount += 1;
    const id = `python-${openCount}`;
    return {
      id,
      writeFile: async (name, bytes) => void written.push([name, new TextDecoder().decode(bytes)]),
      run: (code, options) => {
        const { promise, resolve } = Promise.withResolvers<PythonResult>();
        options.signal.addEventListener("abort", () => resolve({ ...emptyResult, status: "stopped" }));
        const run: StubbedCode = {
          ...{ code, options, threadId: id },
          end: (result = {}) => resolve({ ...emptyResult, ...result }),
        };
        runs.push(run);
        respond(run);
        return promise;
      },
      close: () => void closedIds.push(id),
    };
  };
  return { runs, written, closedIds };
}
