import {
  appendMessages,
  compressText,
  createConversation,
  type MessageInput,
  uploadConversation,
} from "@lectern/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { transaction } from "../../platform/db/transaction.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/createTestApp.ts";
import { openTurn } from "./service.ts";

const createText = (length: number) => "x".repeat(length);
const createMessage = (id: string, length: number): MessageInput => ({
  id,
  parentId: null,
  role: "user",
  content: createText(length),
});

/** Runs on PostgreSQL only: the embedded database has a single connection, which queues everything. */
describe("writes of very long texts", () => {
  let server: TestApp;
  let owner: TestPerson;
  let otherPerson: TestPerson;
  beforeAll(async () => {
    server = await createTestApp({ database: "postgres" });
    owner = await server.signIn("owner@example.org");
    otherPerson = await server.signIn("other@example.org");
    await owner.proxy(createConversation, { conversation: { id: "c" } });
  });
  afterAll(() => server.close());

  /**
   * Locks the owner's rows, so that none of the owner's writes completes. Returns a function that releases the lock.
   */
  async function lockOwner(): Promise<() => Promise<void>> {
    const locked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const locking = transaction(server.platform.db, async (tx) => {
      const userId = owner.actor.principal.id;
      await tx.selectFrom("principals").select("id").where("id", "=", userId).forUpdate().execute();
      await tx.selectFrom("conversations").select("id").where("owner_id", "=", userId).forUpdate().execute();
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    return async () => {
      release.resolve();
      await locking;
    };
  }

  test.each<[string, (id: string) => Promise<number>]>([
    [
      "creating",
      async (id) =>
        (await owner.proxy(createConversation, { conversation: { id, messages: [createMessage("m", 600_000)] } }))
          .status,
    ],
    [
      "appending",
      async (id) =>
        (await owner.rest(appendMessages, { conversationId: "c", messages: [createMessage(id, 600_000)] })).status,
    ],
    [
      "uploading",
      async (id) => {
        const conversation = compressText(JSON.stringify({ id, messages: [createMessage("m", 600_000)] }));
        return (await owner.rest(uploadConversation, { conversationId: id, conversation })).status;
      },
    ],
    [
      "asking",
      async (id) => {
        const turn = { conversationId: id, modelId: "m", parentId: undefined, messages: [createMessage("m", 600_000)] };
        const { platform } = server;
        return openTurn(platform, owner.actor, { ...turn, replyId: "r", requestId: id, modelName: "M" }).then(
          () => 200,
          ({ code }) => (code === "rateLimited" ? 429 : 500),
        );
      },
    ],
  ])("run one at a time for a person, and only a few may wait: %s", async (name, write) => {
    const release = await lockOwner();
    const writes = Array.from({ length: 12 }, (_, index) => write(`${name}${index}`));
    expect(await Promise.race(writes)).toBe(429);
    // Other people can still acquire connections.
    const conversation = { id: `beside-${name}`, messages: [createMessage("m", 600_000)] };
    expect((await otherPerson.proxy(createConversation, { conversation })).status).toBe(200);
    await release();
    expect((await Promise.all(writes)).sort()).toEqual([...Array(11).fill(200), 429]);
    expect(await write(`${name}-again`)).toBe(200);
  });

  test("continue after one that failed", async () => {
    const conversation = { id: "twice", messages: [createMessage("m", 600_000)] };
    const replies = [conversation, conversation, { ...conversation, id: "third" }].map((one) =>
      owner.proxy(createConversation, { conversation: one }),
    );
    expect((await Promise.all(replies)).map(({ status }) => status).sort()).toEqual([200, 200, 409]);
  });
});
