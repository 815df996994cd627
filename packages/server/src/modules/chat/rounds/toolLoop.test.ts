import { randomUUID } from "node:crypto";
import { type ChatRequestInput, openConversation, type ToolStep } from "@lectern/contract";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestTools, type TestTools } from "../../../testing/createTestTools.ts";
import { callForms } from "../../../testing/modelServer/oddAnswers.ts";
import { type ChatServer, readEvents, readStream, startChatServer } from "../../../testing/startChatServer.ts";

describe("tools of the server", () => {
  let server: ChatServer;
  let tools: TestTools;
  beforeAll(async () => {
    tools = createTestTools();
    server = await startChatServer({ modules: [tools.module] });
  });
  afterEach(async () => {
    tools.release();
    server.models.resume();
    await server.settled();
    server.models.reset();
    tools.calls.length = 0;
    tools.contribution = {};
  });
  afterAll(() => server.close());

  const cloudOptions = () => {
    const id = randomUUID();
    return {
      requestId: `${id}-r`,
      conversationId: id,
      storage: "cloud" as const,
      parentId: null,
      replyId: `${id}-a`,
      newConversation: { name: "Tools" },
    };
  };
  const ask = async (prompt: string, options: NonNullable<ChatRequestInput["options"]> = {}) =>
    readStream(await server.post(server.ask(prompt, { options })));
  const getModelMessages = (index: number) => server.models.chats()[index]?.body?.messages ?? [];
  const showSteps = (steps: readonly ToolStep[]) =>
    steps.map(({ id, tool, state, result }) => ({ id, tool, state, result }));
  const findUsage = (requestId: string) =>
    server.platform.db.selectFrom("usage").selectAll().where("request_id", "=", requestId).execute();
  const loadReply = async (conversationId: string) =>
    (await server.ann.proxy(openConversation, { conversationId })).result.conversation.messages[1];

  test("are called with the model's arguments, and the model gets their results", async () => {
    const options = cloudOptions();
    const prompt = '[[say: Let me see.]] [[call: echo {"text":"rain"}]] [[answer: It rains. {results}]]';
    const { answer } = await ask(prompt, options);
    expect(answer.content).toBe('Let me see.\n\nIt rains. echo: {"text":"rain"}');
    const step = {
      id: "0-0",
      round: 0,
      tool: "echo",
      title: "Test echo",
      arguments: '{"text":"rain"}',
      state: "done",
      result: 'echo: {"text":"rain"}',
      durationMs: expect.any(Number),
      offset: "Let me see.".length,
    };
    expect(answer.steps).toEqual([step]);
    expect(answer.toolCalls).toEqual([]);
    expect(answer.end).toMatchObject({ end: "done", finishReason: "stop" });
    expect(getModelMessages(1).slice(-2)).toMatchObject([
      { role: "assistant", content: "Let me see.", tool_calls: [{ function: { name: "echo" } }] },
      { role: "tool", content: 'echo: {"text":"rain"}' },
    ]);
    expect(await loadReply(options.conversationId)).toMatchObject({
      content: answer.content,
      data: { steps: [step], end: { end: "done" } },
    });
  });

  test("run in parallel within a round, and several rounds follow each other", async () => {
    const prompt =
      '[[call: wait {}]] [[call: echo {"text":"b"}]] [[then]] [[call: echo {"text":"c"}]] [[answer: {results}]]';
    const response = await server.post(server.ask(prompt));
    await tools.whenWaiting();
    await expect.poll(() => tools.calls.map(({ text }) => text)).toEqual(["", "b"]);
    tools.release();
    const { answer } = await readStream(response);
    expect(showSteps(answer.steps)).toEqual([
      { id: "0-0", tool: "wait", state: "done", result: "waited" },
      { id: "0-1", tool: "echo", state: "done", result: 'echo: {"text":"b"}' },
      { id: "1-0", tool: "echo", state: "done", result: 'echo: {"text":"c"}' },
    ]);
    // The results have the order of the calls, whichever ended first.
    expect(
      getModelMessages(1)
        .slice(-2)
        .map(({ content }) => content),
    ).toEqual(["waited", 'echo: {"text":"b"}']);
    expect(answer.content).toBe('echo: {"text":"c"}');
  });

  test.each(callForms.filter((form) => form !== "dropped"))(
    "are called however a server sends its calls: %s",
    async (form) => {
      const calls = '[[call: echo {"text":"a"}]] [[call: echo {"text":"b"}]]';
      const { answer } = await ask(`[[calls: ${form}]] ${calls} [[answer: {results}]]`);
      const texts = form === "legacy" ? ["a"] : ["a", "b"];
      expect(tools.calls.map(({ text }) => text)).toEqual(texts);
      expect(answer.content).toBe(texts.map((text) => `echo: {"text":"${text}"}`).join("\n"));
      expect(answer.end).toMatchObject({ end: "done" });
    },
  );

  test("a call that a server announces and does not send (vLLM) is no answer", async () => {
    const response = await server.post(server.ask('[[calls: dropped]] [[call: echo {"text":"a"}]]'));
    expect(response.statusCode).toBe(502);
    expect((await readStream(response)).text).toContain(
      "The model gave no answer. Please try again, or choose another model.",
    );
  });

  test("one usage row has the tokens of all calls of the model", async () => {
    const requestId = randomUUID();
    const { answer } = await ask('[[call: echo {"text":"a"}]] [[answer: done]]', { requestId });
    await server.settled();
    const counts = server.models.chats().map(({ usage }) => usage);
    expect(counts).toHaveLength(2);
    const inputTokens = counts.reduce((sum, usage) => sum + (usage?.inputTokens ?? 0), 0);
    const outputTokens = counts.reduce((sum, usage) => sum + (usage?.outputTokens ?? 0), 0);
    const rows = await findUsage(requestId);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ input_tokens: inputTokens, output_tokens: outputTokens, is_estimate: false });
    expect(answer.end).toMatchObject({ end: "done" });
  });

  test("a model that calls tools endlessly has to answer without them after eight rounds", async () => {
    const { answer } = await ask('[[endless: echo {"text":"again"}]] [[answer: enough]]');
    expect(answer.content).toBe("enough");
    expect(tools.calls).toHaveLength(7);
    expect(server.models.chats()).toHaveLength(8);
    expect(server.models.chats()[7]?.body?.tool_choice).toBe("none");
  });

  test("a tool that has been called too often says so to the model", async () => {
    const call = '[[call: twice {"text":"x"}]]';
    const { answer } = await ask(`${call} ${call} [[then]] ${call} [[answer: {results}]]`);
    expect(tools.calls).toHaveLength(2);
    expect(answer.steps.at(-1)).toMatchObject({ id: "1-0", state: "failed" });
    expect(answer.content).toContain("This tool can be called 2 times for one answer. Answer with what you have.");
  });

  test.each([
    { problem: "malformed arguments", call: "echo {text", result: /not valid JSON/ },
    {
      problem: "arguments that do not match the schema",
      call: 'echo {"text":5}',
      result: /arguments are invalid\. text/,
    },
    { problem: "arguments that are no object", call: 'echo "text"', result: /arguments are invalid/ },
    {
      problem: "[C8.33] an unknown tool",
      call: "delete_all {}",
      result:
        /Unknown operation: delete_all\. Please double check that you are using the right format\. The tools are: echo/,
    },
    { problem: "a tool that fails", call: "fail {}", result: /The tool failed\./ },
    { problem: "a slow tool", call: "slow {}", result: /took longer than 0\.05 seconds/ },
  ])("$problem: the model is told, and answers", async ({ call, result }) => {
    const { answer, text } = await ask(`[[call: ${call}]] [[answer: I could not.]]`);
    expect(answer.content).toBe("I could not.");
    expect(answer.steps).toMatchObject([{ state: "failed", result: expect.stringMatching(result) }]);
    expect(getModelMessages(1).at(-1)).toMatchObject({ role: "tool", content: expect.stringMatching(result) });
    expect(text).not.toContain("a secret of the server");
  });

  test("a huge result is shortened to the space of the context, and the model is told", async () => {
    const { answer } = await ask("[[call: huge {}]] [[answer: ok]]");
    expect(answer.content).toBe("ok");
    const result = getModelMessages(1).at(-1)?.content;
    expect(String(result).length).toBeLessThan(70_000);
    expect(String(result).length).toBeGreaterThan(30_000);
    expect(result).toMatch(/x\n\[The rest was left out because the result is too long\.\]$/);
    expect(answer.steps[0]?.result?.length).toBeLessThanOrEqual(100_000);
  });

  test("a stop cancels a running tool at once, and keeps the text", async () => {
    const options = cloudOptions();
    const response = await server.post(server.ask("[[say: One moment.]] [[call: wait {}]]", { options }));
    await tools.whenWaiting();
    (await server.post({ killSwitch: { requestId: options.requestId, value: true } })).resume();
    const { answer } = await readStream(response);
    expect(answer).toMatchObject({ content: "One moment.", end: { end: "stopped" }, steps: [{ state: "cancelled" }] });
    expect(server.models.chats()).toHaveLength(1);
    expect(await loadReply(options.conversationId)).toMatchObject({ data: { steps: [{ state: "cancelled" }] } });
  });

  test("a reader that returns in the middle gets all steps once", async () => {
    const options = { requestId: randomUUID() };
    const response = await server.post(server.ask("[[say: Hm.]] [[call: wait {}]] [[answer: {results}]]", { options }));
    await tools.whenWaiting();
    await readEvents(response, 2);
    const followed = server.follow(options.requestId);
    tools.release();
    const { answer } = await readStream(await followed);
    expect(answer).toMatchObject({ content: "Hm.\n\nwaited", steps: [{ state: "done", result: "waited" }] });
    expect(tools.calls).toHaveLength(1);
  });

  test("are not offered with functions of the client or a required format", async () => {
    const functions = [{ name: "mine", parameters: { type: "object" } }];
    await ask("[[answer: hi]]", { functions });
    await ask("[[answer: {}]]", { response_format: { type: "json_object" } });
    const offeredNames = server.models.chats().map(({ body }) => (body?.tools ?? []).map((tool) => tool.function.name));
    expect(offeredNames).toEqual([["mine"], []]);
  });

  test("arguments and results are hidden while the instructions are secret", async () => {
    tools.contribution = { instructions: [{ text: "The marker is quokka.", isSecret: true }] };
    const options = cloudOptions();
    const { answer, text } = await ask('[[call: echo {"text":"quokka"}]] [[answer: Done.]]', options);
    expect(getModelMessages(0)[0]?.content).toContain("The marker is quokka.");
    expect(getModelMessages(1).at(-1)?.content).toContain("quokka");
    expect(answer.steps).toMatchObject([{ tool: "echo", state: "done", arguments: "" }]);
    expect(text).not.toContain("quokka");
    expect(JSON.stringify(await loadReply(options.conversationId))).not.toContain("quokka");
  });

  test("tools that need approval are not offered while the instructions are secret", async () => {
    tools.contribution = { instructions: [{ text: "The marker is quokka.", isSecret: true }] };
    const { answer } = await ask('[[call: send {"text":"quokka"}]] [[answer: Done.]]');
    expect(answer).toMatchObject({ content: "Done.", steps: [{ title: "Unknown tool", state: "failed" }] });
    expect(JSON.stringify(server.models.chats()[0]?.body?.tools)).not.toContain('"send"');
  });

  test("tools whose arguments are shown all the same are offered, with the question that the person reads", async () => {
    tools.contribution = { instructions: [{ text: "The marker is quokka.", isSecret: true }] };
    const { answer } = await ask('[[call: publish {"text":"a text"}]] [[answer: Done.]]');
    expect(answer.steps).toMatchObject([
      { tool: "publish", state: "waiting", arguments: '{"text":"a text"}', question: "Publish it?" },
    ]);
  });

  test("[C4.35] a tool can end the answer with what the person has to do", async () => {
    const options = cloudOptions();
    const { answer } = await ask("[[say: I send it.]] [[call: pause {}]] [[answer: never]]", options);
    expect(answer).toMatchObject({
      content: "I send it.\n\nPlease sign the form first.",
      end: { end: "done", finishReason: "pause" },
      steps: [{ state: "done", result: "It waits for a signature." }],
    });
    expect(server.models.chats()).toHaveLength(1);
    expect(await loadReply(options.conversationId)).toMatchObject({ content: answer.content });
  });

  test("a tool that ends the answer cancels the calls that wait for an approval, which nobody can give any more", async () => {
    const { answer } = await ask('[[call: send {"text":"mail"}]] [[call: pause {}]] [[answer: never]]');
    expect(answer).toMatchObject({
      end: { finishReason: "pause" },
      steps: [
        { tool: "send", state: "cancelled" },
        { tool: "pause", state: "done" },
      ],
    });
  });

  describe("a call that needs approval", () => {
    const decide = (runId: string, isApproved: boolean, more: object = {}, requestId = randomUUID()) =>
      server.post({
        continueRun: { runId, requestId, decisions: [{ stepId: "0-0", isApproved }], ...more },
      });
    const prompt = '[[say: May I?]] [[call: send {"text":"mail"}]] [[answer: {results}]]';

    test("ends the answer, which continues with the result after the approval", async () => {
      const options = cloudOptions();
      const { answer } = await ask(prompt, options);
      expect(answer).toMatchObject({
        content: "May I?",
        end: { end: "done", finishReason: "approval" },
        steps: [{ tool: "send", state: "waiting", arguments: '{"text":"mail"}' }],
      });
      expect(tools.calls).toEqual([]);
      await server.settled();
      expect(await findUsage(options.requestId)).toMatchObject([{ outcome: "done", settled_at: expect.any(Date) }]);

      const requestId = randomUUID();
      const continued = (await readStream(await decide(options.requestId, true, {}, requestId))).answer;
      expect(tools.calls).toEqual([{ tool: "send", text: "mail" }]);
      const result = 'echo: {"text":"mail"}';
      expect(continued).toMatchObject({
        content: `May I?\n\n${result}`,
        end: { end: "done", finishReason: "stop" },
        steps: [{ state: "done", result }],
      });
      const reply = await loadReply(options.conversationId);
      expect(reply).toMatchObject({
        content: `May I?\n\n${result}`,
        data: { run: { requestId }, end: { finishReason: "stop" }, steps: [{ state: "done", result }] },
      });
      expect(getModelMessages(1).slice(-2)).toMatchObject([
        { role: "assistant", content: "May I?" },
        { role: "tool", content: result },
      ]);
      expect(await findUsage(requestId)).toHaveLength(1);
    });

    test("can end the answer, too", async () => {
      const { requestId } = { requestId: randomUUID() };
      await ask("[[say: May I?]] [[call: approvedPause {}]] [[answer: never]]", { requestId });
      const { answer } = await readStream(await decide(requestId, true));
      expect(answer).toMatchObject({
        content: "May I?\n\nPlease sign the form first.",
        end: { end: "done", finishReason: "pause" },
      });
    });

    test("[C5.44] does not run if the person does not allow it, and the model is told", async () => {
      const { requestId } = { requestId: randomUUID() };
      await ask(prompt, { requestId, conversationId: "local" });
      const { answer } = await readStream(await decide(requestId, false));
      expect(tools.calls).toEqual([]);
      expect(answer).toMatchObject({
        content: expect.stringMatching(/^May I\?\n\n.*The user canceled the operation and asked you to stop\.$/),
        steps: [{ state: "denied" }],
      });
    });

    test("[C4.33] can be decided once: a second decision is a conflict, a repeated request follows the run", async () => {
      const options = cloudOptions();
      await ask(prompt, options);
      const requestId = randomUUID();
      const [first, repeated, other] = await Promise.all([
        decide(options.requestId, true, {}, requestId).then(readStream),
        decide(options.requestId, true, {}, requestId).then(readStream),
        decide(options.requestId, true).then(readStream),
      ]);
      expect(tools.calls).toHaveLength(1);
      const rejected = [first, repeated, other].filter(({ status }) => status !== 200);
      expect(repeated.status === 200).toBe(first.status === 200);
      expect(rejected.length).toBeGreaterThan(0);
      expect(rejected.length).toBeLessThan(3);
      for (const { status } of rejected) expect([404, 409]).toContain(status);
    });

    test("needs one decision for each waiting step", async () => {
      const { requestId } = { requestId: randomUUID() };
      await ask(prompt, { requestId });
      const wrongDecisions = [
        [{ stepId: "9-9", isApproved: true }],
        [
          { stepId: "0-0", isApproved: true },
          { stepId: "0-0", isApproved: true },
        ],
      ];
      for (const decisions of wrongDecisions) {
        const response = await decide(requestId, true, { decisions });
        expect((await readStream(response)).status).toBe(400);
      }
      expect(tools.calls).toEqual([]);
    });

    test("does not run if the answer is stopped before it, and the steps no longer wait", async () => {
      const options = cloudOptions();
      await ask(prompt, options);
      const requestId = randomUUID();
      (await server.post({ killSwitch: { requestId, value: true } })).resume();
      const { answer } = await readStream(await decide(options.requestId, true, {}, requestId));
      expect(tools.calls).toEqual([]);
      expect(answer).toMatchObject({ end: { end: "stopped" }, steps: [{ state: "cancelled" }] });
    });

    test("no longer waits if the answer cannot continue, and the text is preserved", async () => {
      const options = cloudOptions();
      await ask(prompt, options);
      tools.contribution = {
        get notices(): never {
          throw new Error("a step fails");
        },
      };
      const { answer } = await readStream(await decide(options.requestId, true));
      const end = { end: "failed" };
      expect(answer).toMatchObject({ content: "May I?", end, steps: [{ state: "cancelled" }] });
      expect(await loadReply(options.conversationId)).toMatchObject({
        content: "May I?",
        data: { end, steps: [{ state: "cancelled" }] },
      });
      expect(tools.calls).toEqual([]);
    });

    test("is not asked for if the arguments are not valid JSON", async () => {
      const { answer } = await ask("[[call: send {text]] [[answer: I could not.]]");
      expect(answer).toMatchObject({ content: "I could not.", steps: [{ tool: "send", state: "failed" }] });
    });

    test("is another person's secret", async () => {
      const bob = await server.signIn("bob@example.org");
      const options = cloudOptions();
      await ask(prompt, options);
      const body = {
        continueRun: {
          runId: options.requestId,
          requestId: randomUUID(),
          decisions: [{ stepId: "0-0", isApproved: true }],
        },
      };
      expect((await readStream(await server.post(body, { person: bob }))).status).toBe(404);
      expect(tools.calls).toEqual([]);
    });

    test("of a local conversation leaves nothing in the database", async () => {
      const { requestId } = { requestId: randomUUID() };
      await ask('[[call: send {"text":"quokka"}]]', { requestId, conversationId: "local" });
      expect(JSON.stringify(await server.platform.db.selectFrom("waiting_runs").selectAll().execute())).not.toContain(
        "quokka",
      );
    });

    test("waits for the others of its round, which run at once", async () => {
      const { requestId } = { requestId: randomUUID() };
      const { answer } = await ask('[[call: echo {"text":"a"}]] [[call: send {"text":"b"}]] [[answer: {results}]]', {
        requestId,
      });
      expect(showSteps(answer.steps)).toMatchObject([
        { tool: "echo", state: "done" },
        { tool: "send", state: "waiting" },
      ]);
      const decisions = [{ stepId: "0-1", isApproved: true }];
      const continued = (await readStream(await decide(requestId, true, { decisions }))).answer;
      expect(continued.content).toBe('echo: {"text":"a"}\necho: {"text":"b"}');
    });
  });
});
