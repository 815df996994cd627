import type { Config } from "../config.ts";
import type { BackgroundThread } from "../platform/backgroundThread/createBackgroundThread.ts";
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

/** The authenticated caller. `http` creates it from a session cookie or an access token. */
export interface Actor {
  userId: string;
  email: string;
  name: string;
  isAdmin: boolean;
  sessionId: string;
}

/** The services that the whole server shares, created once by `createPlatform`. Nothing else is global. */
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
  backgroundThread: BackgroundThread;
  /** People's files and the content extracted from them. */
  blobs: BlobStore;
  /** In-memory values of the modules; see `defineServerState`. */
  state: ServerState;
  /** The gates of all modules, in the order of the modules. */
  gates: readonly Gate[];
}

/** The context of one request. `signal` aborts when the caller disconnects or the server shuts down. */
export interface Context extends Platform {
  actor: Actor;
  requestId: string;
  signal: AbortSignal;
}

/** In-memory values of one server, one per `defineServerState` call. Two servers in one process have separate maps. */
export type ServerState = Map<object, unknown>;

/** A check that runs before a request's handler; see `passGates`. Throws AppError to reject the request. */
export type Gate = (platform: Platform, caller: Pick<Actor, "userId">) => void | Promise<void>;
