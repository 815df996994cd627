import type { Platform } from "../../core/context.ts";
import type { JobRun } from "../../platform/jobs/jobs.ts";
import { ModelError } from "../../platform/modelProviders/modelProvider.ts";
import { findEmbeddingsModel } from "../models/service.ts";
import { finishEmbedding, isBeingEmbedded, isUnfinished, startEmbedding } from "./embeddingRepository.ts";
import { embedTexts } from "./embedTexts.ts";
import { findDocumentPayer } from "./findDocumentPayer.ts";
import { embedDocumentJob } from "./requestEmbedding.ts";
import { receiveTerminations, runTerminably } from "./terminations.ts";
import {
  createVectorIndex,
  deleteVectorsOfOtherModels,
  hasVectorTable,
  insertVectors,
  listChunksWithoutVector,
} from "./vectorRepository.ts";

/** Number of chunks that are embedded and stored together. A crash loses at most this much work. */
const chunksPerBatch = 32;
/** Long enough for the largest document with a slow model. A dead process is detected much earlier. */
const timeoutSeconds = 6 * 3_600;
const retries = 8;

/** Registers the embedding job. Call before the jobs start. */
export function registerRetrievalJobs(platform: Platform): void {
  receiveTerminations(platform);
  platform.jobs.handle(embedDocumentJob, { concurrency: 1, timeoutSeconds, retries }, (job) =>
    embedDocument(platform, job),
  );
}

/**
 * Embeds those chunks of a document that have no vector yet, in batches. A run after an interruption skips stored
 * batches. Stops if an administrator terminates the embedding, and while nobody may pay for it: then a search, or another
 * upload of the same bytes, requests it again.
 */
async function embedDocument(platform: Platform, job: JobRun): Promise<void> {
  const documentId = String(job.payload.documentId);
  try {
    await runTerminably(platform, documentId, job.signal, (signal) =>
      embedChunks(platform, documentId, { ...job, signal }),
    );
  } catch (error) {
    // If it was terminated, there is nothing to retry. It may have been requested again since.
    if (job.signal.aborted || (await isUnfinished(platform.db, documentId))) throw error;
  }
}

async function embedChunks(
  platform: Platform,
  documentId: string,
  { signal, isLastAttempt }: Pick<JobRun, "signal" | "isLastAttempt">,
): Promise<void> {
  const { db, config, log, processes } = platform;
  const model = (await hasVectorTable(db)) ? await findEmbeddingsModel(platform) : null;
  if (!model) return finishEmbedding(db, documentId, "none");
  if (!(await startEmbedding(db, documentId, model.id, processes.id))) return;
  try {
    let isFirstBatch = true;
    for (;;) {
      signal.throwIfAborted();
      const chunks = await listChunksWithoutVector(db, documentId, model.id, chunksPerBatch);
      if (chunks.length === 0) break;
      if (!(await isBeingEmbedded(db, documentId))) return;
      const payer = await findDocumentPayer(platform, documentId);
      if (!payer) return finishEmbedding(db, documentId, "none");
      const texts = chunks.map(({ content }) => content);
      const vectors = await embedTexts(platform, { model, texts, purpose: "document", payer, signal });
      if (isFirstBatch && config.databaseUrl !== null) await createVectorIndex(db, model.id, vectors[0]?.length ?? 0);
      isFirstBatch = false;
      await insertVectors(
        db,
        documentId,
        model.id,
        chunks.map(({ id }, index) => ({ chunkId: id, vector: vectors[index] ?? [] })),
      );
    }
    await deleteVectorsOfOtherModels(db, documentId, model.id);
    await finishEmbedding(db, documentId, "ready");
  } catch (error) {
    if (signal.aborted || !(isLastAttempt || isPermanentError(error))) throw error;
    log.warn({ err: error, documentId }, "a document could not be embedded: it is found by full-text search only");
    await finishEmbedding(db, documentId, "failed");
  }
}

/** True if a retry would fail in the same way: the server rejected the input or returned no vectors. */
function isPermanentError(error: unknown): boolean {
  return (
    error instanceof ModelError && ["badRequest", "contextTooLong", "contentFilter", "protocol"].includes(error.kind)
  );
}
