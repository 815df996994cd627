import type { ChatEvent } from "@lectern/contract";

/** Identifies a run, which generates one answer. Another user's run with the same request id is a separate run. */
export interface RunKey {
  userId: string;
  requestId: string;
}

export interface RunInfo extends RunKey {
  conversationId: string | null;
  startedAt: Date;
}

export interface RunWriter {
  /** Aborts when the user stops the run or the server shuts down. */
  readonly stopSignal: AbortSignal;
  append(event: ChatEvent): void;
  /** Says that the question is stored, so that the response may acknowledge it before the first event. Idempotent. */
  accept(): void;
  /** Says why the run fails, before its last event. */
  fail(cause: unknown): void;
  /**
   * Ends the run, whose events stay readable for a while. `failure`: why the run ended before the model started.
   * Idempotent.
   */
  close(failure?: unknown): void;
  /**
   * Copies the events of `source`, which reads the same run in another process, to the readers of this log. When the
   * source has ended, closes both and resolves.
   */
  relay(source: RunReader): Promise<void>;
}

/** Reads one run. A reader pulls events, so a slow one misses nothing and needs no memory besides its position. */
export interface RunReader {
  /** Called when there are new events and when the run ends. Assign a handler to be notified. */
  onChange: () => void;
  /**
   * Returns the next events in wire format (`id: …\ndata: …\n\n`), at most about 64 KiB; empty if there are none now.
   */
  read(): string;
  /** True if there are events to read. */
  hasMore(): boolean;
  /** True if no more events will arrive; there may still be some to read. */
  hasEnded(): boolean;
  /** True if the question is stored; see `RunWriter.accept`. */
  isAccepted(): boolean;
  /** True if the reader ended before the run did; the rest can be read from another process. */
  wasDetached(): boolean;
  /** Why the run ended before the model started; undefined otherwise. */
  failure(): unknown;
  /** Why the run failed, whenever that was; undefined if it did not fail, or if it was in another process. */
  cause(): unknown;
  /** Closes the reader; the run continues. */
  close(): void;
}

/**
 * The events of runs, in memory while they are live and for a while afterwards, so that a client that was disconnected
 * can continue. A run continues without readers, in the process that started it; readers can be in any process.
 */
export interface RunLog {
  /** Starts a run in this process. Returns null if it may not start; then use `readLocal`. */
  start(info: RunInfo): RunWriter | null;
  /**
   * True unless this process already knows the run. A run that failed before the model started may start again, because
   * the client repeats a request that was answered with an error status.
   */
  canStart(key: RunKey): boolean;
  /**
   * Reads the events after `afterSequence` (0: from the start). Null if this process has never had the run, or has
   * evicted it.
   */
  readLocal(key: RunKey, afterSequence: number): RunReader | null;
  /** Like `readLocal`, for a run in any process. Null if the run does not exist or has been evicted. */
  read(key: RunKey, afterSequence: number): Promise<RunReader | null>;
  /** Like `readLocal`, for a run in this one process. Null if the process is dead or does not know the run. */
  readFromProcess(processId: string, key: RunKey, afterSequence: number): Promise<RunReader | null>;
  /** The user's live runs in this process, oldest first. */
  listLocalRuns(userId: string): RunInfo[];
  /**
   * The user's live runs in all processes, oldest first, optionally of one conversation. A run of a local conversation
   * in another process has a `conversationId` only if the caller passes that id.
   */
  listLiveRuns(userId: string, conversationId?: string): Promise<RunInfo[]>;
  /** Stops a run in any process. If the run starts within the next 60 s, it is stopped at its start. */
  stop(key: RunKey): Promise<void>;
  /** First phase of a shutdown: clients should prefer other processes, but all requests are still served. */
  beginDraining(): void;
  isDraining(): boolean;
  /** Second phase of a shutdown: no new run may start; live runs continue. */
  beginShutdown(): void;
  isShuttingDown(): boolean;
  /** Last phase of a shutdown: stops every live and later run here, and detaches readers of runs in other processes. */
  stopAll(): void;
  countLiveRuns(): number;
  /** Tracks work that a shutdown must wait for: runs and their follow-up work. The caller handles rejections. */
  track(work: Promise<unknown>): void;
  /** Resolves when no tracked work is left and no run of another process is being read here. */
  whenIdle(): Promise<void>;
  /** Waits briefly until readers in other processes have received the remaining events. */
  close(): Promise<void>;
}
