import type { Answer, FlagName, JsonObject, RequiredKeyScopes } from "@lectern/contract";
import type { Config } from "../config.ts";
import type { BackgroundThread } from "../platform/backgroundThread/createBackgroundThread.ts";
import type { BlobStore } from "../platform/blobStore/blobStore.ts";
import type { Clock, Wait } from "../platform/clock.ts";
import type { Db } from "../platform/db/database.ts";
import type { DocumentReader } from "../platform/documents/documentReader.ts";
import type { JobOptions, Jobs } from "../platform/jobs/jobs.ts";
import type { Log } from "../platform/log.ts";
import type { ModelMetrics } from "../platform/modelMetrics.ts";
import type { ModelProviders } from "../platform/modelProviders/modelProvider.ts";
import type { DocumentConverter } from "../platform/pandoc/documentConverter.ts";
import type { ProcessBus } from "../platform/processes/processBus.ts";
import type { RunLog } from "../platform/runLog/runLog.ts";
import type { SecretBox } from "../platform/secretBox.ts";
import type { TokenCounter } from "../platform/tokenCounter.ts";
import type { Actor, Payer } from "./actor.ts";
import type { AppliedAssistant } from "./run/appliedAssistant.ts";
import type { ChatTurn } from "./run/chatTurn.ts";
import type { RunHooks } from "./run/run.ts";
import type { UsableModel } from "./usableModel.ts";

export type { Actor } from "./actor.ts";

/** The services that the whole server shares, created once by `createPlatform`. Nothing else is global. */
export interface Platform {
  config: Config;
  db: Db;
  clock: Clock;
  wait: Wait;
  log: Log;
  secrets: SecretBox;
  modelProviders: ModelProviders;
  processes: ProcessBus;
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
  /** The gates of all modules, in the order of `gateNames`. */
  gates: readonly Gate[];
  /** What the modules do while an answer is generated, in the order of the modules. */
  runSteps: readonly RunStep[];
  /** What all modules do to erase a person, in the reverse order of the modules. */
  personErasers: readonly PersonEraser[];
}

/** The context of one request. `signal` aborts when the caller disconnects or the server shuts down. */
export interface Context extends Platform {
  actor: Actor;
  requestId: string;
  signal: AbortSignal;
}

/** In-memory values of one server, one per `defineServerState` call. Two servers in one process have separate maps. */
export type ServerState = Map<object, unknown>;

/**
 * Deletes what a module stores about an erased person, rows and blobs, in portions. It is called again after a crash,
 * and until it returns true. Returns false if work in progress still uses something that must be deleted later. New
 * rows cannot appear, because the database rejects rows of erased people.
 */
export type PersonEraser = (platform: Platform, personId: string) => Promise<boolean>;

/** What the gates need to know about a request. */
export interface GateRequest {
  /** What an API key needs: one scope of each entry. */
  keyScopes: readonly RequiredKeyScopes[];
  /** The feature that the request uses. */
  flag?: FlagName | undefined;
  /** True for what a person must be able to do before accepting the data disclosure. */
  isDisclosureExempt: boolean;
  /** How many requests it counts as in the rate limit. */
  weight: number;
}

/** A check that runs before a request's handler; see `passGates`. Throws AppError to reject the request. */
export type Gate = (platform: Platform, actor: Actor, request: GateRequest) => void | Promise<void>;

/** The generation of one answer, as the steps of the modules see it. */
export interface Run {
  readonly platform: Platform;
  readonly tokens: TokenCounter;
  readonly actor: Actor;
  /** Whom the calls of models are charged to. */
  readonly payer: Payer;
  readonly turn: ChatTurn;
  readonly model: UsableModel;
  /** The assistant that answers; null for a plain conversation. */
  readonly assistant: AppliedAssistant | null;
  /**
   * Resolves with the id of the usage row once this process may answer the request. Rejects if another process does.
   * Nothing expensive may start before that.
   */
  readonly claim: Promise<string>;
  /** Aborts when the run is stopped or takes too long. */
  readonly signal: AbortSignal;
  /** Returns the answer as far as it has been generated. It is a new object after each change. */
  getAnswer(): Answer;
}

/** A part of answering that a module contributes. Modules list their steps in their definition. */
export interface RunStep {
  /** Unique; also the name of its job. */
  name: string;
  /**
   * Work after an answer that takes long, for which a hook returns the payload. For a cloud conversation it is a
   * background job, so it survives the process and is retried. Of a local conversation nothing may be stored, so it
   * runs once, in memory. Must be idempotent.
   */
  job?: {
    options: JobOptions;
    run(platform: Platform, payload: JsonObject, signal: AbortSignal): Promise<void>;
    /** Of a person's jobs with the same key, one runs at a time, and only one waits. Absent: each answer has its own. */
    getKey?(payload: JsonObject): string;
  };
  /** Starts the step's part of a run. Must not block. */
  begin(run: Run): RunHooks;
}
