import type { Config } from "./config.ts";
import type { Platform } from "./core/context.ts";
import { sortGates } from "./core/gate.ts";
import type { ServerModule } from "./core/serverModule.ts";
import { createRunLog } from "./modules/chat/createRunLog.ts";
import { createBackgroundThread } from "./platform/backgroundThread/createBackgroundThread.ts";
import type { BlobStore } from "./platform/blobStore/blobStore.ts";
import { createBlobStore } from "./platform/blobStore/createBlobStore.ts";
import { systemClock, systemWait } from "./platform/clock.ts";
import type { Db } from "./platform/db/database.ts";
import { createDocumentReader } from "./platform/documents/createDocumentReader.ts";
import type { Jobs } from "./platform/jobs/jobs.ts";
import type { Log } from "./platform/log.ts";
import { createModelMetrics } from "./platform/modelMetrics.ts";
import { createModelProviders } from "./platform/modelProviders/createModelProviders.ts";
import { createDocumentConverter } from "./platform/pandoc/createDocumentConverter.ts";
import { openNotifyBus } from "./platform/processes/notifyBus.ts";
import type { ProcessBus } from "./platform/processes/processBus.ts";
import { createSingleProcess } from "./platform/processes/processes.ts";
import type { SecretBox } from "./platform/secretBox.ts";

interface PlatformParts {
  config: Config;
  log: Log;
  secrets: SecretBox;
  db: Db;
  jobs: Jobs;
  modules: readonly ServerModule[];
  /** URL of the PostgreSQL database that several processes share; null if only this process uses its database. */
  sharedDatabaseUrl: string | null;
  /** Services that tests replace. */
  overrides?: Partial<Pick<Platform, "clock" | "wait" | "modelProviders" | "documents" | "converter">>;
}

export interface OpenPlatform {
  platform: Platform;
  /** Ends the connection to the other processes, which then consider this one dead. */
  disconnect(): Promise<void>;
  /** Closes the jobs and all that `createPlatform` opened, but not the database. Call it after the app has closed. */
  close(): Promise<void>;
}

/** Builds the platform from its parts. Rejects if the connection to the other processes cannot be opened. */
export async function createPlatform({
  sharedDatabaseUrl,
  overrides = {},
  ...parts
}: PlatformParts): Promise<OpenPlatform> {
  const { config, log, secrets } = parts;
  const bus = sharedDatabaseUrl === null ? null : await openNotifyBus({ databaseUrl: sharedDatabaseUrl, secrets, log });
  let blobs: BlobStore | null = null;
  try {
    blobs = await createBlobStore(config);
    return assemblePlatform(parts, overrides, bus, blobs);
  } catch (error) {
    await blobs?.close();
    await bus?.close();
    throw error;
  }
}

function assemblePlatform(
  { config, log, secrets, jobs, db, modules }: Omit<PlatformParts, "sharedDatabaseUrl" | "overrides">,
  overrides: NonNullable<PlatformParts["overrides"]>,
  bus: ProcessBus | null,
  blobs: BlobStore,
): OpenPlatform {
  const base: Omit<Platform, "runLog"> = {
    config,
    log,
    secrets,
    jobs,
    db,
    clock: overrides.clock ?? systemClock,
    wait: overrides.wait ?? systemWait,
    modelProviders: overrides.modelProviders ?? createModelProviders(log),
    metrics: createModelMetrics(),
    backgroundThread: createBackgroundThread(),
    processes: bus ?? createSingleProcess(),
    blobs,
    documents: overrides.documents ?? createDocumentReader(config, log),
    converter: overrides.converter ?? createDocumentConverter(config, log),
    state: new Map(),
    gates: sortGates(modules.map(({ gates = {} }) => gates)),
    runSteps: modules.flatMap(({ runSteps = [] }) => runSteps),
    // Later modules use the rows of earlier ones: a run is stopped before its conversation is deleted.
    personErasers: modules.flatMap(({ erasePerson = [] }) => erasePerson).reverse(),
  };
  const platform: Platform = { ...base, runLog: createRunLog(base, bus) };
  const disconnect = async () => bus?.close();
  return {
    platform,
    disconnect,
    async close() {
      await jobs.close();
      platform.documents.close();
      await disconnect();
      await platform.modelProviders.close();
      await platform.blobs.close();
      await platform.backgroundThread.close();
    },
  };
}
