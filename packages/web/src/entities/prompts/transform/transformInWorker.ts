import wasmUrl from "@jitl/quickjs-wasmfile-release-sync/wasm?url";
import { t } from "@lingui/core/macro";
import { getTexts } from "../../../lib/i18n/workerTexts.ts";
import { type TransformResult, transformerLimits } from "./runTransformer.ts";
import type { TransformRequest, TransformWorkerMessage } from "./transformWorker.ts";

/** The time limit of the worker, in case the VM does not enforce its own limit. */
const maxRunMs = transformerLimits.timeMs * 3;
const maxLoadMs = 15_000;

const getLoadFailure = (): TransformResult => ({ problem: t`the code that runs it couldn’t be loaded` });

/** Runs a transformer in a new worker and terminates the worker afterwards. Never rejects. */
export async function transformInWorker(code: string, text: string): Promise<TransformResult> {
  const wasm = await fetch(wasmUrl)
    .then((reply) => (reply.ok ? reply.arrayBuffer() : null))
    .catch(() => null);
  if (!wasm) return getLoadFailure();
  const worker = new Worker(new URL("./transformWorker.ts", import.meta.url), { type: "module", name: "transform" });
  const { promise, resolve } = Promise.withResolvers<TransformResult>();
  let timer = setTimeout(() => resolve(getLoadFailure()), maxLoadMs);
  worker.addEventListener("error", () => resolve(getLoadFailure()));
  worker.addEventListener("message", ({ data }: MessageEvent<TransformWorkerMessage>) => {
    if (data.kind === "done") return resolve(data.result);
    clearTimeout(timer);
    timer = setTimeout(() => resolve({ problem: t`it took too long` }), maxRunMs);
  });
  worker.postMessage({ wasm, code, text, texts: getTexts() } satisfies TransformRequest, [wasm]);
  const result = await promise;
  clearTimeout(timer);
  worker.terminate();
  return result;
}
