import { compileArtifact } from "./compileArtifact.ts";
import type { CompileInput, CompileResult } from "./compileTypes.ts";

/** A worker that compiles artifacts. Answers each message in turn. */
addEventListener("message", ({ data: { id, input } }: MessageEvent<CompileRequest>) => {
  void compileArtifact(input)
    .then((result) => postMessage({ id, result } satisfies CompileReply))
    // A result that cannot be posted is a failure too.
    .catch((error: unknown) => postMessage({ id, failure: String(error) } satisfies CompileReply));
});

export interface CompileRequest {
  id: number;
  input: CompileInput;
}

/** `failure`: the compiler itself failed. */
export type CompileReply = { id: number; result: CompileResult } | { id: number; failure: string };
