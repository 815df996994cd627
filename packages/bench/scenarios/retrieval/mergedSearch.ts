import { readConfig } from "../../../server/src/config.ts";
import { createJobPayer } from "../../../server/src/core/actor.ts";
import { findEmbeddingsModel, seedModels } from "../../../server/src/modules/models/service.ts";
import {
  prepareVectorTable,
  registerRetrievalJobs,
  requestEmbedding,
  searchPassages,
} from "../../../server/src/modules/retrieval/service.ts";
import { hasVectorTable } from "../../../server/src/modules/retrieval/vectorRepository.ts";
import type { Db } from "../../../server/src/platform/db/database.ts";
import { createLog } from "../../../server/src/platform/log.ts";
import type { ModelProviders } from "../../../server/src/platform/modelProviders/modelProvider.ts";
import { createScriptedVector } from "../../../server/src/testing/modelServer/scriptedVectors.ts";
import { addFiles, addOwner, createSearchPlatform } from "./searchPlatform.ts";

export interface MergedSearch {
  /**
   * Lets the server write the vectors of documents. Returns the time in ms, not counting the computation of vectors.
   */
  write(documentIds: readonly string[]): Promise<number>;
  /** Searches by words and vectors. Throws if the vectors were not used. */
  search(question: string, documentIds: readonly string[]): Promise<void>;
}

const modelId = "text-embedding-scripted";

/**
 * Opens the search by words and vectors. The vectors are scripted and computed in this process, so that no model server
 * is measured. Returns null if the database has no pgvector.
 */
export async function openMergedSearch(options: {
  db: Db;
  databaseUrl: string | null;
  dataDir: string;
}): Promise<MergedSearch | null> {
  const { db, databaseUrl, dataDir } = options;
  // No server listens at this URL, and none is called.
  const config = readConfig({
    DATA_DIR: dataDir,
    OPENAI_COMPATIBLE_URL: "http://127.0.0.1:9/v1",
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl, SECRET_KEY: "a key of the benchmark, for nothing real" }),
  });
  // If vectors fail, the server warns and searches by words alone. The figures would then be wrong, so fail.
  const log = Object.assign(createLog("silent"), {
    warn: (...details: unknown[]): never => {
      throw new Error(`the server warned: ${JSON.stringify(details)}`);
    },
  });
  const { modelProviders, stats } = createScriptedModel();
  const platform = createSearchPlatform({ config, db, log, modelProviders });
  await prepareVectorTable(platform);
  if (!(await hasVectorTable(db))) return null;
  registerRetrievalJobs(platform);
  await seedModels(platform, { includesLocal: false });
  if ((await findEmbeddingsModel(platform)) === null) throw new Error("the scripted model is not in the catalogue");
  const userId = await addOwner(db);

  return {
    async write(documentIds) {
      await addFiles(db, userId, documentIds);
      const before = stats.ms;
      const startedAt = performance.now();
      for (const id of documentIds) await requestEmbedding(platform, id);
      return performance.now() - startedAt - (stats.ms - before);
    },
    async search(question, documentIds) {
      const before = stats.questions;
      await searchPassages(platform, { question, documentIds, limit: 10, payer: createJobPayer(userId) });
      if (stats.questions === before) throw new Error("a question was searched by its words alone");
    },
  };
}

/** `stats` has the number of embedded questions and the time spent computing vectors, in ms. */
function createScriptedModel(): { modelProviders: ModelProviders; stats: { questions: number; ms: number } } {
  const stats = { questions: 0, ms: 0 };
  return {
    stats,
    modelProviders: {
      open: () => ({
        stream: () => {
          throw new Error("not used in this measurement");
        },
        listModels: async () => [{ id: modelId, contextWindow: null }],
        async embed({ texts, purpose }) {
          const startedAt = performance.now();
          const vectors = texts.map(createScriptedVector);
          stats.ms += performance.now() - startedAt;
          if (purpose === "question") stats.questions++;
          return { vectors, inputTokens: null };
        },
      }),
      close: async () => {},
    },
  };
}
