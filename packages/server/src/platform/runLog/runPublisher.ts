import type { ProcessBus } from "../processes/processBus.ts";
import type { RunLog, RunReader } from "./runLog.ts";
import { type FailureCodec, type RunMessage, splitFrames, windowBytes } from "./runMessages.ts";

/** The owner's side: sends the runs of this process to subscribers in other processes. */
export interface RunPublisher {
  receive(from: string, message: RunMessage): void;
  /** Resolves when all subscriptions have ended, or after `timeoutMs`. */
  whenDrained(timeoutMs: number): Promise<void>;
  close(): void;
}

interface Subscription {
  to: string;
  sub: string;
  reader: RunReader;
  /** Number of numbered messages sent. */
  n: number;
  /** Bytes sent, plus those that the subscriber had buffered when it subscribed. */
  sentBytes: number;
  /** Bytes that the subscriber has read since it subscribed. */
  readBytes: number;
  /** Messages that the database has not received yet. At `maxPendingPosts`, further events wait and are batched. */
  pendingPosts: number;
  isLeaseRenewed: boolean;
  isFailureSent: boolean;
  /** True if nothing more will be sent. */
  isFinished: boolean;
}

/** Subscribers renew their lease every 10 s. */
const leaseMs = 30_000;
const maxPendingPosts = 2;

export function createRunPublisher(
  bus: ProcessBus,
  local: Pick<RunLog, "readLocal">,
  failures: FailureCodec,
): RunPublisher {
  const subscriptions = new Map<string, Subscription>();
  let drainWaiters: (() => void)[] = [];

  const endSubscription = (subscription: Subscription) => {
    subscription.isFinished = true;
    subscription.reader.close();
    subscriptions.delete(toSubscriptionName(subscription.to, subscription.sub));
    if (subscriptions.size > 0) return;
    for (const resolve of drainWaiters) resolve();
    drainWaiters = [];
  };

  const post = async (subscription: Subscription, head: RunMessage, body?: Buffer): Promise<void> => {
    subscription.pendingPosts += 1;
    try {
      await bus.post("runs", subscription.to, { head, ...(body ? { body } : {}) });
    } catch {
      // The subscriber will subscribe again once the connection is back.
      endSubscription(subscription);
    }
    subscription.pendingPosts -= 1;
  };

  const pumpMessages = (subscription: Subscription) => {
    const { reader, sub } = subscription;
    if (subscription.isFinished || subscription.pendingPosts >= maxPendingPosts) return;
    const failure = reader.failure();
    if (failure !== undefined && !subscription.isFailureSent) {
      // Sent before the final event: a client that still waits for the first event gets the failure as an HTTP status.
      subscription.isFailureSent = true;
      const head: RunMessage = { t: "failure", sub, n: subscription.n, failure: failures.encode(failure) };
      subscription.n += 1;
      void post(subscription, head);
    }
    while (reader.hasMore() && subscription.sentBytes - subscription.readBytes < windowBytes) {
      const parts = splitFrames(reader.read());
      for (const { body, isWhole } of parts) {
        subscription.sentBytes += body.length;
        const head: RunMessage = { t: "frames", sub, n: subscription.n, isWhole };
        subscription.n += 1;
        void post(subscription, head, body).then(() => pumpMessages(subscription));
      }
      if (subscription.pendingPosts >= maxPendingPosts) return;
    }
    if (!reader.hasEnded() || reader.hasMore()) return;
    subscription.isFinished = true;
    // A detached relay does not know the run's end; the subscriber looks up the owner again.
    const lastMessage: RunMessage = reader.wasDetached() ? { t: "unknown", sub } : { t: "end", sub, n: subscription.n };
    void post(subscription, lastMessage).then(() => endSubscription(subscription));
  };

  const openSubscription = (
    from: string,
    { sub, userId, requestId, after, held }: Extract<RunMessage, { t: "read" }>,
  ) => {
    const reader = local.readLocal({ userId, requestId }, after);
    if (!reader) {
      void bus.post("runs", from, { head: { t: "unknown", sub } }).catch(() => undefined); // the subscriber retries
      return;
    }
    const subscription: Subscription = {
      to: from,
      sub,
      reader,
      n: 0,
      sentBytes: held,
      readBytes: 0,
      pendingPosts: 0,
      isLeaseRenewed: true,
      isFailureSent: false,
      isFinished: false,
    };
    subscriptions.set(toSubscriptionName(from, sub), subscription);
    // Deferred, so that an event and the end right after it are sent together.
    reader.onChange = () => queueMicrotask(() => pumpMessages(subscription));
    if (reader.hasMore() || reader.hasEnded()) pumpMessages(subscription);
    else void post(subscription, { t: "here", sub, n: 0 }).then(() => pumpMessages(subscription));
  };

  const leaseTimer = setInterval(() => {
    for (const subscription of subscriptions.values()) {
      if (!subscription.isLeaseRenewed) endSubscription(subscription);
      subscription.isLeaseRenewed = false;
    }
  }, leaseMs);
  leaseTimer.unref();

  return {
    receive(from, message) {
      if (message.t === "read") {
        openSubscription(from, message);
        return;
      }
      if (message.t !== "ack" && message.t !== "keep" && message.t !== "leave") return;
      const subscription = subscriptions.get(toSubscriptionName(from, message.sub));
      if (!subscription) {
        if (message.t === "keep")
          void bus.post("runs", from, { head: { t: "unknown", sub: message.sub } }).catch(() => undefined);
        return;
      }
      subscription.isLeaseRenewed = true;
      if (message.t === "leave") {
        endSubscription(subscription);
        return;
      }
      if (message.t === "keep")
        void post(subscription, { t: "here", sub: message.sub, n: subscription.n }).then(() =>
          pumpMessages(subscription),
        );
      subscription.readBytes = Math.max(subscription.readBytes, message.taken);
      pumpMessages(subscription);
    },
    whenDrained: (timeoutMs) =>
      new Promise((resolve) => {
        if (subscriptions.size === 0) {
          resolve();
          return;
        }
        const timer = setTimeout(resolve, timeoutMs);
        drainWaiters.push(() => {
          clearTimeout(timer);
          resolve();
        });
      }),
    close() {
      clearInterval(leaseTimer);
      for (const subscription of [...subscriptions.values()]) endSubscription(subscription);
    },
  };
}

function toSubscriptionName(processId: string, sub: string): string {
  return `${processId} ${sub}`;
}
