/**
 * Returns the MD5 of the bytes in base64, computed in a worker so that the page stays responsive. Null: the bytes could
 * not be read, the worker could not be started, or `signal` has aborted.
 */
export async function computeMd5InWorker(bytes: Blob, signal: AbortSignal): Promise<string | null> {
  if (signal.aborted) return null;
  const worker = new Worker(new URL("./md5Worker.ts", import.meta.url), { type: "module", name: "md5" });
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const abort = () => resolve(null);
  worker.addEventListener("message", ({ data }: MessageEvent<string | null>) => resolve(data));
  worker.addEventListener("error", () => resolve(null));
  signal.addEventListener("abort", abort);
  try {
    worker.postMessage(bytes);
    return await promise;
  } finally {
    signal.removeEventListener("abort", abort);
    worker.terminate();
  }
}
