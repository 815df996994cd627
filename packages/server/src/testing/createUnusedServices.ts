import type { Platform } from "../core/context.ts";
import { createBackgroundThread } from "../platform/backgroundThread/createBackgroundThread.ts";
import { createBlobStore } from "../platform/blobStore/createBlobStore.ts";
import { createDocumentReader } from "../platform/documents/createDocumentReader.ts";
import { createJobs } from "../platform/jobs/createJobs.ts";
import { createDocumentConverter } from "../platform/pandoc/createDocumentConverter.ts";
import type { TestDatabase } from "./testDatabase.ts";

/** Creates services for tests that do not use them. None opens or creates anything before its first use. */
export async function createUnusedServices(
  { config, log }: Pick<Platform, "config" | "log">,
  { db, access }: TestDatabase,
): Promise<
  Pick<
    Platform,
    "backgroundThread" | "blobs" | "jobs" | "documents" | "converter" | "state" | "gates" | "runSteps" | "personErasers"
  >
> {
  return {
    backgroundThread: createBackgroundThread(),
    blobs: await createBlobStore(config),
    jobs: createJobs({ db, access, log }),
    documents: createDocumentReader(config, log),
    converter: createDocumentConverter(config, log),
    state: new Map(),
    gates: [],
    runSteps: [],
    personErasers: [],
  };
}
