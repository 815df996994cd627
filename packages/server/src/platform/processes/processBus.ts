/** A message between processes: a small JSON object and optional bytes. */
export interface BusMessage {
  head: Record<string, unknown>;
  body?: Uint8Array;
}

/** What messages are about. Processes of earlier versions know only "runs", and ignore the others. */
export type BusTopic = "runs" | "browserEvents" | "embeddings" | "apiKeys";

/** Receives the messages of a topic. `from`: the id of the sender, which is authenticated with the shared secret. */
export type BusListener = (from: string, message: BusMessage) => void;

/** Maximum body size of a message whose head has up to 400 bytes. */
export const maxBodyBytes = 5_500;

/**
 * Connects the server processes that share a database. Messages may be lost. Messages from one process arrive in order
 * and at most once. A process does not receive its own messages.
 */
export interface ProcessBus {
  /** The id of this process, new at each start. Rows with this id belong to this process and to no earlier one. */
  readonly id: string;
  /** Returns the ids whose process is no longer alive, never this process's own. */
  findDead(ids: readonly string[]): Promise<string[]>;
  /** False if this process uses its database alone, so that nobody receives what it posts. */
  readonly isShared: boolean;
  /** Receives the messages of a topic, besides its other listeners. Returns the unsubscribe function. */
  subscribe(topic: BusTopic, listener: BusListener): () => void;
  /** Calls `listener` after each reconnect, when messages to this process may have been lost. */
  onReconnect(listener: () => void): () => void;
  /** Sends to one process or to all others. Resolves once sent; rejects if there is no connection for 5 s. */
  post(topic: BusTopic, to: string, message: BusMessage): Promise<void>;
  close(): Promise<void>;
}

/** The recipient `to` that addresses every process but the sender. */
export const allProcesses = "all";
