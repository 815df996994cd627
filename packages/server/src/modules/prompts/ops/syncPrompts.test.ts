import {
  builtInFolders,
  compressText,
  getAllConversations,
  limits,
  type PromptStoreItem,
  type PromptTemplate,
  registerConversation,
  syncPrompts,
  uploadConversation,
} from "@lectern/contract";
import { getFuzzRunCount } from "@lectern/contract/testing/getFuzzRunCount";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../../testing/createTestApp.ts";
import { createDevice } from "../testing/device.ts";

const createPrompt = (id: string, content = id): PromptTemplate => ({
  ...{ id, name: `Prompt ${id}`, description: "", content, folderId: null, type: "prompt", data: {} },
});
const createPromptItem = (id: string, content = id, revision = 0): PromptStoreItem => ({
  kind: "prompt",
  id,
  item: createPrompt(id, content),
  revision,
});
const createFolderItem = (id: string, name: string, revision = 0): PromptStoreItem => ({
  kind: "folder",
  id,
  item: { id, name, type: "chat", date: "2026-11-21T09:41:00.000Z", pinned: true },
  revision,
});

describe("syncing prompts", () => {
  let server: TestApp;
  let owner: TestPerson;
  let stranger: TestPerson;
  let count = 0;
  beforeAll(async () => {
    server = await createTestApp();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    count += 1;
    owner = await server.signIn(`owner${count}@example.org`);
    stranger = await server.signIn(`stranger${count}@example.org`);
  });

  const sync = async (changes: PromptStoreItem[] = [], since = 0, person = owner) => {
    const reply = await person.proxy(syncPrompts, { changes, since });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    return reply.result;
  };

  test("[C3.12] returns the stored prompts and folders at each entry point", async () => {
    const firstPage = await sync([createFolderItem("f", "Work"), createPromptItem("p")]);
    expect(firstPage.conflicts).toEqual([]);
    expect(firstPage.items.map(({ kind, id, item }) => [kind, id, item])).toEqual([
      ["folder", "f", createFolderItem("f", "Work").item],
      ["prompt", "p", createPrompt("p")],
    ]);
    expect(firstPage).toMatchObject({ hasMore: false, cursor: firstPage.items.at(-1)?.revision });
    expect((await owner.rest(syncPrompts, {})).result).toMatchObject({
      items: firstPage.items,
      cursor: firstPage.cursor,
    });
    expect(await sync([], firstPage.cursor)).toMatchObject({ items: [], cursor: firstPage.cursor });
  });

  test("[C3.12] a folder has a name, a date and one of three types, and may be pinned; a person cannot give it to a group", async () => {
    const folders = (["prompt", "chat", "workflow"] as const).map((type, index) => ({
      ...{ id: type, name: `All ${type}s`, type, date: `2026-11-2${index}T09:41:00.000Z`, pinned: index === 1 },
    }));
    await sync(
      folders.map((folder) => ({
        kind: "folder",
        id: folder.id,
        item: { ...folder, isGroupFolder: true },
        revision: 0,
      })),
    );
    expect((await sync()).items.map(({ item }) => item)).toEqual(folders);
  });

  test("returns only what was changed after the cursor, and deleted items as null", async () => {
    const { cursor, items } = await sync([createPromptItem("a"), createPromptItem("b"), createFolderItem("f", "Work")]);
    const getRevision = (id: string) => items.find((item) => item.id === id)?.revision ?? -1;
    await sync([
      { kind: "prompt", id: "a", item: null, revision: getRevision("a") },
      { kind: "folder", id: "f", item: null, revision: getRevision("f") },
    ]);
    const updateReply = await sync([], cursor);
    expect(updateReply.items.map(({ kind, id, item }) => [kind, id, item]).sort()).toEqual([
      ["folder", "f", null],
      ["prompt", "a", null],
    ]);
    // A device's first sync also contains deletions, which does no harm.
    expect((await sync()).items.filter(({ item }) => item !== null).map(({ id }) => id)).toEqual(["b"]);
  });

  test("stores the losing edit of two devices as a copy, once", async () => {
    const { items, cursor } = await sync([createPromptItem("p", "first")]);
    const revision = items[0]?.revision ?? -1;
    await sync([createPromptItem("p", "from the laptop", revision)]);
    const lateChanges = [createPromptItem("p", "from the phone", revision)];
    const lostReply = await sync(lateChanges, cursor);
    const repeatedReply = await sync(lateChanges, cursor);
    expect(repeatedReply).toMatchObject({ items: lostReply.items, conflicts: lostReply.conflicts });
    const copyId = lostReply.conflicts[0]?.copyId ?? "";
    expect(lostReply.conflicts).toEqual([{ kind: "prompt", id: "p", copyId }]);
    const contents = new Map(
      lostReply.items.map(({ id, item }) => [id, item && "content" in item ? item.content : null]),
    );
    expect(contents).toEqual(
      new Map([
        ["p", "from the laptop"],
        [copyId, "from the phone"],
      ]),
    );
  });

  test("when many devices change a prompt at the same time, one wins and no text is lost", async () => {
    const { items } = await sync([createPromptItem("p", "first")]);
    const revision = items[0]?.revision ?? -1;
    const texts = Array.from({ length: 8 }, (_, device) => `from device ${device}`);
    const replies = await Promise.all(texts.map((text) => sync([createPromptItem("p", text, revision)])));
    expect(replies.filter(({ conflicts }) => conflicts.length === 0)).toHaveLength(1);
    const remainingTexts = (await sync()).items.map(({ item }) => (item && "content" in item ? item.content : ""));
    expect(new Set(remainingTexts)).toEqual(new Set(texts));
    expect(remainingTexts).toHaveLength(texts.length);
  });

  test("assigns unique revisions that become visible in order", async () => {
    let cursor = 0;
    const seenRevisions: number[] = [];
    const pendingWrites = Promise.all(
      Array.from({ length: 6 }, async (_, device) => {
        for (let round = 0; round < 5; round++)
          await sync([createPromptItem(`p${device}-${round}`), createFolderItem(`f${device}`, `${round}`)]);
      }),
    );
    let isDone = false;
    void pendingWrites.then(() => {
      isDone = true;
    });
    for (;;) {
      const wasDone = isDone;
      const page = await sync([], cursor);
      seenRevisions.push(...page.items.map(({ revision }) => revision));
      cursor = page.cursor;
      if (wasDone && page.items.length === 0) break;
    }
    expect(seenRevisions).toEqual([...new Set(seenRevisions)].sort((a, b) => a - b));
    // The reader received every prompt and the final state of every folder.
    const allItems = (await sync()).items;
    expect(allItems.every(({ revision }) => seenRevisions.includes(revision))).toBe(true);
    expect(allItems).toHaveLength(36);
  });

  test("returns many items in several pages, each continuing where the one before ended", async () => {
    const manyPrompts = Array.from({ length: limits.promptStoreItemsPerReply + 150 }, (_, index) =>
      createPromptItem(`p${index}`),
    );
    for (let from = 0; from < manyPrompts.length; from += limits.promptStoreChangesPerCall) {
      await sync(manyPrompts.slice(from, from + limits.promptStoreChangesPerCall), 1e9);
    }
    const firstPage = await sync();
    expect([firstPage.items.length, firstPage.hasMore]).toEqual([limits.promptStoreItemsPerReply, true]);
    const secondPage = await sync([], firstPage.cursor);
    expect([secondPage.items.length, secondPage.hasMore]).toEqual([150, false]);
    expect(new Set([...firstPage.items, ...secondPage.items].map(({ id }) => id)).size).toBe(manyPrompts.length);
    // Long prompts make short pages.
    const longPrompts = Array.from({ length: 40 }, (_, index) =>
      createPromptItem(`long${index}`, "x".repeat(limits.promptLength)),
    );
    await sync(longPrompts);
    const page = await sync([], secondPage.cursor);
    expect(page.hasMore).toBe(true);
    expect(page.items.length).toBeGreaterThan(5);
    expect(page.items.length).toBeLessThan(40);
  });

  test("sends everything to a device whose cursor was issued before the database was restored", async () => {
    await sync([createPromptItem("p")]);
    expect((await sync([], 1_000)).items.map(({ id }) => id)).toEqual(["p"]);
  });

  test("applies all changes of a call or none, and reports when a limit is reached", async () => {
    await sync([createPromptItem("p")]);
    await sql`
      insert into prompts (owner_id, id, item, revision, updated_at)
      select ${owner.actor.principal.id}, 'n' || n, '{}', 1, now() from generate_series(1, ${limits.promptStoreItems - 2}::int) n
    `.execute(server.platform.db);
    expect((await sync([createPromptItem("last")], 1e9)).conflicts).toEqual([]);
    const rejection = await owner.proxy(syncPrompts, {
      changes: [createPromptItem("p", "changed", 1), createPromptItem("too many")],
    });
    expect(rejection.status).toBe(400); // an id has no spaces
    const rejectedReply = await owner.proxy(syncPrompts, {
      changes: [createPromptItem("p", "changed", 1), createPromptItem("more")],
    });
    expect(rejectedReply).toMatchObject({ status: 413, body: { code: "tooLarge" } });
    expect(rejectedReply.body.message).toContain("20,000");
    const { rows } = await sql<{ content: string }>`
      select item ->> 'content' as content from prompts where owner_id = ${owner.actor.principal.id} and id = 'p'
    `.execute(server.platform.db);
    expect(rows).toEqual([{ content: "p" }]);
  });

  test("accepts no more than 50 MB of prompts", async () => {
    await sql`
      insert into prompts (owner_id, id, item, bytes, revision, updated_at)
      values (${owner.actor.principal.id}, 'huge', '{}', 49999900, 1, now())`.execute(server.platform.db);
    const rejectedReply = await owner.proxy(syncPrompts, { changes: [createPromptItem("p", "x".repeat(200))] });
    expect(rejectedReply).toMatchObject({ status: 413, body: { code: "tooLarge" } });
  });

  test("rejects an item under another id than its own, and bad input with its path", async () => {
    const mismatchedItem: PromptStoreItem = { kind: "prompt", id: "p", item: createPrompt("q"), revision: 0 };
    const rejection = await owner.proxy(syncPrompts, { changes: [mismatchedItem] });
    expect(rejection).toMatchObject({ status: 400, body: { issues: [{ path: "changes.0.item.id" }] } });
    const manyPrompts = Array.from({ length: limits.promptStoreChangesPerCall + 1 }, (_, index) =>
      createPromptItem(`p${index}`),
    );
    expect((await owner.proxy(syncPrompts, { changes: manyPrompts })).status).toBe(400);
    const rejectedReply = await owner.proxy(syncPrompts, { changes: [{ ...createPromptItem("p"), revision: 0.5 }] });
    expect(rejectedReply).toMatchObject({ status: 400, body: { issues: [{ path: "changes.0.revision" }] } });
  });

  test("is private: another person's items with the same ids are independent, and no group is joined", async () => {
    await sync([createPromptItem("p", "mine"), createFolderItem("f", "Mine")]);
    const replyBefore = await sync();
    const strangersReply = await sync(
      [
        createPromptItem("p", "theirs"),
        createFolderItem("f", "Theirs"),
        { kind: "folder", id: "g", item: null, revision: 1 },
      ],
      0,
      stranger,
    );
    expect(JSON.stringify(strangersReply)).not.toMatch(/mine/i);
    expect(strangersReply.conflicts).toEqual([]);
    expect(await sync()).toEqual({ ...replyBefore, updatedAt: expect.any(String) });
    const groupPrompt = { ...createPrompt("g"), groupId: "Staff_1" };
    const ownReply = await sync([{ kind: "prompt", id: "g", item: groupPrompt, revision: 0 }], replyBefore.cursor);
    expect(ownReply.items[0]?.item).toEqual(createPrompt("g"));
  });

  test("includes folders created by a conversation upload, and each only once", async () => {
    const upload = (name: string) =>
      owner.rest(uploadConversation, {
        conversationId: "c1",
        conversation: compressText(JSON.stringify({ id: "c1", messages: [] })),
        folder: { id: "f", name, type: "chat", date: "2026-11-21" },
      });
    expect((await upload("Work")).status).toBe(200);
    const firstPage = await sync();
    const item = { id: "f", name: "Work", type: "chat", date: "2026-11-21", pinned: false };
    expect(firstPage.items).toMatchObject([{ kind: "folder", id: "f", item }]);
    await upload("Work");
    expect((await sync([], firstPage.cursor)).items).toEqual([]);
    await sync([{ kind: "folder", id: "f", item: { ...item, type: "chat", pinned: true }, revision: 0 }]);
    await upload("Private");
    expect((await sync([], firstPage.cursor)).items).toMatchObject([{ item: { name: "Private", pinned: true } }]);
    const latestReply = await sync();
    await sync([{ kind: "folder", id: "f", item: null, revision: latestReply.cursor }]);
    await upload("Back");
    expect((await sync()).items).toMatchObject([{ id: "f", item: { name: "Back" } }]);
  });

  test("[C3.13] does not store built-in folders, which may contain a client's conversations", async () => {
    const ids = ["assistants", "agents", "amplify_helpers", "custom_instructions"];
    const { conflicts } = await sync(ids.map((id) => createFolderItem(id, "Mine")));
    expect(conflicts.map(({ id }) => id)).toEqual(ids);
    expect(new Set(builtInFolders.map(({ id }) => id))).toEqual(new Set<string>(ids));
    expect(builtInFolders.find(({ id }) => id === "agents")).toMatchObject({ type: "chat", pinned: true });
    await owner.rest(registerConversation, { name: "A job", messages: [] });
    expect((await sync()).items).toEqual([]);
    const { presignedUrls } = (await owner.rest(getAllConversations, {})).result;
    const page = await server.app.inject({ url: presignedUrls[0] ?? "" });
    expect(page.json()).toMatchObject([{ folder: { id: "agents", name: "Agents", type: "chat" } }]);
  });

  test("includes folders that an earlier server version wrote or changed at the same time", async () => {
    await sync([createFolderItem("f", "Work"), createPromptItem("p")]);
    await server.platform.db
      .insertInto("folders")
      .values([
        { owner_id: owner.actor.principal.id, id: "old", name: "Old", type: "chat", date: null, pinned: false },
        { owner_id: owner.actor.principal.id, id: "agents", name: "agents", type: "chat", date: null, pinned: true },
      ])
      .execute();
    const { cursor } = await sync([createPromptItem("q")]);
    expect((await sync()).items.map(({ id }) => id)).toEqual(["f", "p", "old", "q"]);
    const newName = { name: "Renamed" };
    await server.platform.db.updateTable("folders").set(newName).where("id", "=", "f").execute();
    const { items, cursor: laterCursor } = await sync([], cursor);
    expect(items).toMatchObject([{ id: "f", item: newName }]);
    // A device deletes the folder, and then an earlier version moves a conversation into it.
    await sync([{ kind: "folder", id: "f", item: null, revision: laterCursor }]);
    await server.platform.db.updateTable("folders").set(newName).where("id", "=", "f").execute();
    expect((await sync([], laterCursor)).items).toMatchObject([{ id: "f", item: newName }]);
  });

  test("deletes many folders at once", async () => {
    const ids = Array.from({ length: limits.promptStoreChangesPerCall }, (_, index) => `f${index}`);
    const { items } = await sync(ids.map((id) => createFolderItem(id, id)));
    const revisions = new Map(items.map(({ id, revision }) => [id, revision]));
    const deletions = ids.map(
      (id): PromptStoreItem => ({ kind: "folder", id, item: null, revision: revisions.get(id) ?? -1 }),
    );
    const { conflicts, cursor } = await sync(deletions);
    expect([conflicts, cursor]).toEqual([[], 2 * ids.length]);
    expect((await sync()).items.map(({ item }) => item)).toEqual(ids.map(() => null));
  });

  test("returns the rest if another version has written something that this one cannot read", async () => {
    await sync([createPromptItem("p"), createPromptItem("q")]);
    const item = JSON.stringify({ ...createPrompt("p"), type: "not known yet" });
    await server.platform.db.updateTable("prompts").set({ item }).where("id", "=", "p").execute();
    expect((await sync()).items.map(({ id }) => id)).toEqual(["q"]);
  });

  test("removes the oldest deletions when there are too many", async () => {
    const { items } = await sync([createPromptItem("p")]);
    await sql`
      insert into prompts (owner_id, id, revision, updated_at)
      select ${owner.actor.principal.id}, 'gone' || n, -n, now() from generate_series(1, ${limits.promptStoreItems + 10}::int) n
    `.execute(server.platform.db);
    await sync([{ kind: "prompt", id: "p", item: null, revision: items[0]?.revision ?? -1 }], 1);
    const { rows } = await sql<{ count: number; last: number }>`
      select count(*) as count, min(revision) as last from prompts where owner_id = ${owner.actor.principal.id}
    `.execute(server.platform.db);
    expect(rows).toEqual([{ count: limits.promptStoreItems, last: 1 - limits.promptStoreItems }]);
  });

  test("several devices that write, lose responses and sync again converge, and no text is lost", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            device: fc.nat({ max: 2 }),
            action: fc.constantFrom("edit", "edit", "edit", "delete", "sync", "sync", "lose"),
            id: fc.constantFrom("a", "b", "c"),
          }),
          { maxLength: 30, size: "max" },
        ),
        async (steps) => {
          count += 1;
          owner = await server.signIn(`devices${count}@example.org`);
          const devices = [0, 1, 2].map(() => createDevice(owner));
          for (const [at, { device, action, id }] of steps.entries()) {
            const chosenDevice = devices[device];
            if (!chosenDevice) throw new Error("there are three devices");
            if (action === "edit") chosenDevice.edit(createPrompt(id, `${at} of ${device}`));
            else if (action === "delete") chosenDevice.remove(id);
            else await chosenDevice.sync({ losesResponse: action === "lose" });
          }
          for (let round = 0; round < 3; round++)
            for (const device of devices) await device.sync({ losesResponse: false });
          const [firstContents, ...otherContents] = devices.map((device) => device.getContents());
          for (const contents of otherContents) expect(contents).toEqual(firstContents);
          // Every text that no device overwrote or deleted after seeing it still exists, if only as a copy.
          const existingTexts = [
            ...(firstContents?.values() ?? []),
            ...devices.flatMap((device) => device.getReplacedTexts()),
          ];
          for (const text of devices.flatMap((device) => device.getLastWrittenTexts()))
            expect(existingTexts).toContain(text);
        },
      ),
      { numRuns: getFuzzRunCount(40) },
    );
  }, 600_000);
});
