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

export interface RunWriter {
  /** Aborts when the owner asks to stop, or the server ends. */
  readonly stopSignal: AbortSignal;
  append(event: ChatEvent): void;
  /**
   * No more events. The log can be read for a while longer. `failure`: why the run ended before the model had begun. Idempotent.
   */
  close(failure?: unknown): void;
  /**
   * Instead of writing: what `source`, the same run in another process, says appears here, for those who read here already. Resolves
   * at its end; the writer is closed then.
   */
  relay(source: RunReading): Promise<void>;
}

/**
 * One reader's place in a run. It pulls: a slow reader costs its place in the log and nothing more, and what it missed it takes
 * when it can.
 */
export interface RunReading {
  /** Called when there is something new to take, and when the run ends. Replace it to listen. */
  onChange: () => void;
  /** The next events as they stand on the wire (`id: …\ndata: …\n\n`), about 64 KiB at most; empty when there are none now. */
  take(): string;
  /** True when there is something to take. */
  hasMore(): boolean;
  /** True when nothing more will come; there may still be something to take. */
  hasEnded(): boolean;
  /** True when it has ended before the run has: the rest can be read in another process. */
  wasCut(): boolean;
  /** Why the run ended before the model had begun; undefined otherwise. */
  failure(): unknown;
  /** Ends the reading; the run goes on. */
  close(): void;
}

/**
 * What runs have said, kept while they go on and a while after, so that a reader who was cut off can read on. A run goes on
 * without readers, in the process that started it; readers may be in any. Nothing of it is written to disk.
 */
export interface RunLog {
  /** Starts a run here, or gives null when the same user's run with this id is known here already: then `readHere`. */
  start(info: RunInfo): RunWriter | null;
  /** Reads what comes after `afterSequence` (0: from the start). Null when this process knows no such run, or no longer. */
  readHere(key: RunKey, afterSequence: number): RunReading | null;
  /** The same wherever the run is. Null when there is none, or no longer. */
  read(key: RunKey, afterSequence: number): Promise<RunReading | null>;
  /** The same from that process. Null when it does not live, or knows no such run. */
  readFrom(processId: string, key: RunKey, afterSequence: number): Promise<RunReading | null>;
  /** The user's runs that are being written here, oldest first. */
  liveHere(userId: string): RunInfo[];
  /**
   * The user's runs that are being written in any process, oldest first; of one conversation, if one is named. The conversation of a
   * local one elsewhere is known only to who names it.
   */
  live(userId: string, conversationId?: string): Promise<RunInfo[]>;
  /** Stops a run, wherever it is; one that has not started yet is stopped at its start, within 60 s. */
  stop(key: RunKey): Promise<void>;
  /** For shutdown: from now on `isLeaving` says so, and whoever has a choice should ask elsewhere. All is still served. */
  beginLeaving(): void;
  isLeaving(): boolean;
  /** For shutdown: from now on `isEnding` says so, and no new run should be begun. Those that go on go on. */
  beginEnding(): void;
  isEnding(): boolean;
  /** Stops every run here, and every one that starts later, and cuts what is read from elsewhere: for shutdown. */
  stopAll(): void;
  liveCount(): number;
  /** Work that must not be lost at shutdown: the runs themselves and what follows them. A rejection is the caller's to handle. */
  track(work: Promise<unknown>): void;
  /** Resolves when no tracked work is left. */
  idle(): Promise<void>;
  /** Gives readers in other processes a moment to get what they have not yet. */
  close(): Promise<void>;
}
