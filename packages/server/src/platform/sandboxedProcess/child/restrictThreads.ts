import { syncBuiltinESMExports } from "node:module";
import threads from "node:worker_threads";

/**
 * A thread may be started with other flags than its process, and then Node's permission model does not hold in it. From here on only
 * `allowedProgram` runs in one, with this process's flags; null: none does.
 */
export function restrictThreads(allowedProgram: string | null): void {
  const { Worker } = threads;
  function onlyAllowed(program: unknown) {
    if (allowedProgram === null || program !== allowedProgram) throw new Error("This process starts no thread");
    return new Worker(allowedProgram);
  }
  Reflect.set(threads, "Worker", onlyAllowed);
  syncBuiltinESMExports();
}
