import { setImmediate as waitForCallbacks } from "node:timers/promises";
import { clearMessages, emptyAnswer, openConversation } from "@lectern/contract";
import { sql } from "kysely";
import { pino } from "pino";
import { expect, test, vi } from "vitest";
import type { Platform } from "../../../core/context.ts";
import { DatabaseConnectionError } from "../../../platform/db/isDatabaseUnreachable.ts";
import { readStream, startChatServer } from "../../../testing/startChatServer.ts";
import { type NewTurn, prepareFirstTurn } from "../../conversations/service.ts";
import { openWithClaim, storeTurn } from "./storeTurn.ts";

test("an answer that could not be stored is stored once the database is back", async () => {
  const endWaits: (() => void)[] = [];
  const server = await startChatServer({ wait: () => new Promise((resolve) => endWaits.push(resolve)) });
  server.models.pauseAfter(1);
  const response = await server.post(
    server.ask("[[answer: one two]]", {
      options: { conversationId: "c", storage: "cloud", parentId: null, replyId: "a" },
    }),
  );
  await server.models.whenPaused();
  const { db } = server.platform;
  await db.schema.alterTable("messages").renameTo("messages_away").execute();
  server.models.resume();
  expect((await readStream(response)).answer).toMatchObject({ content: "one two", end: { code: "internal" } });
  await server.settled();
  await db.schema.alterTable("messages_away").renameTo("messages").execute();
  const loadAnswer = async () =>
    (await server.ann.proxy(openConversation, { conversationId: "c" })).result.conversation.messages[1];
  expect((await loadAnswer())?.data).not.toHaveProperty("end");
  for (const endWait of endWaits) endWait();
  await vi.waitFor(async () => {
    expect(await loadAnswer()).toMatchObject({ content: "one two", data: { end: { end: "done" } } });
  });
  await server.close();
});

test("a failure that could not be stored does not replace the answer to the repeated request", async () => {
  const endWaits: (() => void)[] = [];
  const server = await startChatServer({
    // The retries of the model's call are short, those of the last save long.
    wait: (ms) => (ms < 1_000 ? Promise.resolve() : new Promise((resolve) => endWaits.push(resolve))),
  });
  server.models.script({ hangAfter: 0, endAfter: 0 });
  server.models.script({ status: 400 });
  const question = server.ask("[[answer: one two]]", {
    requestId: "repeated",
    options: { conversationId: "c", storage: "cloud", parentId: null, replyId: "a" },
  });
  const pendingFailure = server.post(question);
  await server.models.whenPaused();
  const { db } = server.platform;
  await db.schema.alterTable("messages").renameTo("messages_away").execute();
  server.models.resume();
  expect((await readStream(await pendingFailure)).status).toBeGreaterThanOrEqual(500);
  await server.settled();
  await db.schema.alterTable("messages_away").renameTo("messages").execute();

  expect((await readStream(await server.post(question))).answer.end).toMatchObject({ end: "done" });
  await server.settled();
  expect(endWaits).not.toEqual([]);
  for (const endWait of endWaits) endWait();
  await waitForCallbacks();
  const { conversation } = (await server.ann.proxy(openConversation, { conversationId: "c" })).result;
  expect(conversation.messages[1]).toMatchObject({ content: "one two", data: { end: { end: "done" } } });
  await server.close();
});

const createLostResponse = () => new DatabaseConnectionError(new Error("the response was lost"));

/** Makes the database lose its response to the next commit. */
function loseNextCommitResponse({ db }: Platform): void {
  const startTransaction = db.transaction.bind(db);
  vi.spyOn(db, "transaction").mockImplementationOnce(() => {
    const builder = startTransaction();
    const execute = builder.execute.bind(builder);
    builder.execute = async (work) => {
      await execute(work);
      throw createLostResponse();
    };
    return builder;
  });
}

test("an answer whose turn was stored although the database's response was lost ends as failed", async () => {
  const server = await startChatServer();
  const { platform, ann } = server;
  const createTurn = (conversationId: string): NewTurn => ({
    conversationId,
    parentId: null,
    messages: [{ id: `${conversationId}-q`, role: "user", content: "Hi" }],
    replyId: `${conversationId}-a`,
    requestId: `${conversationId}-r`,
    modelId: server.modelId,
    modelName: "M",
  });
  const open = (turn: NewTurn, options: Parameters<typeof openWithClaim>[3]) =>
    storeTurn(
      platform,
      ann.actor,
      turn,
      () => emptyAnswer,
      () => openWithClaim(platform, ann.actor, turn, options),
    );

  const firstTurn = prepareFirstTurn(platform, ann.actor, createTurn("withClaim"));
  const claim = firstTurn?.insertWith(sql`select 1`).then(() => Promise.reject(createLostResponse()));
  expect(claim).toBeDefined();
  await expect(open(createTurn("withClaim"), { claim: Promise.resolve(claim), firstTurn })).rejects.toThrow("lost");
  loseNextCommitResponse(platform);
  await expect(open(createTurn("alone"), { claim: Promise.resolve(), firstTurn: null })).rejects.toThrow("lost");
  for (const conversationId of ["withClaim", "alone"]) {
    await vi.waitFor(async () => {
      const { conversation } = (await ann.proxy(openConversation, { conversationId })).result;
      const end = { end: "failed", code: "unavailable", message: expect.stringContaining("can’t be reached") };
      expect(conversation.messages[1]).toMatchObject({ content: "", data: { end } });
    });
    expect((await ann.proxy(clearMessages, { conversationId })).status).toBe(200);
  }
  await server.close();
});

test("the log line of a periodic save that fails names the request", async () => {
  const lines: unknown[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const server = await startChatServer({ log });
  server.models.pauseAfter(1);
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const options = { conversationId: "c", storage: "cloud" as const, parentId: null, replyId: "a" };
  const response = await server.post(server.ask("[[answer: one two]]", { requestId: "periodic", options }));
  await server.models.whenPaused();
  const { schema } = server.platform.db;
  for (const table of ["messages", "usage"]) await schema.alterTable(table).renameTo(`${table}_away`).execute();
  await vi.waitFor(
    () => {
      for (const msg of ["an answer could not be saved while it was being written", "usage could not be updated"]) {
        expect(lines).toContainEqual(expect.objectContaining({ msg, requestId: "periodic" }));
      }
    },
    { timeout: 10_000 },
  );
  vi.useRealTimers();
  for (const table of ["messages", "usage"]) await schema.alterTable(`${table}_away`).renameTo(table).execute();
  server.models.resume();
  await readStream(response);
  await server.close();
});
