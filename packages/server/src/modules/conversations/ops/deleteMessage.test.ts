import { createConversation, deleteMessage, getBranch, type MessageInput, openConversation } from "@lectern/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../../testing/createTestApp.ts";
import { createManualClock } from "../../../testing/manualClock.ts";

const createMessage = (id: string, parentId: string | null): MessageInput => ({
  id,
  parentId,
  role: id.startsWith("q") ? "user" : "assistant",
  content: id,
});
/** Two versions of the first answer, each with messages after it. */
const messages = [
  createMessage("q1", null),
  createMessage("a1", "q1"),
  createMessage("q2", "a1"),
  createMessage("a1b", "q1"),
  createMessage("q2b", "a1b"),
  createMessage("a2b", "q2b"),
];

describe("deleting a message", () => {
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
    await owner.proxy(createConversation, { conversation: { id: "c", messages } });
    clock.advance(1_000);
  });

  const loadConversation = async () =>
    (await owner.proxy(openConversation, { conversationId: "c" })).result.conversation;
  const getShownIds = async () => {
    const conversation = await loadConversation();
    return getBranch(conversation.messages, conversation.headId).map(({ id }) => id);
  };
  const remove = (messageId: string, person = owner) => person.proxy(deleteMessage, { conversationId: "c", messageId });

  test("removes only a message without versions, whose children move to its parent", async () => {
    const { result } = await remove("q2b");
    expect(result).toEqual({ revision: 2, headId: "a2b", updatedAt: clock.now().toISOString() });
    expect(await getShownIds()).toEqual(["q1", "a1b", "a2b"]);
    expect((await loadConversation()).messages.map(({ id }) => id)).toEqual(["q1", "a1", "q2", "a1b", "a2b"]);
  });

  test("removes a version with all its descendants, and shows the previous version", async () => {
    const { result } = await owner.rest(deleteMessage, { conversationId: "c", messageId: "a1b" });
    expect(result).toMatchObject({ revision: 2, headId: "q2" });
    expect(await getShownIds()).toEqual(["q1", "a1", "q2"]);
    expect((await loadConversation()).messages).toHaveLength(3);
  });

  test("can remove all messages one by one, and ignores one that no longer exists", async () => {
    for (const { id } of messages) expect((await remove(id)).status).toBe(200);
    const conversationBefore = await loadConversation();
    expect(conversationBefore).toMatchObject({ messages: [], headId: null });
    const repeatedCall = await remove("q1");
    expect(repeatedCall.result).toMatchObject({
      revision: conversationBefore.revision,
      headId: null,
      updatedAt: conversationBefore.updatedAt,
    });
  });

  test("finds nothing in another person's conversation, on both routes", async () => {
    const stranger = await server.signIn(`stranger${count}@example.org`);
    const conversationBefore = await loadConversation();
    for (const call of [stranger.proxy, stranger.rest]) {
      const reply = await call(deleteMessage, { conversationId: "c", messageId: "q1" });
      expect(reply).toMatchObject({ status: 404, body: { code: "notFound" } });
    }
    await stranger.proxy(createConversation, { conversation: { id: "c", messages } });
    await remove("q1", stranger);
    expect(await loadConversation()).toEqual(conversationBefore);
  });
});
