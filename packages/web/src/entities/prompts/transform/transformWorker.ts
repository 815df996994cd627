import { setTexts, type Texts } from "../../../lib/i18n/workerTexts.ts";
import { loadQuickJs } from "./loadQuickJs.ts";
import { runTransformer, type TransformResult } from "./runTransformer.ts";

export interface TransformRequest {
  /** The VM's WebAssembly code. The content security policy lets the worker load only scripts of this origin. */
  wasm: ArrayBuffer;
  code: string;
  text: string;
  texts: Texts;
}

/** `begun`: the VM is ready, and the time limit starts now. */
export type TransformWorkerMessage = { kind: "begun" } | { kind: "done"; result: TransformResult };

addEventListener("message", ({ data }: MessageEvent<TransformRequest>) => {
  handleRequest(data).catch(fail);
});

/**
 * Throws the error from a timer, so that it reaches the page as the worker's error event. A rejected promise would not.
 */
function fail(error: unknown): void {
  setTimeout(() => {
    throw error;
  });
}

/** Loads the VM, runs the code and posts the result. Rejects if the VM cannot be loaded. */
async function handleRequest({ wasm, code, text, texts }: TransformRequest): Promise<void> {
  setTexts(texts);
  const { quickJs } = await loadQuickJs(wasm);
  postMessage({ kind: "begun" } satisfies TransformWorkerMessage);
  postMessage({ kind: "done", result: runTransformer(quickJs, code, text) } satisfies TransformWorkerMessage);
}
