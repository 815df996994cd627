import type { Platform } from "../../core/context.ts";
import { findEmbeddingsModel } from "../models/service.ts";
import { embedTexts } from "./embedTexts.ts";
import type { SearchableDocument } from "./repository.ts";
import { requestMissingEmbeddings } from "./requestEmbedding.ts";
import {
  findNearestChunks,
  findNearestChunksByIndex,
  hasVectorIndex,
  hasVectors,
  sortChunksByDistance,
} from "./vectorRepository.ts";

interface VectorSearch {
  question: string;
  documents: readonly SearchableDocument[];
  /** Ids of the passages that full-text search found, best first. */
  fullTextIds: readonly number[];
  userId: string;
  signal: AbortSignal | undefined;
}

const maxQuestionLength = 8_000;
/** Limits how long a search waits for the question's vector. */
const embeddingTimeoutMs = 4_000;
/**
 * Up to this many vectors are compared one by one. With 1,536 dimensions that takes about 30 ms, during which the
 * embedded database is blocked.
 */
const maxComparedVectors = { embedded: 4_000, server: 20_000 };
const maxResults = 100;
/** With more vectors and no index, this many results of full-text search are reranked. */
const maxReranked = 400;

/** Finds the passages nearest to a question in meaning, best first; null if there are no vectors or no model. */
export async function runVectorSearch(platform: Platform, search: VectorSearch): Promise<number[] | null> {
  const { db, config, log } = platform;
  const { documents, userId } = search;
  if (!(await hasVectors(db))) return null;
  const model = await findEmbeddingsModel(platform);
  if (!model) return null;
  await requestMissingEmbeddings(platform, documents, model);
  const embedded = documents.filter((document) => document.embeddingModelId === model.id);
  if (embedded.length === 0) return null;
  const ids = embedded.map(({ id }) => id);
  const timeout = AbortSignal.timeout(embeddingTimeoutMs);
  try {
    const [vector] = await embedTexts(platform, {
      model,
      texts: [search.question.slice(0, maxQuestionLength)],
      purpose: "question",
      userId,
      signal: search.signal ? AbortSignal.any([search.signal, timeout]) : timeout,
    });
    if (!vector) return null;
    const query = { model: model.id, vector, limit: maxResults };
    const total = embedded.reduce((sum, { chunkCount }) => sum + chunkCount, 0);
    const maxCompared = config.databaseUrl === null ? maxComparedVectors.embedded : maxComparedVectors.server;
    if (total <= maxCompared) return await findNearestChunks(db, { ...query, documentIds: ids });
    if (await hasVectorIndex(db, model.id)) return await findNearestChunksByIndex(db, { ...query, documentIds: ids });
    return await sortChunksByDistance(db, { ...query, chunkIds: search.fullTextIds.slice(0, maxReranked) });
  } catch (error) {
    search.signal?.throwIfAborted();
    // Full-text search still returns results.
    log.warn({ kind: error instanceof Error ? error.name : "unknown" }, "a question was searched by full text only");
    return null;
  }
}
