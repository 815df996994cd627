import type { Conversation } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { getTexts } from "../../../lib/i18n/workerTexts.ts";
import { ImportError, type ImportPreview } from "./importTypes.ts";
import type { ImportReply, ImportRequest } from "./importWorker.ts";

/** A file that was read in a worker; `close` ends the worker. */
export interface OpenImport {
  preview: ImportPreview;
  loadConversations(ids: readonly string[]): Promise<readonly Conversation[]>;
  close(): void;
}

const getReadFailedText = () => t`This file couldn’t be read. It may be too large for this browser.`;

/** Reads a file in a worker, so that the page stays responsive. Throws `ImportError`, or the signal's reason. */
export async function openImport(file: Blob, signal: AbortSignal): Promise<OpenImport> {
  signal.throwIfAborted();
  const worker = new Worker(new URL("./importWorker.ts", import.meta.url), { type: "module", name: "import" });
  let lastRequestId = 0;
  const send = (request: ImportRequest, abortSignal?: AbortSignal) => {
    const { promise, resolve, reject } = Promise.withResolvers<ImportReply>();
    const onMessage = ({ data }: MessageEvent<ImportReply>) => {
      if (data.kind !== "loaded" || (request.kind === "load" && data.requestId === request.requestId)) resolve(data);
    };
    const fail = () => reject(new ImportError(getReadFailedText()));
    const abort = () => reject(abortSignal?.reason);
    worker.addEventListener("message", onMessage);
    worker.addEventListener("error", fail);
    abortSignal?.addEventListener("abort", abort);
    worker.postMessage(request);
    return promise.finally(() => {
      worker.removeEventListener("message", onMessage);
      worker.removeEventListener("error", fail);
      abortSignal?.removeEventListener("abort", abort);
    });
  };
  try {
    const reply = await send({ kind: "read", file, texts: getTexts() }, signal);
    if (reply.kind !== "preview") throw new ImportError(reply.kind === "error" ? reply.message : getReadFailedText());
    return {
      preview: reply.preview,
      async loadConversations(ids) {
        lastRequestId += 1;
        const loaded = await send({ kind: "load", requestId: lastRequestId, ids });
        return loaded.kind === "loaded" ? loaded.conversations : [];
      },
      close: () => worker.terminate(),
    };
  } catch (error) {
    worker.terminate();
    throw error;
  }
}
