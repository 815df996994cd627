import type { Platform } from "../../core/context.ts";
import { defineServerState } from "../../core/serverState.ts";
import { allProcesses } from "../../platform/processes/processBus.ts";

/** The embeddings that run in this process, by document. */
const runningEmbeddings = defineServerState(() => new Map<string, AbortController>());

/** Lets the other processes end the embeddings that run in this one. Call once per server. */
export function receiveTerminations(platform: Platform): void {
  platform.processes.subscribe("embeddings", (_from, { head }) => abortHere(platform, String(head.documentId)));
}

/** Runs an embedding with a signal that also aborts when it is terminated, in whichever process. */
export async function runTerminably(
  platform: Pick<Platform, "state">,
  documentId: string,
  signal: AbortSignal,
  run: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const controller = new AbortController();
  runningEmbeddings(platform).set(documentId, controller);
  try {
    await run(AbortSignal.any([signal, controller.signal]));
  } finally {
    if (runningEmbeddings(platform).get(documentId) === controller) runningEmbeddings(platform).delete(documentId);
  }
}

/**
 * Aborts the embedding of a document in whichever process it runs. Terminate it in the database first: an embedding that
 * does not hear of this reads its state before the next batch.
 */
export function abortEmbedding(platform: Pick<Platform, "state" | "processes" | "log">, documentId: string): void {
  abortHere(platform, documentId);
  void platform.processes.post("embeddings", allProcesses, { head: { documentId } }).catch((error: unknown) => {
    platform.log.info({ err: error, documentId }, "other server processes were not told of a terminated embedding");
  });
}

function abortHere(platform: Pick<Platform, "state">, documentId: string): void {
  runningEmbeddings(platform).get(documentId)?.abort(new Error("the embedding was terminated"));
}
