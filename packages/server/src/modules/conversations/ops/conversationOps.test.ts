import {
  appendMessages,
  type ConversationSummary,
  clearMessages,
  createConversation,
  deleteConversation,
  deleteMultipleConversations,
  listConversations,
  type MessageInput,
  type OpDefinition,
  openConversation,
  registerConversation,
  titleConversation,
  updateConversation,
} from "@lectern/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../../testing/createTestApp.ts";
import { createManualClock } from "../../../testing/manualClock.ts";
import { getOwnerId } from "../../access/service.ts";
import { openTurn, saveEndedAnswer } from "../service.ts";

const question: MessageInput = { id: "q1", role: "user", content: "How?", label: "How?", data: { dataSources: ["d"] } };
const answer: MessageInput = {
  id: "a1",
  parentId: "q1",
  role: "assistant",
  content: "So.",
  topicData: { currentTopic: "t" },
};
const both = [question, answer];

describe("the ops of conversations", () => {
  const clock = createManualClock();
  let server: TestApp;
  let count = 0;
  let owner: TestPerson;
  let stranger: TestPerson;

  beforeAll(async () => {
    server = await createTestApp({ clock });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    count += 1;
    owner = await server.signIn(`owner${count}@example.org`);
    stranger = await server.signIn(`stranger${count}@example.org`);
  });

  const create = (
    id: string,
    messages: MessageInput[] = both,
    more: { name?: string; createdAt?: string; updatedAt?: string } = {},
  ) => owner.proxy(createConversation, { conversation: { id, messages, ...more } });
  const loadConversation = async (conversationId: string, person = owner) =>
    (await person.proxy(openConversation, { conversationId })).result.conversation;
  const listSummaries = async (person = owner): Promise<ConversationSummary[]> =>
    (await person.proxy(listConversations, {})).result.conversations;

  test("a conversation is created, opened, and listed", async () => {
    const createResponse = await create("c1", both, { name: "  Growing tomatoes " });
    expect(createResponse).toMatchObject({ status: 200, body: { success: true } });
    expect(createResponse.result.conversation).toMatchObject({ id: "c1", name: "Growing tomatoes", isLocal: false });
    const conversation = await loadConversation("c1");
    expect(conversation).toMatchObject({ id: "c1", headId: "a1", revision: 1 });
    const createdAt = clock.now().toISOString();
    expect(conversation.messages).toEqual([
      { ...question, parentId: null, createdAt },
      { ...answer, data: {}, createdAt },
    ]);
    expect(await listSummaries()).toEqual([createResponse.result.conversation]);
    expect((await owner.rest(openConversation, { conversationId: "c1" })).result.conversation).toEqual(conversation);
  });

  test("an imported conversation keeps its times, except a future one", async () => {
    const old = "2020-01-02T03:04:05.000Z";
    const importResponse = await create("c1", both, { createdAt: old, updatedAt: old });
    expect(importResponse.result.conversation).toMatchObject({ createdAt: old, updatedAt: old });
    const futureConversation = await create("c2", both, { updatedAt: "9999-01-01T00:00:00.000Z" });
    expect(futureConversation.result.conversation).toMatchObject({ updatedAt: clock.now().toISOString() });
  });

  test("[C3.03] a new conversation is named 'New Conversation', and a blank name counts as none", async () => {
    await create("c1", []);
    await create("c2", [], { name: "   " });
    expect((await listSummaries()).map(({ name }) => name)).toEqual(["New Conversation", "New Conversation"]);
  });

  test("an id in use is a conflict; after deletion it can be used again", async () => {
    await create("c1");
    expect(await create("c1", [])).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect((await loadConversation("c1")).messages).toHaveLength(2);
    expect((await owner.rest(deleteConversation, { conversationId: "c1" })).status).toBe(200);
    expect((await create("c1", [])).status).toBe(200);
    expect((await loadConversation("c1")).messages).toEqual([]);
  });

  test("messages whose parents do not form a tree, and missing heads, are rejected with their path", async () => {
    const orphanResponse = await create("c1", [{ ...question, parentId: "nowhere" }]);
    expect(orphanResponse).toMatchObject({
      status: 400,
      body: { issues: [{ path: "conversation.messages.0.parentId" }] },
    });
    const head = await owner.proxy(createConversation, { conversation: { id: "c1", headId: "x" } });
    expect(head).toMatchObject({ status: 400, body: { issues: [{ path: "conversation.headId" }] } });
    await create("c1");
    const cycleMessages = [
      { ...question, id: "x", parentId: "y" },
      { ...question, id: "y", parentId: "x" },
    ];
    const cycleResponse = await owner.proxy(appendMessages, { conversationId: "c1", messages: cycleMessages });
    expect(cycleResponse).toMatchObject({
      status: 400,
      body: { issues: [{ path: "messages.0.parentId" }, { path: "messages.1.parentId" }] },
    });
    const missingHeadResponse = await owner.proxy(appendMessages, {
      conversationId: "c1",
      messages: [],
      headId: "gone",
    });
    expect(missingHeadResponse).toMatchObject({ status: 400, body: { issues: [{ path: "headId" }] } });
    const changeResponse = await owner.proxy(updateConversation, { conversationId: "c1", changes: { headId: "gone" } });
    expect(changeResponse).toMatchObject({ status: 400, body: { issues: [{ path: "changes.headId" }] } });
    expect((await loadConversation("c1")).revision).toBe(1);
  });

  test("a new message becomes the head; replacing a message does not move it", async () => {
    await create("c1");
    const nextMessage: MessageInput = { id: "q2", parentId: "a1", role: "user", content: "And?" };
    const appendResponse = await owner.proxy(appendMessages, { conversationId: "c1", messages: [nextMessage] });
    expect(appendResponse.result).toEqual({ revision: 2, updatedAt: clock.now().toISOString() });
    await owner.proxy(appendMessages, { conversationId: "c1", messages: [{ ...question, content: "How, then?" }] });
    const conversation = await loadConversation("c1");
    expect(conversation.headId).toBe("q2");
    expect(conversation.messages.map(({ id, content }) => [id, content])).toEqual([
      ["q1", "How, then?"],
      ["a1", "So."],
      ["q2", "And?"],
    ]);
    await owner.proxy(appendMessages, { conversationId: "c1", messages: [], headId: "a1" });
    expect((await loadConversation("c1")).headId).toBe("a1");
  });

  test("a finished answer is not replaced by an unfinished copy", async () => {
    const endedAnswer = { ...answer, data: { run: { requestId: "r1" }, end: { end: "done" as const } } };
    await create("c1", [question, endedAnswer]);
    const unfinishedAnswer = { ...answer, content: "", data: { run: { requestId: "r1" } } };
    await owner.proxy(appendMessages, { conversationId: "c1", messages: [unfinishedAnswer] });
    expect((await loadConversation("c1")).messages[1]).toMatchObject({ content: "So.", data: endedAnswer.data });
    const editedAnswer = { ...endedAnswer, content: "So, edited." };
    await owner.proxy(appendMessages, { conversationId: "c1", messages: [editedAnswer] });
    expect((await loadConversation("c1")).messages[1]?.content).toBe("So, edited.");
  });

  test("[C5.39] a blank name does not change the name; any other name is trimmed", async () => {
    await create("c1", [], { name: "First" });
    const blankNameResponse = await owner.proxy(updateConversation, {
      conversationId: "c1",
      changes: { name: " \t ", tags: ["x"] },
    });
    expect(blankNameResponse.result.conversation).toMatchObject({ name: "First", tags: ["x"] });
    const renameResponse = await owner.rest(updateConversation, {
      conversationId: "c1",
      changes: { name: " Second " },
    });
    expect(renameResponse.result.conversation.name).toBe("Second");
  });

  test("settings change one by one, and zero and null are values", async () => {
    await create("c1");
    const changes = { modelId: "m", prompt: "Be brief.", temperature: 0, maxTokens: 5, folderId: "f", headId: "q1" };
    const { result } = await owner.proxy(updateConversation, { conversationId: "c1", changes });
    expect(result.revision).toBe(2);
    expect(await loadConversation("c1")).toMatchObject(changes);
    await owner.proxy(updateConversation, { conversationId: "c1", changes: { prompt: null } });
    expect(await loadConversation("c1")).toMatchObject({ ...changes, prompt: null });
  });

  test("clearing deletes the messages but not the conversation", async () => {
    await create("c1", both, { name: "Kept" });
    expect((await owner.proxy(clearMessages, { conversationId: "c1" })).result.revision).toBe(2);
    expect(await loadConversation("c1")).toMatchObject({ name: "Kept", messages: [], headId: null });
  });

  test("messages are cleared only if the conversation has the given revision", async () => {
    await create("c1", both);
    const { revision } = await loadConversation("c1");
    await owner.proxy(updateConversation, { conversationId: "c1", changes: { name: "Renamed" } });
    const refusal = await owner.proxy(clearMessages, { conversationId: "c1", revision });
    expect(refusal).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect(await loadConversation("c1")).toMatchObject({ revision: revision + 1, headId: "a1" });
    const cleared = await owner.proxy(clearMessages, { conversationId: "c1", revision: revision + 1 });
    expect(cleared.status).toBe(200);
    expect(await loadConversation("c1")).toMatchObject({ messages: [] });
  });

  test("[C7.18 C7.19] conversations are deleted singly and several at once; missing ones are ignored", async () => {
    for (const id of ["c1", "c2", "c3"]) await create(id);
    expect((await owner.proxy(deleteConversation, { conversationId: "c1" })).body).toEqual({ success: true });
    expect((await owner.proxy(deleteConversation, { conversationId: "c1" })).status).toBe(404);
    const deleteResponse = await owner.proxy(deleteMultipleConversations, { conversationIds: ["c1", "c2", "c2"] });
    expect(deleteResponse.result).toEqual({ deleted: ["c2"] });
    expect((await owner.rest(deleteMultipleConversations, { conversationIds: [] })).result).toEqual({ deleted: [] });
    expect((await listSummaries()).map(({ id }) => id)).toEqual(["c3"]);
  });

  test("a conversation is deleted only if it has the given revision and no answer is being written in it", async () => {
    const { platform } = server;
    await create("c1");
    const { revision } = await loadConversation("c1");
    await owner.proxy(appendMessages, { conversationId: "c1", messages: [{ ...answer, id: "a2" }] });
    for (const call of [owner.proxy, owner.rest]) {
      const refusal = await call(deleteConversation, { conversationId: "c1", revision });
      expect(refusal).toMatchObject({ status: 409, body: { code: "conflict" } });
    }
    expect((await loadConversation("c1")).messages).toHaveLength(3);
    const turn = { parentId: "a1", messages: [{ ...question, id: "q2" }], replyId: "a3", requestId: "r1" };
    await openTurn(platform, owner.actor, { conversationId: "c1", modelId: "m1", modelName: "M", ...turn });
    const current = await loadConversation("c1");
    const openRefusal = await owner.proxy(deleteConversation, { conversationId: "c1", revision: current.revision });
    expect(openRefusal).toMatchObject({ status: 409, body: { message: expect.stringContaining("being written") } });
    const data = { run: { requestId: "r1" }, end: { end: "done" as const } };
    await saveEndedAnswer(
      platform,
      { ownerId: getOwnerId(owner.actor), conversationId: "c1" },
      { id: "a3", content: "End.", data },
    );
    const ended = await loadConversation("c1");
    expect(ended.revision).toBeGreaterThan(current.revision);
    const deletion = await owner.rest(deleteConversation, { conversationId: "c1", revision: ended.revision });
    expect(deletion.status).toBe(200);
    expect(await listSummaries()).toEqual([]);
    const missing = await owner.proxy(deleteConversation, { conversationId: "c1", revision: 1 });
    expect(missing).toMatchObject({ status: 404, body: { code: "notFound" } });
  });

  test("the list starts with the last changed conversation and continues after a cursor, also among equal times", async () => {
    for (const id of ["c1", "c2", "c3", "c4", "c5"]) {
      await create(id, []);
      if (id === "c2" || id === "c4") clock.advance(1_000);
    }
    await owner.proxy(updateConversation, { conversationId: "c1", changes: { name: "Moved" } });
    expect((await listSummaries()).map(({ id }) => id)).toEqual(["c1", "c5", "c3", "c4", "c2"]);
    const pages: string[][] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const input = cursor === undefined ? { limit: 2 } : { limit: 2, cursor };
      const { result } = await owner.rest(listConversations, input);
      pages.push(result.conversations.map(({ id }) => id));
      cursor = result.nextCursor;
    }
    expect(pages).toEqual([["c1", "c5"], ["c3", "c4"], ["c2"]]);
    for (const bad of ["x", "e30", Buffer.from('["2026-01-01T00:00:00.000Z"]').toString("base64url")]) {
      const rejection = await owner.proxy(listConversations, { cursor: bad });
      expect(rejection).toMatchObject({ status: 400, body: { issues: [{ path: "cursor" }] } });
    }
  });

  test("an API client's conversation is in the folder 'agents'", async () => {
    const messages = [
      { role: "user" as const, content: "Do it" },
      { role: "assistant" as const, content: "Done" },
    ];
    const { result } = await owner.rest(registerConversation, {
      name: "A job",
      messages,
      tags: ["job"],
      data: { a: 1 },
    });
    const conversation = await loadConversation(result.conversationId);
    expect(conversation).toMatchObject({ name: "A job", folderId: "agents", tags: ["job"] });
    expect(conversation.messages.map(({ role, content }) => ({ role, content }))).toEqual(messages);
    expect(conversation.messages[1]?.parentId).toBe(conversation.messages[0]?.id);
    expect(conversation.headId).toBe(conversation.messages[1]?.id);
  });

  test("invalid input is rejected with its path", async () => {
    const cases: [OpDefinition, unknown, string][] = [
      [openConversation, { conversationId: "a b" }, "conversationId"],
      [createConversation, { conversation: { id: "" } }, "conversation.id"],
      [createConversation, { conversation: { id: "c", temperature: 3 } }, "conversation.temperature"],
      [appendMessages, { conversationId: "c", messages: [{ id: "m", role: "robot", content: "" }] }, "messages.0.role"],
      [updateConversation, { conversationId: "c", changes: { name: 1 } }, "changes.name"],
      [titleConversation, { conversationId: "c", messages: [] }, "messages"],
      [deleteMultipleConversations, { conversationIds: "c" }, "conversationIds"],
      [registerConversation, { name: "n" }, "messages"],
    ];
    for (const [op, input, path] of cases) {
      const reply = await owner.proxy(op, input);
      expect(reply, op.path).toMatchObject({ status: 400, body: { code: "invalidInput", issues: [{ path }] } });
    }
  });

  test("a stranger finds nothing, changes nothing and deletes nothing", async () => {
    await create("c1", both, { name: "Mine" });
    const conversationBefore = await loadConversation("c1");
    const calls: [OpDefinition, unknown][] = [
      [openConversation, { conversationId: "c1" }],
      [appendMessages, { conversationId: "c1", messages: [{ ...question, content: "changed" }] }],
      [updateConversation, { conversationId: "c1", changes: { name: "Theirs" } }],
      [clearMessages, { conversationId: "c1" }],
      [titleConversation, { conversationId: "c1" }],
      [deleteConversation, { conversationId: "c1" }],
    ];
    for (const [op, input] of calls) {
      for (const call of [stranger.proxy, stranger.rest]) {
        expect(await call(op, input), op.path).toMatchObject({ status: 404, body: { code: "notFound" } });
      }
    }
    const deleted = await stranger.proxy(deleteMultipleConversations, { conversationIds: ["c1"] });
    expect(deleted.result).toEqual({ deleted: [] });
    expect(await listSummaries(stranger)).toEqual([]);
    expect(await loadConversation("c1")).toEqual(conversationBefore);
  });

  test("two people can use the same id for two conversations", async () => {
    await create("c1", both, { name: "Mine" });
    const conversationBefore = await loadConversation("c1");
    const theirs = { conversation: { id: "c1", name: "Theirs", messages: [{ ...question, content: "other" }] } };
    expect((await stranger.proxy(createConversation, theirs)).status).toBe(200);
    await stranger.proxy(appendMessages, { conversationId: "c1", messages: [{ ...question, content: "changed" }] });
    await stranger.proxy(deleteConversation, { conversationId: "c1" });
    expect(await loadConversation("c1")).toEqual(conversationBefore);
  });
});
