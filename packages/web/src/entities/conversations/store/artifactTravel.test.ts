import {
  type Conversation,
  type ConversationArtifact,
  getNextVersion,
  groupArtifacts,
  listUsedNumbers,
  type Message,
  openConversation,
  parseArtifactEntries,
  parseConversationArtifacts,
  toArtifactEntry,
} from "@lectern/contract";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { newConversation } from "../newConversation.ts";
import { message, startFakeCloud } from "../testing/fakeCloud.ts";
import { conversationKeys } from "./conversationCache.ts";
import { type ConversationStore, createConversationStore } from "./conversationStore.ts";
import { createMemoryConversations } from "./createMemoryConversations.ts";
import type { LocalConversations } from "./localConversations.ts";

const createVersion = (version: number, messageId: string): ConversationArtifact => ({
  ...{ artifactId: "Chart-0000001", name: "Chart", description: "", createdAt: "", type: "text", tags: [] },
  ...{ version, contents: `text ${version}`, sharedBy: null, messageId },
});
const versions = [createVersion(1, "a1"), createVersion(2, "a2"), createVersion(3, "b2")];
const list = ({ artifacts }: Pick<Conversation, "artifacts">) =>
  parseConversationArtifacts(artifacts).map(({ version, contents }) => `${version} ${contents}`);
const all = ["1 text 1", "2 text 2", "3 text 3"];

let cloud: ReturnType<typeof startFakeCloud>;
let local: LocalConversations;
let store: ConversationStore;

beforeEach(async () => {
  cloud = startFakeCloud();
  local = createMemoryConversations();
  const cache = new QueryClient();
  store = createConversationStore("u1", local, cache);
  const messages = [message("q1", null), message("a1", "q1"), message("a2", "a1"), message("b2", "a1")];
  const draft = newConversation({ isLocal: true, modelId: "m1", temperature: 0.3 }, new Date());
  const tree = { messages, headId: "a2", artifacts: groupArtifacts(versions) ?? {} };
  await local.put({ ...draft, ...tree, id: "here", name: "Here" });
  const inCloud = { ...draft, ...tree, id: "there", name: "There", isLocal: false, revision: 1 };
  cloud.rows.set("there", inCloud);
  await local.putStub(inCloud);
  cache.setQueryData(conversationKeys.list("u1"), await store.list());
});
afterEach(() => vi.unstubAllGlobals());

test("artifacts move with their conversation, both ways", async () => {
  await store.move("here", "cloud");
  expect(list(cloud.rows.get("here") ?? {})).toEqual(all);
  await store.move("there", "local");
  expect(cloud.rows.has("there")).toBe(false);
  expect(list(await store.read("there"))).toEqual(all);
});

test.each(["here", "there"])("a copy has all versions, and a fork those of its branch (%s)", async (id) => {
  expect(list(await store.read(await store.copy(id)))).toEqual(all);
  expect(list(await store.read(await store.fork(id, "b2")))).toEqual(["1 text 1", "3 text 3"]);
});

test.each(["here", "there"])("artifacts are cleared with the messages, and come back with them (%s)", async (id) => {
  const restore = await store.clear(id);
  expect(list(await store.read(id))).toEqual([]);
  await restore();
  expect(list(await store.read(id))).toEqual(all);
});

test.each(["here", "there"])("versions are added, changed and deleted where the conversation is (%s)", async (id) => {
  await store.changeArtifacts(id, () => ({ kind: "add", version: createVersion(4, "a2") }));
  await store.changeArtifacts(id, () => ({
    kind: "overwrite",
    version: { ...createVersion(4, "a2"), contents: "new" },
    base: "text 4",
  }));
  const { before } = await store.changeArtifacts(id, () => ({
    kind: "delete",
    artifactId: "Chart-0000001",
    version: 1,
  }));
  expect(before).toHaveLength(4);
  expect(list(await store.read(id))).toEqual(["2 text 2", "3 text 3", "4 new"]);
});

test("a version whose number another device has used is numbered anew", async () => {
  let attempts = 0;
  await store.changeArtifacts("there", ({ artifacts }) => {
    attempts += 1;
    const next = Math.max(...parseConversationArtifacts(artifacts).map(({ version }) => version)) + 1;
    // Another device is faster than the first attempt.
    const row = cloud.rows.get("there");
    if (attempts === 1 && row)
      cloud.rows.set("there", {
        ...row,
        artifacts: groupArtifacts([...versions, { ...createVersion(4, "a1"), contents: "other" }]) ?? {},
      });
    return { kind: "add", version: createVersion(next, "a2") };
  });
  expect(attempts).toBe(2);
  expect(list(cloud.rows.get("there") ?? {})).toEqual([...all, "4 other", "5 text 5"]);
});

test("the versions that an answer has made are stored with it", async () => {
  for (const id of ["here", "there"]) {
    await store.read(id);
    const { messageId: _, ...made } = createVersion(4, "a2");
    await store.saveAnswer(id, message("a2", "a1"), id === "there", [made, { ...made, version: 5, contents: "" }]);
    expect(list(await store.read(id))).toEqual([...all, "4 text 4"]);
  }
});

const { messageId: _, ...made } = createVersion(4, "a2");
const answer = (): Message => ({
  ...message("a2", "a1"),
  data: { artifacts: [toArtifactEntry(made)], artifactStatus: "complete" },
});
const readAnswer = async (id: string) => {
  const { messages } = await store.read(id);
  const data = messages.find((each) => each.id === "a2")?.data ?? {};
  return { status: data.artifactStatus, numbers: parseArtifactEntries(data).map(({ version }) => version), data };
};

test.each(["here", "there"])(
  "a version whose number was taken while it was written gets the next one (%s)",
  async (id) => {
    await store.read(id);
    await store.changeArtifacts(id, () => ({ kind: "add", version: { ...createVersion(4, "b2"), contents: "copy" } }));
    const save = () => store.saveAnswer(id, answer(), id === "there", [made]);
    await save();
    expect(list(await store.read(id))).toEqual([...all, "4 copy", "5 text 4"]);
    expect(await readAnswer(id)).toMatchObject({ status: "complete", numbers: [5] });
    await save();
    expect(list(await store.read(id))).toHaveLength(5);
    expect((await readAnswer(id)).numbers).toEqual([5]);
  },
);

test("a version whose number another device takes at the same moment gets the next one", async () => {
  await store.read("there");
  const other = { ...createVersion(4, "b2"), contents: "other" };
  const release = cloud.delayNext(openConversation);
  const saving = store.saveAnswer("there", answer(), true, [made]);
  await vi.waitFor(() => expect(cloud.calls.at(-1)?.path).toBe(openConversation.path));
  cloud.change("there", { artifacts: groupArtifacts([...versions, other]) ?? {} });
  release();
  await saving;
  expect(list(cloud.rows.get("there") ?? {})).toEqual([...all, "4 other", "5 text 4"]);
  expect((await readAnswer("there")).numbers).toEqual([5]);
});

test.each(["here", "there"])(
  "an answer says that there was no space for its artifact, and nothing is lost (%s)",
  async (id) => {
    const long = "x".repeat(999_990);
    for (const version of [4, 5, 6, 7, 8]) {
      const contents = version === 8 ? long.slice(5) : long;
      await store.changeArtifacts(id, () => ({ kind: "add", version: { ...createVersion(version, "a1"), contents } }));
    }
    const before = list(await store.read(id));
    const large = { ...made, version: 9, contents: "y".repeat(100) };
    const reply = { ...answer(), data: { ...answer().data, artifacts: [toArtifactEntry(large)] } };
    await store.saveAnswer(id, reply, id === "there", [large]);
    expect(list(await store.read(id))).toEqual(before);
    const { status, numbers, data } = await readAnswer(id);
    expect([status, numbers]).toEqual(["stopped", []]);
    const summary = "This chat has no space for another artifact. Delete some versions first.";
    expect(data.statuses).toMatchObject([{ summary, inProgress: false, sticky: true }]);
    const overwrite = (version: number, contents: string, base: string) =>
      store.changeArtifacts(id, () => ({
        kind: "overwrite",
        version: { ...createVersion(version, "a1"), contents },
        base,
      }));
    const noSpace = "This chat has no space for another version. Delete some first.";
    await expect(overwrite(1, "y".repeat(100), "text 1")).rejects.toThrow(noSpace);
    await expect(overwrite(8, "y".repeat(1_000_001), long.slice(5))).rejects.toThrow("This artifact is too long.");
    expect(list(await store.read(id))).toEqual(before);
  },
);

test.each(["here", "there"])("a deleted version comes back with its number, which no other gets (%s)", async (id) => {
  await store.changeArtifacts(id, () => ({ kind: "delete", artifactId: made.artifactId, version: 3 }));
  const { artifacts } = await store.read(id);
  expect(getNextVersion(made.artifactId, listUsedNumbers(artifacts))).toBe(4);
  await store.changeArtifacts(id, () => ({ kind: "restore", version: createVersion(3, "b2") }));
  expect(list(await store.read(id))).toEqual(all);
});

test("values of other programs stay when a version is changed here", async () => {
  const stored = await local.get("here");
  if (!stored) throw new Error("it is stored");
  await local.put({ ...stored, artifacts: { ...stored.artifacts, old: [{ kind: "of an older client" }] } });
  await store.changeArtifacts("here", () => ({ kind: "add", version: createVersion(4, "a2") }));
  expect((await store.read("here")).artifacts).toMatchObject({ old: [{ kind: "of an older client" }] });
});

test("an edit in the cloud of contents that another device has changed is refused", async () => {
  const overwrite = { kind: "overwrite" as const, version: { ...createVersion(3, "b2"), contents: "mine" } };
  await expect(store.changeArtifacts("there", () => ({ ...overwrite, base: "outdated" }))).rejects.toThrow();
  expect(list(cloud.rows.get("there") ?? {})).toEqual(all);
  await store.changeArtifacts("there", () => ({ ...overwrite, base: "text 3" }));
  expect(list(cloud.rows.get("there") ?? {})).toEqual(["1 text 1", "2 text 2", "3 mine"]);
});
