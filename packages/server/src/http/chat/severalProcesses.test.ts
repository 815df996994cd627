import { listRuns, openConversation } from "@lectern/contract";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createRunLog } from "../../modules/chat/createRunLog.ts";
import { reapDeadRuns } from "../../modules/chat/reapDeadRuns.ts";
import type { UsableModel } from "../../modules/models/service.ts";
import { tryClaimRun } from "../../modules/usage/service.ts";
import { openNotifyBus } from "../../platform/processes/notifyBus.ts";
import { generateWords } from "../../testing/modelServer/behaviour.ts";
import { type ChatServer, readStream, startChatServer } from "../../testing/startChatServer.ts";
import { createPostgresDatabase } from "../../testing/testDatabase.ts";

describe("two servers on one database", () => {
  let a: ChatServer;
  let b: ChatServer;
  let dropDatabase: () => Promise<void>;
  let databaseUrl: string;
  let count = 0;
  beforeAll(async () => {
    ({ databaseUrl, drop: dropDatabase } = await createPostgresDatabase());
    a = await startChatServer({ databaseUrl });
    b = await startChatServer({ databaseUrl, models: a.models });
  });
  afterEach(async () => {
    a.models.resume();
    await a.settled();
    await b.settled();
    a.models.reset();
  });
  afterAll(async () => {
    await b.close();
    await a.close();
    await dropDatabase();
  });

  const findUsage = (requestId: string) =>
    a.platform.db.selectFrom("usage").selectAll().where("request_id", "=", requestId).execute();
  /** Returns the number of model calls that were not for titles. */
  const getChats = () => a.models.chats().filter(({ body }) => !/small/.test(body?.model ?? ""));
  /** A request in a new conversation with unique ids, which can be sent to either server. */
  const createRequest = (content: string, storage: "local" | "cloud" = "local") => {
    count += 1;
    const requestId = `request-${count}`;
    const options = {
      requestId,
      conversationId: `conversation-${count}`,
      storage,
      parentId: null,
      replyId: `a-${count}`,
    };
    const messages = [{ id: `q-${count}`, role: "user" as const, content }];
    return { requestId, conversationId: options.conversationId, body: a.ask(content, { messages, options }) };
  };
  const readText = async (reply: ReturnType<ChatServer["post"]>) => (await readStream(await reply)).text;

  test.each(["local", "cloud"] as const)(
    "the same request in a %s conversation to both servers at once is one call, one row and one answer",
    async (storage) => {
      for (let round = 0; round < 8; round++) {
        a.models.reset();
        const { requestId, body } = createRequest("[[tokens: 12]] [[pace: 2]]", storage);
        const texts = await Promise.all([readText(a.post(body)), readText(b.post(body)), readText(b.post(body))]);
        for (const text of texts) expect(text.replace(/^:\n\n/, "")).toBe(texts[0]?.replace(/^:\n\n/, ""));
        expect(texts[0]).toContain('"end":"done"');
        expect(getChats()).toHaveLength(1);
        await a.settled();
        await b.settled();
        const rows = (await findUsage(requestId)).filter(({ purpose }) => purpose === "chat");
        expect(rows).toMatchObject([{ outcome: "done", output_tokens: 12 }]);
      }
    },
  );

  test("a cloud turn sent to both servers at once is stored once, even without message and answer ids", async () => {
    count += 1;
    const options = {
      requestId: `bare-${count}`,
      conversationId: `bare-${count}`,
      storage: "cloud" as const,
      parentId: null,
    };
    const body = a.ask("[[answer: once]]", { options });
    await Promise.all([readText(a.post(body)), readText(b.post(body))]);
    const { result } = await a.ann.proxy(openConversation, { conversationId: options.conversationId });
    expect(result.conversation.messages).toMatchObject([
      { role: "user" },
      { content: "once", data: { end: { end: "done" } } },
    ]);
    expect(getChats()).toHaveLength(1);
  });

  test("an answer started on one server can be followed on the other after any event, live and after its end", async () => {
    const { requestId, body } = createRequest("[[tokens: 40]] [[pace: 35]]");
    a.models.pauseAfter(20);
    const firstResponse = a.post(body);
    await a.models.whenPaused();
    const liveResponse = b.follow(requestId, { headers: { "last-event-id": "2" } });
    a.models.resume();
    const { frames } = await readStream(await firstResponse);
    expect((await readStream(await liveResponse)).frames).toEqual(frames.slice(2));
    for (let received = 0; received < frames.length; received += 5) {
      const remainingStream = await readStream(
        await b.follow(requestId, { headers: { "last-event-id": String(received) } }),
      );
      expect(remainingStream.frames).toEqual(frames.slice(received));
    }
    const upToDateResponse = await b.follow(requestId, { headers: { "last-event-id": String(frames.length) } });
    expect(upToDateResponse.statusCode).toBe(204);
    expect((await readStream(await b.post(body))).frames).toEqual(frames);
    const wholeAnswerResponse = await b.post({ ...body, stream: false });
    expect(JSON.parse((await readStream(wholeAnswerResponse)).text)).toMatchObject({
      success: true,
      data: generateWords(40),
    });
    expect(getChats()).toHaveLength(1);
  });

  test("another person's run on the other server cannot be read or stopped", async () => {
    const bob = await b.signIn("bob@example.org");
    const { requestId, body } = createRequest("[[answer: one two]]");
    a.models.pauseAfter(1);
    const firstResponse = a.post(body);
    await a.models.whenPaused();
    expect((await b.follow(requestId, { person: bob })).statusCode).toBe(404);
    expect((await b.post({ killSwitch: { requestId, value: true } }, { person: bob })).statusCode).toBe(200);
    expect((await b.follow("nobodys-run")).statusCode).toBe(404);
    a.models.resume();
    expect((await readStream(await firstResponse)).answer).toMatchObject({ content: "one two", end: { end: "done" } });
  });

  test("[C7.49] a stop at the other server aborts the model's call and keeps the text", async () => {
    const { requestId, body } = createRequest("[[answer: one two three]]");
    a.models.pauseAfter(2);
    const firstResponse = a.post(body);
    await a.models.whenPaused();
    expect((await b.post({ killSwitch: { requestId, value: true } })).statusCode).toBe(200);
    await getChats()[0]?.aborted;
    expect((await readStream(await firstResponse)).answer).toMatchObject({
      content: "one two",
      end: { end: "stopped" },
    });
  });

  test("a stop that reaches the other server first stops the run at its start", async () => {
    const previousRequest = createRequest("Before");
    await readText(a.post(previousRequest.body));
    a.models.reset();
    const { requestId, body } = createRequest("Hi");
    await b.post({ killSwitch: { requestId, value: true } });
    // Messages between servers are ordered: once this is answered, the stop has arrived.
    await readText(b.follow(previousRequest.requestId));
    const { answer } = await readStream(await a.post(body));
    expect(answer).toMatchObject({ content: "", end: { end: "stopped" } });
    expect(getChats()).toEqual([]);
  });

  test("a stop at a server that is still waiting to relay the run stops it on the other server", async () => {
    const { requestId, body } = createRequest("[[answer: one two three]]");
    a.models.pauseAfter(2);
    const firstResponse = a.post(body);
    await a.models.whenPaused();
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query("begin; lock table usage in share row exclusive mode");
    const secondResponse = b.post(body);
    await vi.waitFor(() => expect(b.platform.runLog.listLocalRuns(b.ann.actor.principal.id)).toHaveLength(1));
    expect((await b.post({ killSwitch: { requestId, value: true } })).statusCode).toBe(200);
    await client.query("commit");
    await client.end();
    await getChats()[0]?.aborted;
    for (const reply of [await firstResponse, await secondResponse])
      expect((await readStream(reply)).answer).toMatchObject({ content: "one two", end: { end: "stopped" } });
  });

  test("a failure before the first token is the same status at both servers", async () => {
    const { body } = createRequest("[[status: 429; retry-after: 7]] [[first: 100]]");
    const replies = await Promise.all([a.post(body), b.post(body)]);
    for (const reply of replies) {
      expect([reply.statusCode, reply.headers["retry-after"]]).toEqual([429, "7"]);
      reply.resume();
    }
  });

  test("a question that failed because of the database is answered when it is sent again, to either server", async () => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    for (const server of [a, b]) {
      const { requestId, body } = createRequest("[[answer: Hello.]]", "cloud");
      await client.query("begin; lock table conversations in access exclusive mode");
      let failure: Awaited<ReturnType<ChatServer["post"]>> | null = null;
      const pendingFailure = a.post(body).then((response) => {
        failure = response;
      });
      while (!failure) {
        await sql`
          select pg_cancel_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(b.platform.db);
      }
      await pendingFailure;
      await client.query("rollback");
      expect(failure).toMatchObject({ statusCode: 503 });
      const { answer } = await readStream(await server.post(body));
      expect(answer).toMatchObject({ content: "Hello.", end: { end: "done" } });
      await server.settled();
      const rows = (await findUsage(requestId)).filter(({ purpose }) => purpose === "chat");
      expect(rows.filter(({ outcome }) => outcome === "done")).toHaveLength(1);
      // The failed start cost nothing.
      for (const { outcome, output_tokens } of rows)
        if (outcome !== "done") expect([outcome, output_tokens]).toEqual(["failed", 0]);
    }
    await client.end();
  });

  test("both servers list all runs, and the id of a local conversation is never stored", async () => {
    const localRequest = createRequest("[[answer: one two]]");
    const cloudRequest = createRequest("[[answer: one two]]", "cloud");
    a.models.pauseAfter(1);
    const replies = [a.post(localRequest.body), a.post(cloudRequest.body)];
    await a.models.whenPaused(2);
    const listRunsOfA = async (conversationId?: string) =>
      (await b.ann.rest(listRuns, conversationId === undefined ? {} : { conversationId })).result.runs;
    expect((await listRunsOfA()).map(({ requestId }) => requestId)).toEqual([
      localRequest.requestId,
      cloudRequest.requestId,
    ]);
    expect(await listRunsOfA(localRequest.conversationId)).toMatchObject([
      { requestId: localRequest.requestId, conversationId: localRequest.conversationId },
    ]);
    expect(await listRunsOfA(cloudRequest.conversationId)).toMatchObject([{ requestId: cloudRequest.requestId }]);
    expect(await listRunsOfA("another")).toEqual([]);
    const { rows } = await sql<{ row: string }>`select usage::text as row from usage`.execute(a.platform.db);
    expect(rows.filter(({ row }) => row.includes(localRequest.conversationId))).toEqual([]);
    a.models.resume();
    await Promise.all(replies.map(readText));
    await a.settled();
    expect(await listRunsOfA()).toEqual([]);
    expect((await findUsage(localRequest.requestId))[0]).toMatchObject({ conversation_hash: null });
  });

  test("an answer stopped on one server keeps its text when the same request reaches the other", async () => {
    const { requestId, conversationId, body } = createRequest("[[answer: one two three]]", "cloud");
    a.models.pauseAfter(2);
    const firstResponse = a.post(body);
    await a.models.whenPaused();
    await a.post({ killSwitch: { requestId, value: true } });
    await readText(firstResponse);
    await a.settled();
    expect((await readStream(await b.post(body))).answer).toMatchObject({
      content: "one two",
      end: { end: "stopped" },
    });
    const { result } = await b.ann.proxy(openConversation, { conversationId });
    expect(result.conversation.messages[1]).toMatchObject({ content: "one two" });
    expect(JSON.stringify(result)).not.toContain("processId");
  });

  test("when a server dies, the other ends only its runs, and the same request can be answered again", async () => {
    const c = await startChatServer({ databaseUrl, models: a.models });
    const [interruptedRequest, unaffectedRequest] = [
      createRequest("[[answer: one two three]]", "cloud"),
      createRequest("[[answer: one two three]]", "cloud"),
    ];
    a.models.pauseAfter(2);
    const replies = [c.post(interruptedRequest.body), a.post(unaffectedRequest.body)];
    await a.models.whenPaused(2);
    const followedStream = b.follow(interruptedRequest.requestId).then(readStream);
    const repeatedStream = b.post(interruptedRequest.body).then(readStream);
    const openAnswer = async ({ conversationId }: typeof interruptedRequest) =>
      (await b.ann.proxy(openConversation, { conversationId })).result.conversation.messages[1];
    await vi.waitFor(async () => expect((await openAnswer(interruptedRequest))?.content).toBe("one two"), {
      timeout: 5_000,
    });
    await c.simulateCrash();
    for (const { answer } of await Promise.all([followedStream, repeatedStream])) {
      expect(answer).toMatchObject({ content: "one two", end: { end: "stopped", code: "interrupted" } });
    }
    await reapDeadRuns(b.platform, "later");
    expect(await openAnswer(interruptedRequest)).toMatchObject({
      content: "one two",
      data: { end: { code: "interrupted" } },
    });
    expect(await findUsage(interruptedRequest.requestId)).toMatchObject([{ outcome: "interrupted" }]);
    expect((await openAnswer(unaffectedRequest))?.data).not.toHaveProperty("end");
    expect((await findUsage(unaffectedRequest.requestId))[0]).toMatchObject({ settled_at: null });

    const repeatedResponse = a.post(interruptedRequest.body);
    await a.models.whenPaused(3);
    // The server that was considered dead continues, and must not modify the new run.
    await c.post({ killSwitch: { requestId: interruptedRequest.requestId, value: true } });
    await readText(replies[0] ?? repeatedResponse);
    await c.settled();
    expect((await openAnswer(interruptedRequest))?.data).not.toHaveProperty("end");
    a.models.resume();
    expect((await readStream(await repeatedResponse)).answer).toMatchObject({
      content: "one two three",
      end: { end: "done" },
    });
    await readText(replies[1] ?? repeatedResponse);
    await a.settled();
    expect((await openAnswer(interruptedRequest))?.content).toBe("one two three");
    expect((await openAnswer(unaffectedRequest))?.content).toBe("one two three");
    await c.close();
  });

  test("an answer stored by one server is ended if the server that claimed its run dies before writing it", async () => {
    const { conversationId, body: firstBody } = createRequest("[[answer: first]]", "cloud");
    await readText(a.post(firstBody));
    await a.settled();
    a.models.reset();
    const requestId = `${conversationId}-second`;
    const body = a.ask("[[answer: never]]", {
      messages: [{ id: "q-second", role: "user", content: "[[answer: never]]" }],
      options: {
        ...{ requestId, conversationId, storage: "cloud", replyId: "a-second" },
        parentId: firstBody.options?.replyId ?? null,
      },
    });
    const bus = await openNotifyBus({ databaseUrl, secrets: a.platform.secrets, log: a.platform.log });
    const runLog = createRunLog({ ...a.platform, processes: bus }, bus);
    const userId = a.ann.actor.principal.id;
    runLog.start({ userId, requestId, conversationId, startedAt: new Date() });
    const model = { id: a.modelId, inputTokenCost: null, outputTokenCost: null, cachedTokenCost: null };
    await a.platform.db
      .insertInto("usage")
      .values({
        ...{
          id: requestId,
          process_id: bus.id,
          user_id: userId,
          request_id: requestId,
          conversation_id: conversationId,
        },
        ...{ model_id: model.id, purpose: "chat", opened_at: new Date(), is_estimate: false },
        ...{ input_tokens: 0, output_tokens: 0, cached_tokens: 0, cost: 0 },
      })
      .execute();
    const reply = b.post(body);
    const openAnswer = async () =>
      (await b.ann.proxy(openConversation, { conversationId })).result.conversation.messages[3];
    await vi.waitFor(async () => expect(await openAnswer()).toMatchObject({ content: "" }));
    await runLog.close();
    await bus.close();
    expect((await readStream(await reply)).answer.end).toMatchObject({ code: "interrupted" });
    await b.settled();
    expect(await openAnswer()).toMatchObject({ content: "", data: { end: { end: "stopped", code: "interrupted" } } });
    expect(getChats()).toEqual([]);
  });

  test("a claim whose reply was lost is released and does not block the request", async () => {
    const { requestId, body } = createRequest("[[answer: one]]");
    let proceed: () => void = () => undefined;
    let isLost = false;
    const responseLosingDb = a.platform.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (isLost) return result;
        isLost = true;
        throw new Error("the connection was lost");
      },
    });
    const wait = () => new Promise<void>((resolve) => (proceed = resolve));
    const model = { id: a.modelId, inputTokenCost: null, outputTokenCost: null, cachedTokenCost: null };
    const newUsage = { payer: a.ann.actor, requestId, conversationId: null, conversationIdToHash: null };
    const claim = tryClaimRun(
      { ...a.platform, db: responseLosingDb, wait },
      { ...newUsage, model: model as UsableModel },
      { ignoreAnswered: false },
    );
    await expect(claim).rejects.toThrow("lost");
    expect((await b.ann.rest(listRuns, {})).result.runs).toMatchObject([{ requestId }]);
    proceed();
    await vi.waitFor(async () => expect(await findUsage(requestId)).toEqual([]));
    expect((await readStream(await b.post(body))).answer).toMatchObject({ content: "one" });
  });

  test("after a regular shutdown, a request is answered again only if its answer was not stored", async () => {
    const c = await startChatServer({ databaseUrl, models: a.models });
    const [localRequest, cloudRequest] = [
      createRequest("[[answer: again]]"),
      createRequest("[[answer: again]]", "cloud"),
    ];
    for (const { body } of [localRequest, cloudRequest]) await readText(c.post(body));
    await c.close();
    expect((await b.follow(localRequest.requestId)).statusCode).toBe(404);
    expect((await readStream(await b.post(localRequest.body))).answer).toMatchObject({
      content: "again",
      end: { end: "done" },
    });
    expect((await b.post(cloudRequest.body)).statusCode).toBe(409);
    expect((await findUsage(localRequest.requestId)).map(({ outcome }) => outcome)).toEqual(["done", "done"]);
  });
});
