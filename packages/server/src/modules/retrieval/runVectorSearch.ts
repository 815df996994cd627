import type { Payer } from "../../core/actor.ts";
import type { Platform } from "../../core/context.ts";
import { findEmbeddingsModel } from "../models/service.ts";
import { embedTexts } from "./embedTexts.ts";
import type { SearchableDocument } from "./repository.ts";
import { requestMissingEmbeddings } from "./requestEmbedding.ts";
import {
  findNearestChunks,
  findNearestChunksByIndex,
  hasVectorIndex,
  hasVectorTable,
  sortChunksByDistance,
} from "./vectorRepository.ts";

interface VectorSearch {
  question: string;
  documents: readonly SearchableDocument[];
  /** Ids of the chunks that full-text search found, best first. */
  fullTextChunkIds: readonly number[];
  payer: Payer;
  signal: AbortSignal | undefined;
}

const maxQuestionLength = 8_000;
/** Maximum time that a search waits for the question's vector. */
const embeddingTimeoutMs = 4_000;
/**
 * Up to this many vectors are compared without the index. In the embedded database, that takes about 30 ms with 1,536
 * dimensions and blocks other queries.
 */
const maxComparedVectorsByDatabase = { embedded: 4_000, server: 20_000 };
const maxResults = 100;
/** With more vectors and no index, only this many results of full-text search are sorted by distance. */
const maxRerankedChunks = 400;

/**
 * Returns the ids of the chunks nearest to a question in meaning, best first. Returns null if there are no vectors or
 * no model, or if the search fails.
 */
export async function runVectorSearch(platform: Platform, search: VectorSearch): Promise<number[] | null> {
  const { db, config, log } = platform;
  const { documents, payer } = search;
  if (!(await hasVectorTable(db))) return null;
  const model = await findEmbeddingsModel(platform);
  if (!model) return null;
  await requestMissingEmbeddings(platform, documents, model);
  const embeddedDocuments = documents.filter((document) => document.embeddingModelId === model.id);
  if (embeddedDocuments.length === 0) return null;
  const ids = embeddedDocuments.map(({ id }) => id);
  const timeoutSignal = AbortSignal.timeout(embeddingTimeoutMs);
  try {
    const [vector] = await embedTexts(platform, {
      model,
      texts: [search.question.slice(0, maxQuestionLength)],
      purpose: "question",
      payer,
      signal: search.signal ? AbortSignal.any([search.signal, timeoutSignal]) : timeoutSignal,
    });
    if (!vector) return null;
    const query = { model: model.id, vector, limit: maxResults };
    const totalVectors = embeddedDocuments.reduce((sum, { chunkCount }) => sum + chunkCount, 0);
    const maxComparedVectors =
      config.databaseUrl === null ? maxComparedVectorsByDatabase.embedded : maxComparedVectorsByDatabase.server;
    if (totalVectors <= maxComparedVectors) return await findNearestChunks(db, { ...query, documentIds: ids });
    if (await hasVectorIndex(db, model.id)) return await findNearestChunksByIndex(db, { ...query, documentIds: ids });
    return await sortChunksByDistance(db, { ...query, chunkIds: search.fullTextChunkIds.slice(0, maxRerankedChunks) });
  } catch (error) {
    search.signal?.throwIfAborted();
    // The caller still has the results of full-text search.
    log.warn({ kind: error instanceof Error ? error.name : "unknown" }, "a question was searched by full text only");
    return null;
  }
}
