import type { BrowserEvent } from "@lectern/contract";
import { isOffline, pause } from "../network.ts";
import type { StreamEnd, StreamHandlers } from "./readEventStream.ts";

export interface ConnectionOptions {
  lastEventId: string | null;
  onEvent: (id: string, event: BrowserEvent) => void;
  /** Called with true whenever something arrives, and with false when the connection breaks. */
  onLive: (isLive: boolean) => void;
  /** Called when the server rejects the session. */
  onSignedOut: () => void;
  /** Reads one stream after `lastEventId` until it ends or `signal` aborts. */
  read: (lastEventId: string | null, handlers: StreamHandlers, signal: AbortSignal) => Promise<StreamEnd>;
  /** A random number from 0 to 1. */
  random?: () => number;
}

/** The last delay repeats. */
const retryDelaysMs = [500, 1_000, 2_000, 5_000, 10_000, 30_000];
/** After a rejection that another attempt will hardly change. */
const rejectedDelayMs = 60_000;
/** A page that becomes visible after this silence connects again instead of waiting for the connection's timeout. */
const maxHiddenSilenceMs = 20_000;

/**
 * Keeps a stream of events open, and continues after the last event whenever it breaks. Waits between attempts, randomly
 * longer, so that the browsers do not all return at once when a server restarts. Returns the function that stops this.
 */
export function connectEventStream({
  onEvent,
  onLive,
  onSignedOut,
  read,
  random = Math.random,
  ...options
}: ConnectionOptions): () => void {
  let { lastEventId } = options;
  let aliveAtMs = Date.now();
  let attempt: AbortController | null = null;
  let isStopped = false;

  const run = async () => {
    let failures = 0;
    while (!isStopped) {
      attempt = new AbortController();
      const { signal } = attempt;
      const end = await read(
        lastEventId,
        {
          onAlive() {
            aliveAtMs = Date.now();
            failures = 0;
            onLive(true);
          },
          onEvent(id, event) {
            lastEventId = id;
            onEvent(id, event);
          },
        },
        signal,
      );
      if (isStopped) return;
      onLive(false);
      if (end.kind === "failed" && end.status === 401) onSignedOut();
      const delayMs = getDelayMs(end, failures) * (0.5 + random());
      failures += 1;
      const waiting = new AbortController();
      attempt = waiting;
      await pause(isOffline() ? null : delayMs, waiting.signal);
    }
  };
  /** Tries again now if the connection is down, or if nothing has arrived for a while. */
  const wake = () => {
    if (document.visibilityState !== "visible" || Date.now() - aliveAtMs < maxHiddenSilenceMs) return;
    aliveAtMs = Date.now();
    attempt?.abort();
  };
  globalThis.document?.addEventListener("visibilitychange", wake);
  globalThis.addEventListener?.("pageshow", wake);
  void run();
  return () => {
    isStopped = true;
    attempt?.abort();
    globalThis.document?.removeEventListener("visibilitychange", wake);
    globalThis.removeEventListener?.("pageshow", wake);
  };
}

function getDelayMs(end: StreamEnd, failures: number): number {
  const delayMs = retryDelaysMs[Math.min(failures, retryDelaysMs.length - 1)] ?? 0;
  if (end.kind === "closed") return Math.max(delayMs, 1_000);
  const isRejected = end.status !== null && end.status >= 400 && end.status < 500 && end.status !== 429;
  return Math.max(delayMs, end.retryAfterMs, isRejected ? rejectedDelayMs : 0);
}
