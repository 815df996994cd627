import type { Processes } from "./processes.ts";

/** A message between processes: a small JSON object and optional bytes. */
export interface BusMessage {
  head: Record<string, unknown>;
  body?: Uint8Array;
}

/** Maximum body size of a message whose head has up to 400 bytes. */
export const maxBodyBytes = 5_500;

/**
 * Connects the server processes that share a database. Messages may be lost. Messages from one process arrive in order
 * and at most once.
 */
export interface ProcessBus extends Processes {
  /**
   * Assign a handler to receive messages. `from`: the id of the sender, which is authenticated with the shared secret.
   */
  onMessage: (from: string, message: BusMessage) => void;
  /** Called after a reconnect, when messages to this process may have been lost. */
  onReconnect: () => void;
  /** Sends to one process or to all others. Resolves once sent; rejects if there is no connection for 5 s. */
  post(to: string, message: BusMessage): Promise<void>;
  close(): Promise<void>;
}

/** The recipient `to` that addresses every process but the sender. */
export const allProcesses = "all";
