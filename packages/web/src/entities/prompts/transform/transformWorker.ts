import variant from "@jitl/quickjs-wasmfile-release-sync";
import { newQuickJSWASMModuleFromVariant, newVariant } from "quickjs-emscripten-core";
import { runTransformer, type Transformed } from "./runTransformer.ts";

export interface TransformRequest {
  /** The machine's code. The worker may load nothing by itself but scripts of this origin. */
  wasm: ArrayBuffer;
  code: string;
  text: string;
}

/** `begun`: the machine stands, from now on the time counts. */
export type TransformReply = { kind: "begun" } | { kind: "done"; result: Transformed };

addEventListener("message", ({ data }: MessageEvent<TransformRequest>) => {
  answer(data).catch(fail);
});

/** A rejected promise would stay in the worker; what a timer throws comes out of it as its error event. */
function fail(error: unknown): void {
  setTimeout(() => {
    throw error;
  });
}

/** Loads the machine, runs the code in it, and says what came of it. Rejects where it cannot be loaded. */
async function answer({ wasm, code, text }: TransformRequest): Promise<void> {
  const quickJs = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmBinary: wasm }));
  postMessage({ kind: "begun" } satisfies TransformReply);
  postMessage({ kind: "done", result: runTransformer(quickJs, code, text) } satisfies TransformReply);
}
