import type { CompileInput, CompileResult } from "./compileTypes.ts";
import type { CompileReply, CompileRequest } from "./compileWorker.ts";

/** Code that takes longer is taken for an attempt to block the compiler. */
const timeoutMs = 20_000;

interface PendingRequest {
  resolve(result: CompileResult): void;
  reject(error: Error): void;
}

let worker: Worker | null = null;
let lastId = 0;
const pendingRequests = new Map<number, PendingRequest>();

/** Compiles an artifact in a worker, which later calls use again. Rejects if the compiler fails or takes too long. */
export async function compileInWorker(input: CompileInput): Promise<CompileResult> {
  const id = ++lastId;
  const target = worker ?? startWorker();
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise((resolve, reject) => {
      pendingRequests.set(id, { resolve, reject });
      timer = setTimeout(() => stopWorker(new Error("The compiler took too long")), timeoutMs);
      target.postMessage({ id, input } satisfies CompileRequest);
    });
  } finally {
    clearTimeout(timer);
    pendingRequests.delete(id);
  }
}

function startWorker(): Worker {
  worker = new Worker(new URL("./compileWorker.ts", import.meta.url), { type: "module", name: "compile" });
  worker.addEventListener("message", ({ data }: MessageEvent<CompileReply>) => {
    const request = pendingRequests.get(data.id);
    if ("result" in data) request?.resolve(data.result);
    else request?.reject(new Error(data.failure));
  });
  worker.addEventListener("error", () => stopWorker(new Error("The compiler could not be loaded")));
  return worker;
}

/** The next artifact starts a new worker. */
function stopWorker(error: Error): void {
  worker?.terminate();
  worker = null;
  for (const { reject } of pendingRequests.values()) reject(error);
  pendingRequests.clear();
}
