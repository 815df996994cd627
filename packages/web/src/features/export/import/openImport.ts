import type { Conversation } from "@lectern/contract";
import { ImportError, type ImportPreview } from "./importTypes.ts";
import type { ImportReply, ImportRequest } from "./importWorker.ts";

/** A file that has been read, apart from the page; `close` lets go of it. */
export interface OpenImport {
  preview: ImportPreview;
  /** Those of its conversations. */
  take(ids: readonly string[]): Promise<readonly Conversation[]>;
  close(): void;
}

const readFailedText = "Reading this file failed. It may be too large for this browser.";

/** Reads a file in a worker, so that the page goes on being drawn. Throws `ImportError`, or the signal's reason. */
export async function openImport(file: Blob, signal: AbortSignal): Promise<OpenImport> {
  signal.throwIfAborted();
  const worker = new Worker(new URL("./importWorker.ts", import.meta.url), { type: "module", name: "import" });
  let count = 0;
  const ask = (request: ImportRequest, until?: AbortSignal) => {
    const { promise, resolve, reject } = Promise.withResolvers<ImportReply>();
    const hear = ({ data }: MessageEvent<ImportReply>) => {
      if (data.kind !== "taken" || (request.kind === "take" && data.number === request.number)) resolve(data);
    };
    const fail = () => reject(new ImportError(readFailedText));
    const abort = () => reject(until?.reason);
    worker.addEventListener("message", hear);
    worker.addEventListener("error", fail);
    until?.addEventListener("abort", abort);
    worker.postMessage(request);
    return promise.finally(() => {
      worker.removeEventListener("message", hear);
      worker.removeEventListener("error", fail);
      until?.removeEventListener("abort", abort);
    });
  };
  try {
    const reply = await ask({ kind: "read", file }, signal);
    if (reply.kind !== "preview") throw new ImportError(reply.kind === "refused" ? reply.message : readFailedText);
    return {
      preview: reply.preview,
      async take(ids) {
        count += 1;
        const taken = await ask({ kind: "take", number: count, ids });
        return taken.kind === "taken" ? taken.conversations : [];
      },
      close: () => worker.terminate(),
    };
  } catch (error) {
    worker.terminate();
    throw error;
  }
}
