import { MessageChannel, type MessagePort, type Transferable, Worker } from "node:worker_threads";
import { AppError } from "../../core/appError.ts";
import { createAssembler } from "./portions.ts";
import type { ThreadFailure, ThreadMessage, ThreadTask } from "./threadMessages.ts";

/** The modules that a task needs are loaded again after this time without a task. */
const maxIdleMs = 60_000;
/** Enough for the largest body that a client can send. */
const maxHeapMiB = 1_024;

/** Runs work that would block the event loop for long, such as parsing megabytes of JSON. */
export interface BackgroundThread {
  /**
   * Runs the exported function `run` of a module, after the tasks that wait already. Its input and its output are values
   * that can be copied. Throws what it throws; an error other than AppError has the same message only. Throws the
   * signal's reason if it aborts before the task has started.
   */
  run<Input, Output>(moduleUrl: URL, input: Input, options?: TaskOptions): Promise<Output>;
  close(): Promise<void>;
}

export interface TaskOptions {
  /** Buffers of the input that are moved instead of copied. */
  transfer?: readonly Transferable[];
  signal?: AbortSignal;
}

/** Creates the thread's handle. The thread itself starts with the first task, and ends after a minute without one. */
export function createBackgroundThread(): BackgroundThread {
  let worker: Worker | null = null;
  let lastTask: Promise<unknown> = Promise.resolve();
  let idleTimer: NodeJS.Timeout | undefined;

  const getWorker = () => {
    if (worker) return worker;
    const newWorker = new Worker(new URL("./thread.ts", import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMiB },
    });
    // Tasks listen for the end of the thread themselves.
    newWorker.on("error", () => undefined);
    newWorker.once("exit", () => {
      if (worker === newWorker) worker = null;
    });
    newWorker.unref();
    worker = newWorker;
    return newWorker;
  };
  const stop = async () => {
    clearTimeout(idleTimer);
    const stoppedWorker = worker;
    worker = null;
    await stoppedWorker?.terminate();
  };
  const scheduleStop = () => {
    clearTimeout(idleTimer);
    idleTimer = setTimeout(() => void stop(), maxIdleMs);
    idleTimer.unref();
  };

  const perform = async (moduleUrl: URL, input: unknown, { transfer = [], signal }: TaskOptions) => {
    signal?.throwIfAborted();
    clearTimeout(idleTimer);
    try {
      return await runInWorker(getWorker(), moduleUrl.href, input, transfer);
    } finally {
      scheduleStop();
    }
  };
  return {
    async run<Input, Output>(moduleUrl: URL, input: Input, options: TaskOptions = {}) {
      const task = lastTask.then(() => perform(moduleUrl, input, options));
      lastTask = task.catch(() => undefined);
      return (await task) as Output; // the caller names the type of the module's function
    },
    close: stop,
  };
}

/** One task at a time, so that the memory of the thread is bounded. */
async function runInWorker(
  worker: Worker,
  moduleUrl: string,
  input: unknown,
  transfer: readonly Transferable[],
): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  const task: ThreadTask = { moduleUrl, input, port: port2 };
  const ended = rejectWhenEnded(worker);
  worker.postMessage(task, [port2, ...transfer]);
  try {
    return await Promise.race([receiveValue(port1), ended.promise]);
  } finally {
    ended.stopWatching();
    port1.close();
  }
}

/** Receives one portion per turn of the event loop. */
function receiveValue(port: MessagePort): Promise<unknown> {
  const assembler = createAssembler();
  return new Promise((resolve, reject) => {
    port.on("message", (message: ThreadMessage) => {
      switch (message.type) {
        case "portion":
          assembler.add(message.portion);
          return port.postMessage("next");
        case "end":
          return resolve(assembler.getValue());
        case "failure":
          return reject(deserializeError(message.failure));
        default:
          return message satisfies never;
      }
    });
  });
}

function rejectWhenEnded(worker: Worker): { promise: Promise<never>; stopWatching(): void } {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  const handleError = (error: Error) => {
    const isOutOfMemory = "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
    reject(isOutOfMemory ? new AppError("tooLarge", { cause: error }) : error);
  };
  const handleExit = () => reject(new AppError("unavailable"));
  worker.once("error", handleError);
  worker.once("exit", handleExit);
  return {
    promise,
    stopWatching() {
      worker.off("error", handleError);
      worker.off("exit", handleExit);
    },
  };
}

function deserializeError(failure: ThreadFailure): Error {
  if (failure.code !== null) return new AppError(failure.code, failure.details);
  return Object.assign(new Error(failure.message), failure.stack === undefined ? {} : { stack: failure.stack });
}
