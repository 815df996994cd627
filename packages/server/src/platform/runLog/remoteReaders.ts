import { randomUUID } from "node:crypto";
import type { ProcessBus } from "../processes/processBus.ts";
import { interruptedEnd } from "./interruptedEnd.ts";
import type { RunKey, RunReader } from "./runLog.ts";
import { ackIntervalBytes, type FailureCodec, type RunMessage } from "./runMessages.ts";

/** The subscriber's side: readers of runs that other processes write. */
export interface RemoteReaders {
  /** Returns null if the owner does not know the run or is dead. */
  open(owner: string, key: RunKey, after: number): Promise<RunReader | null>;
  receive(from: string, message: RunMessage, body: Uint8Array): void;
  /** Renews all subscriptions, because messages may have been lost. */
  resubscribeAll(): void;
  /** Detaches all readers from their runs, and each reader that is opened later. */
  detachAll(): void;
  /** Resolves when no reader is open. */
  whenIdle(): Promise<void>;
  close(): void;
}

interface Subscription {
  owner: string;
  key: RunKey;
  /** Id of the subscription; each renewal changes it. */
  sub: string;
  /** Sequence of the last event that was received completely. */
  lastSequence: number;
  /** Number of numbered messages received since the last `read` message; the next one must have this number. */
  n: number;
  /** Parts of a frame that is still incomplete. */
  parts: Buffer[];
  /** Received text that has not been read yet. */
  texts: string[];
  bufferedBytes: number;
  /** Bytes read since the last `read` message, and how many of them have been acknowledged to the owner. */
  readBytes: number;
  acknowledgedBytes: number;
  /** True until the owner answers the last `read` message. */
  isSubscribing: boolean;
  hasEnded: boolean;
  wasDetached: boolean;
  failure: unknown;
  silentTicks: number;
  ticks: number;
  reader: RunReader;
  /** Resolves once it is known whether the owner has the run. */
  opened: PromiseWithResolvers<"here" | "unknown">;
}

/** UTF-16 code units. */
const maxReadLength = 65_536;
const tickMs = 1_000;
const renewAfterSilentTicks = 2;
const renewIntervalTicks = 10;
/** A live owner counts as unreachable after this many ticks without a message. */
const maxSilentTicks = 10;

export function createRemoteReaders(
  bus: ProcessBus,
  failures: FailureCodec,
  onProcessDeath: (processId: string) => void,
): RemoteReaders {
  const subscriptions = new Map<string, Subscription>();
  let tickTimer: NodeJS.Timeout | null = null;
  let idleWaiters: (() => void)[] = [];
  let isClosing = false;

  const post = (subscription: Subscription, head: RunMessage) => {
    // A later tick repeats a lost message.
    void bus.post("runs", subscription.owner, { head }).catch(() => undefined);
  };

  /** Subscribes, or renews a subscription under a new id. */
  const subscribe = (subscription: Subscription) => {
    subscriptions.delete(subscription.sub);
    const sub = randomUUID().slice(0, 13);
    subscription.sub = sub;
    subscription.n = 0;
    subscription.parts = [];
    subscription.readBytes = 0;
    subscription.acknowledgedBytes = 0;
    subscription.isSubscribing = true;
    subscriptions.set(sub, subscription);
    const { key, lastSequence, bufferedBytes } = subscription;
    post(subscription, { t: "read", sub, ...key, after: lastSequence, held: bufferedBytes });
  };

  const endSubscription = (subscription: Subscription) => {
    if (subscription.hasEnded) return;
    subscription.hasEnded = true;
    removeSubscription(subscription);
    subscription.opened.resolve("here");
    subscription.reader.onChange();
  };

  const detachSubscription = (subscription: Subscription) => {
    subscription.wasDetached = true;
    endSubscription(subscription);
  };

  /** Ends the run as interrupted, because its owner has died. */
  const endInterrupted = (subscription: Subscription) => {
    const { isSubscribing, lastSequence, texts, opened } = subscription;
    if (isSubscribing && lastSequence === 0 && texts.length === 0) opened.resolve("unknown");
    const event = { s: "meta", ...interruptedEnd };
    texts.push(`id: ${lastSequence + 1}\ndata: ${JSON.stringify(event)}\n\n`);
    endSubscription(subscription);
  };

  const removeSubscription = (subscription: Subscription) => {
    subscriptions.delete(subscription.sub);
    if (subscriptions.size > 0) return;
    if (tickTimer) clearInterval(tickTimer);
    tickTimer = null;
    for (const resolve of idleWaiters) resolve();
    idleWaiters = [];
  };

  const checkOwners = async () => {
    const owners = [...new Set([...subscriptions.values()].map(({ owner }) => owner))];
    // While the database cannot be reached, no process counts as dead.
    const deadOwners = new Set(await bus.findDead(owners).catch(() => []));
    for (const subscription of [...subscriptions.values()])
      if (deadOwners.has(subscription.owner)) endInterrupted(subscription);
    for (const processId of deadOwners) onProcessDeath(processId);
  };

  const tick = () => {
    for (const subscription of [...subscriptions.values()]) {
      subscription.ticks += 1;
      subscription.silentTicks += 1;
      const { silentTicks, ticks, isSubscribing, sub, readBytes } = subscription;
      if (silentTicks > maxSilentTicks) detachSubscription(subscription);
      else if (silentTicks > renewAfterSilentTicks && isSubscribing) subscribe(subscription);
      else if (silentTicks > renewAfterSilentTicks || ticks % renewIntervalTicks === 0)
        post(subscription, { t: "keep", sub, taken: readBytes });
    }
    void checkOwners();
  };

  const receiveFrames = (subscription: Subscription, isWhole: boolean, body: Uint8Array) => {
    subscription.parts.push(Buffer.from(body));
    if (!isWhole) return;
    const { parts } = subscription;
    const bytes = parts.length === 1 ? parts[0] : Buffer.concat(parts);
    subscription.parts = [];
    const text = bytes?.toString("utf8") ?? "";
    subscription.lastSequence = parseLastSequence(text) ?? subscription.lastSequence;
    subscription.texts.push(text);
    subscription.bufferedBytes += bytes?.length ?? 0;
    subscription.opened.resolve("here");
    subscription.reader.onChange();
  };

  const readBuffered = (subscription: Subscription): string => {
    let text = "";
    while (subscription.texts.length > 0 && text.length < maxReadLength) text += subscription.texts.shift();
    const bytes = Buffer.byteLength(text);
    subscription.bufferedBytes -= bytes;
    subscription.readBytes += bytes;
    const { readBytes, acknowledgedBytes, hasEnded, sub } = subscription;
    if (readBytes - acknowledgedBytes >= ackIntervalBytes && !hasEnded) {
      post(subscription, { t: "ack", sub, taken: readBytes });
      subscription.acknowledgedBytes = readBytes;
    }
    return text;
  };

  return {
    async open(owner, key, after) {
      const subscription: Subscription = {
        owner,
        key,
        sub: "",
        lastSequence: after,
        n: 0,
        parts: [],
        texts: [],
        bufferedBytes: 0,
        readBytes: 0,
        acknowledgedBytes: 0,
        isSubscribing: true,
        hasEnded: false,
        wasDetached: false,
        failure: undefined,
        silentTicks: 0,
        ticks: 0,
        opened: Promise.withResolvers(),
        reader: {
          onChange: () => undefined,
          read: () => readBuffered(subscription),
          hasMore: () => subscription.texts.length > 0,
          hasEnded: () => subscription.hasEnded,
          isAccepted: () => true, // only the process that received the question acknowledges it
          wasDetached: () => subscription.wasDetached,
          failure: () => subscription.failure,
          cause: () => undefined,
          close() {
            if (subscription.hasEnded) return;
            subscription.hasEnded = true;
            removeSubscription(subscription);
            post(subscription, { t: "leave", sub: subscription.sub });
          },
        },
      };
      if (isClosing) {
        // A new reader would delay the shutdown.
        subscription.hasEnded = true;
        subscription.wasDetached = true;
        return subscription.reader;
      }
      subscribe(subscription);
      tickTimer ??= setInterval(tick, tickMs).unref();
      void checkOwners();
      return (await subscription.opened.promise) === "here" ? subscription.reader : null;
    },
    receive(from, message, body) {
      if (!("sub" in message)) return;
      const subscription = subscriptions.get(message.sub);
      if (!subscription || subscription.owner !== from) {
        // The subscription is gone: a `leave` message was lost, or a renewal has changed its id.
        if (message.t === "frames")
          void bus.post("runs", from, { head: { t: "leave", sub: message.sub } }).catch(() => undefined);
        return;
      }
      subscription.silentTicks = 0;
      if (message.t === "unknown") {
        if (!subscription.isSubscribing) {
          subscribe(subscription);
          return;
        }
        subscription.opened.resolve("unknown");
        detachSubscription(subscription);
        return;
      }
      if (message.t !== "here" && message.t !== "frames" && message.t !== "failure" && message.t !== "end") return;
      subscription.isSubscribing = false;
      // Messages were lost: subscribe again from the last complete event.
      if (message.n !== subscription.n) {
        subscribe(subscription);
        return;
      }
      if (message.t === "here") {
        subscription.opened.resolve("here");
        return;
      }
      subscription.n += 1;
      if (message.t === "frames") {
        receiveFrames(subscription, message.isWhole, body);
        return;
      }
      if (message.t === "failure") subscription.failure = failures.decode(message.failure);
      else endSubscription(subscription);
    },
    resubscribeAll() {
      for (const subscription of [...subscriptions.values()]) subscribe(subscription);
    },
    detachAll() {
      isClosing = true;
      for (const subscription of [...subscriptions.values()]) {
        post(subscription, { t: "leave", sub: subscription.sub });
        detachSubscription(subscription);
      }
    },
    whenIdle: () =>
      new Promise((resolve) => {
        if (subscriptions.size === 0) resolve();
        else idleWaiters.push(resolve);
      }),
    close() {
      if (tickTimer) clearInterval(tickTimer);
    },
  };
}

/** Returns the sequence of the last frame in a text of complete frames. */
function parseLastSequence(text: string): number | null {
  const start = text.lastIndexOf("\n\n", text.length - 3);
  const match = /^id: (\d+)/.exec(text.slice(start < 0 ? 0 : start + 2, (start < 0 ? 0 : start + 2) + 30));
  return match ? Number(match[1]) : null;
}
