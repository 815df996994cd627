import {
  createConversation,
  deleteMultipleConversations,
  limits,
  listConversations,
  openConversation,
  updateMultipleConversations,
} from "@lectern/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { transaction } from "../../../platform/db/transaction.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../../testing/createTestApp.ts";
import { createManualClock } from "../../../testing/manualClock.ts";
import { getOwnerId } from "../../access/service.ts";
import { lockFoldersAndTags } from "../foldersAndTags/repository.ts";

describe("updating several conversations", () => {
  const clock = createManualClock();
  let server: TestApp;
  let owner: TestPerson;
  let count = 0;
  beforeAll(async () => {
    server = await createTestApp({ clock });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    count += 1;
    owner = await server.signIn(`owner${count}@example.org`);
    for (const id of ["a", "b", "c"]) {
      await owner.proxy(createConversation, { conversation: { id, folderId: "old", tags: ["x", "y"] } });
      clock.advance(1_000);
    }
  });

  const listSummaries = async () =>
    (await owner.proxy(listConversations, {})).result.conversations.map(({ id, folderId, tags }) => ({
      id,
      folderId,
      tags,
    }));
  const getRevision = async (conversationId: string) =>
    (await owner.proxy(openConversation, { conversationId })).result.conversation.revision;

  test("moves them into a folder or out of it, ignores missing ones, and does not change the order of the list", async () => {
    const { result } = await owner.proxy(updateMultipleConversations, {
      conversationIds: ["b", "a", "none", "a"],
      folderId: "new",
    });
    expect(result).toEqual({ updated: ["a", "b"] });
    expect(await listSummaries()).toEqual([
      { id: "c", folderId: "old", tags: ["x", "y"] },
      { id: "b", folderId: "new", tags: ["x", "y"] },
      { id: "a", folderId: "new", tags: ["x", "y"] },
    ]);
    await owner.rest(updateMultipleConversations, { conversationIds: ["b"], folderId: null });
    expect((await listSummaries())[1]).toMatchObject({ id: "b", folderId: null });
    expect([await getRevision("a"), await getRevision("b"), await getRevision("c")]).toEqual([2, 3, 1]);
  });

  test("removes tags and adds others, each once, and writes nothing if nothing changes", async () => {
    const tags = { addTags: ["z", "y", "z"], removeTags: ["x"] };
    await owner.proxy(updateMultipleConversations, { conversationIds: ["a", "b"], ...tags });
    expect((await listSummaries()).map((one) => one.tags)).toEqual([
      ["x", "y"],
      ["y", "z"],
      ["y", "z"],
    ]);
    await owner.proxy(updateMultipleConversations, { conversationIds: ["a", "b", "c"], ...tags });
    expect([await getRevision("a"), await getRevision("c")]).toEqual([2, 2]);
    expect((await owner.proxy(updateMultipleConversations, { conversationIds: ["a"] })).result.updated).toEqual(["a"]);
    expect(await getRevision("a")).toBe(2);
  });

  test("rejects too many tags, and changes none of the conversations", async () => {
    const addTags = Array.from({ length: limits.tagsPerItem - 1 }, (_, index) => `t${index}`);
    const rejection = await owner.proxy(updateMultipleConversations, { conversationIds: ["a", "b"], addTags });
    expect(rejection).toMatchObject({ status: 413, body: { code: "tooLarge" } });
    expect((await listSummaries()).every(({ tags }) => tags.length === 2)).toBe(true);
  });

  test("changes nothing of another person's, on both routes", async () => {
    const stranger = await server.signIn(`stranger${count}@example.org`);
    const summariesBefore = await listSummaries();
    for (const call of [stranger.proxy, stranger.rest]) {
      const { result } = await call(updateMultipleConversations, { conversationIds: ["a"], folderId: null });
      expect(result).toEqual({ updated: [] });
    }
    expect(await listSummaries()).toEqual(summariesBefore);
  });

  test("does not deadlock with concurrent updates of the same ones in any order", async () => {
    const orders = [
      ["a", "b", "c"],
      ["c", "b", "a"],
      ["b", "c", "a"],
    ];
    const replies = await Promise.all(
      orders.flatMap((conversationIds, index) =>
        [0, 1, 2].map((round) =>
          owner.proxy(updateMultipleConversations, { conversationIds, addTags: [`t${index}-${round}`] }),
        ),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect((await listSummaries()).every(({ tags }) => tags.length === 11)).toBe(true);
  });

  test("does not deadlock with a deletion of the same ones", async () => {
    const conversationIds = Array.from({ length: 100 }, (_, index) => `d${100 + index}`);
    for (const id of conversationIds) {
      await owner.proxy(createConversation, { conversation: { id } });
      clock.advance(1_000);
    }
    const { db } = server.platform;
    const ownerId = getOwnerId(owner.actor);
    const locked = Promise.withResolvers<void>();
    const updating = transaction(db, async (tx) => {
      await lockFoldersAndTags(tx, ownerId, ["d100"]);
      locked.resolve();
      const waiting = sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      while ((await waiting.execute(tx)).rows.length === 0) await sql`select pg_stat_clear_snapshot()`.execute(tx);
      await lockFoldersAndTags(tx, ownerId, ["d199"]);
    });
    await locked.promise;
    const { status } = await owner.proxy(deleteMultipleConversations, { conversationIds });
    await updating;
    expect(status).toBe(200);
    expect((await listSummaries()).map(({ id }) => id)).toEqual(["c", "b", "a"]);
  });
});
