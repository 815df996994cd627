import type { JsonObject } from "@lectern/contract";

export interface JobOptions {
  /** How many run at once in this process. */
  atOnce: number;
  /** A run that takes longer is taken for dead and tried again. */
  timeoutSeconds: number;
  /** How often it is tried again after a failure, with growing waits. */
  retries: number;
}

export interface JobRun {
  payload: JsonObject;
  /** Ends when the server ends or the time is over. */
  signal: AbortSignal;
  /** This is the last try. */
  isLast: boolean;
}

/** Work that goes on in the background, in whichever process is free, and outlives any of them. */
export interface Jobs {
  /** Says what is done for jobs of this name; before `start`. A rejected run is tried again. */
  handle(name: string, options: JobOptions, run: (job: JobRun) => Promise<void>): void;
  /** Runs once for a `key` at a time: while one with the same name and key waits, another is not added. */
  send(name: string, payload: JsonObject, key: string): Promise<void>;
  start(): Promise<void>;
  /**
   * Takes no more, gives running ones `graceMs`, then aborts them; another process or the next start goes on with them. Jobs can still be sent:
   * for the others.
   */
  stop(graceMs: number): Promise<void>;
  /** After `stop`. Nothing can be sent any more. */
  close(): Promise<void>;
}
