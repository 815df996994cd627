import type { Platform } from "../../core/context.ts";
import { findEmbeddingsModel, type UsableModel } from "../models/service.ts";
import { endEmbedding, listUnfinishedEmbeddings, queueEmbedding } from "./embeddingRepository.ts";
import type { SearchedDocument } from "./repository.ts";
import { hasVectors } from "./vectorRepository.ts";

/** The job that makes a document's vectors. */
export const embedJob = "embedDocument";
/** Documents that one search has made anew, where the model is another than before. */
const mostRequested = 50;

/** Has vectors made of a document's passages, where the database and a model make that possible; else it is found by its words alone. */
export async function requestEmbedding(platform: Platform, documentId: string): Promise<void> {
  const model = (await hasVectors(platform.db)) ? await findEmbeddingsModel(platform) : null;
  if (model) await send(platform, documentId, model);
  else await endEmbedding(platform.db, documentId, "none");
}

/** Takes up at a start what an end in the middle, or a model that failed, has left. */
export async function resumeEmbeddings(platform: Platform): Promise<void> {
  for (const documentId of await listUnfinishedEmbeddings(platform.db)) await requestEmbedding(platform, documentId);
}

/** Those of some documents whose vectors are of another model, or were never made: they are found by meaning the next time. */
export async function requestMissing(
  platform: Platform,
  documents: readonly SearchedDocument[],
  model: UsableModel,
): Promise<void> {
  const missing = documents.filter(({ embeddedWith, mayBeEmbedded }) => mayBeEmbedded && embeddedWith !== model.id);
  for (const { id } of missing.slice(0, mostRequested)) await send(platform, id, model);
}

async function send({ db, clock, jobs }: Platform, documentId: string, model: UsableModel): Promise<void> {
  if (await queueEmbedding(db, documentId, model.id, clock.now()))
    await jobs.send(embedJob, { documentId }, documentId);
}
