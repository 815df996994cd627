import wasmUrl from "@jitl/quickjs-wasmfile-release-sync/wasm?url";
import { type Transformed, transformerLimits } from "./runTransformer.ts";
import type { TransformReply, TransformRequest } from "./transformWorker.ts";

/** Beside the machine's own limit, in case that does not hold. */
const longestRunMs = transformerLimits.timeMs * 3;
const longestLoadMs = 15_000;

const notLoaded: Transformed = { problem: "what runs it could not be loaded" };

/** Runs a transformer in a worker of its own, which is gone afterwards. Never rejects. */
export async function transformApart(code: string, text: string): Promise<Transformed> {
  const wasm = await fetch(wasmUrl)
    .then((reply) => (reply.ok ? reply.arrayBuffer() : null))
    .catch(() => null);
  if (!wasm) return notLoaded;
  const worker = new Worker(new URL("./transformWorker.ts", import.meta.url), { type: "module", name: "transform" });
  const { promise, resolve } = Promise.withResolvers<Transformed>();
  let timer = setTimeout(() => resolve(notLoaded), longestLoadMs);
  worker.addEventListener("error", () => resolve(notLoaded));
  worker.addEventListener("message", ({ data }: MessageEvent<TransformReply>) => {
    if (data.kind === "done") return resolve(data.result);
    clearTimeout(timer);
    timer = setTimeout(() => resolve({ problem: "it took too long" }), longestRunMs);
  });
  worker.postMessage({ wasm, code, text } satisfies TransformRequest, [wasm]);
  const result = await promise;
  clearTimeout(timer);
  worker.terminate();
  return result;
}
