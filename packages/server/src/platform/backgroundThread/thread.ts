import { once } from "node:events";
import { parentPort } from "node:worker_threads";
import { AppError } from "../../core/appError.ts";
import { divideIntoPortions } from "./portions.ts";
import type { ThreadFailure, ThreadMessage, ThreadTask } from "./threadMessages.ts";

// The background thread. `createBackgroundThread` starts it.
if (!parentPort) throw new Error("thread.ts must run as a worker thread");

parentPort.on("message", ({ moduleUrl, input, port }: ThreadTask) => {
  const post = (message: ThreadMessage) => port.postMessage(message);
  const perform = async () => {
    const { run }: { run(input: unknown): unknown } = await import(moduleUrl);
    for (const portion of divideIntoPortions(await run(input))) {
      post({ type: "portion", portion });
      await once(port, "message");
    }
    post({ type: "end" });
  };
  perform()
    .catch((error: unknown) => post({ type: "failure", failure: serializeError(error) }))
    .finally(() => port.close());
});

function serializeError(error: unknown): ThreadFailure {
  if (error instanceof AppError) {
    const { code, userMessage, issues, fields, headers } = error;
    return { code, details: { userMessage, fields, headers, ...(issues ? { issues } : {}) } };
  }
  return { code: null, message: String(error), stack: error instanceof Error ? error.stack : undefined };
}
