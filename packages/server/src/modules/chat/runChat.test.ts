import { type Conversation, openConversation } from "@lectern/contract";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type ChatServer, readEvents, readStream, startChatServer } from "../../testing/startChatServer.ts";
import { drainRuns } from "./drainRuns.ts";

describe("answers and their stored form", () => {
  let server: ChatServer;
  beforeAll(async () => {
    server = await startChatServer();
  });
  afterEach(async () => {
    server.models.resume();
    await server.settled();
    server.models.reset();
  });
  afterAll(() => server.close());

  const listUsageRows = (requestId: string) =>
    server.platform.db.selectFrom("usage").selectAll().where("request_id", "=", requestId).execute();
  const loadConversation = async (conversationId: string): Promise<Conversation> => {
    const { status, result } = await server.ann.proxy(openConversation, { conversationId });
    expect(status).toBe(200);
    return result.conversation;
  };
  /** Builds the request of the first turn of the cloud conversation `id`, or with `parentId` of the second one. */
  const buildTurn = (id: string, content: string, parentId: string | null = null) => ({
    ...server.ask(content),
    messages: [{ id: `${id}-q${parentId ? 2 : 1}`, role: "user" as const, content }],
    options: {
      requestId: `${id}-r${parentId ? 2 : 1}`,
      conversationId: id,
      storage: "cloud" as const,
      parentId,
      replyId: `${id}-a${parentId ? 2 : 1}`,
    },
  });

  describe("usage", () => {
    test("the model may use half of its output limit, and its server's count settles one row", async () => {
      await readStream(
        await server.post(server.ask("[[tokens:7]]", { requestId: "counted", options: { conversationId: "here" } })),
      );
      await server.settled();
      const rows = await listUsageRows("counted");
      expect(rows).toHaveLength(1);
      expect(rows[0]).toMatchObject({
        user_id: server.ann.actor.principal.id,
        outcome: "done",
        is_estimate: false,
        output_tokens: 7,
        purpose: "chat",
        conversation_id: null,
      });
      const modelRequest = server.models.chats()[0]?.body;
      expect(modelRequest?.max_tokens ?? modelRequest?.max_completion_tokens).toBe(2_048);
    });

    test("if the server sends no count, the row has an estimate", async () => {
      await readStream(
        await server.post(server.ask("[[answer:Hello there.]] [[nousage]]", { requestId: "estimated" })),
      );
      await server.settled();
      const [row] = await listUsageRows("estimated");
      expect(row).toMatchObject({ outcome: "done", is_estimate: true, output_tokens: 3 });
      expect(row?.input_tokens).toBeGreaterThan(20);
    });

    test("a repeated request is billed once", async () => {
      const body = server.ask("[[answer:Once.]]", { requestId: "once" });
      await Promise.all([server.post(body).then(readStream), server.post(body).then(readStream)]);
      await readStream(await server.post(body));
      await server.settled();
      expect(await listUsageRows("once")).toHaveLength(1);
      expect(server.models.chats()).toHaveLength(1);
    });

    test("a rejected call is recorded as failed and costs nothing; a stopped one is estimated", async () => {
      (await server.post(server.ask("[[status:500]]", { requestId: "refused" }))).resume();
      server.models.pauseAfter(2);
      const response = await server.post(server.ask("[[answer:one two three]]", { requestId: "stopped" }));
      await server.models.whenPaused();
      (await server.post({ killSwitch: { requestId: "stopped", value: true } })).resume();
      await readStream(response);
      await server.settled();
      expect((await listUsageRows("refused"))[0]).toMatchObject({
        outcome: "failed",
        is_estimate: false,
        input_tokens: 0,
      });
      expect((await listUsageRows("stopped"))[0]).toMatchObject({ outcome: "stopped", is_estimate: true });
      expect((await listUsageRows("stopped"))[0]?.output_tokens).toBeGreaterThan(0);
    });
  });

  describe("a local conversation", () => {
    test("leaves no content in any table", async () => {
      const marker = "zanzibar-quokka-7731";
      const body = server.ask(`[[answer:It is ${marker}]] ${marker}`, {
        requestId: "local",
        options: { conversationId: marker },
      });
      expect((await readStream(await server.post(body))).answer.content).toContain(marker);
      await server.settled();
      const { db } = server.platform;
      const tables = [
        "users",
        "sessions",
        "settings",
        "models",
        "conversations",
        "messages",
        "folders",
        "usage",
      ] as const;
      for (const table of tables) {
        expect(JSON.stringify(await db.selectFrom(table).selectAll().execute())).not.toContain(marker);
      }
    });
  });

  describe("a cloud conversation", () => {
    test("contains the question and an empty answer before the first token, and later the answer with its end", async () => {
      server.models.pauseAfter(0);
      const pendingResponse = server.post(buildTurn("c1", "[[answer:Hello.]]"));
      await server.models.whenPaused();
      const openConversationResult = await loadConversation("c1");
      expect(openConversationResult.messages.map(({ id, role, content }) => [id, role, content])).toEqual([
        ["c1-q1", "user", "[[answer:Hello.]]"],
        ["c1-a1", "assistant", ""],
      ]);
      expect(openConversationResult.messages[1]?.data).toMatchObject({ run: { requestId: "c1-r1" } });
      server.models.resume();
      expect((await readStream(await pendingResponse)).answer.end).toMatchObject({ end: "done" });
      const [, reply] = (await loadConversation("c1")).messages;
      expect(reply).toMatchObject({
        content: "Hello.",
        data: {
          run: { requestId: "c1-r1" },
          end: { end: "done", finishReason: "stop" },
          modelName: expect.any(String),
        },
      });
    });

    test("an answer is completed and stored even if its reader leaves", async () => {
      server.models.pauseAfter(2);
      await readEvents(await server.post(buildTurn("c2", "[[answer:one two three four]]")), 1);
      await server.models.whenPaused();
      server.models.resume();
      await server.settled();
      const [, reply] = (await loadConversation("c2")).messages;
      expect(reply).toMatchObject({ content: "one two three four", data: { end: { end: "done" } } });
    });

    test("an answer that a browser has to process is stored with a mark, before and after its end", async () => {
      const turn = buildTurn("marked", "[[answer:one two]]");
      server.models.pauseAfter(1);
      await readEvents(await server.post({ ...turn, options: { ...turn.options, needsProcessing: true } }), 1);
      await server.models.whenPaused();
      expect((await loadConversation("marked")).messages[1]?.data.needsProcessing).toBe(true);
      server.models.resume();
      await server.settled();
      const [, reply] = (await loadConversation("marked")).messages;
      expect(reply?.data).toMatchObject({ needsProcessing: true, end: { end: "done" } });
    });

    test("an unfinished answer is stored while it is being written", async () => {
      server.models.pauseAfter(2);
      const response = await server.post(buildTurn("c9", "[[answer:one two three]]"));
      await vi.waitFor(
        async () => {
          const [, reply] = (await loadConversation("c9")).messages;
          expect(reply?.content).toBe("one two");
          expect(reply?.data.end).toBeUndefined();
        },
        { timeout: 15_000 },
      );
      server.models.resume();
      await readStream(response);
    });

    test("the model's reasoning is stored with its answer", async () => {
      await readStream(await server.post(buildTurn("reasoning", "[[think:Let me see.]] [[answer:Seen.]]")));
      const { messages } = await loadConversation("reasoning");
      expect(messages.at(-1)).toMatchObject({ content: "Seen.", data: { reasoning: "Let me see." } });
    });

    test("the functions of a request reach the model, and its function call is streamed", async () => {
      const parameters = { type: "object", properties: { place: { type: "string" } } };
      const functions = [{ name: "find_place", description: "Finds a place.", parameters }];
      const body = buildTurn("functions", "[[tool:find_place]]");
      const options = { ...body.options, functions, function_call: { name: "find_place" } };
      const { answer } = await readStream(await server.post({ ...body, options }));
      expect(answer.toolCalls).toEqual([{ id: "call_1", name: "find_place", arguments: '{"place":"Zürich"}' }]);
      expect(server.models.chats()[0]?.body).toMatchObject({
        tools: [{ type: "function", function: functions[0] }],
        tool_choice: { type: "function", function: { name: "find_place" } },
      });
    });

    test("an answer that cannot be stored ends as failed, with its text sent", async () => {
      server.models.pauseAfter(1);
      const response = await server.post(buildTurn("c10", "[[answer:one two]]"));
      await server.models.whenPaused();
      const { db } = server.platform;
      await db.schema.alterTable("messages").renameTo("messages_away").execute();
      server.models.resume();
      const { answer } = await readStream(response);
      await server.settled();
      await db.schema.alterTable("messages_away").renameTo("messages").execute();
      expect(answer).toMatchObject({ content: "one two", end: { end: "failed", code: "internal" } });
    });

    test("the text before a failure or a stop is stored with the kind of end", async () => {
      await readStream(await server.post(buildTurn("c3", "[[answer:one two three]] [[cut:2]]")));
      expect((await loadConversation("c3")).messages[1]).toMatchObject({
        content: "one two",
        data: { end: { end: "failed", code: "providerFailed" } },
      });
      server.models.pauseAfter(2);
      const response = await server.post(buildTurn("c4", "[[answer:one two three]]"));
      await server.models.whenPaused();
      (await server.post({ killSwitch: { requestId: "c4-r1", value: true } })).resume();
      await readStream(response);
      expect((await loadConversation("c4")).messages[1]).toMatchObject({
        content: "one two",
        data: { end: { end: "stopped" } },
      });
    });

    test("a failure before the first token becomes an HTTP status, and is stored with the answer", async () => {
      const response = await server.post(buildTurn("c5", "[[status:500]]"));
      expect(response.statusCode).toBe(502);
      response.resume();
      expect((await loadConversation("c5")).messages[1]).toMatchObject({
        content: "",
        data: { end: { end: "failed" } },
      });
    });

    test("the next request contains only its own turn, and the model gets the stored branch", async () => {
      await readStream(await server.post(buildTurn("c6", "[[answer:First.]]")));
      await readStream(await server.post(buildTurn("c6", "[[answer:Second.]]", "c6-a1")));
      const modelRequest = server.models.chats().findLast(({ body }) => body?.model === "scripted-large");
      expect(modelRequest?.body?.messages?.slice(1)).toEqual([
        { role: "user", content: "[[answer:First.]]" },
        { role: "assistant", content: "First." },
        { role: "user", content: "[[answer:Second.]]" },
      ]);
      expect((await loadConversation("c6")).messages.map(({ content }) => content)).toEqual([
        "[[answer:First.]]",
        "First.",
        "[[answer:Second.]]",
        "Second.",
      ]);
    });

    test("is created with the settings of its first question; a later question does not change them", async () => {
      const { options, ...request } = buildTurn("configured", "[[answer: one]]");
      const newConversation = {
        ...{ name: "Tides", prompt: "Answer like a sailor.", temperature: 0.3, maxTokens: 70 },
        ...{ folderId: "folder", tags: ["sea"] },
      };
      await readStream(await server.post({ ...request, options: { ...options, newConversation } }));
      await server.settled();
      const created = { ...newConversation, modelId: server.modelId, headId: "configured-a1" };
      expect(await loadConversation("configured")).toMatchObject(created);
      const modelRequest = server.models.chats()[0];
      expect(modelRequest?.body?.messages?.[0]?.content).toContain("Answer like a sailor.");
      expect(server.models.chats()).toHaveLength(1); // no call for a title
      const next = buildTurn("configured", "[[answer: two]]", "configured-a1");
      const renamed = { ...next.options, newConversation: { ...newConversation, name: "Winds", tags: [] } };
      await readStream(await server.post({ ...next, options: renamed }));
      expect(await loadConversation("configured")).toMatchObject({ ...created, headId: "configured-a2" });
    });

    test("gets a title after its first answer, without delaying the reader", async () => {
      await readStream(await server.post(buildTurn("c7", "[[answer:Hello.]]")));
      await server.settled();
      expect((await loadConversation("c7")).name).toBe("A scripted title");
    });

    test("has the beginning of the question as its name while no answer has come, without a call for a title", async () => {
      const failing = buildTurn("unanswered", "How do the tides turn at the quay? [[status: 500]]");
      await readStream(await server.post(failing));
      await server.settled();
      expect((await loadConversation("unanswered")).name).toBe("How do the tides turn at the q...");
      expect(new Set(server.models.chats().map(({ body }) => body?.model)).size).toBe(1);
      const [question] = failing.messages;
      const again = { ...failing.options, requestId: "unanswered-again", replyId: "unanswered-a2" };
      server.models.script({ answer: "With the moon." });
      await readStream(await server.post({ ...failing, messages: question ? [question] : [], options: again }));
      await server.settled();
      expect((await loadConversation("unanswered")).name).toBe("A scripted title");
    });

    test("a parent that is missing or another person's is not found; nothing is written, and no model is called", async () => {
      await readStream(await server.post(buildTurn("c8", "[[answer:Hello.]]")));
      await server.settled();
      server.models.reset();
      const bob = await server.signIn("bob@example.org");
      const response = await server.post(buildTurn("c8", "And?", "c8-a1"), { person: bob });
      expect(response.statusCode).toBe(404);
      response.resume();
      await server.settled();
      expect(server.models.chats()).toEqual([]);
      expect((await loadConversation("c8")).messages).toHaveLength(2);
    });
  });
});

describe("shutdown", () => {
  test("waits for live answers for the grace period, then stops them and keeps their text", async () => {
    const server = await startChatServer();
    server.models.pauseAfter(2);
    const response = await server.post(server.ask("[[answer:one two three]]", { requestId: "last" }));
    await server.models.whenPaused();
    await drainRuns(server.platform, 20);
    expect(server.platform.runLog.countLiveRuns()).toBe(0);
    expect((await readStream(response)).answer).toMatchObject({ content: "one two", end: { end: "stopped" } });
    await server.close();
  });

  test("accepts no new answers meanwhile, and reports that the server is not ready", async () => {
    const server = await startChatServer();
    server.models.pauseAfter(1);
    const response = await server.post(server.ask("[[answer:one two]]", { requestId: "before" }));
    await server.models.whenPaused();
    const drainPromise = drainRuns(server.platform, 3_600_000);
    const lateResponse = await server.post(server.ask("late", { requestId: "late" }));
    expect(lateResponse.statusCode).toBe(503);
    expect(lateResponse.headers["retry-after"]).toBe("10");
    const readinessResponse = await fetch(`${server.origin}/readyz`);
    expect(readinessResponse.status).toBe(503);
    server.models.resume();
    await drainPromise;
    expect((await readStream(response)).answer).toMatchObject({ content: "one two", end: { end: "done" } });
    await server.close();
  });

  test("does not wait if nothing is being written, and an abort ends the wait", async () => {
    const server = await startChatServer();
    await drainRuns(server.platform, 3_600_000);
    await server.close();
    const otherServer = await startChatServer();
    otherServer.models.pauseAfter(1);
    const response = await otherServer.post(otherServer.ask("[[answer:one two]]"));
    await otherServer.models.whenPaused();
    await drainRuns(otherServer.platform, 3_600_000, AbortSignal.abort());
    expect((await readStream(response)).answer.end).toMatchObject({ end: "stopped" });
    await otherServer.close();
  });
});

test("[C1.12] [A1.10] if cloud storage is switched off, a cloud turn is rejected with 403, without a model call", async () => {
  const server = await startChatServer();
  const bob = await server.signIn("bob@example.org");
  const value = JSON.stringify({ storeCloudConversations: { enabled: false } });
  await server.platform.db
    .insertInto("settings")
    .values({ name: "featureFlags", value, updated_at: new Date() })
    .execute();
  const options = { conversationId: "c", storage: "cloud" as const, parentId: null };
  const response = await server.post(server.ask("Hi", { options }), { person: bob });
  expect(response.statusCode).toBe(403);
  response.resume();
  expect(server.models.chats()).toEqual([]);
  await readStream(await server.post(server.ask("Hi"), { person: bob }));
  await server.close();
});
