import { bodyBytes } from "../processes/processBus.ts";

/**
 * What processes tell each other of runs. `sub` is one reading of one reader's process, chosen by it; `n` counts the pieces of a
 * reading from 0.
 */
export type RunMessage =
  /** To the owner: let me read this person's run from there on. `held`: bytes from before that have come and were not taken. */
  | { t: "read"; sub: string; userId: string; requestId: string; after: number; held: number }
  /** To the owner: so many bytes in all have been taken since the `read`. A sum, because one that is lost must not be missed for ever. */
  | { t: "ack"; sub: string; taken: number }
  /** To the owner: I am still reading, and have taken so much. */
  | { t: "keep"; sub: string; taken: number }
  | { t: "leave"; sub: string }
  /** To the reader: so many pieces were sent. The first one says that the run is there. */
  | { t: "here"; sub: string; n: number }
  /** To the reader: there is no such run of this person, or the reading was given up. */
  | { t: "unknown"; sub: string }
  /** To the reader, with bytes: a piece of the frames. `isWhole`: the last frame in it is complete. */
  | { t: "frames"; sub: string; n: number; isWhole: boolean }
  /** To the reader, counted like a piece and before the last ones: why the run ended before the model had begun. */
  | { t: "failure"; sub: string; n: number; failure: unknown }
  /** To the reader: there are no more pieces. */
  | { t: "end"; sub: string; n: number }
  /** To all, or to who has missed it: stop this run, or remember to. */
  | { t: "stop"; userId: string; requestId: string }
  /** To all: I have heard nothing for a moment. */
  | { t: "missed" };

/** Bytes that may be on their way to a reader that has not taken them. */
export const windowBytes = 128 * 1024;
export const ackEveryBytes = 32 * 1024;

/** How a failure travels: what is thrown in one process is thrown again in another. */
export interface FailureCodec {
  /** Of at most 4 kB as JSON. */
  encode(failure: unknown): unknown;
  decode(encoded: unknown): unknown;
}

/** Frames cut into pieces that fit into a message each. */
export function cutFrames(text: string): { body: Buffer; isWhole: boolean }[] {
  const bytes = Buffer.from(text);
  const pieces: { body: Buffer; isWhole: boolean }[] = [];
  for (let from = 0; from < bytes.length; from += bodyBytes) {
    const body = bytes.subarray(from, from + bodyBytes);
    pieces.push({ body, isWhole: from + bodyBytes >= bytes.length });
  }
  return pieces;
}
