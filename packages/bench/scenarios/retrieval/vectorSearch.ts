import { type Config, readConfig } from "../../../server/src/config.ts";
import { createJobPayer } from "../../../server/src/core/actor.ts";
import type { Platform } from "../../../server/src/core/context.ts";
import { findEmbeddingsModel, seedModels } from "../../../server/src/modules/models/service.ts";
import {
  prepareVectorTable,
  registerRetrievalJobs,
  requestEmbedding,
} from "../../../server/src/modules/retrieval/service.ts";
import type { Db } from "../../../server/src/platform/db/database.ts";
import type { Log } from "../../../server/src/platform/log.ts";
import { createModelProviders } from "../../../server/src/platform/modelProviders/createModelProviders.ts";
import type { Resources } from "../../support/resources.ts";
import { createEmbedderProviders } from "./embedders.ts";
import { createSearchPlatform } from "./searchPlatform.ts";

export interface VectorSearch {
  platform: Platform;
  payer: ReturnType<typeof createJobPayer>;
  /** The model that computed the vectors. */
  model: string;
}

/** Embeds all passages with a model of the configured server, or with one of the embedders of this process. */
export async function openVectorSearch(options: {
  config: Config;
  /** The name of an embedder; null: the configured server. */
  embedder: string | null;
  db: Db;
  log: Log;
  userId: string;
  documentIds: readonly string[];
  resources: Resources;
  progress: (line: string) => void;
}): Promise<VectorSearch> {
  const { db, log, embedder, userId, documentIds, resources, progress } = options;
  const modelProviders = embedder === null ? createModelProviders(log) : createEmbedderProviders();
  await resources.use(Promise.resolve(modelProviders), (opened) => opened.close());
  const config =
    embedder === null
      ? options.config
      : readConfig({
          DATA_DIR: options.config.dataDir,
          OPENAI_COMPATIBLE_URL: "http://127.0.0.1:9/v1", // no server listens here, and none is called
          EMBEDDINGS_MODEL: embedder,
        });
  const platform = createSearchPlatform({ config, db, log, modelProviders });
  await prepareVectorTable(platform);
  registerRetrievalJobs(platform);
  await seedModels(platform, { includesLocal: false });
  const model = (await findEmbeddingsModel(platform))?.upstreamId ?? "no model";
  for (const id of documentIds) {
    progress(`${model}: vectors of ${id}`);
    await requestEmbedding(platform, id);
  }
  return { platform, payer: createJobPayer(userId), model };
}
