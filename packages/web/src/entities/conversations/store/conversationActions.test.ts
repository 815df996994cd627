import {
  appendMessages,
  type Conversation,
  createConversation,
  createMultipleConversations,
  deleteConversation,
  deleteMultipleConversations,
  getBranch,
  type Message,
  type MessageHit,
  openConversation,
  searchMessages,
  type ToolStep,
  updateMultipleConversations,
} from "@lectern/contract";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CallError } from "../../../lib/callError.ts";
import { newConversation } from "../newConversation.ts";
import type { StoredSummary } from "../storedSummary.ts";
import { message, startFakeCloud } from "../testing/fakeCloud.ts";
import { type BulkOutcome, conversationsPerMove, MessageChangedError } from "./conversationActions.ts";
import { conversationKeys } from "./conversationCache.ts";
import { type ConversationStore, createConversationStore } from "./conversationStore.ts";
import { createMemoryConversations } from "./createMemoryConversations.ts";
import type { LocalConversations } from "./localConversations.ts";
import { StorageFullError } from "./reportFullStorage.ts";

let cloud: ReturnType<typeof startFakeCloud>;
let local: LocalConversations;
let cache: QueryClient;
let store: ConversationStore;

const now = () => new Date("2026-11-21T10:00:00.000Z");
const dayBefore = "2026-11-20T09:00:00.000Z";
const findCached = (id: string) => cache.getQueryData<Conversation>(conversationKeys.one("u1", id));
const getList = () => cache.getQueryData<StoredSummary[]>(conversationKeys.list("u1"));
const createQuotaError = () => new DOMException("full", "QuotaExceededError");
const openStore = () => createConversationStore("u1", local, cache, { now });

/** Two questions, of which the second has two versions. The first answer to the newer version is shown. */
const tree = [
  message("q1", null),
  message("a1", "q1"),
  message("q2", "a1", { role: "user" }),
  message("a2", "q2"),
  message("q2b", "a1", { role: "user" }),
  message("a2b", "q2b", {
    data: { state: { codeInterpreter: { threadId: "t" }, references: ["r"] }, end: { end: "done" } },
  }),
];

function conversation(id: string, changes: Partial<Conversation> = {}): Conversation {
  const createdConversation = newConversation({ isLocal: true, modelId: "m1", temperature: 0.3 }, new Date(dayBefore));
  return {
    ...createdConversation,
    id,
    name: `Name of ${id}`,
    messages: tree,
    headId: "a2b",
    codeInterpreterAssistantId: "ci",
    ...changes,
  };
}

const createStep = (id: string, state: ToolStep["state"], offset: number): ToolStep => ({
  id,
  round: 0,
  tool: "search_documents",
  title: "Search documents",
  arguments: "{}",
  state,
  offset,
});

/** Stores conversations in this browser or in the cloud, as `isLocal` says. */
async function storeAll(...conversations: Conversation[]): Promise<void> {
  for (const each of conversations) {
    if (each.isLocal) await local.put(each);
    else {
      cloud.rows.set(each.id, { ...each, revision: 1 });
      await local.putStub(each);
    }
  }
  cache.setQueryData(conversationKeys.list("u1"), await store.list());
}

const cloudConversation = (id: string, changes: Partial<Conversation> = {}) =>
  conversation(id, { isLocal: false, ...changes });

async function read(id: string): Promise<Conversation> {
  return createConversationStore("u1", local, new QueryClient()).read(id);
}

beforeEach(() => {
  cloud = startFakeCloud();
  local = createMemoryConversations();
  cache = new QueryClient();
  store = openStore();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("moving to a folder and tagging", () => {
  test("changes those stored here, and those in the cloud by one call, and keeps their order in the list", async () => {
    await storeAll(
      conversation("a"),
      conversation("b", { tags: ["old", "stays"] }),
      cloudConversation("c"),
      cloudConversation("d"),
    );
    expect(await store.moveToFolder(["a", "c", "d"], "f1")).toEqual({
      done: ["a", "c", "d"],
      failed: [],
      isCancelled: false,
    });
    await store.changeTags(["b", "c"], { add: ["new"], remove: ["old"] });
    expect(cloud.paths()).toEqual(["update_multiple", "update_multiple"]);
    expect(await read("a")).toMatchObject({ folderId: "f1", updatedAt: dayBefore, messages: tree });
    expect(await read("b")).toMatchObject({ folderId: null, tags: ["stays", "new"], updatedAt: dayBefore });
    expect(await read("c")).toMatchObject({ folderId: "f1", tags: ["new"], updatedAt: dayBefore });
    expect(new Map(getList()?.map(({ id, folderId }) => [id, folderId]))).toEqual(
      new Map([
        ["a", "f1"],
        ["b", null],
        ["c", "f1"],
        ["d", "f1"],
      ]),
    );
    expect(getList()).toHaveLength((await store.list()).length);
  });

  test("is shown immediately in the open conversation", async () => {
    await storeAll(conversation("a"), cloudConversation("c"));
    for (const id of ["a", "c"]) cache.setQueryData(conversationKeys.one("u1", id), await store.read(id));
    await store.moveToFolder(["a", "c"], "f1");
    expect([findCached("a")?.folderId, findCached("c")?.folderId]).toEqual(["f1", "f1"]);
    await store.moveToFolder(["a", "c"], null);
    expect([findCached("a")?.folderId, findCached("c")?.folderId]).toEqual([null, null]);
  });

  test("reports the failures: cloud conversations if the cloud refuses, and those that are gone", async () => {
    await storeAll(conversation("a"), cloudConversation("c"), cloudConversation("gone"));
    cloud.failNext(updateMultipleConversations, "refused");
    const refusedOutcome = await store.moveToFolder(["a", "c"], "f1");
    expect(refusedOutcome).toMatchObject({
      done: ["a"],
      failed: [{ id: "c", name: "Name of c", error: expect.any(CallError) }],
    });
    cloud.rows.delete("gone");
    const outcome = await store.moveToFolder(["c", "gone"], "f1");
    expect(outcome).toMatchObject({ done: ["c"], failed: [{ id: "gone" }] });
    expect((await store.list()).map(({ id }) => id)).not.toContain("gone");
  });
});

test("many conversations are pinned or archived at once, here and in the cloud; one that is gone is reported", async () => {
  await storeAll(conversation("a"), cloudConversation("c"), cloudConversation("gone"));
  expect(await store.changeManyMarks(["a", "c"], { isArchived: true })).toEqual({
    done: ["a", "c"],
    failed: [],
    isCancelled: false,
  });
  expect(await read("a")).toMatchObject({ isArchived: true, updatedAt: dayBefore });
  expect(await read("c")).toMatchObject({ isArchived: true });
  cloud.rows.delete("gone");
  const outcome = await store.changeManyMarks(["c", "gone"], { isArchived: false });
  expect(outcome).toMatchObject({ done: ["c"], failed: [{ id: "gone" }] });
});

test("more tags than a conversation may have are rejected, and none is lost", async () => {
  const tags = Array.from({ length: 99 }, (_, index) => `t${index}`);
  await storeAll(conversation("a", { tags }));
  const outcome = await store.changeTags(["a"], { add: ["one", "two"] });
  expect(outcome.failed).toMatchObject([{ id: "a", error: new Error("A conversation has at most 100 tags.") }]);
  expect((await read("a")).tags).toEqual(tags);
});

describe("removing several", () => {
  test("removes those stored here, and those in the cloud by one call", async () => {
    await storeAll(
      conversation("a"),
      conversation("b"),
      cloudConversation("c"),
      cloudConversation("d"),
      cloudConversation("stays"),
    );
    cloud.rows.delete("d"); // Another device has already deleted it.
    const progress: number[] = [];
    const outcome = await store.removeMany(["a", "b", "c", "d", "a"], { onProgress: (done) => progress.push(done) });
    expect(outcome).toEqual({ done: ["a", "b", "c", "d"], failed: [], isCancelled: false });
    expect(cloud.paths()).toEqual(["delete_multiple"]);
    expect([...cloud.rows.keys()]).toEqual(["stays"]);
    expect((await store.list()).map(({ id }) => id)).toEqual(["stays"]);
    expect(getList()?.map(({ id }) => id)).toEqual(["stays"]);
    expect(progress).toEqual([4]);
  });

  test("keeps conversations that the cloud rejects and those that are being answered", async () => {
    await storeAll(conversation("a"), conversation("busy"), cloudConversation("c"));
    const deferredRelease = Promise.withResolvers<void>();
    const lockRequest = navigator.locks.request("conversation:busy", () => deferredRelease.promise);
    cloud.failNext(deleteMultipleConversations, "refused");
    const outcome = await store.removeMany(["a", "busy", "c"]);
    deferredRelease.resolve();
    await lockRequest;
    expect(outcome.done).toEqual(["a"]);
    expect(new Map(outcome.failed.map(({ id, error }) => [id, error]))).toEqual(
      new Map<string, unknown>([
        ["busy", new Error("An answer is still being written in this chat.")],
        ["c", expect.any(CallError)],
      ]),
    );
    expect(new Set((await store.list()).map(({ id }) => id))).toEqual(new Set(["busy", "c"]));
  });

  test("sends at most a thousand per call, and can be aborted between calls", async () => {
    const ids = Array.from({ length: 450 }, (_, index) => `c${index}`);
    await storeAll(...ids.map((id) => cloudConversation(id, { messages: [], headId: null })));
    const abortController = new AbortController();
    const outcome = await store.removeMany(ids, {
      signal: abortController.signal,
      onProgress: () => abortController.abort(),
    });
    expect(outcome.isCancelled).toBe(true);
    expect(outcome.done.length).toBeLessThan(ids.length);
    expect(cloud.rows.size).toBe(ids.length - outcome.done.length);
    const remainingOutcome = await store.removeMany(ids);
    expect(remainingOutcome).toMatchObject({ isCancelled: false, failed: [] });
    expect(cloud.rows.size).toBe(0);
    for (const { input } of cloud.calls)
      expect(input.conversationIds).toSatisfy(
        (importedConversations: unknown[]) => importedConversations.length <= 1_000,
      );
  });
});

describe("removing with copies", () => {
  test("restores conversations where they were, with all versions, their settings and their place in the list", async () => {
    const settings = { name: "Budget", folderId: "f1", tags: ["old"], isPinned: true, temperature: 0.7 };
    await storeAll(conversation("a", settings), cloudConversation("b", settings), conversation("c"));
    const before = await Promise.all(["a", "b"].map(read));
    const { copies, ...outcome } = await store.removeWithCopies(["a", "b"]);
    expect(outcome).toEqual({ done: ["a", "b"], failed: [], isCancelled: false });
    expect(getList()?.map(({ id }) => id)).toEqual(["c"]);
    expect(cloud.rows.size).toBe(0);
    await store.restore(copies);
    const { updatedAt: _, revision: __, ...cloudBefore } = before[1] ?? fail();
    expect(await read("a")).toEqual(before[0]);
    expect(await store.read("b")).toMatchObject(cloudBefore);
    expect(cloud.rows.get("b")).toMatchObject(settings);
    expect(new Set(getList()?.map(({ id }) => id))).toEqual(new Set(["a", "b", "c"]));
  });

  test.each(["removal", "clearing"])("copies what another device writes until the %s", async (kind) => {
    await storeAll(cloudConversation("a"));
    const release = cloud.delayNext(openConversation);
    const removal = kind === "removal" ? store.removeWithCopies(["a"]) : store.clear("a");
    await vi.waitUntil(() => cloud.paths().includes("open"));
    const row = cloud.rows.get("a") ?? fail();
    const late = message("late", "a2b", { role: "user" });
    cloud.rows.set("a", { ...row, messages: [...row.messages, late], headId: "late", revision: row.revision + 1 });
    release();
    const removed = await removal;
    expect(cloud.rows.get("a")?.messages ?? []).toEqual([]);
    await (typeof removed === "function" ? removed() : store.restore(removed.copies));
    expect(cloud.rows.get("a")).toMatchObject({ headId: "late" });
    expect(cloud.rows.get("a")?.messages).toHaveLength(tree.length + 1);
  });

  describe("while an answer is being written elsewhere", () => {
    const openAnswer = message("a1", "q1", { data: { run: { requestId: "r1" } } });
    const ended: Message = {
      ...openAnswer,
      content: "All of it",
      data: { run: { requestId: "r1" }, end: { end: "done" } },
    };
    const answered = (answer: Message) => ({ messages: [message("q1", null), answer], headId: "a1" });
    const countReads = () => cloud.paths().filter((path) => path === "open").length;

    test("a conversation is read once, and removed without a copy", async () => {
      await storeAll(cloudConversation("a", answered(openAnswer)));
      expect(await store.removeWithCopies(["a"])).toMatchObject({ done: ["a"], copies: [] });
      expect(cloud.rows.size).toBe(0);
      expect(countReads()).toBe(1);
    });

    test("messages are read once, and not cleared", async () => {
      await storeAll(cloudConversation("a", answered(openAnswer)));
      await expect(store.clear("a")).rejects.toThrow(CallError);
      expect(cloud.rows.get("a")?.messages).toHaveLength(2);
      expect(countReads()).toBe(1);
    });

    test("the copy has the whole answer if it ends in time", async () => {
      await storeAll(cloudConversation("a", answered(openAnswer)));
      const release = cloud.delayNext(openConversation);
      const removal = store.removeWithCopies(["a"]);
      await vi.waitUntil(() => countReads() === 1);
      cloud.change("a", answered(ended));
      release();
      expect((await removal).copies).toMatchObject([{ messages: [{ id: "q1" }, { content: "All of it" }] }]);
    });
  });

  test("a conversation that is gone has no copy; one that could not be deleted stays", async () => {
    await storeAll(cloudConversation("a"), cloudConversation("b"));
    cloud.rows.delete("a");
    cloud.failNext(deleteConversation, "refused");
    const { copies, done, failed } = await store.removeWithCopies(["a", "b"]);
    expect(copies).toEqual([]);
    expect(done).toEqual(["a"]);
    expect(failed).toMatchObject([{ id: "b" }]);
    expect(getList()?.map(({ id }) => id)).toEqual(["b"]);
  });

  test("a restore that fails for one conversation says so, and restores the others", async () => {
    await storeAll(cloudConversation("a"), conversation("b"), cloudConversation("c"));
    const { copies } = await store.removeWithCopies(["a", "b", "c"]);
    cloud.failNext(createConversation, "refused");
    expect(await store.restore(copies)).toMatchObject({
      done: ["b", "c"],
      failed: [{ id: "a", error: expect.any(CallError) }],
    });
    expect([...cloud.rows.keys()]).toEqual(["c"]);
    expect(await local.get("b")).toMatchObject({ messages: tree });
  });

  test("a restore that fails can be retried, and stores nothing twice", async () => {
    await storeAll(cloudConversation("a"), cloudConversation("b"));
    const { copies } = await store.removeWithCopies(["a", "b"]);
    cloud.failNext(createConversation, "replyLost");
    expect(await store.restore(copies)).toMatchObject({ done: [], failed: [{ id: "a" }], isCancelled: true });
    await store.restore(copies);
    expect([...cloud.rows.values()].map(({ messages }) => messages.length)).toEqual([tree.length, tree.length]);
    expect(new Set(getList()?.map(({ id }) => id))).toEqual(new Set(["a", "b"]));
  });
});

const fail = (): never => {
  throw new Error("it exists");
};

describe("moving several", () => {
  test("[C1.07] moves conversations to browser storage or the cloud, many in one call, and reports the progress", async () => {
    const ids = Array.from({ length: conversationsPerMove + 2 }, (_, index) => `c${index}`);
    await storeAll(...ids.map((id) => conversation(id)));
    const progress: string[] = [];
    const startedIds: string[] = [];
    const outcome = await store.moveMany(ids, "cloud", {
      onStart: (id) => startedIds.push(id),
      onProgress: (done, total) => progress.push(`${done}/${total}`),
    });
    expect(new Set(outcome.done)).toEqual(new Set(ids));
    expect([...new Set(progress)]).toEqual([`${conversationsPerMove}/${ids.length}`, `${ids.length}/${ids.length}`]);
    expect(startedIds).toEqual(ids);
    expect(cloud.paths()).toEqual(["create_multiple", "create_multiple"]);
    expect([...cloud.rows.values()].map(({ messages }) => messages.length)).toEqual(ids.map(() => tree.length));
    expect((await store.list()).every(({ isStub }) => isStub)).toBe(true);
    await store.moveMany(ids, "local");
    expect(cloud.rows.size).toBe(0);
    for (const id of ids) expect(await local.get(id)).toMatchObject({ isLocal: true, messages: tree });
  });

  test("calls that fail are reported, their conversations stay where they are, and the others are moved", async () => {
    const ids = Array.from({ length: conversationsPerMove + 2 }, (_, index) => `c${index}`);
    await storeAll(...ids.map((id) => conversation(id)));
    cloud.failNext(createMultipleConversations, "refused");
    const outcome = await store.moveMany(ids, "cloud");
    expect(outcome.isCancelled).toBe(false);
    expect(outcome.failed.map(({ name }) => name)).toEqual(
      ids.slice(0, conversationsPerMove).map((id) => `Name of ${id}`),
    );
    expect(await local.get("c0")).toMatchObject({ isLocal: true, messages: tree });
    expect([...cloud.rows.keys()]).toEqual(ids.slice(conversationsPerMove));
  });

  test("when a call is not valid, its conversations are moved one by one, and each that fails has its own reason", async () => {
    await storeAll(conversation("a"), conversation("b"), conversation("c"));
    cloud.failNext(createMultipleConversations, "invalid");
    cloud.failNext(createConversation, "invalid");
    const outcome = await store.moveMany(["a", "b", "c"], "cloud");
    expect(outcome.failed).toMatchObject([{ id: "a", name: "Name of a", error: { code: "invalidInput" } }]);
    expect(new Set(cloud.rows.keys())).toEqual(new Set(["b", "c"]));
    expect(await local.get("a")).toMatchObject({ isLocal: true, messages: tree });
  });

  test("a call whose response is lost is sent again, and nothing is stored twice or overwritten", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      await storeAll(conversation("a"), conversation("b"));
      cloud.failNext(createMultipleConversations, "replyLost");
      const pendingMoves = store.moveMany(["a", "b"], "cloud");
      await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
      await store.rename("b", "Renamed meanwhile");
      await vi.advanceTimersByTimeAsync(3_000);
      expect(await pendingMoves).toMatchObject({ done: ["a", "b"], failed: [] });
      expect([...cloud.rows.values()].map(({ name, messages }) => [name, messages.length])).toEqual([
        ["Name of a", tree.length],
        ["Renamed meanwhile", tree.length],
      ]);
      expect((await store.list()).every(({ isStub }) => isStub)).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });

  test("long conversations are divided over several calls, and one that is too long for a call is moved by itself", async () => {
    const long = (id: string, length: number) =>
      conversation(id, { messages: [message("q1", null, { content: "x".repeat(length) })], headId: "q1" });
    await storeAll(long("a", 1_500_000), long("b", 1_500_000), long("c", 3_000_000), conversation("d"));
    const outcome = await store.moveMany(["a", "b", "c", "d"], "cloud");
    expect(new Set(outcome.done)).toEqual(new Set(["a", "b", "c", "d"]));
    expect(cloud.paths()).toEqual(["create_multiple", "create", "open", "create_multiple"]);
    expect([...cloud.rows.values()].map(({ id, messages }) => [id, messages.length])).toEqual([
      ["a", 1],
      ["c", 1],
      ["b", 1],
      ["d", tree.length],
    ]);
  });

  test("a conversation that is open shows that it is in the cloud, and its next change is made there", async () => {
    await storeAll(conversation("a"));
    cache.setQueryData(conversationKeys.one("u1", "a"), await read("a"));
    await store.moveMany(["a"], "cloud");
    expect(findCached("a")).toMatchObject({ isLocal: false, revision: 1, messages: tree });
    await store.rename("a", "Renamed");
    expect(cloud.rows.get("a")).toMatchObject({ name: "Renamed" });
  });

  test("waits and continues when the rate limit is reached, and nothing counts as failed", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const ids = ["a", "b", "c", "d"];
      await storeAll(...ids.map((id) => conversation(id)));
      for (const op of [createMultipleConversations, createMultipleConversations]) cloud.failNext(op, "tooMany");
      const pendingMoves = store.moveMany(ids, "cloud");
      let outcome: BulkOutcome | null = null;
      void pendingMoves.then((importedConversations) => (outcome = importedConversations));
      await vi.waitFor(async () => {
        await vi.advanceTimersByTimeAsync(3_000);
        expect(outcome).toMatchObject({ failed: [], isCancelled: false });
      });
      expect(cloud.rows.size).toBe(4);
      cloud.failNext(openConversation, "tooMany");
      const abortController = new AbortController();
      const pendingMoveBack = store.moveMany(["a"], "local", { signal: abortController.signal });
      await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
      abortController.abort();
      expect(await pendingMoveBack).toEqual({ done: [], failed: [], isCancelled: true });
      expect(cloud.rows.size).toBe(4);
    } finally {
      vi.useRealTimers();
    }
  });

  test("stops after the current conversations when it is cancelled; the others stay where they were", async () => {
    const ids = Array.from({ length: 2 * conversationsPerMove }, (_, index) => `c${index}`);
    await storeAll(...ids.map((id) => conversation(id)));
    const abortController = new AbortController();
    const outcome = await store.moveMany(ids, "cloud", {
      signal: abortController.signal,
      onProgress: () => abortController.abort(),
    });
    expect(outcome.isCancelled).toBe(true);
    expect(outcome.done).toHaveLength(conversationsPerMove);
    expect(cloud.rows.size).toBe(outcome.done.length);
    for (const id of ids) expect((await read(id)).messages).toEqual(tree);
  });

  test("[C8.15] stops when the browser's storage is full: what did not fit stays in the cloud", async () => {
    const ids = Array.from({ length: 12 }, (_, index) => `c${index}`);
    await storeAll(...ids.map((id) => cloudConversation(id)));
    vi.spyOn(local, "put").mockRejectedValue(createQuotaError());
    store = openStore();
    const outcome = await store.moveMany(ids, "local");
    expect(outcome).toMatchObject({ done: [], isCancelled: true });
    expect(outcome.failed.length).toBeLessThan(ids.length);
    expect(outcome.failed.every(({ error }) => error instanceof StorageFullError)).toBe(true);
    expect(cloud.rows.size).toBe(ids.length);
  });
});

describe.each([
  ["here", conversation],
  ["in the cloud", cloudConversation],
] as const)("of a conversation %s", (storageName, createById) => {
  test("[C4.10] [A4.27] a fork has the shown messages up to the chosen one, and no code interpreter assistant", async () => {
    await storeAll(createById("a"));
    const id = await store.fork("a", "a2b");
    const fork = await read(id);
    expect(fork.messages.map((each) => each.id)).toEqual(["q1", "a1", "q2b", "a2b"]);
    expect(fork.messages.at(-1)?.data.state).toEqual({ references: ["r"] });
    expect(fork).toMatchObject({ headId: "a2b", codeInterpreterAssistantId: null, isLocal: storageName === "here" });
    expect(fork).toMatchObject({ name: "Name of a (fork)", modelId: "m1", temperature: 0.3 });
    expect((await read(await store.fork("a", "a1"))).messages.map((each) => each.id)).toEqual(["q1", "a1"]);
    expect(await read("a")).toMatchObject({ messages: tree, codeInterpreterAssistantId: "ci" });
    expect(findCached(id)?.messages).toEqual(fork.messages);
    expect(getList()?.[0]).toMatchObject({ isLocal: storageName === "here" });
    // Another device shows another branch, but the chosen message still counts.
    expect((await read(await store.fork("a", "q2"))).messages.map((each) => each.id)).toEqual(["q1", "a1", "q2"]);
    await expect(store.fork("a", "nowhere")).rejects.toThrow("no longer exists");
  });

  test("a fork of an answer that is still being written does not wait for its end", async () => {
    const openAnswer = message("a1", "q1", { data: { run: { requestId: "r1" } } });
    await storeAll(createById("a", { messages: [message("q1", null), openAnswer], headId: "a1" }));
    expect((await read(await store.fork("a", "a1"))).messages.at(-1)?.data).toEqual({});
  });

  test("a fork and a copy have the steps of an answer, but nothing to approve", async () => {
    const steps = [createStep("s1", "done", 5), createStep("s2", "waiting", 5)];
    const waiting = message("a1", "q1", { data: { run: { requestId: "r1" }, end: { end: "done" }, steps } });
    await storeAll(createById("a", { messages: [message("q1", null), waiting], headId: "a1" }));
    for (const id of [await store.fork("a", "a1"), await store.copy("a")]) {
      const data = { end: { end: "done" }, steps: [steps[0], createStep("s2", "cancelled", 5)] };
      expect((await read(id)).messages.at(-1)?.data).toEqual(data);
    }
    expect((await read("a")).messages.at(-1)).toEqual(waiting);
  });

  test("nothing can be approved after a move, because the run behind it stays where it was", async () => {
    const steps = [createStep("s1", "done", 5), createStep("s2", "waiting", 5)];
    const waiting = message("a1", "q1", { data: { run: { requestId: "r1" }, end: { end: "done" }, steps } });
    await storeAll(createById("a", { messages: [message("q1", null), waiting], headId: "a1" }));
    await store.move("a", storageName === "here" ? "cloud" : "local");
    expect((await read("a")).messages.at(-1)?.data.steps?.map(({ state }) => state)).toEqual(["done", "cancelled"]);
  });

  test("the steps of an answer stay between the same texts when it is overwritten", async () => {
    const content = "One.\n\nTwo.";
    const answer = message("a1", "q1", { content, data: { steps: [createStep("s1", "done", 4)] } });
    await storeAll(createById("a", { messages: [message("q1", null), answer], headId: "a1" }));
    await store.overwriteMessage("a", "a1", "First, one.\n\nTwo.");
    expect((await read("a")).messages.at(-1)?.data.steps).toEqual([createStep("s1", "done", 11)]);
  });

  test("a rewritten answer keeps its first text until it is reverted, which can be undone", async () => {
    const answer = message("a1", "q1", { content: "One two.", data: { steps: [createStep("s1", "done", 8)] } });
    await storeAll(createById("a", { messages: [message("q1", null), answer], headId: "a1" }));
    const readAnswer = async () => (await read("a")).messages.at(-1);
    await store.rewriteMessage("a", "a1", { expected: "One two.", content: "One, two." });
    await store.rewriteMessage("a", "a1", { expected: "One, two.", content: "Three." });
    const rewritten = await readAnswer();
    expect(rewritten).toMatchObject({ content: "Three.", data: { original: "One two." } });
    const undo = await store.revertMessage("a", "a1");
    expect(await readAnswer()).toEqual(answer);
    await undo();
    expect(await readAnswer()).toEqual(rewritten);
    // The person's own text is not thrown away.
    await store.overwriteMessage("a", "a1", "Mine");
    expect((await readAnswer())?.data).not.toHaveProperty("original");
    await expect(store.revertMessage("a", "a1")).rejects.toThrow(MessageChangedError);
  });

  test("an answer that has changed meanwhile is not rewritten", async () => {
    await storeAll(
      createById("a", { messages: [message("q1", null), message("a1", "q1", { content: "New" })], headId: "a1" }),
    );
    const texts = { expected: "Old", content: "Rewritten" };
    await expect(store.rewriteMessage("a", "a1", texts)).rejects.toThrow(MessageChangedError);
    expect((await read("a")).messages.at(-1)).toMatchObject({ content: "New" });
    await expect(store.rewriteMessage("a", "nowhere", texts)).rejects.toThrow("no longer exists");
  });

  test("an answer that waits for an approval is not overwritten", async () => {
    const waiting = message("a1", "q1", {
      data: { run: { requestId: "r1" }, end: { end: "done" }, steps: [createStep("s1", "waiting", 0)] },
    });
    await storeAll(createById("a", { messages: [message("q1", null), waiting], headId: "a1" }));
    await expect(store.overwriteMessage("a", "a1", "x")).rejects.toThrow("This answer is waiting for your approval.");
  });

  test("a copy has every version of every message", async () => {
    await storeAll(createById("a", { name: "x".repeat(400) }));
    const copy = await read(await store.copy("a"));
    expect(copy).toMatchObject({ messages: tree, headId: "a2b", isLocal: storageName === "here" });
    expect(copy.name).toBe(`${"x".repeat(393)} (copy)`);
    expect(copy.id).not.toBe("a");
    await store.remove(copy.id);
    expect((await read("a")).messages).toEqual(tree);
  });

  test("a message's text and label are replaced", async () => {
    await storeAll(createById("a"));
    await store.overwriteMessage("a", "q2", "What is sent", "What is shown");
    await store.overwriteMessage("a", "a2b", "Another answer");
    const { messages, headId } = await read("a");
    expect(messages.find(({ id }) => id === "q2")).toMatchObject({ content: "What is sent", label: "What is shown" });
    expect(messages.find(({ id }) => id === "a2b")).toEqual({ ...tree[5], content: "Another answer" });
    expect([messages.length, headId]).toEqual([tree.length, "a2b"]);
    await store.overwriteMessage("a", "q2", "Both");
    expect((await read("a")).messages.find(({ id }) => id === "q2")).not.toHaveProperty("label");
    await expect(store.overwriteMessage("a", "nowhere", "x")).rejects.toThrow("no longer exists");
  });

  test("an answer that is being written is not overwritten", async () => {
    const openAnswer = message("a1", "q1", { data: { run: { requestId: "r1" } } });
    await storeAll(createById("a", { messages: [message("q1", null), openAnswer], headId: "a1" }));
    await expect(store.overwriteMessage("a", "a1", "x")).rejects.toThrow("This answer is still being written.");
  });

  test("a version is removed with what follows it, and restored", async () => {
    await storeAll(createById("a"));
    cache.setQueryData(conversationKeys.one("u1", "a"), await store.read("a"));
    const undo = await store.removeMessage("a", "q2b");
    const changedConversation = await read("a");
    expect(changedConversation.messages.map(({ id }) => id)).toEqual(["q1", "a1", "q2", "a2"]);
    expect(changedConversation.headId).toBe("a2");
    expect(findCached("a")).toMatchObject({ messages: changedConversation.messages, headId: "a2" });
    await undo();
    const restoredConversation = await read("a");
    expect(new Set(restoredConversation.messages)).toEqual(new Set(tree));
    expect(restoredConversation.headId).toBe("a2b");
    expect(findCached("a")).toMatchObject({ messages: tree, headId: "a2b" });
  });

  test("a message without other versions is removed alone, and restored between its neighbours", async () => {
    await storeAll(createById("a"));
    const undo = await store.removeMessage("a", "a1");
    const changedConversation = await read("a");
    expect(getBranch(changedConversation.messages, changedConversation.headId).map(({ id }) => id)).toEqual([
      "q1",
      "q2b",
      "a2b",
    ]);
    await undo();
    const restoredConversation = await read("a");
    expect(getBranch(restoredConversation.messages, restoredConversation.headId).map(({ id }) => id)).toEqual([
      "q1",
      "a1",
      "q2b",
      "a2b",
    ]);
    expect(new Set(restoredConversation.messages)).toEqual(new Set(tree));
  });

  test("restoring a message keeps what was added since, also after a move", async () => {
    await storeAll(createById("a"));
    const undo = await store.removeMessage("a", "a2b");
    const nextQuestion = message("q3", "q2b", { role: "user", createdAt: "2026-11-20T10:00:00.000Z" });
    await store.beginTurn("a", [nextQuestion], "q3");
    const row = cloud.rows.get("a");
    if (row) cloud.change("a", { messages: [...row.messages, nextQuestion], headId: "q3" });
    await store.finishTurn("a");
    await store.move("a", storageName === "here" ? "cloud" : "local");
    await undo();
    const { messages, headId } = await read("a");
    expect(new Set(messages.map(({ id }) => id))).toEqual(new Set([...tree.map(({ id }) => id), "q3"]));
    expect(getBranch(messages, headId).map(({ id }) => id)).toEqual(["q1", "a1", "q2b", "a2b", "q3"]);
  });

  test("cleared messages are restored with all versions", async () => {
    await storeAll(createById("a"));
    const undo = await store.clear("a");
    expect(await read("a")).toMatchObject({ messages: [], headId: null });
    await undo();
    const restored = await read("a");
    expect(new Set(restored.messages)).toEqual(new Set(tree));
    expect(restored.headId).toBe("a2b");
  });

  test("a removed message is restored even if the messages were cleared since", async () => {
    await storeAll(createById("a"));
    const undo = await store.removeMessage("a", "a2");
    await store.clear("a");
    await undo();
    expect((await read("a")).messages).toMatchObject([{ id: "a2", parentId: null }]);
  });
});

describe("a failure in the cloud", () => {
  test("a chat that only a backup copy here has left is cleared, not deleted, and its messages are restored", async () => {
    await storeAll(cloudConversation("a"));
    cache.setQueryData(conversationKeys.one("u1", "a"), await store.read("a"));
    cloud.failNext(deleteConversation, "replyLost");
    await expect(store.move("a", "local")).rejects.toThrow(CallError);
    expect(cloud.rows.size).toBe(0);
    const undo = await store.clear("a");
    expect(await local.get("a")).toMatchObject({ name: "Name of a", messages: [], headId: null, isLocal: true });
    expect(findCached("a")).toMatchObject({ messages: [], isLocal: true });
    await undo();
    expect(await local.get("a")).toMatchObject({ messages: tree, headId: "a2b", isLocal: true });
  });

  test("leaves no partial fork there, and the conversation unchanged", async () => {
    const manyConversations = Array.from({ length: 2_100 }, (_, index) =>
      message(`m${index}`, index === 0 ? null : `m${index - 1}`),
    );
    await storeAll(cloudConversation("a", { messages: manyConversations, headId: "m2099" }));
    cloud.failNext(appendMessages, "refused");
    await expect(store.fork("a", "m2099")).rejects.toThrow(CallError);
    expect([...cloud.rows.keys()]).toEqual(["a"]);
    expect(cloud.paths().at(-1)).toBe("delete");
    expect((await read(await store.fork("a", "m2099"))).messages).toHaveLength(2_100);
  });

  test("leaves the shown conversation unchanged: no text overwritten, no message removed", async () => {
    await storeAll(cloudConversation("a"));
    cache.setQueryData(conversationKeys.one("u1", "a"), await store.read("a"));
    cloud.failNext(appendMessages, "refused");
    await expect(store.overwriteMessage("a", "q2", "x")).rejects.toThrow(CallError);
    cloud.failNext(openConversation, "unreachable");
    await expect(store.removeMessage("a", "q2")).rejects.toThrow(CallError);
    expect(findCached("a")?.messages).toEqual(tree);
  });
});

describe("adding imported conversations", () => {
  test("stores them here, and skips ids that exist, here or in the cloud", async () => {
    await storeAll(conversation("here", { name: "Mine" }), cloudConversation("there", { name: "Mine too" }));
    cloud.rows.set("unknown", { ...cloudConversation("unknown"), revision: 1 }); // Added by another device since.
    const importedConversations = ["new1", "here", "there", "unknown", "new2", "new1"].map((id) =>
      cloudConversation(id, { name: `Other ${id}`, revision: 9 }),
    );
    const progress: number[] = [];
    const outcome = await (await store.prepareAdding())(importedConversations, {
      onProgress: (done) => progress.push(done),
    });
    expect(outcome).toEqual({ added: ["new1", "new2"], known: ["here", "there", "unknown", "new1"], isFull: false });
    expect(progress).toEqual([6]);
    expect(await read("new1")).toMatchObject({ name: "Other new1", isLocal: true, revision: 0, messages: tree });
    expect(await read("here")).toMatchObject({ name: "Mine" });
    expect(cloud.rows.get("there")?.name).toBe("Mine too");
    expect(new Set(getList()?.map(({ id }) => id))).toEqual(new Set(["here", "there", "new1", "new2"]));
    expect(cloud.paths()).not.toContain("create");
  });

  test("[C8.15] stops when the browser's storage is full, and reports what was added", async () => {
    const ids = Array.from({ length: 50 }, (_, index) => `c${index}`);
    const { add } = local;
    let count = 0;
    vi.spyOn(local, "add").mockImplementation((importedConversations) =>
      ++count > 2 ? Promise.reject(createQuotaError()) : add(importedConversations),
    );
    const onStorageFull = vi.fn();
    store = createConversationStore("u1", local, cache, { now, onStorageFull });
    const outcome = await (await store.prepareAdding())(ids.map((id) => conversation(id)));
    expect(outcome).toEqual({ added: ids.slice(0, 40), known: [], isFull: true });
    expect((await store.list()).map(({ id }) => id)).toEqual(ids.slice(0, 40));
    expect(onStorageFull).toHaveBeenCalledOnce();
  });

  test("lists the cloud's conversations once, however often something is added", async () => {
    cloud.rows.set("unknown", { ...cloudConversation("unknown"), revision: 1 }); // Added by another device.
    const addAll = await store.prepareAdding();
    for (const id of ["new1", "unknown", "new2"]) await addAll([conversation(id)]);
    expect(cloud.paths()).toEqual(["list"]);
    expect((await store.list()).map(({ id }) => id)).toEqual(["new1", "new2"]);
  });

  test("uses the summaries stored here if the cloud cannot be reached", async () => {
    await storeAll(cloudConversation("there"));
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    expect(await (await store.prepareAdding())([conversation("there"), conversation("new")])).toMatchObject({
      added: ["new"],
      known: ["there"],
    });
  });
});

describe("searching inside messages", () => {
  const collectHits = () => {
    const hits: MessageHit[] = [];
    return { hits, onHits: (newHits: readonly MessageHit[]) => void hits.push(...newHits) };
  };

  test("finds messages stored here and in the cloud, page by page", async () => {
    const withText = (id: string) => ({
      messages: [message(`m-${id}`, null, { content: "about entropy" })],
      headId: `m-${id}`,
    });
    await storeAll(
      conversation("a", withText("a")),
      ...["c", "d", "e"].map((id) => cloudConversation(id, withText(id))),
      conversation("b"),
    );
    const { hits, onHits } = collectHits();
    await store.search(" entropy ", onHits, new AbortController().signal);
    expect(new Set(hits.map(({ conversationId }) => conversationId))).toEqual(new Set(["a", "c", "d", "e"]));
    expect(cloud.paths()).toEqual(["search", "search"]);
    expect(hits.find(({ conversationId }) => conversationId === "a")).toEqual({
      conversationId: "a",
      createdAt: "2026-11-20T09:00:00.000Z",
      messageId: "m-a",
      role: "user",
      passage: "about entropy",
      marks: [[6, 13]],
    });
  });

  test("reports the hits stored here even if the cloud cannot be searched, and rejects then", async () => {
    await storeAll(conversation("a"));
    cloud.failNext(searchMessages, "refused");
    const { hits, onHits } = collectHits();
    await expect(store.search("TEXT", onHits, new AbortController().signal)).rejects.toThrow(CallError);
    expect(hits).toHaveLength(1);
  });

  test("reports nothing more once it is aborted", async () => {
    await storeAll(conversation("a"), cloudConversation("c"));
    const release = cloud.delayNext(searchMessages);
    const { hits, onHits } = collectHits();
    const abortController = new AbortController();
    const pendingSearch = store.search("text", onHits, abortController.signal);
    await vi.waitUntil(() => hits.length === 1);
    abortController.abort();
    release();
    await pendingSearch;
    expect(hits).toHaveLength(1);
  });

  test("does nothing for an empty query", async () => {
    await storeAll(conversation("a"), cloudConversation("c"));
    const { hits, onHits } = collectHits();
    await store.search("  ", onHits, new AbortController().signal);
    expect([hits, cloud.calls]).toEqual([[], []]);
  });
});

test("a conversation is put into its folder with its first message, and not before", async () => {
  let count = 0;
  const getFolderForNew = async () => `day${++count}`;
  store = createConversationStore("u1", local, cache, { now, getFolderForNew });
  const choices = { modelId: null, temperature: null };
  const id = await store.startNew({ isLocal: true, ...choices });
  expect(await store.read(id)).toMatchObject({ folderId: null });
  await store.beginTurn(id, [message("q1", null)], "q1");
  await store.beginTurn(id, [message("q2", "q1", { role: "user" })], "q2");
  expect(await read(id)).toMatchObject({ folderId: "day1" });
  const cloudId = await store.startNew({ isLocal: false, ...choices });
  const cloudConversation = await store.beginTurn(cloudId, [message("q1", null)], "q1");
  expect(cloudConversation).toMatchObject({ folderId: "day2" });
  const filedId = await store.startNew({ isLocal: true, ...choices });
  await store.moveToFolder([filedId], "mine");
  await store.beginTurn(filedId, [message("q1", null)], "q1");
  expect(await read(filedId)).toMatchObject({ folderId: "mine" });
  expect(count).toBe(2);
});
