import {
  createConversation,
  deleteMessage,
  listAnswerFeedback,
  type MessageInput,
  rateAnswer,
} from "@lectern/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { transaction } from "../../platform/db/transaction.ts";
import { configureFlags } from "../../testing/configureFlags.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/createTestApp.ts";
import { defaultDatabaseKind } from "../../testing/testDatabase.ts";

const messages: MessageInput[] = [
  { id: "q", parentId: null, role: "user", content: "Why?" },
  { id: "a", parentId: "q", role: "assistant", content: "Because." },
];

describe("feedback on answers", () => {
  let server: TestApp;
  let ann: TestPerson;
  let count = 0;
  beforeAll(async () => {
    server = await createTestApp();
    await configureFlags(server.platform.db, { answerFeedback: true });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    ann = await server.signIn(`ann${++count}@example.org`);
    for (const id of ["c", "d"]) await ann.proxy(createConversation, { conversation: { id, messages } });
  });

  const rate = (person: TestPerson, feedback: { rating: "up" | "down"; reason?: string } | null, messageId = "a") =>
    person.proxy(rateAnswer, { conversationId: "c", messageId, feedback });
  const list = async (person: TestPerson, conversationId = "c") =>
    (await person.proxy(listAnswerFeedback, { conversationId })).result.feedback;

  test("is stored with its answer, replaced, and withdrawn", async () => {
    expect((await rate(ann, { rating: "down", reason: "  Not what I asked\n" })).status).toBe(200);
    expect(await list(ann)).toEqual({ a: { rating: "down", reason: "Not what I asked" } });
    expect(await list(ann, "d")).toEqual({});
    await rate(ann, { rating: "up", reason: "   " });
    expect(await list(ann)).toEqual({ a: { rating: "up" } });
    await rate(ann, null);
    expect(await list(ann)).toEqual({});
    expect((await rate(ann, null)).status).toBe(200);
  });

  test("is refused for an answer that does not exist, and deleted with its answer", async () => {
    expect(await rate(ann, { rating: "up" }, "gone")).toMatchObject({
      status: 404,
      body: { message: "This answer no longer exists." },
    });
    expect((await rate(ann, { rating: "up" }, "q")).status).toBe(404);
    await rate(ann, { rating: "up" });
    await ann.proxy(deleteMessage, { conversationId: "c", messageId: "a" });
    expect(await list(ann)).toEqual({});
  });

  // The embedded database runs one transaction at a time.
  test.runIf(defaultDatabaseKind === "postgres")("is refused for an answer that is being deleted", async () => {
    const { db } = server.platform;
    const deleted = Promise.withResolvers<void>();
    // Start outside the transaction, as other requests.
    const rated = deleted.promise.then(() => rate(ann, { rating: "up" }));
    const ratingWaits = deleted.promise.then(async () => {
      const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      while ((await waiting.execute(db)).rows.length === 0);
    });
    await transaction(db, async (tx) => {
      await sql`delete from messages where id = 'a'`.execute(tx);
      deleted.resolve();
      await ratingWaits;
    });
    expect(await rated).toMatchObject({ status: 404, body: { message: "This answer no longer exists." } });
  });

  test("of a person is neither seen nor changed by another, whose conversation has the same id", async () => {
    const ben = await server.signIn(`ben${count}@example.org`);
    await rate(ann, { rating: "down", reason: "Secret" });
    expect((await rate(ben, { rating: "up" })).status).toBe(404);
    await ben.proxy(createConversation, { conversation: { id: "c", messages } });
    expect(await list(ben)).toEqual({});
    await rate(ben, { rating: "up" });
    expect(await list(ann)).toEqual({ a: { rating: "down", reason: "Secret" } });
  });

  test("with a reason of more than 2,000 characters is refused", async () => {
    expect((await rate(ann, { rating: "up", reason: "x".repeat(2_001) })).status).toBe(400);
    expect((await rate(ann, { rating: "up", reason: "x".repeat(2_000) })).status).toBe(200);
  });
});

test("feedback is refused unless the institution has switched it on", async () => {
  const server = await createTestApp({ environment: { ADMINS: "admin@example.org" } });
  const ann = await server.signIn("ann@example.org");
  await ann.proxy(createConversation, { conversation: { id: "c", messages } });
  const reply = await ann.proxy(rateAnswer, { conversationId: "c", messageId: "a", feedback: { rating: "up" } });
  expect(reply.status).toBe(403);
  expect((await ann.proxy(listAnswerFeedback, { conversationId: "c" })).status).toBe(403);
  await server.close();
});
