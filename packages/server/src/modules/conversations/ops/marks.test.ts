import {
  appendMessages,
  createConversation,
  listConversations,
  type MessageInput,
  openConversation,
  updateConversation,
} from "@lectern/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../../testing/createTestApp.ts";
import { createManualClock } from "../../../testing/manualClock.ts";

const question: MessageInput = { id: "q1", role: "user", content: "How?" };
const answer: MessageInput = { id: "a1", parentId: "q1", role: "assistant", content: "So." };

describe("the marks of conversations", () => {
  const clock = createManualClock();
  let server: TestApp;
  let owner: TestPerson;
  let stranger: TestPerson;
  let count = 0;
  beforeAll(async () => {
    server = await createTestApp({ clock });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    count += 1;
    owner = await server.signIn(`owner${count}@example.org`);
    stranger = await server.signIn(`stranger${count}@example.org`);
  });

  const create = (id: string) => owner.proxy(createConversation, { conversation: { id, messages: [question] } });
  const loadConversation = async (conversationId: string) =>
    (await owner.proxy(openConversation, { conversationId })).result.conversation;
  const list = async (input: { archived?: "true" | "false"; limit?: number; cursor?: string }) =>
    (await owner.rest(listConversations, input)).result;

  test("a conversation is pinned and archived without moving in the list, and the list has both marks", async () => {
    await create("c1");
    clock.advance(1_000);
    await create("c2");
    const mark = (conversationId: string, changes: { isPinned?: boolean; isArchived?: boolean }, person = owner) =>
      person.proxy(updateConversation, { conversationId, changes });
    const before = await loadConversation("c1");
    expect(before).toMatchObject({ isPinned: false, isArchived: false });
    clock.advance(1_000);
    expect((await mark("c1", { isPinned: true })).result).toMatchObject({
      conversation: { id: "c1", isPinned: true, isArchived: false, updatedAt: before.updatedAt },
      revision: before.revision + 1,
    });
    await mark("c2", { isArchived: true });
    expect((await list({})).conversations.map(({ id, isPinned, isArchived }) => [id, isPinned, isArchived])).toEqual([
      ["c2", false, true],
      ["c1", true, false],
    ]);
    const listIds = async (archived: "true" | "false") => (await list({ archived })).conversations.map(({ id }) => id);
    expect([await listIds("true"), await listIds("false")]).toEqual([["c2"], ["c1"]]);
    expect((await mark("c1", { isArchived: true }, stranger)).status).toBe(404);
    expect(await loadConversation("c1")).toMatchObject({ isArchived: false });
  });

  test("an archived conversation can be opened and answered, and stays archived", async () => {
    await owner.proxy(createConversation, { conversation: { id: "c1", messages: [question], isArchived: true } });
    expect((await owner.proxy(appendMessages, { conversationId: "c1", messages: [answer] })).status).toBe(200);
    expect(await loadConversation("c1")).toMatchObject({ isArchived: true, messages: [{ id: "q1" }, { id: "a1" }] });
  });

  test("the archived conversations and the others are listed in pages", async () => {
    for (const id of ["c1", "c2", "c3", "c4"]) {
      await create(id);
      if (id !== "c2") await owner.proxy(updateConversation, { conversationId: id, changes: { isArchived: true } });
      clock.advance(1_000);
    }
    const first = await list({ archived: "true", limit: 2 });
    expect(first.conversations.map(({ id }) => id)).toEqual(["c4", "c3"]);
    const second = await list({ archived: "true", limit: 2, cursor: first.nextCursor ?? "" });
    expect(second).toMatchObject({ conversations: [{ id: "c1" }], nextCursor: null });
  });
});
