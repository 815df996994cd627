import type { ProcessBus } from "../processes/processBus.ts";
import type { RunLog, RunReading } from "./runLog.ts";
import { cutFrames, type FailureCodec, type RunMessage, windowBytes } from "./runMessages.ts";

/** The owner's side: sends the runs of this process to readers in others, for as long as they read. */
export interface RunPublisher {
  receive(from: string, message: RunMessage): void;
  /** Resolves when all that has ended has been sent, or after `longestMs`. */
  drained(longestMs: number): Promise<void>;
  close(): void;
}

interface Subscription {
  to: string;
  sub: string;
  reading: RunReading;
  /** Pieces sent. */
  n: number;
  /** Bytes that the reader had not taken when it asked, and what was sent since. */
  sent: number;
  /** Bytes that the reader has taken since it asked. */
  taken: number;
  /** Messages that the database has not got yet. While there are some, what comes meanwhile gathers and leaves together. */
  posting: number;
  heardFrom: boolean;
  hasToldFailure: boolean;
  /** Nothing more is sent. */
  isOver: boolean;
}

/** A reader says every 10 s that it is there. */
const leaseMs = 30_000;
const mostPosting = 2;

export function createRunPublisher(
  bus: ProcessBus,
  local: Pick<RunLog, "readHere">,
  failures: FailureCodec,
): RunPublisher {
  const subscriptions = new Map<string, Subscription>();
  let waiting: (() => void)[] = [];

  const end = (subscription: Subscription) => {
    subscription.isOver = true;
    subscription.reading.close();
    subscriptions.delete(nameOf(subscription.to, subscription.sub));
    if (subscriptions.size > 0) return;
    for (const resolve of waiting) resolve();
    waiting = [];
  };

  const post = async (subscription: Subscription, head: RunMessage, body?: Buffer): Promise<void> => {
    subscription.posting += 1;
    try {
      await bus.post(subscription.to, { head, ...(body ? { body } : {}) });
    } catch {
      // The reader will ask again when it is heard again.
      end(subscription);
    }
    subscription.posting -= 1;
  };

  const pump = (subscription: Subscription) => {
    const { reading, sub } = subscription;
    if (subscription.isOver || subscription.posting >= mostPosting) return;
    const failure = reading.failure();
    if (failure !== undefined && !subscription.hasToldFailure) {
      // Before the event that tells of it: who waits for the first word makes a status of it.
      subscription.hasToldFailure = true;
      const head: RunMessage = { t: "failure", sub, n: subscription.n, failure: failures.encode(failure) };
      subscription.n += 1;
      void post(subscription, head);
    }
    while (reading.hasMore() && subscription.sent - subscription.taken < windowBytes) {
      const pieces = cutFrames(reading.take());
      for (const { body, isWhole } of pieces) {
        subscription.sent += body.length;
        const head: RunMessage = { t: "frames", sub, n: subscription.n, isWhole };
        subscription.n += 1;
        void post(subscription, head, body).then(() => pump(subscription));
      }
      if (subscription.posting >= mostPosting) return;
    }
    if (!reading.hasEnded() || reading.hasMore()) return;
    subscription.isOver = true;
    // A relay that was cut has no end to tell of: the reader asks the owner that it finds.
    const last: RunMessage = reading.wasCut() ? { t: "unknown", sub } : { t: "end", sub, n: subscription.n };
    void post(subscription, last).then(() => end(subscription));
  };

  const open = (from: string, { sub, userId, requestId, after, held }: Extract<RunMessage, { t: "read" }>) => {
    const reading = local.readHere({ userId, requestId }, after);
    if (!reading) {
      void bus.post(from, { head: { t: "unknown", sub } }).catch(() => undefined); // the reader asks again
      return;
    }
    const subscription: Subscription = {
      to: from,
      sub,
      reading,
      n: 0,
      sent: held,
      taken: 0,
      posting: 0,
      heardFrom: true,
      hasToldFailure: false,
      isOver: false,
    };
    subscriptions.set(nameOf(from, sub), subscription);
    // Together with what else happens at this moment: an event, and the end right after it.
    reading.onChange = () => queueMicrotask(() => pump(subscription));
    if (reading.hasMore() || reading.hasEnded()) pump(subscription);
    else void post(subscription, { t: "here", sub, n: 0 }).then(() => pump(subscription));
  };

  const lease = setInterval(() => {
    for (const subscription of subscriptions.values()) {
      if (!subscription.heardFrom) end(subscription);
      subscription.heardFrom = false;
    }
  }, leaseMs);
  lease.unref();

  return {
    receive(from, message) {
      if (message.t === "read") {
        open(from, message);
        return;
      }
      if (message.t !== "ack" && message.t !== "keep" && message.t !== "leave") return;
      const subscription = subscriptions.get(nameOf(from, message.sub));
      if (!subscription) {
        if (message.t === "keep")
          void bus.post(from, { head: { t: "unknown", sub: message.sub } }).catch(() => undefined);
        return;
      }
      subscription.heardFrom = true;
      if (message.t === "leave") {
        end(subscription);
        return;
      }
      if (message.t === "keep")
        void post(subscription, { t: "here", sub: message.sub, n: subscription.n }).then(() => pump(subscription));
      subscription.taken = Math.max(subscription.taken, message.taken);
      pump(subscription);
    },
    drained: (longestMs) =>
      new Promise((resolve) => {
        if (subscriptions.size === 0) {
          resolve();
          return;
        }
        const timer = setTimeout(resolve, longestMs);
        waiting.push(() => {
          clearTimeout(timer);
          resolve();
        });
      }),
    close() {
      clearInterval(lease);
      for (const subscription of [...subscriptions.values()]) end(subscription);
    },
  };
}

function nameOf(processId: string, sub: string): string {
  return `${processId} ${sub}`;
}
