import { randomUUID } from "node:crypto";
import { type ChatRequestInput, openConversation } from "@lectern/contract";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type ChatServer, readEvents, readStream, startChatServer } from "../../../testing/startChatServer.ts";

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

const send = async (body: unknown) => readStream(await server.post(body));
const listModelMessages = () => server.models.chats().at(-1)?.body?.messages ?? [];
const rest = (answer: string) => `Tell me. [[answer: The quick bro]] [[finish: length]] [[rest]] ${answer}`;

describe("an answer of a local conversation that ended at the length limit", () => {
  const buildRest = (content: string, partialAnswer: object): ChatRequestInput =>
    server.ask(content, {
      options: { requestId: randomUUID(), partialAnswer: { requestId: "first", ...partialAnswer } },
    });

  test("continues where it stopped, with its reasoning and state, and the model is asked for the rest", async () => {
    const data = { reasoning: "Hm.", state: { currentAssistant: "Ann" } };
    const body = buildRest(rest("[[answer: brown fox jumps.]]"), { content: "The quick bro", data });
    const { status, answer } = await send(body);
    expect(status).toBe(200);
    expect(answer).toMatchObject({ content: "The quick brown fox jumps.", end: { end: "done" }, ...data });
    expect(listModelMessages().slice(-3)).toMatchObject([
      { role: "user" },
      { role: "assistant", content: "The quick" },
      { role: "user", content: expect.stringMatching(/cut off before it was complete/) },
    ]);
  });

  test("keeps all that had arrived if the model fails, or is stopped before or while it writes the last words again", async () => {
    const failed = await send(buildRest(rest("[[status: 500]]"), { content: "The quick bro" }));
    expect(failed).toMatchObject({ status: 200, answer: { content: "The quick bro", end: { end: "failed" } } });
    const cut = await send(buildRest(rest("[[answer: brown fox jumps]] [[cut: 2]]"), { content: "The quick bro" }));
    expect(cut.answer).toMatchObject({ content: "The quick brown fox", end: { end: "failed" } });
    for (const count of [0, 2]) {
      server.models.pauseAfter(count);
      const body = buildRest(rest("[[answer: A story of a fox: The quick brown]]"), {
        content: "A story of a fox: The quick bro",
      });
      const stopped = server.post(body).then(readStream);
      await server.models.whenPaused();
      await send({ killSwitch: { requestId: body.options?.requestId, value: true } });
      expect((await stopped).answer).toMatchObject({
        content: "A story of a fox: The quick bro",
        end: { end: "stopped" },
      });
      server.models.resume();
      server.models.reset();
    }
  });

  describe("with a long chat before it", () => {
    const paragraph = "Lorem ipsum dolor sit amet consectetur adipiscing. ".repeat(40);
    const history = Array.from({ length: 120 }, (_, index) => ({
      role: index % 2 === 0 ? ("user" as const) : ("assistant" as const),
      content: paragraph,
    }));
    const askRest = async (repeatCount: number) => {
      const content = `${"The answer so far has many words in it and is long. ".repeat(repeatCount)}The qui`;
      const body = buildRest(rest("[[answer: quick one.]]"), { content });
      return send({ ...body, max_tokens: 4_096, messages: [...history, ...body.messages] });
    };

    test("gets as many tokens as another one, because earlier messages are left out", async () => {
      const messageCounts: number[] = [];
      for (const repeatCount of [1, 250]) {
        const { answer } = await askRest(repeatCount);
        expect(answer.content).toMatch(/The quick one\.$/);
        expect(answer.statuses).toMatchObject([{ id: "history" }]);
        expect(server.models.chats("scripted-large").at(-1)?.body).toMatchObject({ max_tokens: 4_096 });
        messageCounts.push(listModelMessages().length);
      }
      expect(messageCounts[1]).toBeLessThan(messageCounts[0] ?? 0);
    });

    test("says that it is too long, and stays as it is, if the model cannot read it", async () => {
      const { answer } = await askRest(4_000);
      expect(answer.end).toMatchObject({ end: "failed", message: expect.stringContaining("too long for this model") });
      expect(answer.content).toMatch(/The qui$/);
      expect(server.models.chats("scripted-large")).toEqual([]);
    });
  });

  test("is rejected if it is complete or waits for an approval", async () => {
    const complete = await send(buildRest("Hi", { content: "Yes.", data: { end: { end: "done" } } }));
    expect([complete.status, complete.text]).toEqual([409, expect.stringContaining("already complete")]);
    const waitingStep = { ...step, state: "waiting" };
    const waiting = await send(buildRest("Hi", { content: "I look.\n\nThe", data: { steps: [waitingStep] } }));
    expect([waiting.status, waiting.text]).toEqual([409, expect.stringContaining("allowed or denied")]);
    expect(server.models.chats("scripted-large")).toEqual([]);
  });

  test("is rejected without its text, or with a format whose parts cannot be joined", async () => {
    expect((await send(buildRest("Hi", {}))).status).toBe(400);
    const body = buildRest("Hi", { content: "{" });
    const options = { ...body.options, response_format: { type: "json_object" as const } };
    expect((await send({ ...body, options })).status).toBe(400);
  });
});

describe("an answer of a cloud conversation", () => {
  const ask = (content: string) => {
    const id = randomUUID();
    const messages = [{ id: `${id}-q`, role: "user" as const, content }];
    const options = {
      ...{ requestId: `${id}-r`, conversationId: id, storage: "cloud" as const, parentId: null, replyId: `${id}-a` },
    };
    return { ...server.ask(content), messages, options };
  };
  const toRest = (body: ReturnType<typeof ask>, requestId: string = randomUUID()) => ({
    ...body,
    options: { ...body.options, requestId, partialAnswer: { requestId: body.options.requestId } },
  });
  const loadMessages = async (conversationId: string) =>
    (await server.ann.proxy(openConversation, { conversationId })).result.conversation.messages;

  test("continues from the stored text in the same message, and the request for the rest is not stored", async () => {
    const body = ask(rest("[[answer: brown fox jumps.]]"));
    await send(body);
    await server.settled();
    const requestId = randomUUID();
    const { answer } = await send(toRest(body, requestId));
    expect(answer.content).toBe("The quick brown fox jumps.");
    const messages = await loadMessages(body.options.conversationId);
    expect(messages).toMatchObject([
      { id: body.options.replyId.replace(/a$/, "q"), role: "user" },
      {
        id: body.options.replyId,
        content: "The quick brown fox jumps.",
        data: { run: { requestId }, end: { end: "done" } },
      },
    ]);
    expect(messages).toHaveLength(2);
    const rows = await server.platform.db
      .selectFrom("usage")
      .select("outcome")
      .where("request_id", "in", [body.options.requestId, requestId])
      .execute();
    expect(rows).toEqual([{ outcome: "done" }, { outcome: "done" }]);
  });

  test("continues once: a second request for the same part is refused and changes nothing", async () => {
    const body = ask(rest("[[answer: brown fox jumps.]]"));
    await send(body);
    await send(toRest(body));
    await server.settled();
    const { status, text } = await send(toRest(body));
    expect(status).toBe(409);
    expect(text).toContain("continued or changed in the meantime");
    expect((await loadMessages(body.options.conversationId))[1]?.content).toBe("The quick brown fox jumps.");
  });

  test("does not continue if it is complete or waits for an approval, and stays as it is", async () => {
    const complete = ask("[[answer: Yes.]]");
    await send(complete);
    await server.settled();
    const refused = await send(toRest(complete));
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("already complete")]);
    const waiting = ask(rest("[[answer: brown fox.]]"));
    await send(waiting);
    await server.settled();
    const steps = JSON.stringify({ steps: [{ ...step, state: "waiting" }] });
    await server.platform.db
      .updateTable("messages")
      .set({ data: sql`data || ${steps}::jsonb` })
      .where("id", "=", waiting.options.replyId)
      .execute();
    const stored = (await loadMessages(waiting.options.conversationId))[1];
    expect((await send(toRest(waiting))).text).toContain("allowed or denied");
    expect((await loadMessages(waiting.options.conversationId))[1]).toEqual(stored);
    expect((await loadMessages(complete.options.conversationId))[1]?.data.end).toMatchObject({ end: "done" });
  });

  test("is rejected with a text or data, which the server has", async () => {
    const body = toRest(ask(rest("[[answer: brown fox.]]")));
    for (const own of [{ content: "The" }, { data: {} }]) {
      const partialAnswer = { ...body.options.partialAnswer, ...own };
      const { status, text } = await send({ ...body, options: { ...body.options, partialAnswer } });
      expect([status, text]).toEqual([400, expect.stringContaining("options.partialAnswer")]);
    }
  });

  test("of another person does not exist", async () => {
    const body = ask(rest("[[answer: brown fox.]]"));
    await send(body);
    await server.settled();
    const bob = await server.signIn("bob@example.org");
    expect((await readStream(await server.post(toRest(body), { person: bob }))).status).toBe(404);
    expect((await loadMessages(body.options.conversationId))[1]?.content).toBe("The quick bro");
  });

  test("is stored with its last word while another process could have to end it", async () => {
    const body = ask(rest("[[think: Which fox?]] [[answer: brown fox jumps.]]"));
    await send(body);
    await server.settled();
    server.models.pauseAfter(0);
    const second = toRest(body);
    const ended = server.post(second).then(readStream);
    const loadAnswer = async () => (await loadMessages(body.options.conversationId))[1];
    await expect.poll(async () => (await loadAnswer())?.data.reasoning, { timeout: 5_000 }).toBeTruthy();
    expect((await loadAnswer())?.content).toBe("The quick bro");
    server.models.resume();
    expect((await ended).answer.content).toBe("The quick brown fox jumps.");
  });

  test("can be stopped again, and continues from there", async () => {
    const body = ask(rest("[[answer: brown fox jumps over the dog.]]"));
    await send(body);
    await server.settled();
    const second = toRest(body);
    server.models.pauseAfter(3);
    // The first event is what the first part has said of the window.
    const text = await readEvents(await server.post(second), 4);
    expect(text).toContain("jumps");
    const following = server.follow(second.options.requestId).then(readStream);
    await send({ killSwitch: { requestId: second.options.requestId, value: true } });
    expect((await following).answer).toMatchObject({ content: "The quick brown fox jumps", end: { end: "stopped" } });
    await server.settled();
    server.models.script({ answer: "jumps over the dog." });
    const third = { ...toRest(body), options: { ...toRest(second).options } };
    expect((await send(third)).answer.content).toBe("The quick brown fox jumps over the dog.");
  });
});

const step = { id: "0-0", round: 0, tool: "t", title: "T", arguments: "{}", state: "done" as const, offset: 8 };

test("a step of the first part keeps its place, and the text after it continues", async () => {
  const data = { steps: [step] };
  const options = { requestId: randomUUID(), partialAnswer: { requestId: "r", content: "I look.\n\nThe bir", data } };
  const { answer } = await send(server.ask("Hi [[rest]] [[answer: bird sings.]]", { options }));
  expect(answer).toMatchObject({ content: "I look.\n\nThe bird sings.", steps: [step] });
});
