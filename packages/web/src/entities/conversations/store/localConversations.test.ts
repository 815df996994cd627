import "fake-indexeddb/auto";
import { describe, expect, test } from "vitest";
import { newConversation } from "../newConversation.ts";
import { type StoredSummary, summaryOf } from "../storedSummary.ts";
import { message } from "../testing/fakeCloud.ts";
import { createMemoryConversations } from "./createMemoryConversations.ts";
import { type LocalConversations, openLocalConversations } from "./localConversations.ts";

const at = (day: number) => new Date(Date.UTC(2026, 10, day));
const draft = () => newConversation({ isLocal: true, modelId: "m1", temperature: 0.5 }, at(1));
const local = () => ({ ...draft(), name: "Local", messages: [message("a", null)], headId: "a" });
const cloud = () => ({ ...local(), name: "Cloud", isLocal: false, revision: 3 });
const flagsOf = ({ isLocal, isDraft, isStub }: StoredSummary) => ({ isLocal, isDraft, isStub });

let users = 0;
const drivers: Record<string, () => Promise<LocalConversations>> = {
  IndexedDB: () => openLocalConversations(`u${users++}`),
  memory: async () => createMemoryConversations(),
};

describe.each(Object.entries(drivers))("conversations in %s", (_name, open) => {
  test("[C3.03] keep a local conversation with all its fields", async () => {
    const kept = await open();
    const conversation = local();
    await kept.put(conversation);
    expect(await kept.get(conversation.id)).toEqual(conversation);
    const fields =
      "id name createdAt updatedAt modelId folderId tags isLocal groupType codeInterpreterAssistantId messages";
    expect(Object.keys(conversation)).toEqual(
      expect.arrayContaining([...fields.split(" "), "prompt", "temperature", "maxTokens"]),
    );
    expect(draft().name).toBe("New Conversation");
    expect(await kept.summaries()).toEqual([{ ...summaryOf(conversation), isDraft: false, isStub: false }]);
  });

  test("tell drafts, local ones and stubs apart", async () => {
    const kept = await open();
    await kept.put(draft());
    await kept.put(local());
    await kept.putStub(cloud());
    await kept.put({ ...draft(), name: "Named" });
    await kept.put({ ...draft(), isLocal: false });
    expect((await kept.summaries()).map(flagsOf)).toEqual(
      expect.arrayContaining([
        { isLocal: true, isDraft: true, isStub: false },
        { isLocal: true, isDraft: false, isStub: false },
        { isLocal: false, isDraft: false, isStub: true },
        { isLocal: false, isDraft: true, isStub: false },
      ]),
    );
  });

  test("[C4.04] of a cloud conversation only a summary without messages is kept", async () => {
    const kept = await open();
    const conversation = local();
    await kept.put(conversation);
    await kept.putStub(conversation);
    expect(await kept.get(conversation.id)).toBeNull();
    const [stub] = await kept.summaries();
    expect(stub).toMatchObject({ id: conversation.id, isLocal: false, isStub: true });
    expect(stub).not.toHaveProperty("messages");
  });

  test("two changes at once both count", async () => {
    const kept = await open();
    const conversation = local();
    await kept.put(conversation);
    await Promise.all([
      kept.update(conversation.id, (now) => ({ ...now, name: "Renamed" })),
      kept.update(conversation.id, (now) => ({ ...now, messages: [...now.messages, message("b", "a")] })),
    ]);
    const now = await kept.get(conversation.id);
    expect(now?.name).toBe("Renamed");
    expect(now?.messages.map(({ id }) => id)).toEqual(["a", "b"]);
  });

  test("what is not kept here cannot be changed", async () => {
    const kept = await open();
    const conversation = cloud();
    await kept.putStub(conversation);
    expect(await kept.update(conversation.id, (now) => now)).toBeNull();
  });

  test("a change that fails writes nothing", async () => {
    const kept = await open();
    const conversation = local();
    await kept.put(conversation);
    const failing = kept.update(conversation.id, () => {
      throw new RangeError("no");
    });
    await expect(failing).rejects.toThrow(RangeError);
    expect(await kept.get(conversation.id)).toEqual(conversation);
  });

  test("a spare copy is not taken for the conversation until the cloud has it no longer", async () => {
    const kept = await open();
    const conversation = cloud();
    await kept.put(conversation);
    expect(await kept.get(conversation.id)).toBeNull();
    expect((await kept.summaries()).map(flagsOf)).toEqual([{ isLocal: false, isDraft: false, isStub: true }]);
    await kept.putStub(conversation);
    expect(await kept.recover(conversation.id)).toMatchObject({ isLocal: true, revision: 0 });
    expect(await kept.get(conversation.id)).toMatchObject({ isLocal: true, messages: conversation.messages });
  });

  test("a stub that the cloud does not know goes when it is asked for, a local conversation stays", async () => {
    const kept = await open();
    const [stub, own] = [cloud(), local()];
    await kept.putStub(stub);
    await kept.put(own);
    expect(await kept.recover(stub.id)).toBeNull();
    expect(await kept.recover(own.id)).toEqual(own);
    expect((await kept.summaries()).map(({ id }) => id)).toEqual([own.id]);
  });

  test("a conversation gives way to its stub only as it was known", async () => {
    const kept = await open();
    const conversation = local();
    await kept.put(conversation);
    expect(await kept.replaceWithStub(conversation, at(2).toISOString())).toBe(false);
    expect(await kept.get(conversation.id)).toEqual(conversation);
    expect(await kept.replaceWithStub(conversation, conversation.updatedAt)).toBe(true);
    expect(await kept.get(conversation.id)).toBeNull();
  });

  test("[C4.06] stubs become those of the cloud: the known ones that are gone there go, what came meanwhile stays", async () => {
    const kept = await open();
    const [stays, goes, spare, isNew, own] = [cloud(), cloud(), cloud(), cloud(), local()];
    for (const stub of [stays, goes, isNew]) await kept.putStub(stub);
    await kept.put(spare);
    await kept.put(own);
    const added = { ...cloud(), name: "Added" };
    const known = new Set([stays.id, goes.id, spare.id]);
    const renamed = { ...stays, name: "Renamed" };
    const gone = await kept.replaceStubs([renamed, added, { ...own, isLocal: false }], known);
    expect(gone.map(({ id }) => id)).toEqual([goes.id]);
    const after = new Map((await kept.summaries()).map((summary) => [summary.id, summary]));
    expect(new Set(after.keys())).toEqual(new Set([stays.id, spare.id, isNew.id, own.id, added.id]));
    expect(after.get(stays.id)?.name).toBe("Renamed");
    expect(after.get(spare.id)).toMatchObject({ isLocal: true, isStub: false });
    expect(after.get(own.id)).toMatchObject({ isLocal: true, isStub: false });
  });

  test("what is removed is gone", async () => {
    const kept = await open();
    const conversation = local();
    await kept.put(conversation);
    await kept.remove(conversation.id);
    expect(await kept.get(conversation.id)).toBeNull();
    expect(await kept.summaries()).toEqual([]);
  });
});

test("what one person keeps, the next one on this browser does not see", async () => {
  const ada = await openLocalConversations("ada");
  await ada.put(local());
  const grace = await openLocalConversations("grace");
  expect(await grace.summaries()).toEqual([]);
  const again = await openLocalConversations("ada");
  expect(await again.summaries()).toHaveLength(1);
});

test.each([
  ["brings a newer version", 2, "A newer version of this page is open in another tab. Reload this page to continue."],
  ["clears it", null, "The data that this browser stores for this page was cleared. Reload the page to continue."],
] as const)("a database that another tab %s is let go, and says why from then on", async (_, version, reason) => {
  const user = `u${users++}`;
  const heard: string[] = [];
  const kept = await openLocalConversations(user, ({ message }) => heard.push(message));
  await kept.put(local());
  const request =
    version === null ? indexedDB.deleteDatabase(`lectern.${user}`) : indexedDB.open(`lectern.${user}`, version);
  await new Promise((resolve, reject) => {
    request.onsuccess = resolve;
    request.onerror = reject;
  });
  expect(heard).toEqual([reason]);
  await expect(kept.put(local())).rejects.toMatchObject({ name: "OutdatedPageError", message: reason });
  await expect(kept.summaries()).rejects.toThrow(reason);
});
