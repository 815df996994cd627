import type { Platform } from "../../core/context.ts";
import { findEmbeddingsModel, type UsableModel } from "../models/service.ts";
import {
  findEmbedding,
  finishEmbedding,
  listUnfinishedEmbeddings,
  markEmbeddingQueued,
} from "./embeddingRepository.ts";
import { findDocumentPayer } from "./findDocumentPayer.ts";
import { findSearchableDocuments, type SearchableDocument } from "./repository.ts";
import { hasVectorTable, listChunksWithoutVector } from "./vectorRepository.ts";

/** The name of the job that embeds a document's chunks. */
export const embedDocumentJob = "embedDocument";
/** Maximum number of documents that a search queues for embedding after the model has changed. */
const maxDocumentsPerSearch = 50;

/** Queues a document for embedding if there is a vector table and a model; otherwise only full-text search finds it. */
export async function requestEmbedding(platform: Platform, documentId: string): Promise<void> {
  const model = await findUsableEmbeddingsModel(platform);
  if (model) await enqueueEmbedding(platform, documentId, model);
  else await finishEmbedding(platform.db, documentId, "none");
}

/**
 * Queues a document whose chunks have changed, if some have no vector. Without anybody who pays, it keeps those that it
 * has. An embedding that failed or was terminated stays so.
 */
export async function continueEmbedding(platform: Platform, documentId: string): Promise<void> {
  const { db } = platform;
  const embedding = await findEmbedding(db, documentId);
  if (!embedding || embedding.state === "failed" || embedding.state === "terminated") return;
  if (embedding.state === "ready" && embedding.model !== null && (await hasVectorTable(db))) {
    const [missingChunk] = await listChunksWithoutVector(db, documentId, embedding.model, 1);
    if (!missingChunk || !(await findDocumentPayer(platform, documentId))) return;
  }
  await requestEmbedding(platform, documentId);
}

/** Queues a document that somebody else has uploaded before, if it has no vectors, and its embedding did not fail. */
export async function requestMissingEmbedding(platform: Platform, documentId: string): Promise<void> {
  const model = await findUsableEmbeddingsModel(platform);
  if (model) await requestMissingEmbeddings(platform, await findSearchableDocuments(platform.db, [documentId]), model);
}

/** Finds the model that embeds documents; null without one, or without a vector table. */
export async function findUsableEmbeddingsModel(platform: Platform): Promise<UsableModel | null> {
  return (await hasVectorTable(platform.db)) ? findEmbeddingsModel(platform) : null;
}

/** Resumes embeddings that failed or whose process died. Runs at server start. */
export async function resumeEmbeddings(platform: Platform): Promise<void> {
  const embeddings = await listUnfinishedEmbeddings(platform.db);
  const processIds = new Set(embeddings.flatMap(({ processId }) => (processId === null ? [] : [processId])));
  const deadProcessIds = new Set(processIds.size === 0 ? [] : await platform.processes.findDead([...processIds]));
  for (const { documentId, processId } of embeddings)
    if (processId === null || deadProcessIds.has(processId)) await requestEmbedding(platform, documentId);
}

/** Queues some of the documents without vectors of this model, so that a later search finds them by meaning. */
export async function requestMissingEmbeddings(
  platform: Platform,
  documents: readonly SearchableDocument[],
  model: UsableModel,
): Promise<void> {
  const documentsWithoutVectors = documents.filter(
    ({ embeddingModelId, canEmbed }) => canEmbed && embeddingModelId !== model.id,
  );
  for (const { id } of documentsWithoutVectors.slice(0, maxDocumentsPerSearch))
    await enqueueEmbedding(platform, id, model);
}

async function enqueueEmbedding(platform: Platform, documentId: string, model: UsableModel): Promise<void> {
  const { db, clock } = platform;
  if (await markEmbeddingQueued(db, documentId, model.id, clock.now())) await sendEmbeddingJob(platform, documentId);
}

/** Sends the job of a document that is marked as queued. */
export async function sendEmbeddingJob({ jobs }: Pick<Platform, "jobs">, documentId: string): Promise<void> {
  await jobs.send(embedDocumentJob, { documentId }, documentId);
}
