import { syncBuiltinESMExports } from "node:module";
import threads from "node:worker_threads";

/**
 * Allows only `allowedProgram` to run in a worker thread (null: none), and only with the flags of this process.
 * Otherwise, a library could start a thread with other flags, in which Node's permission model does not apply.
 */
export function restrictThreads(allowedProgram: string | null): void {
  const { Worker } = threads;
  function startAllowedWorker(program: unknown) {
    if (allowedProgram === null || program !== allowedProgram) throw new Error("This process cannot start threads");
    return new Worker(allowedProgram);
  }
  Reflect.set(threads, "Worker", startAllowedWorker);
  // Otherwise, the thread that is allowed would lead to the original.
  Reflect.set(Worker.prototype, "constructor", startAllowedWorker);
  syncBuiltinESMExports();
}
