import "fake-indexeddb/auto";
import { describe, expect, test } from "vitest";
import { newConversation } from "../newConversation.ts";
import { type StoredSummary, summaryOf } from "../storedSummary.ts";
import { message } from "../testing/fakeCloud.ts";
import { createMemoryConversations } from "./createMemoryConversations.ts";
import { type LocalConversations, openLocalConversations } from "./localConversations.ts";

const at = (day: number) => new Date(Date.UTC(2026, 10, day));
const draft = () => newConversation({ isLocal: true, modelId: "m1", temperature: 0.5 }, at(1));
const createLocal = () => ({ ...draft(), name: "Local", messages: [message("a", null)], headId: "a" });
const cloud = () => ({ ...createLocal(), name: "Cloud", isLocal: false, revision: 3 });
const flagsOf = ({ isLocal, isDraft, isStub }: StoredSummary) => ({ isLocal, isDraft, isStub });

let users = 0;
const drivers: Record<string, () => Promise<LocalConversations>> = {
  IndexedDB: () => openLocalConversations(`u${users++}`),
  memory: async () => createMemoryConversations(),
};

describe.each(Object.entries(drivers))("conversations in %s", (_name, open) => {
  test("[C3.03] store a local conversation with all its fields", async () => {
    const storage = await open();
    const conversation = createLocal();
    await storage.put(conversation);
    expect(await storage.get(conversation.id)).toEqual(conversation);
    const fields =
      "id name createdAt updatedAt modelId folderId tags isLocal groupType codeInterpreterAssistantId messages";
    expect(Object.keys(conversation)).toEqual(
      expect.arrayContaining([...fields.split(" "), "prompt", "temperature", "maxTokens"]),
    );
    expect(draft()).toMatchObject({ name: "New Conversation", isLocal: true, modelId: "m1", temperature: 0.5 });
    expect(draft()).toMatchObject({ createdAt: at(1).toISOString(), updatedAt: at(1).toISOString(), messages: [] });
    expect(newConversation({ isLocal: false, modelId: null, temperature: null }, at(1)).isLocal).toBe(false);
    expect(await storage.listSummaries()).toEqual([{ ...summaryOf(conversation), isDraft: false, isStub: false }]);
  });

  test("distinguish drafts, local conversations and stubs", async () => {
    const storage = await open();
    await storage.put(draft());
    await storage.put(createLocal());
    await storage.putStub(cloud());
    await storage.put({ ...draft(), name: "Named" });
    await storage.put({ ...draft(), isLocal: false });
    expect((await storage.listSummaries()).map(flagsOf)).toEqual(
      expect.arrayContaining([
        { isLocal: true, isDraft: true, isStub: false },
        { isLocal: true, isDraft: false, isStub: false },
        { isLocal: false, isDraft: false, isStub: true },
        { isLocal: false, isDraft: true, isStub: false },
      ]),
    );
  });

  test("of a cloud conversation only a summary without messages is stored", async () => {
    const storage = await open();
    const conversation = createLocal();
    await storage.put(conversation);
    await storage.putStub(conversation);
    expect(await storage.get(conversation.id)).toBeNull();
    const [stub] = await storage.listSummaries();
    expect(stub).toMatchObject({ id: conversation.id, isLocal: false, isStub: true });
    expect(stub).not.toHaveProperty("messages");
  });

  test("two concurrent changes are both applied", async () => {
    const storage = await open();
    const conversation = createLocal();
    await storage.put(conversation);
    await Promise.all([
      storage.update(conversation.id, (now) => ({ ...now, name: "Renamed" })),
      storage.update(conversation.id, (now) => ({ ...now, messages: [...now.messages, message("b", "a")] })),
    ]);
    const now = await storage.get(conversation.id);
    expect(now?.name).toBe("Renamed");
    expect(now?.messages.map(({ id }) => id)).toEqual(["a", "b"]);
  });

  test("a conversation that is not stored here cannot be changed", async () => {
    const storage = await open();
    const conversation = cloud();
    await storage.putStub(conversation);
    expect(await storage.update(conversation.id, (now) => now)).toBeNull();
  });

  test("a change that fails writes nothing", async () => {
    const storage = await open();
    const conversation = createLocal();
    await storage.put(conversation);
    const failing = storage.update(conversation.id, () => {
      throw new RangeError("no");
    });
    await expect(failing).rejects.toThrow(RangeError);
    expect(await storage.get(conversation.id)).toEqual(conversation);
  });

  test("a backup copy is not used until the cloud no longer has the conversation", async () => {
    const storage = await open();
    const conversation = cloud();
    await storage.put(conversation);
    expect(await storage.get(conversation.id)).toBeNull();
    expect((await storage.listSummaries()).map(flagsOf)).toEqual([{ isLocal: false, isDraft: false, isStub: true }]);
    await storage.putStub(conversation);
    expect(await storage.recover(conversation.id)).toMatchObject({ isLocal: true, revision: 0 });
    expect(await storage.get(conversation.id)).toMatchObject({ isLocal: true, messages: conversation.messages });
  });

  test("recovering deletes a stub that the cloud does not have, and keeps a local conversation", async () => {
    const storage = await open();
    const [stub, own] = [cloud(), createLocal()];
    await storage.putStub(stub);
    await storage.put(own);
    expect(await storage.recover(stub.id)).toBeNull();
    expect(await storage.recover(own.id)).toEqual(own);
    expect((await storage.listSummaries()).map(({ id }) => id)).toEqual([own.id]);
  });

  test("a conversation is replaced by its stub only if it has not changed", async () => {
    const storage = await open();
    const conversation = createLocal();
    await storage.put(conversation);
    expect(await storage.replaceWithStub(conversation, at(2).toISOString())).toBe(false);
    expect(await storage.get(conversation.id)).toEqual(conversation);
    expect(await storage.replaceWithStub(conversation, conversation.updatedAt)).toBe(true);
    expect(await storage.get(conversation.id)).toBeNull();
  });

  test("[C4.06] stubs are replaced by the cloud's: known ones that are gone there are deleted, others that were added in the meantime stay", async () => {
    const storage = await open();
    const [remainingStub, removedStub, backup, isNew, own] = [cloud(), cloud(), cloud(), cloud(), createLocal()];
    for (const stub of [remainingStub, removedStub, isNew]) await storage.putStub(stub);
    await storage.put(backup);
    await storage.put(own);
    const added = { ...cloud(), name: "Added" };
    const known = new Set([remainingStub.id, removedStub.id, backup.id]);
    const renamed = { ...remainingStub, name: "Renamed" };
    const removed = await storage.replaceStubs([renamed, added, { ...own, isLocal: false }], known);
    expect(removed.map(({ id }) => id)).toEqual([removedStub.id]);
    const after = new Map((await storage.listSummaries()).map((summary) => [summary.id, summary]));
    expect(new Set(after.keys())).toEqual(new Set([remainingStub.id, backup.id, isNew.id, own.id, added.id]));
    expect(after.get(remainingStub.id)?.name).toBe("Renamed");
    expect(after.get(backup.id)).toMatchObject({ isLocal: true, isStub: false });
    expect(after.get(own.id)).toMatchObject({ isLocal: true, isStub: false });
  });

  test("a stub is replaced when only its folder or its tags have changed in the cloud", async () => {
    const storage = await open();
    const [moved, tagged] = [cloud(), cloud()];
    for (const stub of [moved, tagged]) await storage.putStub(stub);
    const summaries = [
      { ...moved, folderId: "f1" },
      { ...tagged, tags: ["exam"] },
    ];
    await storage.replaceStubs(summaries, new Set([moved.id, tagged.id]));
    expect(await storage.findSummary(moved.id)).toMatchObject({ folderId: "f1" });
    expect(await storage.findSummary(tagged.id)).toMatchObject({ tags: ["exam"] });
  });

  test("NUL characters, which cannot be sent or stored elsewhere, are removed from all texts", async () => {
    const storage = await open();
    const conversation = createLocal();
    await storage.put({ ...conversation, name: "Lo\0cal", messages: [{ ...message("a", null), content: "x\0y" }] });
    expect(await storage.get(conversation.id)).toMatchObject({ name: "Local", messages: [{ content: "xy" }] });
    expect(await storage.findSummary(conversation.id)).toMatchObject({ name: "Local" });
    const changed = await storage.update(conversation.id, (now) => ({ ...now, name: "New\0" }));
    expect(changed?.name).toBe("New");
  });

  test("a removed conversation is gone", async () => {
    const storage = await open();
    const conversation = createLocal();
    await storage.put(conversation);
    await storage.remove(conversation.id);
    expect(await storage.get(conversation.id)).toBeNull();
    expect(await storage.listSummaries()).toEqual([]);
  });
});

test("one person's conversations are not visible to the next one in this browser", async () => {
  const ada = await openLocalConversations("ada");
  await ada.put(createLocal());
  const grace = await openLocalConversations("grace");
  expect(await grace.listSummaries()).toEqual([]);
  const reopened = await openLocalConversations("ada");
  expect(await reopened.listSummaries()).toHaveLength(1);
});

test.each([
  ["brings a newer version", 2, "A newer version of this page is open in another tab. Reload this page to continue."],
  ["clears it", null, "The data that this browser stores for this page was cleared. Reload the page to continue."],
] as const)(
  "a database that another tab %s is closed, and later calls reject with the reason",
  async (_, version, reason) => {
    const user = `u${users++}`;
    const messages: string[] = [];
    const storage = await openLocalConversations(user, ({ message }) => messages.push(message));
    await storage.put(createLocal());
    const request =
      version === null ? indexedDB.deleteDatabase(`lectern.${user}`) : indexedDB.open(`lectern.${user}`, version);
    await new Promise((resolve, reject) => {
      request.onsuccess = resolve;
      request.onerror = reject;
    });
    expect(messages).toEqual([reason]);
    await expect(storage.put(createLocal())).rejects.toMatchObject({ name: "OutdatedPageError", message: reason });
    await expect(storage.listSummaries()).rejects.toThrow(reason);
  },
);
