import { type BrowserEvent, type Conversation, listConversations, openConversation } from "@lectern/contract";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { dispatchBrowserEvent } from "../../../lib/browserEvents/browserEvents.ts";
import { message, startFakeCloud } from "../testing/fakeCloud.ts";
import { conversationKeys } from "./conversationCache.ts";
import { type ConversationStore, createConversationStore, syncKey } from "./conversationStore.ts";
import { createMemoryConversations } from "./createMemoryConversations.ts";
import type { LocalConversations } from "./localConversations.ts";

let cloud: ReturnType<typeof startFakeCloud>;
let local: LocalConversations;
let cache: QueryClient;
let store: ConversationStore;
let disconnect: () => void;

const question = message("q", null);
const run = { requestId: "r1" };
const answer = message("a", "q", { data: { run, end: { end: "done" } } });

/** A conversation in the cloud that this browser has synced. */
async function createInCloud(): Promise<string> {
  const id = await store.startNew({ isLocal: false, modelId: null, temperature: null });
  const started = await store.beginTurn(id, [question, { ...answer, content: "", data: { run } }], "a");
  cloud.receiveTurn(started, [question, answer], "a");
  await store.confirmTurn(id, answer);
  await store.saveAnswer(id, answer, false);
  await store.finishTurn(id);
  cloud.change(id, { name: "Herons" });
  await store.sync();
  return id;
}

/** Shows a conversation, as an open page does. */
async function show(id: string): Promise<() => Conversation | undefined> {
  const observer = new QueryObserver(cache, {
    queryKey: conversationKeys.one("u1", id),
    queryFn: () => store.read(id),
    staleTime: Number.POSITIVE_INFINITY,
  });
  onTestFinished(observer.subscribe(() => {}));
  await observer.refetch();
  cloud.calls.length = 0;
  return () => observer.getCurrentResult().data;
}

async function receive(events: readonly BrowserEvent[], isReader = true): Promise<void> {
  for (const event of events) dispatchBrowserEvent(event, isReader);
  await vi.advanceTimersByTimeAsync(1_000);
}

const getRevision = (id: string) => cloud.rows.get(id)?.revision ?? 0;
const saved = (id: string, change: "saved" | "summary" | "deleted" = "saved"): BrowserEvent => ({
  type: "conversation",
  id,
  change,
  ...(change === "deleted" ? {} : { revision: getRevision(id) }),
});

beforeEach(() => {
  vi.useFakeTimers();
  cloud = startFakeCloud();
  local = createMemoryConversations();
  cache = new QueryClient();
  cache.mount();
  store = createConversationStore("u1", local, cache);
  disconnect = store.connectCloud();
});
afterEach(() => {
  disconnect();
  cache.unmount();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a new name needs only the summary, and the shown messages stay as they are", async () => {
  const id = await createInCloud();
  const getShown = await show(id);
  cloud.change(id, { name: "Egrets" });
  await receive([saved(id, "summary")]);
  expect(getShown()).toMatchObject({ name: "Egrets", revision: getRevision(id), messages: [question, answer] });
  expect(await local.findSummary(id)).toMatchObject({ name: "Egrets", isStub: true });
  expect(cloud.paths()).toEqual(["list"]);
});

test("changed messages are read again at once if they are shown, and otherwise not until they are opened", async () => {
  const id = await createInCloud();
  const getShown = await show(id);
  const otherId = await createInCloud();
  cloud.calls.length = 0;
  for (const changedId of [id, otherId]) {
    cloud.change(changedId, { messages: [question, answer, message("q2", "a")], headId: "q2" });
    await receive([saved(changedId)]);
  }
  expect(getShown()?.messages).toHaveLength(3);
  expect(cloud.paths().filter((path) => path === "open")).toHaveLength(1);
});

test("messages that were changed while a chat was not shown are read when it is opened, also if it was renamed after that", async () => {
  const id = await createInCloud();
  const query = { queryKey: conversationKeys.one("u1", id), queryFn: () => store.read(id), staleTime: Infinity };
  await cache.fetchQuery(query);
  cloud.change(id, { messages: [question, { ...answer, content: "changed elsewhere" }] });
  await receive([saved(id)]);
  cloud.change(id, { name: "Renamed after that" });
  await receive([saved(id, "summary")]);
  const opened = await cache.fetchQuery(query);
  expect(opened.messages.at(-1)?.content).toBe("changed elsewhere");
});

test("what this tab has already is not read again: an own change, and an answer that it has followed", async () => {
  const id = await createInCloud();
  const getShown = await show(id);
  await store.rename(id, "Renamed here");
  cloud.calls.length = 0;
  await receive([saved(id, "summary")]);
  cloud.change(id, {});
  const revision = getRevision(id);
  const ended = { type: "run", conversationId: id, requestId: "r1", state: "ended", revision } as const;
  const savedEvent = saved(id);
  await receive([savedEvent, ended]);
  expect(cloud.paths()).toEqual([]);
  expect(getShown()).toMatchObject({ name: "Renamed here", revision });

  // A title that comes together with the end of the answer.
  cloud.change(id, {});
  const answered = [saved(id), { ...ended, revision: revision + 1 }];
  cloud.change(id, { name: "A title" });
  await receive([...answered, saved(id, "summary")]);
  expect(cloud.paths()).toEqual(["list"]);
  expect(getShown()?.name).toBe("A title");
});

test("an answer that another tab or device has started is read", async () => {
  const id = await createInCloud();
  const getShown = await show(id);
  const next = message("a2", "q", { data: { run: { requestId: "r2" } } });
  cloud.change(id, { messages: [question, answer, next], headId: "a2" });
  const revision = getRevision(id);
  await receive([saved(id), { type: "run", conversationId: id, requestId: "r2", state: "started", revision }]);
  expect(getShown()?.headId).toBe("a2");
});

test("a conversation that was deleted elsewhere leaves the list and is no longer shown", async () => {
  const id = await createInCloud();
  await show(id);
  cloud.rows.delete(id);
  await receive([saved(id, "deleted")]);
  expect(await local.listSummaries()).toEqual([]);
  expect(cache.getQueryState(conversationKeys.one("u1", id))?.error).toMatchObject({
    name: "ConversationNotFoundError",
  });
});

test.each([true, false])(
  "a conversation whose deletion was undone elsewhere comes back, told at once: %s",
  async (isAtOnce) => {
    const id = await createInCloud();
    await (await show(id))();
    const otherId = await createInCloud();
    await store.read(otherId);
    for (const each of [id, otherId]) {
      const row = cloud.rows.get(each);
      if (!row) throw new Error("it is in the cloud");
      cloud.rows.delete(each);
      if (!isAtOnce) await receive([saved(each, "deleted")]);
      cloud.rows.set(each, { ...row, name: "Restored", revision: 1 });
      await receive(isAtOnce ? [saved(each, "deleted"), saved(each)] : [saved(each)]);
      expect(await local.findSummary(each)).toMatchObject({ name: "Restored" });
      await expect(store.read(each)).resolves.toMatchObject({ name: "Restored" });
    }
  },
);

/** Has another device delete a conversation and restore it, which is told at once. */
async function restoreElsewhere(id: string): Promise<void> {
  const row = cloud.rows.get(id);
  if (!row) throw new Error("it is in the cloud");
  cloud.rows.set(id, { ...row, name: "Restored", revision: 1 });
  await receive([saved(id, "deleted"), saved(id)]);
}

test("the changes of a restored conversation are read although an older copy that is not shown has a higher revision", async () => {
  const id = await createInCloud();
  for (const name of ["Egrets", "Storks"]) cloud.change(id, { name });
  await cache.fetchQuery({ queryKey: conversationKeys.one("u1", id), queryFn: () => store.read(id) });
  await restoreElsewhere(id);
  cloud.change(id, { name: "Changed since" });
  await receive([saved(id, "summary")]);
  expect(await local.findSummary(id)).toMatchObject({ name: "Changed since" });
});

test("so are those that are told while the restored conversation is being read", async () => {
  const id = await createInCloud();
  for (const name of ["Egrets", "Storks"]) cloud.change(id, { name });
  const getShown = await show(id);
  const release = cloud.delayNext(openConversation);
  await restoreElsewhere(id);
  cloud.change(id, { name: "Changed since" });
  await receive([saved(id, "summary")]);
  release();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(getShown()).toMatchObject({ name: "Changed since", revision: 2 });
});

test("a conversation that is stored in this browser is never changed by an event", async () => {
  const id = await store.startNew({ isLocal: true, modelId: null, temperature: null });
  await store.rename(id, "Private");
  await receive([saved(id, "deleted"), saved(id, "summary"), saved(id)]);
  expect(cloud.paths()).toEqual([]);
  expect(await local.get(id)).toMatchObject({ name: "Private", isLocal: true });
});

test("one tab adds a new conversation to the list for all tabs", async () => {
  const row = { ...(await createRow()), id: "elsewhere", name: "Created elsewhere" };
  cloud.rows.set(row.id, row);
  await receive([saved("elsewhere")], false);
  expect(cloud.paths()).toEqual([]);
  await receive([saved("elsewhere")], true);
  expect(cloud.paths()).toEqual(["list"]);
  expect(await local.findSummary("elsewhere")).toMatchObject({ name: "Created elsewhere", isStub: true });
});

test("many changes at once, and lost events, have one tab read the whole list", async () => {
  const invalidate = vi.spyOn(cache, "invalidateQueries");
  const countSyncs = () =>
    invalidate.mock.calls.filter(([filters]) => JSON.stringify(filters?.queryKey) === JSON.stringify(syncKey("u1")))
      .length;
  await receive([{ type: "resync" }], false);
  expect(countSyncs()).toBe(0);
  await receive([{ type: "resync" }]);
  await receive([{ type: "conversations" }]);
  await receive(["a", "b", "c", "d"].map((id) => saved(id)));
  expect(countSyncs()).toBe(3);
  expect(cloud.paths()).toEqual([]);
});

test("an answer from here whose start and end are told at once is not read", async () => {
  const id = await createInCloud();
  await show(id);
  cloud.change(id, {});
  const startRevision = getRevision(id);
  cloud.change(id, {});
  const run = { type: "run", conversationId: id, requestId: "r1" } as const;
  await receive([
    { ...run, state: "started", revision: startRevision },
    saved(id),
    { ...run, state: "ended", revision: getRevision(id) },
  ]);
  expect(cloud.paths()).toEqual([]);
});

test("an answer from here that follows a new title is not read", async () => {
  const id = await createInCloud();
  const getShown = await show(id);
  cloud.change(id, { name: "Egrets" });
  const title = saved(id, "summary");
  cloud.change(id, {});
  const run = { type: "run", conversationId: id, requestId: "r1", state: "ended", revision: getRevision(id) } as const;
  await receive([title, saved(id), run]);
  expect(cloud.paths()).toEqual(["list"]);
  expect(getShown()).toMatchObject({ name: "Egrets", revision: getRevision(id) });
});

test("a change of another device is read although its event was joined with that of an answer from here", async () => {
  const id = await createInCloud();
  const getShown = await show(id);
  cloud.change(id, { messages: [question, answer, message("other", "q")] });
  cloud.change(id, {});
  const revision = getRevision(id);
  await receive([saved(id), { type: "run", conversationId: id, requestId: "r1", state: "ended", revision }]);
  expect(getShown()?.messages).toHaveLength(3);
});

test("a changed line that could not be read is read with the whole list", async () => {
  const id = await createInCloud();
  const invalidate = vi.spyOn(cache, "invalidateQueries");
  cloud.change(id, { name: "Egrets" });
  cloud.failNext(listConversations, "refused");
  await receive([saved(id, "summary")]);
  expect(invalidate).toHaveBeenCalledWith({ queryKey: syncKey("u1") });
});

/** A row as the cloud has it. */
async function createRow(): Promise<Conversation> {
  const id = await createInCloud();
  const row = cloud.rows.get(id);
  if (!row) throw new Error("the cloud has the conversation");
  cloud.calls.length = 0;
  return row;
}
