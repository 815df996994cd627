import {
  appendMessages,
  type Conversation,
  clearMessages,
  createConversation,
  deleteConversation,
  listConversations,
  type MessageHit,
  openConversation,
  titleConversation,
  updateConversation,
} from "@lectern/contract";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CallError } from "../../../lib/callError.ts";
import { type Failure, message, startFakeCloud } from "../testing/fakeCloud.ts";
import { ConversationNotFoundError } from "./cloudConversations.ts";
import { conversationKeys } from "./conversationCache.ts";
import { type ConversationStore, createConversationStore } from "./conversationStore.ts";
import { createMemoryConversations } from "./createMemoryConversations.ts";
import type { LocalConversations } from "./localConversations.ts";
import { StorageFullError } from "./reportFullStorage.ts";

let cloud: ReturnType<typeof startFakeCloud>;
let local: LocalConversations;
let cache: QueryClient;
let store: ConversationStore;
let fullCount = 0;

const now = () => new Date("2026-11-21T10:00:00.000Z");
const nowText = now().toISOString();
const findCached = (id: string) => cache.getQueryData<Conversation>(conversationKeys.one("u1", id));
const question = message("q", null);
const answer = message("a", "q");
const placeholder = { ...answer, content: "" };

function openStore(): ConversationStore {
  const onStorageFull = () => {
    fullCount += 1;
  };
  return createConversationStore("u1", local, cache, { now, onStorageFull });
}

/** Stores a conversation with a question and its answer, as after a turn. */
async function createWithTurn(isLocal: boolean, name = "Carnot"): Promise<string> {
  const id = await store.startNew({ isLocal, modelId: "m1", temperature: 0.3 });
  await store.rename(id, name);
  const startedConversation = await store.beginTurn(id, [question, placeholder], "a");
  if (!isLocal) {
    cloud.receiveTurn(startedConversation, [question, answer], "a");
    await store.confirmTurn(id, placeholder);
  }
  await store.saveAnswer(id, answer, isLocal);
  await store.finishTurn(id);
  return id;
}

/** Simulates a reload of the page: only stored data remains. */
function reloadPage(): void {
  cache.clear();
  store = openStore();
}

beforeEach(() => {
  cloud = startFakeCloud();
  local = createMemoryConversations();
  cache = new QueryClient();
  fullCount = 0;
  store = openStore();
});
afterEach(() => vi.unstubAllGlobals());

describe("a local conversation", () => {
  test("[C1.07] [C4.22] [C4.07] [A4.23] [A4.24] is stored with all its messages after each step, and nothing is sent to the server", async () => {
    const id = await createWithTurn(true);
    const storedConversation = await local.get(id);
    expect(storedConversation).toMatchObject({
      name: "Carnot",
      headId: "a",
      messages: [question, answer],
      updatedAt: nowText,
    });
    expect(await store.list()).toMatchObject([{ id, name: "Carnot", isLocal: true, isDraft: false }]);
    reloadPage();
    expect(await store.read(id)).toEqual(storedConversation);
    expect(cloud.calls).toEqual([]);
  });

  test("is renamed, configured, cleared and removed only here", async () => {
    const id = await createWithTurn(true);
    await store.rename(id, "  Second law ");
    await store.changeSettings(id, { temperature: 0.9, prompt: "Be brief." });
    expect(await local.get(id)).toMatchObject({ name: "Second law", temperature: 0.9, prompt: "Be brief." });
    await store.clear(id);
    expect(await local.get(id)).toMatchObject({ name: "Second law", messages: [], headId: null });
    await store.remove(id);
    expect(await store.list()).toEqual([]);
    expect(findCached(id)).toBeUndefined();
    expect(cloud.calls).toEqual([]);
  });

  test("keeps the changes of two concurrent writers", async () => {
    const id = await createWithTurn(true);
    const longerAnswer = { ...answer, content: "a longer text" };
    await Promise.all([
      store.saveAnswer(id, longerAnswer, true),
      store.rename(id, "Renamed"),
      store.changeSettings(id, { modelId: "m2" }),
      store.finishTurn(id),
    ]);
    expect(await local.get(id)).toMatchObject({ name: "Renamed", modelId: "m2", messages: [question, longerAnswer] });
    expect(findCached(id)).toMatchObject({ name: "Renamed", modelId: "m2", messages: [question, longerAnswer] });
  });

  test("an answer whose question was cleared in the meantime is not added", async () => {
    const id = await createWithTurn(true);
    await store.clear(id);
    await store.saveAnswer(id, answer, true);
    expect((await local.get(id))?.messages).toEqual([]);
  });

  test("a turn that was not sent is withdrawn", async () => {
    const id = await createWithTurn(true);
    await store.beginTurn(id, [message("q2", "a", { role: "user" }), message("a2", "q2")], "a2");
    await store.withdrawTurn(id, ["q2", "a2"], "a");
    expect(await local.get(id)).toMatchObject({ messages: [question, answer], headId: "a" });
  });
});

describe("a cloud conversation", () => {
  test("[C1.07] [A4.23] is created with its first message, and this browser stores only its summary", async () => {
    const id = await createWithTurn(false);
    expect(cloud.rows.get(id)).toMatchObject({ name: "Carnot", temperature: 0.3, messages: [question, answer] });
    expect(await local.get(id)).toBeNull();
    expect(await store.list()).toMatchObject([{ id, isLocal: false, isStub: true }]);
    expect(findCached(id)?.messages).toEqual([question, answer]);
  });

  test("[C4.07] [A4.24] is loaded completely from the server when it is opened", async () => {
    const id = await createWithTurn(false);
    cloud.change(id, { messages: [question, answer, message("b", "a")] });
    reloadPage();
    expect((await store.read(id)).messages.map((each) => each.id)).toEqual(["q", "a", "b"]);
    expect(cloud.paths().at(-1)).toBe("open");

    // A copy that was loaded earlier does not replace the server's.
    cache.setQueryData(conversationKeys.one("u1", id), await store.read(id));
    cloud.change(id, { messages: [question, answer, message("b", "a"), message("c", "b")] });
    expect((await store.read(id)).messages.map((each) => each.id)).toEqual(["q", "a", "b", "c"]);
  });

  test("is renamed without being loaded if it is not open", async () => {
    const id = await createWithTurn(false);
    reloadPage();
    cloud.calls.length = 0;
    await store.rename(id, "Second law");
    expect(cloud.paths()).toEqual(["update"]);
    expect(cloud.rows.get(id)?.name).toBe("Second law");
    expect(await store.list()).toMatchObject([{ name: "Second law", isStub: true }]);
  });

  test("settings are shown immediately, and reverted if the server rejects them", async () => {
    const id = await createWithTurn(false);
    cloud.failNext(updateConversation, "refused");
    const release = cloud.delayNext(updateConversation);
    const settingsChange = store.changeSettings(id, { temperature: 0.9 });
    await vi.waitUntil(() => findCached(id)?.temperature === 0.9);
    release();
    await expect(settingsChange).rejects.toThrow(CallError);
    expect(findCached(id)?.temperature).toBe(0.3);
    await store.changeSettings(id, { temperature: 0.7 });
    expect(findCached(id)?.temperature).toBe(0.7);
    expect(cloud.rows.get(id)?.temperature).toBe(0.7);
  });

  test("is cleared on the server first", async () => {
    const id = await createWithTurn(false);
    cloud.failNext(clearMessages, "refused");
    await expect(store.clear(id)).rejects.toThrow(CallError);
    expect(findCached(id)?.messages).toHaveLength(2);
    await store.clear(id);
    expect(findCached(id)?.messages).toEqual([]);
    expect(cloud.rows.get(id)?.messages).toEqual([]);
  });

  test("is removed on the server first; one that is gone there is only removed here", async () => {
    const id = await createWithTurn(false);
    cloud.failNext(deleteConversation, "refused");
    await expect(store.remove(id)).rejects.toThrow(CallError);
    expect(await store.list()).toHaveLength(1);
    cloud.failNext(deleteConversation, "replyLost");
    await expect(store.remove(id)).rejects.toThrow(CallError);
    await store.remove(id);
    expect(await store.list()).toEqual([]);
    expect(cloud.rows.size).toBe(0);
  });

  test("a turn that is being sent stays visible when the conversation is read again", async () => {
    const id = await createWithTurn(false);
    const turn = [message("q2", "a", { role: "user" }), message("a2", "q2")];
    await store.beginTurn(id, turn, "a2");
    cloud.change(id, { name: "Renamed elsewhere" });
    const rereadConversation = await store.read(id);
    expect(rereadConversation).toMatchObject({ name: "Renamed elsewhere", headId: "a2" });
    expect(rereadConversation.messages.map((each) => each.id)).toEqual(["q", "a", "q2", "a2"]);
    cloud.change(id, { messages: [question, answer, ...turn], headId: "a2" });
    await store.finishTurn(id);
    // From now on the server's copy counts: another device has cleared it.
    cloud.change(id, { messages: [], headId: null });
    await store.reload(id);
    expect(findCached(id)?.messages).toEqual([]);
  });

  test("a read that is outdated by a write does not restore the old state", async () => {
    const id = await createWithTurn(false);
    const release = cloud.delayNext(openConversation);
    const pendingRead = store.read(id);
    await store.rename(id, "Renamed");
    release();
    expect((await pendingRead).name).toBe("Renamed");
  });

  test("an answer that ends after its conversation was removed does not restore it", async () => {
    const id = await createWithTurn(false);
    const observer = new QueryObserver(cache, { queryKey: conversationKeys.one("u1", id), staleTime: Infinity });
    const leave = observer.subscribe(() => {});
    await store.remove(id);
    await store.saveAnswer(id, answer, false);
    await store.finishTurn(id);
    leave();
    expect(await store.list()).toEqual([]);
  });

  test("the end of an answer sends nothing to the server if the conversation is no longer shown", async () => {
    const id = await createWithTurn(false);
    cache.clear();
    cloud.failNext(openConversation, "refused");
    await store.saveAnswer(id, answer, false);
    await store.finishTurn(id);
    expect((await store.list()).map((each) => each.id)).toEqual([id]);
  });

  test("another version of an answer is shown immediately", async () => {
    const id = await createWithTurn(false);
    await store.showVersion(id, "q");
    expect(findCached(id)?.headId).toBe("q");
    expect(cloud.rows.get(id)?.headId).toBe("q");
  });
});

describe("a conversation that is gone", () => {
  test.each([
    ["opened", (id: string) => store.read(id)],
    ["renamed", (id: string) => store.rename(id, "Renamed")],
    ["cleared", (id: string) => store.clear(id)],
  ])("[C4.06] [C8.09] is removed from the list when it is %s, with the specified error", async (_what, act) => {
    const id = await createWithTurn(false);
    cloud.rows.delete(id);
    reloadPage();
    cache.setQueryData(conversationKeys.list("u1"), await store.list());
    const actionResult = act(id);
    await expect(actionResult).rejects.toThrow(ConversationNotFoundError);
    await expect(actionResult).rejects.toThrow(
      "This conversation is no longer accessible, it has been made private in another browser or has been removed by another device.",
    );
    expect(cache.getQueryData(conversationKeys.list("u1"))).toEqual([]);
    expect(await store.list()).toEqual([]);
  });

  test("a failure other than the server's 'notFound' removes nothing", async () => {
    const id = await createWithTurn(false);
    reloadPage();
    for (const failure of ["refused", "unreachable"] as const) {
      cloud.failNext(openConversation, failure);
      await expect(store.read(id)).rejects.toThrow(CallError);
    }
    expect(await store.list()).toHaveLength(1);
  });
});

describe("moving", () => {
  test("[C4.04] to the cloud uploads it and stores only a summary here", async () => {
    const id = await createWithTurn(true);
    await store.move(id, "cloud");
    expect(cloud.rows.get(id)).toMatchObject({ name: "Carnot", messages: [question, answer], headId: "a" });
    expect(await local.get(id)).toBeNull();
    const summaries = await store.list();
    expect(summaries).toMatchObject([{ id, isLocal: false, isStub: true }]);
    expect(summaries[0]).not.toHaveProperty("messages");
    expect(findCached(id)?.isLocal).toBe(false);
  });

  test("[C4.04] to this browser deletes the copy in the cloud and stores the messages here, as they are, so that they are searched here", async () => {
    const id = await createWithTurn(false);
    await store.move(id, "local");
    expect(cloud.rows.size).toBe(0);
    expect(await local.get(id)).toMatchObject({ isLocal: true, revision: 0, messages: [question, answer] });
    expect(await store.list()).toMatchObject([{ id, isLocal: true, isStub: false }]);
    reloadPage();
    expect((await store.read(id)).messages).toHaveLength(2);
    const hits: MessageHit[] = [];
    await store.search(answer.content, (found) => void hits.push(...found), new AbortController().signal);
    expect(new Set(hits.map(({ conversationId }) => conversationId))).toEqual(new Set([id]));
  });

  test("changes neither its name, its settings nor its position in the list", async () => {
    const id = await createWithTurn(true);
    const before = await store.read(id);
    await store.move(id, "cloud");
    expect(await store.read(id)).toEqual({ ...before, isLocal: false, revision: 1 });
    await store.move(id, "local");
    expect(await store.read(id)).toEqual(before);
  });

  test("keeps its marks, which do not change its position in the list; a copy has none", async () => {
    const id = await createWithTurn(true);
    const { updatedAt } = await store.read(id);
    await store.changeMarks(id, { isPinned: true });
    await store.changeMarks(id, { isArchived: true });
    expect(await store.list()).toMatchObject([{ id, isPinned: true, isArchived: true, updatedAt }]);
    await store.move(id, "cloud");
    expect(cloud.rows.get(id)).toMatchObject({ isPinned: true, isArchived: true });
    await store.changeMarks(id, { isPinned: false });
    expect(cloud.rows.get(id)).toMatchObject({ isPinned: false, isArchived: true });
    expect(await store.list()).toMatchObject([{ id, isPinned: false, isArchived: true }]);
    await store.move(id, "local");
    expect(await local.get(id)).toMatchObject({ isPinned: false, isArchived: true });
    expect(await store.read(await store.copy(id))).toMatchObject({ isPinned: false, isArchived: false });
  });

  const failures: Failure[] = ["unreachable", "refused", "replyLost"];
  const steps = [
    { to: "cloud" as const, op: createConversation },
    { to: "cloud" as const, op: openConversation },
    { to: "local" as const, op: openConversation },
    { to: "local" as const, op: deleteConversation },
  ];
  test.each(steps.flatMap((step) => failures.map((failure) => ({ ...step, path: step.op.path, failure }))))(
    "to $to: nothing is lost when $path is $failure, and the second attempt succeeds",
    async ({ to, op, failure }) => {
      const id = await createWithTurn(to === "cloud");
      cloud.failNext(op, failure);
      await expect(store.move(id, to)).rejects.toThrow(CallError);
      reloadPage();
      expect((await store.read(id)).messages).toEqual([question, answer]);
      expect(await store.list()).toHaveLength(1);
      await store.move(id, to);
      reloadPage();
      expect(await store.read(id)).toMatchObject({ isLocal: to === "local", messages: [question, answer] });
      expect(cloud.rows.has(id)).toBe(to === "cloud");
    },
  );

  test("in many chunks: nothing is lost when one of them fails, and nothing remains in the cloud", async () => {
    const id = await createWithTurn(true);
    const longMessages = Array.from({ length: 2_500 }, (_, index) =>
      message(`m${index}`, index === 0 ? null : `m${index - 1}`),
    );
    await store.beginTurn(id, longMessages, "m2499");
    cloud.failNext(appendMessages, "refused");
    await expect(store.move(id, "cloud")).rejects.toThrow(CallError);
    expect((await store.read(id)).messages).toHaveLength(2_502);
    expect(cloud.rows.size).toBe(0);
    await store.move(id, "cloud");
    expect(cloud.rows.get(id)?.messages).toHaveLength(2_502);
    expect(cloud.rows.get(id)?.headId).toBe("m2499");
  });

  test("to this browser keeps a message that another device appends after it was read", async () => {
    const id = await createWithTurn(false);
    const release = cloud.delayNext(openConversation);
    const pendingMove = store.move(id, "local");
    await vi.waitUntil(() => cloud.paths().at(-1) === "open");
    const added = message("q2", "a", { role: "user" });
    cloud.change(id, { messages: [question, answer, added], headId: "q2" });
    release();
    await pendingMove;
    expect(cloud.rows.size).toBe(0);
    reloadPage();
    expect(await store.read(id)).toMatchObject({ isLocal: true, messages: [question, answer, added], headId: "q2" });
  });

  test("to this browser gives up while another device keeps changing it, and leaves it in the cloud", async () => {
    const id = await createWithTurn(false);
    const putSpy = vi.spyOn(local, "put").mockImplementation(async () => cloud.change(id, {}));
    store = openStore();
    await expect(store.move(id, "local")).rejects.toMatchObject({ code: "conflict" });
    expect(putSpy).toHaveBeenCalledTimes(3);
    putSpy.mockRestore();
    reloadPage();
    expect(cloud.rows.get(id)?.messages).toHaveLength(2);
    expect((await store.read(id)).isLocal).toBe(false);
  });

  test("to this browser leaves it in the cloud if the storage is full", async () => {
    const id = await createWithTurn(false);
    const putSpy = vi.spyOn(local, "put").mockRejectedValue(new DOMException("full", "QuotaExceededError"));
    store = openStore();
    await expect(store.move(id, "local")).rejects.toThrow(StorageFullError);
    putSpy.mockRestore();
    reloadPage();
    expect(cloud.rows.get(id)?.messages).toHaveLength(2);
    expect((await store.read(id)).isLocal).toBe(false);
  });

  test("a conversation that is being answered is not moved", async () => {
    const id = await createWithTurn(true);
    await navigator.locks.request(`conversation:${id}`, async () => {
      await expect(store.move(id, "cloud")).rejects.toThrow("An answer is still being written in this chat.");
    });
    expect(await local.get(id)).toMatchObject({ isLocal: true });
    await store.move(id, "cloud");
    expect(cloud.rows.has(id)).toBe(true);
  });

  test("two tabs that move the same conversation wait for each other", async () => {
    const id = await createWithTurn(true);
    const otherTab = createConversationStore("u1", local, new QueryClient());
    await Promise.all([store.move(id, "cloud"), otherTab.move(id, "cloud")]);
    expect(cloud.rows.get(id)?.messages).toHaveLength(2);
    expect(await local.get(id)).toBeNull();
  });

  test.each([true, false])(
    "a conversation that is being answered is neither cleared nor removed (local: %s)",
    async (isLocal) => {
      const id = await createWithTurn(isLocal);
      await navigator.locks.request(`conversation:${id}`, async () => {
        await expect(store.clear(id)).rejects.toThrow("An answer is still being written in this chat.");
        await expect(store.remove(id)).rejects.toThrow("An answer is still being written in this chat.");
      });
      expect((await store.read(id)).messages).toHaveLength(2);
    },
  );

  test("an answer to a local conversation that was moved to the cloud in the meantime is sent to the cloud", async () => {
    const id = await createWithTurn(true);
    const placeholder = message("a2", "q2");
    await store.beginTurn(id, [message("q2", "a", { role: "user" }), { ...placeholder, content: "" }], "a2");
    await createConversationStore("u1", local, new QueryClient()).move(id, "cloud");
    await store.saveAnswer(id, placeholder, true);
    reloadPage();
    expect((await store.read(id)).messages.at(-1)).toMatchObject({ id: "a2", content: placeholder.content });
  });

  test("a turn returns the current conversation, wherever it was moved", async () => {
    const id = await createWithTurn(true);
    const pendingMove = store.move(id, "cloud");
    const startedConversation = await store.beginTurn(id, [message("q2", "a", { role: "user" })], "q2");
    await pendingMove;
    expect(startedConversation).toMatchObject({ isLocal: false, headId: "q2" });
    expect(startedConversation.messages.map((each) => each.id)).toEqual(["q", "a", "q2"]);
  });

  test("before the first message changes only where it will be stored", async () => {
    const id = await store.startNew({ isLocal: true, modelId: null, temperature: null });
    await store.move(id, "cloud");
    expect(await local.get(id)).toMatchObject({ isLocal: false, messages: [] });
    await store.move(id, "local");
    expect(await local.get(id)).toMatchObject({ isLocal: true });
    expect(cloud.calls).toEqual([]);
  });

  test("an old copy in the cloud does not hide a local conversation", async () => {
    const id = await createWithTurn(true);
    cloud.failNext(createConversation, "replyLost");
    cloud.failNext(deleteConversation, "unreachable");
    await expect(store.move(id, "cloud")).rejects.toThrow(CallError);
    await store.sync();
    expect(await store.list()).toMatchObject([{ id, isLocal: true, isStub: false }]);
  });
});

describe("a new conversation", () => {
  const choices = { isLocal: true, modelId: "m2", temperature: 0.4 };

  test("has the given model and temperature, and is stored as a draft", async () => {
    const id = await store.startNew(choices);
    expect(await local.get(id)).toMatchObject({ name: "New Conversation", modelId: "m2", temperature: 0.4 });
    expect(await store.list()).toMatchObject([{ id, isDraft: true }]);
  });

  test("reuses the existing draft", async () => {
    const id = await store.startNew(choices);
    await store.changeSettings(id, { prompt: "Be brief." });
    expect(await store.startNew({ ...choices, isLocal: false })).toBe(id);
    expect(await local.get(id)).toMatchObject({ isLocal: false, prompt: null });
  });

  test("is a new one once the draft has a message or a name", async () => {
    const firstId = await store.startNew(choices);
    await store.beginTurn(firstId, [question], "q");
    const secondId = await store.startNew(choices);
    await store.rename(secondId, "Named");
    const thirdId = await store.startNew(choices);
    expect(new Set([firstId, secondId, thirdId]).size).toBe(3);
    expect((await local.get(firstId))?.messages).toHaveLength(1);
  });
});

describe("a title", () => {
  const createUntitled = (isLocal: boolean) => createWithTurn(isLocal, " ");

  test.each([true, false])("[C4.16] is set after two messages (local: %s)", async (isLocal) => {
    const id = await createUntitled(isLocal);
    await vi.waitUntil(() => findCached(id)?.name === "A title");
    const titleRequest = cloud.calls.find(({ path }) => path === titleConversation.path)?.input;
    expect(titleRequest?.messages === undefined).toBe(!isLocal);
    expect(await store.list()).toMatchObject([{ name: "A title" }]);
  });

  test.each([true, false])(
    "[C4.16] is the beginning of the first message with three dots if none can be generated (local: %s)",
    async (isLocal) => {
      cloud.failNext(titleConversation, "refused");
      const id = await createUntitled(isLocal);
      await vi.waitUntil(() => findCached(id)?.name === "text of q...");
      expect(await store.list()).toMatchObject([{ name: "text of q..." }]);
      if (!isLocal) expect(cloud.rows.get(id)?.name).toBe("text of q...");
    },
  );

  test("[C4.16] is not set for a conversation that has a name, or more or fewer than two messages", async () => {
    await createWithTurn(true, "Named");
    for (const messages of [[question], [question, answer, message("b", "a")]]) {
      const id = await store.startNew({ isLocal: true, modelId: null, temperature: null });
      await store.beginTurn(id, messages, messages.at(-1)?.id ?? "");
      await store.finishTurn(id);
      expect(findCached(id)).toMatchObject({ name: "New Conversation", messages });
    }
    expect(cloud.paths()).not.toContain("title");
  });

  test("is the beginning of the question while there is no answer, and a generated one after the first answer", async () => {
    const id = await store.startNew({ isLocal: true, modelId: "m1", temperature: 0.3 });
    await store.beginTurn(id, [question, placeholder], "a");
    await store.finishTurn(id);
    await vi.waitUntil(() => findCached(id)?.name === "text of q...");
    expect(cloud.paths()).not.toContain("title");
    await store.saveAnswer(id, answer, true);
    await store.finishTurn(id);
    await vi.waitUntil(() => findCached(id)?.name === "A title");
  });

  test("does not replace a name that was set in the meantime", async () => {
    const id = await createUntitled(true);
    await store.rename(id, "Mine");
    await store.rename(id, "Mine indeed");
    await vi.waitUntil(() => cloud.paths().includes("title"));
    await store.changeSettings(id, { temperature: 1 });
    expect(await local.get(id)).toMatchObject({ name: "Mine indeed" });
  });
});

test("[C5.39] a blank name leaves the name unchanged", async () => {
  const ids = [await createWithTurn(true), await createWithTurn(false)];
  cloud.calls.length = 0;
  for (const id of ids) {
    for (const blankName of ["", "   ", "\n"]) await store.rename(id, blankName);
    expect(findCached(id)?.name).toBe("Carnot");
    await store.rename(id, "  Second law ");
    expect(findCached(id)?.name).toBe("Second law");
  }
  expect(cloud.paths()).toEqual(["update"]);
});

describe("a full disk", () => {
  const writes = [
    ["beginTurn", (id: string) => store.beginTurn(id, [message("q2", "a", { role: "user" })], "q2")],
    ["saveReply", (id: string) => store.saveAnswer(id, answer, true)],
    ["rename", (id: string) => store.rename(id, "Renamed")],
  ] as const;
  test.each(writes)("[C8.15] is reported once when it stops %s, and stored data is unchanged", async (_what, act) => {
    const id = await createWithTurn(true);
    const before = await local.get(id);
    vi.spyOn(local, "update").mockRejectedValue(new DOMException("full", "QuotaExceededError"));
    store = openStore();
    await expect(act(id)).rejects.toThrow(
      "You have exceeded your available storage space for conversations. Please delete some converations before continuing. You can export your current conversations before deleting them.",
    );
    expect(fullCount).toBe(1);
    expect(await local.get(id)).toEqual(before);
    expect(findCached(id)).toEqual(before);
  });

  const startChoices = { isLocal: true, modelId: "m1", temperature: 0.3 };
  const otherWrites = [
    ["the start of a conversation", "put", () => store.startNew(startChoices)],
    ["a move to the cloud", "replaceWithStub", (localId: string) => store.move(localId, "cloud")],
    ["a move from the cloud", "put", (_: string, cloudId: string) => store.move(cloudId, "local")],
    ["a new name in the cloud", "putStub", (_: string, cloudId: string) => store.rename(cloudId, "Renamed")],
    ["a sync with the cloud", "replaceStubs", () => store.sync()],
    [
      "the recovery of a conversation that the cloud has lost",
      "recover",
      (_: string, cloudId: string) => {
        cloud.rows.delete(cloudId);
        return store.read(cloudId);
      },
    ],
    [
      "an import",
      "add",
      async (localId: string) => {
        const conversation = await store.read(localId);
        const add = await store.prepareAdding();
        await add([{ ...conversation, id: "imported" }]);
      },
    ],
  ] as const;
  test.each(otherWrites)("[C8.15] is reported once at %s, and the stored list is unchanged", async (_, write, act) => {
    const ids = [await createWithTurn(true), await createWithTurn(false)] as const;
    const before = await local.listSummaries();
    vi.spyOn(local, write).mockRejectedValue(new DOMException("full", "QuotaExceededError"));
    reloadPage();
    await Promise.allSettled([act(...ids)]);
    expect(fullCount).toBe(1);
    expect(await local.listSummaries()).toEqual(before);
  });
});

test("an answer that does not fit into the storage is still shown, so that it can be copied", async () => {
  const id = await createWithTurn(true);
  await store.beginTurn(id, [message("q2", "a", { role: "user" }), { ...message("a2", "q2"), content: "" }], "a2");
  vi.spyOn(local, "update").mockRejectedValue(new DOMException("full", "QuotaExceededError"));
  store = openStore();
  await expect(store.saveAnswer(id, { ...message("a2", "q2"), content: "Not kept" }, true)).rejects.toThrow(
    StorageFullError,
  );
  expect(findCached(id)?.messages.at(-1)).toMatchObject({ id: "a2", content: "Not kept" });
});

describe("the cloud's list", () => {
  test("is read page by page and stored", async () => {
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) ids.push(await createWithTurn(false, `Name ${index}`));
    await Promise.all(ids.map((id) => local.remove(id)));
    reloadPage();
    await store.sync();
    expect(new Set((await store.list()).map(({ id }) => id))).toEqual(new Set(ids));
  });

  test("[C4.06] reports and drops conversations that are gone from it", async () => {
    const [remainingId, removedId] = [await createWithTurn(false), await createWithTurn(false, "Gone")];
    cloud.rows.delete(removedId);
    const { removed: removedSummaries } = await store.sync();
    expect(removedSummaries.map(({ name }) => name)).toEqual(["Gone"]);
    expect((await store.list()).map(({ id }) => id)).toEqual([remainingId]);
  });

  test("does not restore what was removed while it was read, nor drop what was added", async () => {
    const removedId = await createWithTurn(false);
    const release = cloud.delayNext(listConversations);
    const pendingSync = store.sync();
    await vi.waitUntil(() => cloud.paths().includes("list"));
    const [, createdId] = await Promise.all([store.remove(removedId), createWithTurn(false, "New")]);
    release();
    const { removed: removedSummaries } = await pendingSync;
    expect(removedSummaries).toEqual([]);
    expect((await store.list()).map(({ id }) => id)).toEqual([createdId]);
  });

  test("keeps a conversation that changes while the list is read, and so moves to a page that was already read", async () => {
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) ids.push(await createWithTurn(false, `Name ${index}`));
    await store.sync();
    const release = cloud.delayNext(listConversations);
    const pendingSync = store.sync();
    await vi.waitUntil(() => cloud.paths().filter((path) => path === "list").length > 3);
    cloud.change(ids[0] ?? "", { name: "Renamed meanwhile" });
    release();
    expect(await pendingSync).toEqual({ removed: [] });
    const names = new Set((await store.list()).map(({ name }) => name));
    expect(names).toEqual(new Set(["Renamed meanwhile", "Name 1", "Name 2", "Name 3", "Name 4"]));
  });

  test("changes nothing if it cannot be read", async () => {
    await createWithTurn(false);
    cloud.failNext(listConversations, "unreachable");
    await expect(store.sync()).rejects.toThrow(CallError);
    expect(await store.list()).toHaveLength(1);
  });
});

describe("another tab", () => {
  test("reads again what this tab has written", async () => {
    const otherCache = new QueryClient();
    const otherStore = createConversationStore("u1", local, otherCache, { now });
    const leave = [store.connectTabs(), otherStore.connectTabs()];
    const id = await createWithTurn(true);
    otherCache.setQueryData(conversationKeys.one("u1", id), await otherStore.read(id));
    otherCache.setQueryData(conversationKeys.list("u1"), await otherStore.list());
    await store.rename(id, "Renamed");
    const isOutdated = (key: readonly string[]) => otherCache.getQueryState(key)?.isInvalidated === true;
    await vi.waitUntil(() => isOutdated(conversationKeys.one("u1", id)) && isOutdated(conversationKeys.list("u1")));
    expect((await otherStore.read(id)).name).toBe("Renamed");
    for (const end of leave) end();
  });

  test("writes to the same conversation without undoing this tab's changes", async () => {
    const id = await createWithTurn(true);
    const otherStore = createConversationStore("u1", local, new QueryClient(), { now });
    await otherStore.read(id);
    await store.beginTurn(id, [message("q2", "a", { role: "user" })], "q2");
    await otherStore.rename(id, "Renamed");
    expect(await local.get(id)).toMatchObject({ name: "Renamed", headId: "q2" });
  });
});
