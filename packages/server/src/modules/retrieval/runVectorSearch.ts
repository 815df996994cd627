import type { Payer } from "../../core/actor.ts";
import type { Platform } from "../../core/context.ts";
import { findEmbeddingsModel } from "../models/service.ts";
import { embedTexts } from "./embedTexts.ts";
import type { SearchableDocument } from "./repository.ts";
import { requestMissingEmbeddings } from "./requestEmbedding.ts";
import {
  findDimensions,
  findNearestChunks,
  findNearestChunksByIndex,
  hasVectorIndex,
  hasVectorTable,
  type NearestChunk,
  sortChunksByDistance,
} from "./vectorRepository.ts";

interface VectorSearch {
  /** The question, then its other wordings. */
  wordings: readonly string[];
  documents: readonly SearchableDocument[];
  /** Ids of the chunks that full-text search found for the question, best first. */
  fullTextChunkIds: readonly number[];
  payer: Payer;
  signal: AbortSignal | undefined;
}

const maxWordingLength = 8_000;
/** Maximum time that a search waits for the question's vector. */
const embeddingTimeoutMs = 4_000;
/**
 * Up to this many numbers of vectors are compared without the index: 6,500 vectors with 1,536 dimensions, or 19,500 with 512.
 * In the embedded database, that takes about 50 ms and blocks other queries.
 */
const maxComparedNumbers = { embedded: 10_000_000, server: 30_000_000 };
/** Shorter vectors take hardly less time. */
const minCountedDimensions = 512;
const maxResults = 100;
/** With more vectors and no index, only this many results of full-text search are sorted by distance. */
const maxSortedChunks = 400;

/**
 * Finds the chunks nearest in meaning to a question and to each of its other wordings. Returns one list per wording,
 * nearest first; fewer lists if comparing the vectors of all wordings would take too long. Returns null if there are no
 * vectors or no model, or if the search fails.
 */
export async function runVectorSearch(platform: Platform, search: VectorSearch): Promise<NearestChunk[][] | null> {
  const { db, config, log } = platform;
  const { documents, payer } = search;
  if (!(await hasVectorTable(db))) return null;
  const model = await findEmbeddingsModel(platform);
  if (!model) return null;
  await requestMissingEmbeddings(platform, documents, model);
  const embeddedDocuments = documents.filter((document) => document.embeddingModelId === model.id);
  if (embeddedDocuments.length === 0) return null;
  const documentIds = embeddedDocuments.map(({ id }) => id);
  const totalVectors = embeddedDocuments.reduce((sum, { chunkCount }) => sum + chunkCount, 0);
  const dimensions = await findDimensions(db, model.id, documentIds);
  if (dimensions === null) return null;
  const maxNumbers = config.databaseUrl === null ? maxComparedNumbers.embedded : maxComparedNumbers.server;
  const maxComparedVectors = Math.floor(maxNumbers / Math.max(dimensions, minCountedDimensions));
  const timeoutSignal = AbortSignal.timeout(embeddingTimeoutMs);
  const embed = (maxWordings: number) =>
    embedTexts(platform, {
      model,
      texts: search.wordings.slice(0, Math.max(1, maxWordings)).map((text) => text.slice(0, maxWordingLength)),
      purpose: "question",
      payer,
      signal: search.signal ? AbortSignal.any([search.signal, timeoutSignal]) : timeoutSignal,
    });
  try {
    const query = { model: model.id, limit: maxResults };
    if (totalVectors <= maxComparedVectors) {
      const vectors = await embed(Math.floor(maxComparedVectors / totalVectors));
      return await findNearestChunks(db, { ...query, vectors, documentIds });
    }
    if (await hasVectorIndex(db, model.id)) {
      const vectors = await embed(search.wordings.length);
      return await findNearestChunksByIndex(db, { ...query, vectors, documentIds });
    }
    const vectors = await embed(Math.floor(maxComparedVectors / maxSortedChunks));
    const chunkIds = search.fullTextChunkIds.slice(0, maxSortedChunks);
    return await sortChunksByDistance(db, { ...query, vectors, chunkIds });
  } catch (error) {
    search.signal?.throwIfAborted();
    // The caller still has the results of full-text search.
    log.warn({ kind: error instanceof Error ? error.name : "unknown" }, "a question was searched by full text only");
    return null;
  }
}
