import { randomUUID } from "node:crypto";
import type { ProcessBus } from "../processes/processBus.ts";
import { interruptedEnd } from "./interruptedEnd.ts";
import type { RunKey, RunReading } from "./runLog.ts";
import { ackEveryBytes, type FailureCodec, type RunMessage } from "./runMessages.ts";

/** The reader's side: readings of runs that other processes write. */
export interface RemoteReadings {
  /** Null when that process knows no such run, or does not live. Throws when it cannot be asked. */
  open(owner: string, key: RunKey, after: number): Promise<RunReading | null>;
  receive(from: string, message: RunMessage, body: Uint8Array): void;
  /** Asks again for all that is being read: something may have been lost. */
  askAgain(): void;
  /** Ends all readings before their runs have ended, and each that is opened later. */
  cutAll(): void;
  /** Resolves when nothing is being read. */
  idle(): Promise<void>;
  close(): void;
}

interface Remote {
  owner: string;
  key: RunKey;
  sub: string;
  /** Sequence of the last event that came whole. */
  place: number;
  /** Pieces that have come. */
  n: number;
  /** Pieces of a frame that is not whole yet. */
  parts: Buffer[];
  /** What has come and was not taken. */
  texts: string[];
  /** How many bytes that is. */
  heldBytes: number;
  /** Taken since the last `read`, and how much of it the owner was told. */
  takenBytes: number;
  toldBytes: number;
  /** The owner has not answered the last `read`. */
  isAsking: boolean;
  hasEnded: boolean;
  wasCut: boolean;
  failure: unknown;
  silentTicks: number;
  ticks: number;
  reading: RunReading;
  /** How the first answer of the owner is waited for. */
  opened: PromiseWithResolvers<"here" | "unknown">;
}

/** UTF-16 code units. */
const takeLength = 65_536;
const tickMs = 1_000;
const keepAfterSilentTicks = 2;
const keepEveryTicks = 10;
/** Without a word from an owner that lives: it hangs, or there is no way to it. */
const mostSilentTicks = 10;

export function createRemoteReadings(
  bus: ProcessBus,
  failures: FailureCodec,
  onDeath: (processId: string) => void,
): RemoteReadings {
  const remotes = new Map<string, Remote>();
  let timer: NodeJS.Timeout | null = null;
  let waiting: (() => void)[] = [];
  let isClosing = false;

  const tell = (remote: Remote, head: RunMessage) => {
    // What is not heard is said again at a later tick.
    void bus.post(remote.owner, { head }).catch(() => undefined);
  };

  const ask = (remote: Remote) => {
    remotes.delete(remote.sub);
    remote.sub = randomUUID().slice(0, 13);
    remote.n = 0;
    remote.parts = [];
    remote.takenBytes = 0;
    remote.toldBytes = 0;
    remote.isAsking = true;
    remotes.set(remote.sub, remote);
    tell(remote, { t: "read", sub: remote.sub, ...remote.key, after: remote.place, held: remote.heldBytes });
  };

  const end = (remote: Remote) => {
    if (remote.hasEnded) return;
    remote.hasEnded = true;
    forget(remote);
    remote.opened.resolve("here");
    remote.reading.onChange();
  };

  const cut = (remote: Remote) => {
    remote.wasCut = true;
    end(remote);
  };

  const die = (remote: Remote) => {
    if (remote.isAsking && remote.place === 0 && remote.texts.length === 0) remote.opened.resolve("unknown");
    const event = { s: "meta", ...interruptedEnd };
    remote.texts.push(`id: ${remote.place + 1}\ndata: ${JSON.stringify(event)}\n\n`);
    end(remote);
  };

  const forget = (remote: Remote) => {
    remotes.delete(remote.sub);
    if (remotes.size > 0) return;
    if (timer) clearInterval(timer);
    timer = null;
    for (const resolve of waiting) resolve();
    waiting = [];
  };

  const look = async () => {
    const owners = [...new Set([...remotes.values()].map(({ owner }) => owner))];
    // Without the database nobody is known to be dead.
    const dead = new Set(await bus.deadAmong(owners).catch(() => []));
    for (const remote of [...remotes.values()]) if (dead.has(remote.owner)) die(remote);
    for (const processId of dead) onDeath(processId);
  };

  const tick = () => {
    for (const remote of [...remotes.values()]) {
      remote.ticks += 1;
      remote.silentTicks += 1;
      if (remote.silentTicks > mostSilentTicks) cut(remote);
      else if (remote.silentTicks > keepAfterSilentTicks && remote.isAsking) ask(remote);
      else if (remote.silentTicks > keepAfterSilentTicks || remote.ticks % keepEveryTicks === 0)
        tell(remote, { t: "keep", sub: remote.sub, taken: remote.takenBytes });
    }
    void look();
  };

  const takeFrames = (remote: Remote, isWhole: boolean, body: Uint8Array) => {
    remote.parts.push(Buffer.from(body));
    if (!isWhole) return;
    const bytes = remote.parts.length === 1 ? remote.parts[0] : Buffer.concat(remote.parts);
    remote.parts = [];
    const text = bytes?.toString("utf8") ?? "";
    remote.place = lastSequence(text) ?? remote.place;
    remote.texts.push(text);
    remote.heldBytes += bytes?.length ?? 0;
    remote.opened.resolve("here");
    remote.reading.onChange();
  };

  const take = (remote: Remote): string => {
    let text = "";
    while (remote.texts.length > 0 && text.length < takeLength) text += remote.texts.shift();
    const bytes = Buffer.byteLength(text);
    remote.heldBytes -= bytes;
    remote.takenBytes += bytes;
    if (remote.takenBytes - remote.toldBytes >= ackEveryBytes && !remote.hasEnded) {
      tell(remote, { t: "ack", sub: remote.sub, taken: remote.takenBytes });
      remote.toldBytes = remote.takenBytes;
    }
    return text;
  };

  return {
    async open(owner, key, after) {
      const remote: Remote = {
        owner,
        key,
        sub: "",
        place: after,
        n: 0,
        parts: [],
        texts: [],
        heldBytes: 0,
        takenBytes: 0,
        toldBytes: 0,
        isAsking: true,
        hasEnded: false,
        wasCut: false,
        failure: undefined,
        silentTicks: 0,
        ticks: 0,
        opened: Promise.withResolvers(),
        reading: {
          onChange: () => undefined,
          take: () => take(remote),
          hasMore: () => remote.texts.length > 0,
          hasEnded: () => remote.hasEnded,
          wasCut: () => remote.wasCut,
          failure: () => remote.failure,
          close() {
            if (remote.hasEnded) return;
            remote.hasEnded = true;
            forget(remote);
            tell(remote, { t: "leave", sub: remote.sub });
          },
        },
      };
      if (isClosing) {
        // It would hold up the end of this process.
        remote.hasEnded = true;
        remote.wasCut = true;
        return remote.reading;
      }
      ask(remote);
      timer ??= setInterval(tick, tickMs).unref();
      void look();
      return (await remote.opened.promise) === "here" ? remote.reading : null;
    },
    receive(from, message, body) {
      if (!("sub" in message)) return;
      const remote = remotes.get(message.sub);
      if (!remote || remote.owner !== from) {
        // Nobody reads this any more: a `leave` was lost, or the reading goes on under another name.
        if (message.t === "frames")
          void bus.post(from, { head: { t: "leave", sub: message.sub } }).catch(() => undefined);
        return;
      }
      remote.silentTicks = 0;
      if (message.t === "unknown") {
        if (!remote.isAsking) {
          ask(remote);
          return;
        }
        remote.opened.resolve("unknown");
        cut(remote);
        return;
      }
      if (message.t !== "here" && message.t !== "frames" && message.t !== "failure" && message.t !== "end") return;
      remote.isAsking = false;
      // Something between was lost: it is asked for anew, from the last whole event on.
      if (message.n !== remote.n) {
        ask(remote);
        return;
      }
      if (message.t === "here") {
        remote.opened.resolve("here");
        return;
      }
      remote.n += 1;
      if (message.t === "frames") {
        takeFrames(remote, message.isWhole, body);
        return;
      }
      if (message.t === "failure") remote.failure = failures.decode(message.failure);
      else end(remote);
    },
    askAgain() {
      for (const remote of [...remotes.values()]) ask(remote);
    },
    cutAll() {
      isClosing = true;
      for (const remote of [...remotes.values()]) {
        tell(remote, { t: "leave", sub: remote.sub });
        cut(remote);
      }
    },
    idle: () =>
      new Promise((resolve) => {
        if (remotes.size === 0) resolve();
        else waiting.push(resolve);
      }),
    close() {
      if (timer) clearInterval(timer);
    },
  };
}

/** Of the last frame of a text of whole frames. */
function lastSequence(text: string): number | null {
  const start = text.lastIndexOf("\n\n", text.length - 3);
  const found = /^id: (\d+)/.exec(text.slice(start < 0 ? 0 : start + 2, (start < 0 ? 0 : start + 2) + 30));
  return found ? Number(found[1]) : null;
}
