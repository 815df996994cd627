import { readConfig } from "../../../server/src/config.ts";
import { findEmbeddingsModel, seedModels } from "../../../server/src/modules/models/service.ts";
import {
  prepareVectorTable,
  registerRetrievalJobs,
  requestEmbedding,
  searchPassages,
} from "../../../server/src/modules/retrieval/service.ts";
import { hasVectors } from "../../../server/src/modules/retrieval/vectorRepository.ts";
import type { Db } from "../../../server/src/platform/db/database.ts";
import { createLog } from "../../../server/src/platform/log.ts";
import type { ModelProviders } from "../../../server/src/platform/modelProviders/modelProvider.ts";
import { scriptedVector } from "../../../server/src/testing/modelServer/scriptedVectors.ts";
import { addFiles, addOwner, createSearchPlatform } from "./searchPlatform.ts";

export interface MergedSearch {
  /** Has the server write the vectors of some documents; gives how many milliseconds that took, without the making of them. */
  write(documentIds: readonly string[]): Promise<number>;
  /** Searches by words and vectors. Throws where the vectors had no part in it. */
  search(question: string, documentIds: readonly string[]): Promise<void>;
}

const model = "text-embedding-scripted";

/** Search by words and by scripted vectors, which are made in this process so that no model's server is measured; null: no pgvector. */
export async function openMergedSearch(given: {
  db: Db;
  databaseUrl: string | null;
  dataDir: string;
}): Promise<MergedSearch | null> {
  const { db, databaseUrl, dataDir } = given;
  // Nobody listens there, and nobody is asked.
  const config = readConfig({
    DATA_DIR: dataDir,
    OPENAI_COMPATIBLE_URL: "http://127.0.0.1:9/v1",
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl, SECRET_KEY: "a key of the benchmark, for nothing real" }),
  });
  // The server goes on by words alone where vectors fail, and warns: the figures would be of something else.
  const log = Object.assign(createLog("silent"), {
    warn: (...told: unknown[]): never => {
      throw new Error(`the server warns: ${JSON.stringify(told)}`);
    },
  });
  const { modelProviders, made } = createScriptedModel();
  const platform = createSearchPlatform({ config, db, log, modelProviders });
  await prepareVectorTable(platform);
  if (!(await hasVectors(db))) return null;
  registerRetrievalJobs(platform);
  await seedModels(platform, { includesLocal: false });
  if ((await findEmbeddingsModel(platform)) === null) throw new Error("the scripted model is not in the catalogue");
  const userId = await addOwner(db);

  return {
    async write(documentIds) {
      await addFiles(db, userId, documentIds);
      const before = made.ms;
      const begun = performance.now();
      for (const id of documentIds) await requestEmbedding(platform, id);
      return performance.now() - begun - (made.ms - before);
    },
    async search(question, documentIds) {
      const before = made.questions;
      await searchPassages(platform, { question, documentIds, limit: 10, userId });
      if (made.questions === before) throw new Error("a question was searched by its words alone");
    },
  };
}

/** `made` counts the questions that became vectors, and the milliseconds that making vectors took. */
function createScriptedModel(): { modelProviders: ModelProviders; made: { questions: number; ms: number } } {
  const made = { questions: 0, ms: 0 };
  return {
    made,
    modelProviders: {
      open: () => ({
        stream: () => {
          throw new Error("not of this measurement");
        },
        listModels: async () => [{ id: model, contextWindow: null }],
        async embed({ texts, purpose }) {
          const begun = performance.now();
          const vectors = texts.map(scriptedVector);
          made.ms += performance.now() - begun;
          if (purpose === "question") made.questions++;
          return { vectors, inputTokens: null };
        },
      }),
      close: async () => {},
    },
  };
}
