import type { Config } from "../config.ts";
import type { BlobStore } from "../platform/blobStore/blobStore.ts";
import type { Clock, Wait } from "../platform/clock.ts";
import type { Db } from "../platform/db/database.ts";
import type { DocumentReader } from "../platform/documents/documentReader.ts";
import type { Jobs } from "../platform/jobs/jobs.ts";
import type { Log } from "../platform/log.ts";
import type { ModelMetrics } from "../platform/modelMetrics.ts";
import type { ModelProviders } from "../platform/modelProviders/modelProvider.ts";
import type { DocumentConverter } from "../platform/pandoc/documentConverter.ts";
import type { Processes } from "../platform/processes/processes.ts";
import type { RunLog } from "../platform/runLog/runLog.ts";
import type { SecretBox } from "../platform/secretBox.ts";

/** Who is asking. Made by `http/authenticate` from a session's cookie or its access token. */
export interface Actor {
  userId: string;
  email: string;
  name: string;
  isAdmin: boolean;
  sessionId: string;
}

/** What the whole server shares, made once in `main` or in a test. Nothing else is global. */
export interface Platform {
  config: Config;
  db: Db;
  clock: Clock;
  wait: Wait;
  log: Log;
  secrets: SecretBox;
  modelProviders: ModelProviders;
  processes: Processes;
  runLog: RunLog;
  jobs: Jobs;
  documents: DocumentReader;
  converter: DocumentConverter;
  metrics: ModelMetrics;
  /** People's files, and what was taken from them. */
  blobs: BlobStore;
}

/** What one request may use. `signal` ends when its caller leaves or the server shuts down. */
export interface Context extends Platform {
  actor: Actor;
  requestId: string;
  signal: AbortSignal;
}
