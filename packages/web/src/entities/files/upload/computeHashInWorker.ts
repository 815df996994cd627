import type { HashName } from "./computeHash.ts";

/**
 * Computes a hash of the bytes in a worker, so that the page stays responsive; see `computeHash`. Null: the bytes could
 * not be read, the worker could not be started, or `signal` has aborted.
 */
export async function computeHashInWorker(bytes: Blob, name: HashName, signal: AbortSignal): Promise<string | null> {
  if (signal.aborted) return null;
  const worker = new Worker(new URL("./hashWorker.ts", import.meta.url), { type: "module", name: "hash" });
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const abort = () => resolve(null);
  worker.addEventListener("message", ({ data }: MessageEvent<string | null>) => resolve(data));
  worker.addEventListener("error", () => resolve(null));
  signal.addEventListener("abort", abort);
  try {
    worker.postMessage({ bytes, name } satisfies HashRequest);
    return await promise;
  } finally {
    signal.removeEventListener("abort", abort);
    worker.terminate();
  }
}

/** The message to the worker. */
export interface HashRequest {
  bytes: Blob;
  name: HashName;
}
