import type { BrowserEvent } from "@lectern/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type SharedEventsOptions, shareEvents } from "./shareEvents.ts";

const settings: BrowserEvent = { type: "settings" };
const prompts: BrowserEvent = { type: "prompts" };

/** Web Locks of one browser, with one lock. */
function createLocks() {
  interface Holder {
    reject: (error: Error) => void;
  }
  let holder: Holder | null = null;
  const waiting: (() => void)[] = [];
  const request = (_: string, options: LockOptions, work: () => Promise<unknown> | undefined) =>
    new Promise<unknown>((resolve, reject) => {
      const start = () => {
        const own = { reject };
        holder = own;
        void Promise.resolve(work()).then((result) => {
          if (holder === own) {
            holder = null;
            waiting.shift()?.();
          }
          resolve(result);
        });
      };
      if (options.steal) {
        holder?.reject(new DOMException("stolen", "AbortError"));
        start();
        return;
      }
      if (!holder) start();
      else {
        waiting.push(start);
        options.signal?.addEventListener("abort", () => {
          if (waiting.includes(start)) waiting.splice(waiting.indexOf(start), 1);
          reject(new DOMException("aborted", "AbortError"));
        });
      }
    });
  return { request } as unknown as LockManager; // only `request` is used
}

interface Stream {
  lastEventId: string | null;
  send: (id: string, event: BrowserEvent) => void;
  setLive: (isLive: boolean) => void;
  isOpen: boolean;
}

function createBrowser({ hasLocks = true } = {}) {
  const locks = hasLocks ? createLocks() : undefined;
  const channels = new Set<EventTarget>();
  const streams: Stream[] = [];
  /** True while the first tab sends nothing. */
  let isFrozen = false;
  const createChannel = () => {
    const channel = Object.assign(new EventTarget(), {
      postMessage(data: unknown) {
        if (isFrozen && channels.values().next().value === channel) return;
        for (const other of channels) {
          if (other !== channel) other.dispatchEvent(new MessageEvent("message", { data: structuredClone(data) }));
        }
      },
      close: () => channels.delete(channel),
    });
    channels.add(channel);
    return channel as unknown as BroadcastChannel; // the used part of it
  };
  return {
    streams,
    setFrozen(value: boolean) {
      isFrozen = value;
    },
    openTab({ lastEventId = "a.0", startedAtMs = Date.now() }: Partial<SharedEventsOptions> = {}) {
      const visibility = { isVisible: true, listeners: new Set<() => void>() };
      const tab = { received: [] as string[], readerEvents: 0, isLive: false, close: () => {}, setVisible };
      function setVisible(isVisible: boolean) {
        visibility.isVisible = isVisible;
        for (const listener of visibility.listeners) listener();
      }
      tab.close = shareEvents({
        userId: "ann",
        lastEventId,
        startedAtMs,
        connect({ lastEventId, onEvent, onLive }) {
          const stream = { lastEventId, send: onEvent, setLive: onLive, isOpen: true };
          streams.push(stream);
          return () => {
            stream.isOpen = false;
          };
        },
        onEvent(event, isReader) {
          tab.received.push(event.type);
          if (isReader) tab.readerEvents += 1;
        },
        onLive: (isLive) => {
          tab.isLive = isLive;
        },
        locks,
        createChannel,
        page: {
          isVisible: () => visibility.isVisible,
          onChange(listener) {
            visibility.listeners.add(listener);
            return () => visibility.listeners.delete(listener);
          },
        },
      });
      return tab;
    },
  };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("one tab reads the stream and tells the others of each event and whether events arrive", async () => {
  const browser = createBrowser();
  const [first, second] = [browser.openTab(), browser.openTab()];
  await settle();
  expect(browser.streams).toMatchObject([{ lastEventId: "a.0" }]);
  const [stream] = browser.streams;
  stream?.setLive(true);
  stream?.send("a.1", settings);
  expect([first, second]).toMatchObject([
    { received: ["settings"], readerEvents: 1, isLive: true },
    { received: ["settings"], readerEvents: 0, isLive: true },
  ]);
  stream?.setLive(false);
  expect(second.isLive).toBe(false);
});

test("when the reading tab is closed, another continues after the last event that was relayed", async () => {
  const browser = createBrowser();
  const [first, second, third] = [browser.openTab(), browser.openTab(), browser.openTab()];
  await settle();
  browser.streams[0]?.send("a.1", settings);
  first.close();
  await settle();
  expect(browser.streams).toMatchObject([{ isOpen: false }, { isOpen: true, lastEventId: "a.1" }]);
  browser.streams[1]?.send("a.2", prompts);
  expect([second, third]).toMatchObject([
    { received: ["settings", "prompts"], readerEvents: 1 },
    { received: ["settings", "prompts"], readerEvents: 0 },
  ]);
});

test("a tab that loaded while an event arrived reads everything again, and one that loaded later does not", async () => {
  const browser = createBrowser();
  browser.openTab();
  await settle();
  const startedAtMs = Date.now();
  browser.streams[0]?.send("a.1", settings);
  expect(browser.openTab({ startedAtMs }).received).toEqual(["resync"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(browser.openTab({ startedAtMs: Date.now() }).received).toEqual([]);
  expect(browser.streams).toHaveLength(1);
});

test("a visible tab takes the stream from a tab that has been silent, which then only listens", async () => {
  const browser = createBrowser();
  const frozen = browser.openTab();
  await settle();
  browser.setFrozen(true);
  const visible = browser.openTab();
  await vi.advanceTimersByTimeAsync(100_000);
  browser.setFrozen(false);
  expect(browser.streams.map(({ isOpen }) => isOpen)).toEqual([false, true]);
  browser.streams[1]?.send("a.1", settings);
  expect([frozen, visible]).toMatchObject([
    { received: ["settings"], readerEvents: 0 },
    { received: ["settings"], readerEvents: 1 },
  ]);
  visible.close();
  await settle();
  expect(browser.streams[2]).toMatchObject({ isOpen: true, lastEventId: "a.1" });
});

test("no tab takes the stream from one that runs, even if the server cannot be reached", async () => {
  const browser = createBrowser();
  browser.openTab();
  browser.openTab();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(browser.streams).toHaveLength(1);
});

test("without Web Locks, each visible tab has a stream, which it closes while it is hidden and continues later", async () => {
  const browser = createBrowser({ hasLocks: false });
  const [first, second] = [browser.openTab(), browser.openTab()];
  for (const stream of browser.streams) stream.send("a.1", settings);
  expect([first, second]).toMatchObject([{ readerEvents: 1 }, { readerEvents: 1 }]);
  first.setVisible(false);
  expect(browser.streams.map(({ isOpen }) => isOpen)).toEqual([false, true]);
  first.setVisible(true);
  expect(browser.streams[2]).toMatchObject({ isOpen: true, lastEventId: "a.1" });
  second.close();
  first.close();
  expect(browser.streams.map(({ isOpen }) => isOpen)).toEqual([false, false, false]);
});
