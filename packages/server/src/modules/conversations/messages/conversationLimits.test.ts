import {
  appendMessages,
  clearMessages,
  compressText,
  createConversation,
  limits,
  registerConversation,
  uploadConversation,
} from "@lectern/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../../testing/createTestApp.ts";
import { getOwnerId } from "../../access/service.ts";
import { openTurn, saveEndedAnswer } from "../service.ts";

const maxLength = limits.messageLength;
/** The number of messages of maximum length after which there is space for exactly one more. */
const fullCount = limits.conversationBytes / maxLength - 1;

describe("a conversation's size", () => {
  let server: TestApp;
  let person: TestPerson;
  beforeAll(async () => {
    server = await createTestApp();
    person = await server.signIn("person@uni.edu");
  });
  afterAll(() => server.close());

  const createMessage = (id: string, length: number) => ({ id, role: "user" as const, content: "x".repeat(length) });
  const append = (conversationId: string, id: string, length: number) =>
    person.proxy(appendMessages, { conversationId, messages: [createMessage(id, length)] });
  /** Creates a conversation with space for one more message of maximum length, but not for two. */
  const fill = async (id: string) => {
    const messages = Array.from({ length: fullCount }, (_, n) => createMessage(`m${n}`, maxLength - 100));
    expect((await person.rest(createConversation, { conversation: { id, messages } })).status).toBe(200);
  };

  test("is limited for every operation; replacing does not count twice, and clearing resets it", async () => {
    await fill("c");
    for (let again = 0; again < 3; again++) expect((await append("c", "m0", maxLength - 100)).status).toBe(200);
    expect((await append("c", "last", maxLength - 100)).status).toBe(200);
    const rejection = await append("c", "more", maxLength);
    expect(rejection).toMatchObject({ status: 413, body: { code: "tooLarge" } });
    const turn = { conversationId: "c", modelId: "m", modelName: "M", parentId: "last", replyId: "a", requestId: "r" };
    await expect(
      openTurn(server.platform, person.actor, { ...turn, messages: [createMessage("q", maxLength)] }),
    ).rejects.toMatchObject({ code: "tooLarge" });
    const conversation = compressText(JSON.stringify({ messages: [createMessage("up", maxLength)] }));
    expect((await person.proxy(uploadConversation, { conversationId: "c", conversation })).status).toBe(413);
    expect((await person.proxy(clearMessages, { conversationId: "c" })).status).toBe(200);
    expect((await append("c", "more", maxLength)).status).toBe(200);
  });

  test("includes answers and the data of messages", async () => {
    await fill("d");
    const turn = { conversationId: "d", modelId: "m", modelName: "M", parentId: "m0", replyId: "a", requestId: "r" };
    await openTurn(server.platform, person.actor, { ...turn, messages: [createMessage("q", 1)] });
    await saveEndedAnswer(
      server.platform,
      { ownerId: getOwnerId(person.actor), conversationId: "d" },
      {
        id: "a",
        content: "y".repeat(maxLength),
        data: { run: { requestId: "r" }, end: { end: "done" } },
      },
    );
    const data = { state: { text: "z".repeat(1_000) } };
    const rejection = await person.proxy(appendMessages, {
      conversationId: "d",
      messages: [{ id: "e", role: "user", content: "", data }],
    });
    expect(rejection.status).toBe(413);
  });

  test("is limited for new conversations too", async () => {
    const messages = Array.from({ length: fullCount + 1 }, (_, n) => createMessage(`m${n}`, maxLength - 1));
    const createResponse = await person.rest(createConversation, {
      conversation: { id: "e", messages: [...messages, createMessage("over", 100)] },
    });
    expect(createResponse.status).toBe(413);
    const registerResponse = await person.rest(registerConversation, {
      name: "n",
      messages: [...messages, createMessage("x", 100)],
    });
    expect(registerResponse.status).toBe(413);
    const turn = { conversationId: "f", modelId: "m", modelName: "M", parentId: null, replyId: "a", requestId: "r" };
    const requestMessages = [...messages, createMessage("over", 100)];
    await expect(openTurn(server.platform, person.actor, { ...turn, messages: requestMessages })).rejects.toMatchObject(
      {
        code: "tooLarge",
      },
    );
  });
});
