import { type Config, readConfig } from "../../../server/src/config.ts";
import { createJobPayer } from "../../../server/src/core/actor.ts";
import { findEmbeddingsModel, seedModels } from "../../../server/src/modules/models/service.ts";
import { buildPassages } from "../../../server/src/modules/retrieval/buildPassages.ts";
import { fuseRanks } from "../../../server/src/modules/retrieval/fuseRanks.ts";
import { findChunks, findSearchableDocuments } from "../../../server/src/modules/retrieval/repository.ts";
import { runVectorSearch } from "../../../server/src/modules/retrieval/runVectorSearch.ts";
import {
  prepareVectorTable,
  registerRetrievalJobs,
  requestEmbedding,
  searchPassages,
} from "../../../server/src/modules/retrieval/service.ts";
import type { Db } from "../../../server/src/platform/db/database.ts";
import type { Log } from "../../../server/src/platform/log.ts";
import { createModelProviders } from "../../../server/src/platform/modelProviders/createModelProviders.ts";
import { startModelServer } from "../../../server/src/testing/modelServer/startModelServer.ts";
import type { Resources } from "../../support/resources.ts";
import { addFiles, addOwner, createSearchPlatform } from "./searchPlatform.ts";

/** Returns the matching passages, best first. */
export type SearchFunction = (question: string, limit: number) => Promise<{ documentId: string; content: string }[]>;

interface VectorSearch {
  searches: Record<"vectors" | "merged", SearchFunction>;
  /** The model that computed the vectors. */
  model: string;
  isConfigured: boolean;
}

/** Embeds all passages with the configured model, or else with the scripted model server. */
export async function openVectorSearch(options: {
  config: Config;
  db: Db;
  log: Log;
  documentIds: readonly string[];
  resources: Resources;
  progress: (line: string) => void;
}): Promise<VectorSearch> {
  const { db, log, documentIds, resources, progress } = options;
  const isConfigured = options.config.openAiCompatible.urls.length > 0;
  const modelServer = isConfigured
    ? null
    : await resources.use(startModelServer({ isRecording: false }), (started) => started.close());
  const config = modelServer
    ? readConfig({ DATA_DIR: options.config.dataDir, OPENAI_COMPATIBLE_URL: modelServer.url })
    : options.config;
  const modelProviders = createModelProviders(log);
  await resources.use(Promise.resolve(modelProviders), (opened) => opened.close());
  const platform = createSearchPlatform({ config, db, log, modelProviders });
  const userId = await addOwner(db);
  await addFiles(db, userId, documentIds);
  await prepareVectorTable(platform);
  registerRetrievalJobs(platform);
  await seedModels(platform);
  const model = (await findEmbeddingsModel(platform))?.id ?? "no model";
  for (const id of documentIds) {
    progress(`vectors of ${id}`);
    await requestEmbedding(platform, id);
  }
  return {
    isConfigured,
    model,
    searches: {
      vectors: async (question, limit) => {
        const documents = await findSearchableDocuments(db, documentIds);
        const vectorIds = await runVectorSearch(platform, {
          question,
          documents,
          fullTextChunkIds: [],
          payer: createJobPayer(userId),
          signal: undefined,
        });
        const bestRanks = fuseRanks([vectorIds ?? []]).slice(0, limit);
        const chunks = new Map(
          (
            await findChunks(
              db,
              bestRanks.map(({ id }) => id),
            )
          ).map((chunk) => [chunk.id, chunk]),
        );
        const scoredChunks = bestRanks.flatMap(({ id, score }) => {
          const chunk = chunks.get(id);
          return chunk ? [{ ...chunk, score }] : [];
        });
        return buildPassages(scoredChunks, { limit, maxTokens: Number.MAX_SAFE_INTEGER });
      },
      merged: (question, limit) =>
        searchPassages(platform, { question, documentIds, limit, payer: createJobPayer(userId) }),
    },
  };
}
