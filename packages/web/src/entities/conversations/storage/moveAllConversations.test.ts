import type { Conversation } from "@lectern/contract";
import { createMultipleConversations, listConversations } from "@lectern/contract";
import { notifications } from "@mantine/notifications";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readUserValue, writeUserValue } from "../../../lib/userStorage.ts";
import { newConversation } from "../newConversation.ts";
import { type ConversationStore, createConversationStore } from "../store/conversationStore.ts";
import { createMemoryConversations } from "../store/createMemoryConversations.ts";
import type { LocalConversations } from "../store/localConversations.ts";
import { message, startFakeCloud } from "../testing/fakeCloud.ts";
import { buildStorageQuestion } from "./buildStorageQuestion.ts";
import { consumeInterruptedMove } from "./interruptedMove.ts";
import { createStorageMoves, type StorageMove } from "./moveAllConversations.ts";

const notices: string[] = [];

let cloud: ReturnType<typeof startFakeCloud>;
let local: LocalConversations;
let store: ConversationStore;

function conversation(id: string, changes: Partial<Conversation> = {}): Conversation {
  const created = newConversation(
    { isLocal: true, modelId: null, temperature: 1 },
    new Date("2026-11-20T09:00:00.000Z"),
  );
  return { ...created, id, name: `Name of ${id}`, messages: [message("q", null)], headId: "q", ...changes };
}

beforeEach(() => {
  vi.stubGlobal("localStorage", undefined);
  notices.length = 0;
  vi.spyOn(notifications, "hide").mockReturnValue("");
  vi.spyOn(notifications, "show").mockImplementation(({ title, message: text }) => {
    notices.push(String(title ?? text));
    return "";
  });
  cloud = startFakeCloud();
  local = createMemoryConversations();
  store = createConversationStore("u1", local, new QueryClient());
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  writeUserValue("u1", "storageMove", null);
  vi.unstubAllGlobals();
});

test("[C4.05] [C8.11] all conversations except the draft are moved to the cloud, with progress and a notice at the end", async () => {
  for (const id of ["a", "b", "c", "d"]) await local.put(conversation(id));
  const draft = await store.startNew({ isLocal: true, modelId: null, temperature: null });
  const moves = createStorageMoves(store, "u1");
  const states: (StorageMove | null)[] = [];
  const marks: (string | null)[] = [];
  moves.state.subscribe((state) => {
    states.push(state);
    if (state && state.done > 0) marks.push(readUserValue("u1", "storageMove"));
  });
  await moves.moveAll("cloud");
  expect(cloud.rows.size).toBe(4);
  expect(await local.get(draft)).toMatchObject({ isLocal: true });
  expect(states.map((state) => state && `${state.done}/${state.total}`)).toEqual(
    expect.arrayContaining(["0/0", "0/4", "4/4", null]),
  );
  expect(states.some((state) => state?.name === "Name of a")).toBe(true);
  expect(new Set(marks)).toEqual(new Set(["cloud"]));
  expect(readUserValue("u1", "storageMove")).toBeNull();
  expect(notices).toEqual(["Successfully moved all conversations to the cloud."]);
});

test("[C4.05] [C8.13] all conversations are moved to this browser, also those that another device has created", async () => {
  cloud.rows.set("a", conversation("a", { isLocal: false, revision: 1 }));
  cloud.rows.set("b", conversation("b", { isLocal: false, revision: 1 }));
  const moves = createStorageMoves(store, "u1");
  await moves.moveAll("local");
  expect(cloud.rows.size).toBe(0);
  expect((await store.list()).every(({ isLocal }) => isLocal)).toBe(true);
  expect(notices).toEqual(["Successfully moved all conversations to local storage."]);
});

test("[C8.11] [C8.13] conversations that could not be moved are named, in either direction", async () => {
  await local.put(conversation("a"));
  const moves = createStorageMoves(store, "u1");
  cloud.failNext(createMultipleConversations, "refused");
  await moves.moveAll("cloud");
  cloud.rows.set("b", conversation("b", { isLocal: false, revision: 1 }));
  vi.spyOn(local, "put").mockRejectedValue(new Error("The disk is broken."));
  store = createConversationStore("u1", local, new QueryClient());
  await createStorageMoves(store, "u1").moveAll("local");
  expect(notices).toEqual([
    "Conversation(s): Name of a failed to move to the cloud.",
    "Conversation(s): Name of b failed to move to local storage.",
  ]);
});

/** Makes every call fail from now on because the browser is offline. */
function goOffline() {
  const offlineFetch = vi.fn(() => Promise.reject(new TypeError("Failed to fetch")));
  const onlineFetch = globalThis.fetch;
  const browser = new EventTarget();
  vi.stubGlobal("addEventListener", browser.addEventListener.bind(browser));
  vi.stubGlobal("removeEventListener", browser.removeEventListener.bind(browser));
  vi.stubGlobal("navigator", { onLine: false, locks: navigator.locks });
  vi.stubGlobal("fetch", offlineFetch);
  return {
    offlineFetch,
    goOnline: () => {
      vi.stubGlobal("navigator", { onLine: true, locks: navigator.locks });
      vi.stubGlobal("fetch", onlineFetch);
      browser.dispatchEvent(new Event("online"));
    },
  };
}

test.each(["cloud", "local"] as const)(
  "a move to %s pauses while the browser is offline and then continues until all are moved",
  async (to) => {
    for (let index = 0; index < 120; index += 1) {
      const each = conversation(`c${index}`);
      if (to === "cloud") await local.put(each);
      else cloud.rows.set(each.id, { ...each, isLocal: false, revision: 1 });
    }
    const moves = createStorageMoves(store, "u1");
    const network = Promise.withResolvers<ReturnType<typeof goOffline>>();
    const stopWaiting = moves.state.subscribe((state) => {
      if (!state || state.done === 0) return;
      stopWaiting();
      network.resolve(goOffline());
    });
    const move = moves.moveAll(to);
    const { offlineFetch, goOnline } = await network.promise;
    // Three conversations are moved to this browser at a time, and many to the cloud.
    await vi.waitUntil(() => offlineFetch.mock.calls.length >= (to === "cloud" ? 1 : 3));
    expect(moves.state.getState()?.done).toBeLessThan(120);
    expect(notices).toEqual([]);
    goOnline();
    await move;
    expect(cloud.rows.size).toBe(to === "cloud" ? 120 : 0);
    expect((await store.list()).map(({ isLocal }) => isLocal)).toEqual(Array(120).fill(to === "local"));
    expect(notices).toHaveLength(1);
    expect(notices[0]).toMatch(/^Successfully moved all conversations/);
  },
);

test("a move that is cancelled while the browser is offline ends immediately", async () => {
  for (let index = 0; index < 12; index += 1) await local.put(conversation(`c${index}`));
  goOffline();
  const moves = createStorageMoves(store, "u1");
  const move = moves.moveAll("cloud");
  await vi.waitUntil(() => moves.state.getState()?.total === 12);
  moves.cancel();
  await move;
  expect(notices).toEqual(["0 of 12 chats were moved. The others stay where they were."]);
});

test("a server that stays unreachable ends the move; three names are listed and the others counted", async () => {
  vi.useFakeTimers();
  for (let index = 0; index < 233; index += 1) await local.put(conversation(`c${index}`));
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  const move = createStorageMoves(store, "u1").moveAll("cloud");
  await vi.advanceTimersByTimeAsync(130_000);
  await move;
  expect(notices).toEqual([
    "Conversation(s): Name of c0, Name of c1, Name of c2 and 47 more failed to move to the cloud.",
    "0 of 233 chats were moved. The others stay where they were.",
  ]);
});

test("a cancelled move shows how many conversations were moved", async () => {
  for (let index = 0; index < 120; index += 1) await local.put(conversation(`c${index}`));
  const moves = createStorageMoves(store, "u1");
  moves.state.subscribe((state) => state && state.done > 0 && !state.isCancelled && moves.cancel());
  await moves.moveAll("cloud");
  expect(notices).toEqual([`${cloud.rows.size} of 120 chats were moved. The others stay where they were.`]);
  expect(cloud.rows.size).toBe(50);
  expect(moves.state.getState()).toBeNull();
});

test("[C8.14] without the cloud's list nothing is moved to this browser, and an error says so", async () => {
  cloud.rows.set("a", conversation("a", { isLocal: false, revision: 1 }));
  cloud.failNext(listConversations, "refused");
  await createStorageMoves(store, "u1").moveAll("local");
  expect(cloud.rows.size).toBe(1);
  expect(notices).toEqual([
    "Unable to sync local conversations with those stored in the cloud. Please refresh the page to try again...",
  ]);
});

test("only one tab moves at a time", async () => {
  await local.put(conversation("a"));
  const lockReleased = Promise.withResolvers<void>();
  const elsewhere = navigator.locks.request("lectern.storageMove.u1", () => lockReleased.promise);
  await createStorageMoves(store, "u1").moveAll("cloud");
  expect([cloud.rows.size, notices]).toEqual([0, ["Another tab is already moving your chats."]]);
  writeUserValue("u1", "storageMove", "cloud");
  expect(await consumeInterruptedMove("u1")).toBeNull();
  lockReleased.resolve();
  await elsewhere;
  expect(await consumeInterruptedMove("u1")).toBe("cloud");
  expect(await consumeInterruptedMove("u1")).toBeNull();
});

test("[C2.40] [C4.05] the question before a choice is applied says what it moves", () => {
  const counts = { local: 1, cloud: 3 };
  expect(buildStorageQuestion("local-only", counts)).toContain(
    "3 chats will be moved here and deleted from the cloud.",
  );
  expect(buildStorageQuestion("cloud-only", counts)).toContain("1 chat will be moved there.");
  expect(buildStorageQuestion("cloud-only", { ...counts, local: 0 })).toContain("No chats need to be moved.");
  expect(buildStorageQuestion("future-local", counts)).toContain("Those in the cloud stay there.");
  expect(buildStorageQuestion("future-cloud", counts)).toContain("Those in this browser stay here.");
});
