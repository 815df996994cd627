import type { Processes } from "./processes.ts";

/** A message between processes: a small JSON object, and bytes where there are some. */
export interface BusMessage {
  head: Record<string, unknown>;
  body?: Uint8Array;
}

/** Bytes of a body that fit into one message beside a head of up to 400 bytes. */
export const bodyBytes = 5_500;

/** How processes on one database speak to each other. Messages may be lost; those of one process come in order, and none twice. */
export interface ProcessBus extends Processes {
  /** Replace it to listen. `from`: the id of a process that knows the shared secret. */
  onMessage: (from: string, message: BusMessage) => void;
  /** Called when messages may have been lost on the way here. */
  onReconnect: () => void;
  /** Sends to the process of this id, or to all others. Resolves when it is on its way; throws when it could not be sent for 5 s. */
  post(to: string, message: BusMessage): Promise<void>;
  close(): Promise<void>;
}

/** As `to` of a message: every process but the sender. */
export const everyProcess = "all";
