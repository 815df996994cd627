import type { ChatEvent } from "@lectern/contract";

/** A run is one answer being written. It belongs to a user; another user's run with the same request id is another run. */
export interface RunKey {
  userId: string;
  requestId: string;
}

export interface RunInfo extends RunKey {
  conversationId: string | null;
  startedAt: Date;
}

/** An event with its place in the run, counting from 1, and the text that goes on the wire (`id: …\ndata: …\n\n`). */
export interface LoggedEvent {
  sequence: number;
  frame: string;
}

export interface RunWriter {
  /** Aborts when the owner asks to stop. */
  readonly stopSignal: AbortSignal;
  append(event: ChatEvent): void;
  /** No more events. The log can be read for `keepAfterEndMs` longer. Idempotent. */
  close(): void;
}

/**
 * What runs have said, kept while they go on and a while after, so that a reader who was cut off can read on. A run goes on
 * without readers. Nothing of it is written to disk.
 */
export interface RunLog {
  /** Starts a run, or gives null when the same user's run with this id exists already: then `read` it. */
  start(info: RunInfo): RunWriter | null;
  /**
   * Calls `onEvents` with what was logged after `afterSequence`, at once and then as it comes, and `onEnd` after the last one.
   * Null when there is no such run. The reply stops the reading.
   */
  read(key: RunKey, afterSequence: number, reader: RunReader): (() => void) | null;
  /** True while the run is being written. */
  isLive(key: RunKey): boolean;
  live(userId: string): RunInfo[];
  /** Stops a run; one that has not started yet is stopped at its start, within 60 s. */
  stop(key: RunKey): void;
  /** How many readers a run has now. */
  readers(key: RunKey): number;
  /** Stops every run, for shutdown. */
  stopAll(): void;
  liveCount(): number;
}

export interface RunReader {
  onEvents(events: readonly LoggedEvent[]): void;
  onEnd(): void;
}
