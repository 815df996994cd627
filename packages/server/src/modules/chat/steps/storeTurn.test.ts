import { setImmediate as waitForCallbacks } from "node:timers/promises";
import { openConversation } from "@lectern/contract";
import { expect, test, vi } from "vitest";
import { readStream, startChatServer } from "../../../testing/startChatServer.ts";

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
