import type { Platform } from "../../core/context.ts";
import { findEmbeddingsModel } from "../models/service.ts";
import { embedTexts } from "./embedTexts.ts";
import type { SearchedDocument } from "./repository.ts";
import { requestMissing } from "./requestEmbedding.ts";
import { hasVectorIndex, hasVectors, nearestByIndex, nearestChunks, nearestOf } from "./vectorRepository.ts";

interface MeaningSearch {
  question: string;
  documents: readonly SearchedDocument[];
  /** What its words found, best first. */
  words: readonly number[];
  userId: string;
  signal: AbortSignal | undefined;
}

const longestQuestion = 8_000;
/** A question waits no longer than this for its vector. */
const longestWaitMs = 4_000;
/** So many vectors are compared one by one: some 30 ms with 1,536 numbers each, for which the embedded database serves nobody else. */
const mostCompared = { embedded: 4_000, server: 20_000 };
const mostFound = 100;
/** Beyond, where there is no index: what the words found is ordered by its meaning. */
const mostReordered = 400;

/** The passages that are nearest to a question in meaning, best first; null where vectors or a model are not to be had. */
export async function findByMeaning(platform: Platform, search: MeaningSearch): Promise<number[] | null> {
  const { db, config, log } = platform;
  const { documents, userId } = search;
  if (!(await hasVectors(db))) return null;
  const model = await findEmbeddingsModel(platform);
  if (!model) return null;
  await requestMissing(platform, documents, model);
  const embedded = documents.filter((document) => document.embeddedWith === model.id);
  if (embedded.length === 0) return null;
  const ids = embedded.map(({ id }) => id);
  const timeout = AbortSignal.timeout(longestWaitMs);
  try {
    const [vector] = await embedTexts(platform, {
      model,
      texts: [search.question.slice(0, longestQuestion)],
      purpose: "question",
      userId,
      signal: search.signal ? AbortSignal.any([search.signal, timeout]) : timeout,
    });
    if (!vector) return null;
    const near = { model: model.id, vector, limit: mostFound };
    const total = embedded.reduce((sum, { chunkCount }) => sum + chunkCount, 0);
    const bound = config.databaseUrl === null ? mostCompared.embedded : mostCompared.server;
    if (total <= bound) return await nearestChunks(db, { ...near, documentIds: ids });
    if (await hasVectorIndex(db, model.id)) return await nearestByIndex(db, { ...near, documentIds: ids });
    return await nearestOf(db, { ...near, chunkIds: search.words.slice(0, mostReordered) });
  } catch (error) {
    search.signal?.throwIfAborted();
    // The words still find something.
    log.warn({ kind: error instanceof Error ? error.name : "unknown" }, "a question was searched by its words alone");
    return null;
  }
}
