import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStreamGate, type StreamGate, type StreamTicket, type Visibility } from "./streamGate.ts";

let visibleId: string | null;
const listeners = new Set<() => void>();
/** Node implements the Web Locks API, but its `query` also lists requests that were aborted. */
let isWaitedFor = false;
const locks: LockManager = {
  request: navigator.locks.request.bind(navigator.locks),
  query: async () => ({ held: [], pending: isWaitedFor ? [{ name: "lectern.stream.1" }] : [] }),
};
const visibility: Visibility = {
  isVisible: (id) => id === visibleId,
  subscribe: (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
function show(id: string | null): void {
  visibleId = id;
  for (const listener of listeners) listener();
}

let gate: StreamGate;
const tickets: StreamTicket[] = [];
const controllers: AbortController[] = [];
function createSignal(): AbortSignal {
  const controller = new AbortController();
  controllers.push(controller);
  return controller.signal;
}
/** Enters the gate, and records the ticket when it is granted. */
function enter(id: string, signal = createSignal()) {
  const entry: { ticket: StreamTicket | null | undefined } = { ticket: undefined };
  void gate.enter(id, signal).then((ticket) => {
    entry.ticket = ticket;
    if (ticket) tickets.push(ticket);
  });
  return entry;
}
/** Lets all pending work on locks finish. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
}

beforeEach(() => {
  gate = createStreamGate(visibility, locks);
  show(null);
  isWaitedFor = false;
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(async () => {
  // Waiting entries first, or they would get what is released.
  for (const controller of controllers.splice(0)) controller.abort();
  await settle();
  for (const ticket of tickets.splice(0)) ticket.release();
  await settle();
  vi.useRealTimers();
});

test("two unseen answers are read at once, and the third one follows when one of them has ended", async () => {
  const entries = ["a", "b", "c"].map((id) => enter(id));
  await settle();
  expect(entries.map(({ ticket }) => ticket === undefined)).toEqual([false, false, true]);
  entries[0]?.ticket?.release();
  await settle();
  expect(entries[2]?.ticket?.signal.aborted).toBe(false);
});

test("an unseen answer takes one place, also if two are granted at the same time", async () => {
  const heldNames: string[] = [];
  const request = async (name: string, _: LockOptions, onGranted: () => Promise<void> | undefined) => {
    const held = onGranted();
    if (held) heldNames.push(name);
    return held;
  };
  gate = createStreamGate(visibility, { ...locks, request } as LockManager);
  enter("a");
  await settle();
  expect(heldNames).toHaveLength(1);
});

test("the answer that the person sees never waits, also if it was waiting unseen", async () => {
  const unseenEntries = ["a", "b", "c"].map((id) => enter(id));
  await settle();
  show("d");
  const seen = enter("d");
  await settle();
  expect(seen.ticket?.signal.aborted).toBe(false);
  show("c");
  await settle();
  expect(unseenEntries[2]?.ticket?.signal.aborted).toBe(false);
});

test("an unseen answer makes room only if another one waits", async () => {
  const entries = ["a", "b"].map((id) => enter(id));
  await settle();
  await vi.advanceTimersByTimeAsync(10_000);
  await settle();
  expect(entries.map(({ ticket }) => ticket?.signal.aborted)).toEqual([false, false]);
  isWaitedFor = true;
  await vi.advanceTimersByTimeAsync(10_000);
  await settle();
  expect(entries.map(({ ticket }) => ticket?.signal.aborted)).toEqual([true, true]);
});

test("an answer that the person no longer sees takes its turn", async () => {
  show("a");
  const entry = enter("a");
  await settle();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(entry.ticket?.signal.aborted).toBe(false);
  show("b");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(entry.ticket?.signal.aborted).toBe(true);
});

test("stopping an answer ends its waiting, and takes no turn", async () => {
  for (const id of ["a", "b"]) enter(id);
  const controller = new AbortController();
  const stopped = enter("c", controller.signal);
  await settle();
  controller.abort();
  await settle();
  expect(stopped.ticket).toBeNull();
  const next = enter("d");
  tickets[0]?.release();
  await settle();
  expect(next.ticket?.signal.aborted).toBe(false);
});
