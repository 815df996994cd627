import type { BrowserEvent } from "@lectern/contract";
import type { ConnectionOptions } from "./connectEventStream.ts";

export interface SharedEventsOptions {
  userId: string;
  /** The position from which this page has read what it shows. */
  lastEventId: string | null;
  /** When this page began to read (ms since the epoch). */
  startedAtMs: number;
  /** Opens the stream. Returns the function that closes it. */
  connect: (options: Pick<ConnectionOptions, "lastEventId" | "onEvent" | "onLive">) => () => void;
  /** `isReader`: this tab reads the stream, so it does what one tab of the browser does for all. */
  onEvent: (event: BrowserEvent, isReader: boolean) => void;
  onLive: (isLive: boolean) => void;
  locks: LockManager | undefined;
  createChannel: ((name: string) => BroadcastChannel) | undefined;
  page: PageVisibility;
}

export interface PageVisibility {
  isVisible(): boolean;
  onChange(listener: () => void): () => void;
}

/** What the tabs of one person send to each other. */
type TabMessage =
  /** From the tab that reads the stream. */
  | { kind: "event"; id: string; event: BrowserEvent }
  | { kind: "live"; isLive: boolean }
  /** From a tab that has been opened. */
  | { kind: "hello" }
  /** The answer: the position, and when the last event arrived (ms since the epoch; null: none yet). */
  | { kind: "position"; lastEventId: string | null; lastEventAtMs: number | null; isLive: boolean };

/** How often the reading tab tells the others that it is alive. Browsers slow the timers of hidden tabs to a minute. */
const lifeSignMs = 30_000;
/** After a longer silence the browser has frozen the reading tab. */
const maxSilenceMs = 90_000;

/**
 * Receives a person's events in all tabs of this browser over one stream. The tab that holds a Web Lock reads it and
 * relays the events to the others; when it is closed, another one continues after the last event. Without Web Locks or
 * BroadcastChannel, each visible tab has a stream of its own. Returns the function that stops this.
 */
export function shareEvents(options: SharedEventsOptions): () => void {
  const { userId, locks, createChannel } = options;
  if (!locks || !createChannel) return readWhileVisible(options);
  const name = `lectern.events.${userId}`;
  const channel = createChannel(name);
  const stopController = new AbortController();
  let lastEventId = options.lastEventId;
  let lastEventAtMs: number | null = null;
  let heardAtMs = Date.now();
  let isLive = false;
  let disconnect: (() => void) | null = null;

  const send = (message: TabMessage) => channel.postMessage(message);
  const setLive = (value: boolean) => {
    isLive = value;
    options.onLive(value);
  };
  const receive = (id: string, event: BrowserEvent) => {
    lastEventId = id;
    if (event.type === "opened") return;
    lastEventAtMs = Date.now();
    options.onEvent(event, disconnect !== null);
  };

  const startReading = () => {
    disconnect = options.connect({
      lastEventId,
      onEvent(id, event) {
        receive(id, event);
        send({ kind: "event", id, event });
      },
      onLive(value) {
        setLive(value);
        send({ kind: "live", isLive: value });
      },
    });
  };
  const stopReading = () => {
    disconnect?.();
    disconnect = null;
  };
  const compete = async (steal: boolean) => {
    const released = Promise.withResolvers<void>();
    stopController.signal.addEventListener("abort", () => released.resolve());
    try {
      // The API allows no signal together with `steal`.
      await locks.request(name, steal ? { steal } : { signal: stopController.signal }, () => {
        if (stopController.signal.aborted) return;
        startReading();
        return released.promise;
      });
    } catch {
      // Another tab has taken the lock, because the browser had frozen this one, or this function was stopped.
      stopReading();
      if (!stopController.signal.aborted) void compete(false);
    }
  };

  channel.addEventListener("message", ({ data }: MessageEvent<TabMessage>) => {
    heardAtMs = Date.now();
    if (data.kind === "hello") {
      if (disconnect) send({ kind: "position", lastEventId, lastEventAtMs, isLive });
      return;
    }
    if (disconnect) return;
    if (data.kind === "event") receive(data.id, data.event);
    else if (data.kind === "live") setLive(data.isLive);
    else if (data.lastEventId !== null) {
      // Events that arrived while this page was loading may have been relayed before it listened.
      if (data.lastEventAtMs !== null && data.lastEventAtMs >= options.startedAtMs) {
        options.onEvent({ type: "resync" }, false);
      }
      lastEventId = data.lastEventId;
      setLive(data.isLive);
    }
  });
  const silenceTimer = setInterval(() => {
    if (disconnect) {
      heardAtMs = Date.now();
      send({ kind: "live", isLive });
    } else if (options.page.isVisible() && Date.now() - heardAtMs >= maxSilenceMs) {
      heardAtMs = Date.now();
      void compete(true);
    }
  }, lifeSignMs);
  send({ kind: "hello" });
  void compete(false);

  return () => {
    clearInterval(silenceTimer);
    stopReading();
    stopController.abort();
    channel.close();
  };
}

/** Browsers allow few connections to one server, so a hidden tab gives up its own. */
function readWhileVisible({ page, connect, onEvent, onLive, ...options }: SharedEventsOptions): () => void {
  let { lastEventId } = options;
  let disconnect: (() => void) | null = null;
  const update = () => {
    if (!page.isVisible()) {
      disconnect?.();
      disconnect = null;
      onLive(false);
    }
    if (!page.isVisible() || disconnect) return;
    disconnect = connect({
      lastEventId,
      onEvent(id, event) {
        lastEventId = id;
        if (event.type !== "opened") onEvent(event, true);
      },
      onLive,
    });
  };
  const stop = page.onChange(update);
  update();
  return () => {
    stop();
    disconnect?.();
  };
}
