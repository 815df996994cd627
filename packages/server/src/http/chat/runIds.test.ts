import { appendMessages, createConversation, listRuns, openConversation } from "@lectern/contract";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { TestPerson } from "../../testing/createTestApp.ts";
import { type ChatServer, readStream, startChatServer } from "../../testing/startChatServer.ts";

const secret = "marzipan-1618";

describe("the ids of runs and turns", () => {
  let server: ChatServer;
  let bob: TestPerson;
  let admin: TestPerson;
  beforeAll(async () => {
    server = await startChatServer({ environment: { ADMINS: "admin@example.org" } });
    bob = await server.signIn("bob@example.org");
    admin = await server.signIn("admin@example.org");
  });
  afterEach(async () => {
    server.models.resume();
    await server.settled();
    server.models.reset();
  });
  afterAll(() => server.close());

  test("another person's run cannot be read, followed, listed, stopped or repeated, during the run or after", async () => {
    server.models.pauseAfter(2);
    const body = server.ask(`[[answer: ${secret} and two more]]`, {
      options: { requestId: "anns-run", conversationId: "anns-conversation", storage: "cloud", parentId: null },
    });
    const annsResponse = await server.post(body);
    await server.models.whenPaused();
    const attack = async () => {
      for (const person of [bob, admin]) {
        for (const lastEventId of ["0", "1", "-1", "999999", "junk", ""]) {
          const reply = await server.follow("anns-run", { person, headers: { "last-event-id": lastEventId } });
          expect(reply.statusCode).toBe(404);
          expect((await readStream(reply)).text).not.toContain(secret);
        }
        const runLists = [
          await person.rest(listRuns, {}),
          await person.rest(listRuns, { conversationId: "anns-conversation" }),
        ];
        for (const { result } of runLists) expect(result.runs).toEqual([]);
        expect((await server.post({ killSwitch: { requestId: "anns-run", value: true } }, { person })).statusCode).toBe(
          200,
        );
      }
    };
    await attack();
    server.models.resume();
    expect((await readStream(annsResponse)).answer).toMatchObject({
      content: `${secret} and two more`,
      end: { end: "done" },
    });
    await attack();
    // Bob's run with the same id is a separate run. He stopped it above, before it started.
    const repeatedStream = await readStream(await server.post(body, { person: bob }));
    expect(repeatedStream.text).not.toContain(secret);
    expect(
      (await server.ann.rest(openConversation, { conversationId: "anns-conversation" })).result.conversation.messages,
    ).toHaveLength(2);
  });

  test.each([
    ["very long", "x".repeat(201)],
    ["longer than a path", "x".repeat(5_000)],
    ["empty", ""],
    ["a path", "../../healthz"],
    ["a prototype", "__proto__"],
    ["with a line break", "a\nb"],
    ["combined with another person's id", "anns-run\n00000000-0000-0000-0000-000000000000"],
    ["with a NUL", "a\0b"],
    ["with wide characters", "ｒｕｎ"],
    ["half a surrogate pair", "a\ud800"],
    ["SQL", "x' or '1'='1"],
    ["with a wildcard", "%"],
  ])("an id that is %s is rejected in every field and path", async (_, id) => {
    const path = encodeURIComponent(id.toWellFormed());
    const followResponse = await server.app.inject({
      url: `/chat/${path}`,
      headers: { authorization: `Bearer ${bob.token}` },
    });
    expect([400, 404, 414]).toContain(followResponse.statusCode);
    for (const body of [
      { killSwitch: { requestId: id, value: true } },
      server.ask("Hi", { options: { requestId: id } }),
      server.ask("Hi", { requestId: id }),
      server.ask("Hi", { options: { conversationId: id, storage: "cloud" } }),
      server.ask("Hi", { options: { conversationId: "b", storage: "cloud", parentId: id } }),
      server.ask("Hi", { options: { conversationId: "b", storage: "cloud", replyId: id } }),
    ]) {
      const reply = await server.post(body, { person: bob });
      expect(reply.statusCode, JSON.stringify(body).slice(0, 200)).toBe(400);
      expect(JSON.parse((await readStream(reply)).text)).toMatchObject({ success: false, code: "invalidInput" });
    }
    expect(server.models.chats()).toEqual([]);
  });

  test("a turn with another person's conversation, parent or answer id neither reads nor writes their data", async () => {
    const conversationId = "shared-id";
    const messages = [
      { id: "q1", parentId: null, role: "user" as const, content: secret },
      { id: "a1", parentId: "q1", role: "assistant" as const, content: secret },
    ];
    await server.ann.rest(createConversation, { conversation: { id: conversationId, messages } });
    const before = (await server.ann.rest(openConversation, { conversationId })).result;
    const cloudOptions = { conversationId, storage: "cloud" as const };
    for (const [options, status] of [
      [{ ...cloudOptions, parentId: "a1" }, 404],
      [{ ...cloudOptions, parentId: "q1", replyId: "a1" }, 404],
      [{ ...cloudOptions, parentId: null, replyId: "a1" }, 200],
      [{ ...cloudOptions }, 200],
    ] as const) {
      const reply = await readStream(
        await server.post(server.ask("[[answer: Bob's own]]", { options }), { person: bob }),
      );
      expect(reply.status).toBe(status);
      expect(reply.text).not.toContain(secret);
    }
    expect(JSON.stringify(server.models.chats().map(({ body }) => body))).not.toContain(secret);
    expect((await server.ann.rest(openConversation, { conversationId })).result).toEqual(before);
  });

  test("a parent must be in the same conversation, and an answer's id must be new, for a person's own messages too", async () => {
    for (const id of ["mine-1", "mine-2"]) {
      const messages = [{ id: `${id}-q`, parentId: null, role: "user" as const, content: `${secret} of ${id}` }];
      await bob.rest(createConversation, { conversation: { id, messages } });
    }
    const before = (await bob.rest(openConversation, { conversationId: "mine-1" })).result;
    const ask = async (options: object) =>
      (
        await readStream(
          await server.post(server.ask("Hi", { options: { conversationId: "mine-1", storage: "cloud", ...options } }), {
            person: bob,
          }),
        )
      ).status;
    expect(await ask({ parentId: "mine-2-q" })).toBe(404);
    expect(await ask({ parentId: "mine-1-q", replyId: "mine-1-q" })).toBe(409);
    expect((await bob.rest(openConversation, { conversationId: "mine-1" })).result).toEqual(before);
    expect(
      (
        await bob.rest(appendMessages, {
          conversationId: "mine-1",
          messages: [{ id: "x", parentId: "mine-2-q", role: "user", content: "x" }],
        })
      ).status,
    ).toBe(400);
    expect(server.models.chats()).toEqual([]);
  });

  test("ids that the server generates are random UUIDs", async () => {
    const ids = await Promise.all(
      Array.from(
        { length: 5 },
        async () => (await readStream(await server.post(server.ask("Hi")))).headers["x-lectern-run"],
      ),
    );
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
