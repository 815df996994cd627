import { maxBodyBytes } from "../processes/processBus.ts";

/**
 * Messages between processes about runs. The owner is the process that writes a run; a subscriber is a process that
 * reads it. `sub` is the subscription's id, chosen by the subscriber; `n` numbers the owner's `frames`, `failure` and
 * `end` messages for that id from 0.
 */
export type RunMessage =
  /** To the owner: subscribes to the events after `after`. `held`: bytes that were received but have not been read. */
  | { t: "read"; sub: string; userId: string; requestId: string; after: number; held: number }
  /** To the owner: `taken` is the total of bytes read since `read`; with a total, a lost `ack` does no lasting harm. */
  | { t: "ack"; sub: string; taken: number }
  /** To the owner: renews the lease, and acknowledges like `ack`. */
  | { t: "keep"; sub: string; taken: number }
  /** To the owner: ends the subscription. */
  | { t: "leave"; sub: string }
  /** To the subscriber: the run exists, and `n` messages have been sent. */
  | { t: "here"; sub: string; n: number }
  /** To the subscriber: the sender does not have the run or its end, or the subscription has expired. */
  | { t: "unknown"; sub: string }
  /** To the subscriber, with a body: a part of the frames. `isWhole`: the last frame in it is complete. */
  | { t: "frames"; sub: string; n: number; isWhole: boolean }
  /** To the subscriber, before the last frames: why the run ended before the model started. */
  | { t: "failure"; sub: string; n: number; failure: unknown }
  /** To the subscriber: there are no more frames. */
  | { t: "end"; sub: string; n: number }
  /** To all, or to a process that missed it: stop this run, now or when it starts. */
  | { t: "stop"; userId: string; requestId: string }
  /** To all: the sender was disconnected and may have missed messages. */
  | { t: "missed" };

/** More events are sent only while fewer bytes than this are in flight to the subscriber or unread there. */
export const windowBytes = 128 * 1024;
export const ackIntervalBytes = 32 * 1024;

/** Serializes a failure, so that it can be thrown again in another process. */
export interface FailureCodec {
  /** Returns JSON that fits into one message. */
  encode(failure: unknown): unknown;
  decode(encoded: unknown): unknown;
}

/** Splits frames into parts that each fit into one message. */
export function splitFrames(text: string): { body: Buffer; isWhole: boolean }[] {
  const bytes = Buffer.from(text);
  const parts: { body: Buffer; isWhole: boolean }[] = [];
  for (let from = 0; from < bytes.length; from += maxBodyBytes) {
    const body = bytes.subarray(from, from + maxBodyBytes);
    parts.push({ body, isWhole: from + maxBodyBytes >= bytes.length });
  }
  return parts;
}
