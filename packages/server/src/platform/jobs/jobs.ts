import type { JsonObject } from "@lectern/contract";

export interface JobOptions {
  /** Maximum number of jobs of this name that run concurrently in this process. */
  concurrency: number;
  /** A run that takes longer is considered dead and retried. */
  timeoutSeconds: number;
  /** Maximum number of retries after failures, with exponential backoff. */
  retries: number;
}

export interface JobRun {
  payload: JsonObject;
  /** Aborts when the server shuts down or the job times out. */
  signal: AbortSignal;
  /** True if a failure of this run is final. */
  isLastAttempt: boolean;
}

/** Background jobs. They run in any process with free capacity and survive the end of a process. */
export interface Jobs {
  /** Registers the handler for jobs of this name. Call it before `start`. A run that rejects is retried. */
  handle(name: string, options: JobOptions, run: (job: JobRun) => Promise<void>): void;
  /**
   * Queues a job. If one with the same name and `key` is already queued, it gets this payload instead. At most one job per
   * key runs at a time.
   * Throws before `start` and inside a transaction.
   */
  send(name: string, payload: JsonObject, key: string): Promise<void>;
  start(): Promise<void>;
  /**
   * Stops fetching jobs, gives running ones `graceMs` and then aborts them; another process or the next start resumes
   * them. Jobs can still be sent, for other processes to run.
   */
  stop(graceMs: number): Promise<void>;
  /** Releases all resources. Call it after `stop`; no jobs can be sent afterwards. */
  close(): Promise<void>;
}
