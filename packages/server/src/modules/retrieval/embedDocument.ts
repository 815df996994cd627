import type { Platform } from "../../core/context.ts";
import type { JobRun } from "../../platform/jobs/jobs.ts";
import { ModelError } from "../../platform/modelProviders/modelProvider.ts";
import { findEmbeddingsModel } from "../models/service.ts";
import { beginEmbedding, endEmbedding, findFirstOwner, isBeingEmbedded } from "./embeddingRepository.ts";
import { embedTexts } from "./embedTexts.ts";
import { embedJob } from "./requestEmbedding.ts";
import {
  createVectorIndex,
  deleteOtherVectors,
  findWithoutVector,
  hasVectors,
  insertVectors,
} from "./vectorRepository.ts";

/** A crash loses the work on so many passages. */
const passagesAtOnce = 32;
/** Longer than the largest document takes with a slow model; a server that dies is noticed long before. */
const timeoutSeconds = 6 * 3_600;
const retries = 8;

/** Says how vectors are made; before the jobs start. */
export function registerRetrievalJobs(platform: Platform): void {
  platform.jobs.handle(embedJob, { atOnce: 1, timeoutSeconds, retries }, (job) => embedDocument(platform, job));
}

/**
 * Makes the vectors that a document's passages lack, some at a time: what was made stays, so that a run that was cut off goes on where
 * it was. Ends when an administrator has ended it. What it takes is the usage of whoever uploaded the bytes first.
 */
async function embedDocument(platform: Platform, { payload, signal, isLast }: JobRun): Promise<void> {
  const { db, config, log, processes } = platform;
  const documentId = String(payload.documentId);
  const model = (await hasVectors(db)) ? await findEmbeddingsModel(platform) : null;
  const userId = await findFirstOwner(db, documentId);
  if (!model || userId === null) return endEmbedding(db, documentId, "none");
  if (!(await beginEmbedding(db, documentId, model.id, processes.id))) return;
  try {
    let isFirst = true;
    for (;;) {
      signal.throwIfAborted();
      const chunks = await findWithoutVector(db, documentId, model.id, passagesAtOnce);
      if (chunks.length === 0) break;
      if (!(await isBeingEmbedded(db, documentId))) return;
      const texts = chunks.map(({ content }) => content);
      const vectors = await embedTexts(platform, { model, texts, purpose: "document", userId, signal });
      if (isFirst && config.databaseUrl !== null) await createVectorIndex(db, model.id, vectors[0]?.length ?? 0);
      isFirst = false;
      await insertVectors(
        db,
        documentId,
        model.id,
        chunks.map(({ id }, index) => ({ chunkId: id, vector: vectors[index] ?? [] })),
      );
    }
    await deleteOtherVectors(db, documentId, model.id);
    await endEmbedding(db, documentId, "ready");
  } catch (error) {
    if (signal.aborted || !(isLast || isHopeless(error))) throw error;
    log.warn({ err: error, documentId }, "no vectors could be made of a document: it is found by its words alone");
    await endEmbedding(db, documentId, "failed");
  }
}

/** What the server said no to, or answered with no vectors, it will the next time. */
function isHopeless(error: unknown): boolean {
  return (
    error instanceof ModelError && ["badRequest", "contextTooLong", "contentFilter", "protocol"].includes(error.kind)
  );
}
