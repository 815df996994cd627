import { beforeEach, expect, test, vi } from "vitest";
import type { RunObserver } from "../runs/chatRuns.ts";
import { createRunRecords } from "./runRecords.ts";

let userCount = 0;
let storageListeners: Set<(event: { key: string; newValue: string | null }) => void>;
const stored = new Map<string, string>();

/** Opens a tab of the person. `resumed` are the runs that it has taken over. */
function openTab(userId: string) {
  const observers = new Set<RunObserver>();
  const resumed: string[] = [];
  const records = createRunRecords({
    userId,
    runs: {
      observe: (observer) => {
        observers.add(observer);
        return () => observers.delete(observer);
      },
    },
    locks: navigator.locks,
    resume: async (conversationId, requestId) => void resumed.push(`${conversationId} ${requestId}`),
  });
  const close = records.connect();
  return {
    records,
    resumed,
    close,
    start: (id: string, requestId: string) => {
      for (const { onStart } of observers) onStart?.(id, requestId);
    },
    end: (id: string, requestId: string, outcome: Parameters<NonNullable<RunObserver["onEnd"]>>[2]) => {
      for (const { onEnd } of observers) onEnd?.(id, requestId, outcome);
    },
  };
}
const waitUntil = (check: () => void) => vi.waitFor(check);

beforeEach(() => {
  stored.clear();
  storageListeners = new Set();
  // Tabs of one browser, all in this process: each change is an event for the others.
  const notify = (key: string, newValue: string | null) => {
    for (const listener of [...storageListeners]) listener({ key, newValue });
  };
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      stored.set(key, value);
      notify(key, value);
    },
    removeItem: (key: string) => {
      stored.delete(key);
      notify(key, null);
    },
  });
  vi.stubGlobal("addEventListener", (_: string, listener: never) => storageListeners.add(listener));
  vi.stubGlobal("removeEventListener", (_: string, listener: never) => storageListeners.delete(listener));
});

test("when a tab is closed, one other tab resumes its runs, and no other ones", async () => {
  const userId = `records-${++userCount}`;
  const [first, second, third] = [openTab(userId), openTab(userId), openTab(userId)];
  first.start("a", "r1");
  first.start("b", "r2");
  second.start("c", "r3");
  expect(Object.keys(third.records.store.getState())).toEqual(["a", "b", "c"]);
  first.end("b", "r2", { end: "done" });
  first.close();
  await waitUntil(() => expect([...second.resumed, ...third.resumed]).toEqual(["a r1"]));
  second.close();
  await waitUntil(() => expect(third.resumed).toContain("c r3"));
  expect(third.resumed.filter((run) => run === "a r1").length).toBeLessThanOrEqual(1);
  third.close();
});

test("a page that is opened resumes what the page before it left; a run that another tab ends stays recorded until then", async () => {
  const userId = `records-${++userCount}`;
  const before = openTab(userId);
  before.start("a", "r1");
  before.close();
  const tab = openTab(userId);
  await waitUntil(() => expect(tab.resumed).toEqual(["a r1"]));
  tab.end("a", "r1", "elsewhere");
  expect(Object.keys(tab.records.store.getState())).toEqual(["a"]);
  tab.end("a", "another run", { end: "done" });
  expect(Object.keys(tab.records.store.getState())).toEqual(["a"]);
  tab.end("a", "r1", { end: "failed" });
  expect(tab.records.store.getState()).toEqual({});
  tab.close();
});

test("a record that another tab writes back in the moment of its end does not stay", () => {
  const userId = `records-${++userCount}`;
  const tab = openTab(userId);
  tab.start("a", "r1");
  tab.start("b", "r2");
  const [[key = "", before = ""] = []] = [...stored];
  tab.end("a", "r1", { end: "done" });
  localStorage.setItem(key, before);
  expect(Object.keys(tab.records.store.getState())).toEqual(["b"]);
  tab.close();
});
