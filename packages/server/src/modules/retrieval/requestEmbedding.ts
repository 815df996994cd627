import type { Platform } from "../../core/context.ts";
import { findEmbeddingsModel, type UsableModel } from "../models/service.ts";
import { finishEmbedding, listUnfinishedEmbeddings, queueEmbedding } from "./embeddingRepository.ts";
import type { SearchableDocument } from "./repository.ts";
import { hasVectors } from "./vectorRepository.ts";

/** The job that embeds a document's passages. */
export const embedDocumentJob = "embedDocument";
/** Limit for the documents that one search queues for embedding after the model has changed. */
const maxRequestedPerSearch = 50;

/** Queues a document for embedding if there is a vector table and a model; otherwise only full-text search finds it. */
export async function requestEmbedding(platform: Platform, documentId: string): Promise<void> {
  const model = (await hasVectors(platform.db)) ? await findEmbeddingsModel(platform) : null;
  if (model) await queueAndSend(platform, documentId, model);
  else await finishEmbedding(platform.db, documentId, "none");
}

/** Resumes, at server start, embeddings that were interrupted or failed. */
export async function resumeEmbeddings(platform: Platform): Promise<void> {
  for (const documentId of await listUnfinishedEmbeddings(platform.db)) await requestEmbedding(platform, documentId);
}

/** Queues the documents without vectors of this model, so that the next search finds them by meaning. */
export async function requestMissingEmbeddings(
  platform: Platform,
  documents: readonly SearchableDocument[],
  model: UsableModel,
): Promise<void> {
  const missing = documents.filter(({ embeddingModelId, canEmbed }) => canEmbed && embeddingModelId !== model.id);
  for (const { id } of missing.slice(0, maxRequestedPerSearch)) await queueAndSend(platform, id, model);
}

async function queueAndSend({ db, clock, jobs }: Platform, documentId: string, model: UsableModel): Promise<void> {
  if (await queueEmbedding(db, documentId, model.id, clock.now()))
    await jobs.send(embedDocumentJob, { documentId }, documentId);
}
