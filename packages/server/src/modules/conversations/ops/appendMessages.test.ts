import { appendMessages, createConversation, limits, openConversation, updateConversation } from "@lectern/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createTestApp } from "../../../testing/createTestApp.ts";
import { openTurn } from "../service.ts";

test("a conversation has a maximum number of messages, and the error says so", async () => {
  const server = await createTestApp();
  const person = await server.signIn("person@example.org");
  await person.proxy(createConversation, { conversation: { id: "c1" } });
  const userId = person.actor.principal.id;
  await sql`
    insert into messages (owner_id, conversation_id, id, role, content, created_at)
    select ${userId}, 'c1', 'm' || n, 'user', '', now() from generate_series(1, ${limits.messagesPerConversation - 1}::int) n
  `.execute(server.platform.db);
  const append = (id: string) =>
    person.proxy(appendMessages, { conversationId: "c1", messages: [{ id, role: "user", content: "x" }] });

  expect((await append("last")).status).toBe(200);
  const rejection = await append("too-many");
  expect(rejection).toMatchObject({ status: 413, body: { code: "tooLarge" } });
  expect(rejection.body.message).toContain("50,000");
  expect((await append("last")).status).toBe(200); // replaces
  const turn = { conversationId: "c1", modelId: "m", modelName: "M", parentId: "last", replyId: "a", requestId: "r" };
  const messages = [{ id: "q", role: "user" as const, content: "" }];
  await expect(openTurn(server.platform, person.actor, { ...turn, messages })).rejects.toMatchObject({
    code: "tooLarge",
  });
  expect((await person.proxy(updateConversation, { conversationId: "c1", changes: { name: "Full" } })).status).toBe(
    200,
  );
  await server.close();
});

test("a stored message gets another parent only if requested, and never in a cycle", async () => {
  const server = await createTestApp();
  const person = await server.signIn("person@example.org");
  const createMessage = (id: string, parentId: string | null) => ({
    id,
    parentId,
    role: "user" as const,
    content: id,
    data: {},
  });
  const conversation = { id: "c1", messages: [createMessage("a", null), createMessage("c", "a")], headId: "c" };
  await person.proxy(createConversation, { conversation });
  const append = (messages: ReturnType<typeof createMessage>[], relink?: boolean) =>
    person.proxy(appendMessages, { conversationId: "c1", messages, headId: "c", ...(relink ? { relink } : {}) });
  const loadParents = async () => {
    const { result } = await person.proxy(openConversation, { conversationId: "c1" });
    return new Map(result.conversation.messages.map(({ id, parentId }) => [id, parentId]));
  };

  expect((await append([createMessage("b", "a"), createMessage("c", "b")])).status).toBe(200);
  expect((await loadParents()).get("c")).toBe("a");
  expect((await append([createMessage("c", "b")], true)).status).toBe(200);
  expect([...(await loadParents())]).toEqual([
    ["a", null],
    ["c", "b"],
    ["b", "a"],
  ]);
  for (const loop of [
    [createMessage("a", "c")],
    [createMessage("a", "a")],
    [createMessage("new", "c"), createMessage("b", "new")],
    [createMessage("c", "gone")],
  ]) {
    expect(await append(loop, true)).toMatchObject({ status: 400, body: { code: "invalidInput" } });
  }
  expect((await loadParents()).get("a")).toBeNull();
  const stranger = await server.signIn("stranger@example.org");
  const strangersResponse = await stranger.proxy(appendMessages, {
    conversationId: "c1",
    messages: [createMessage("c", "a")],
    relink: true,
  });
  expect(strangersResponse.status).toBe(404);
  await server.close();
});
