import type { PythonInterpreter } from "./pythonInterpreter.ts";

/** Returns a new interpreter. Nothing is loaded until its first run. */
export function openPython(): PythonInterpreter {
  throw new Error("Not implemented");
}
