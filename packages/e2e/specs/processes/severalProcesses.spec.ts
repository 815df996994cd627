import { randomUUID } from "node:crypto";
import { type ChatRequestInput, clientHeader, getMonthToDateCost, listRuns, openConversation } from "@lectern/contract";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { openPostgres } from "../../../server/src/platform/db/openPostgres.ts";
import { createLog } from "../../../server/src/platform/log.ts";
import { words } from "../../../server/src/testing/modelServer/behaviour.ts";
import { type ChatStream, readChatStream } from "../../support/chatStream.ts";
import { startTwoProcesses, type TwoProcesses } from "../../support/startTwoProcesses.ts";

const graceSeconds = 2;
/** A death is believed when it is seen twice, and swept then. */
const patiently = { timeout: 10_000 };
let several: TwoProcesses;
beforeAll(async () => {
  several = await startTwoProcesses({ SHUTDOWN_GRACE_SECONDS: String(graceSeconds) });
});
afterAll(() => several?.close());
afterEach(async () => {
  several.models.reset();
  for (const { lectern } of [several.first, several.second]) {
    if (lectern.process().hasEnded()) await lectern.restart();
  }
});

type Options = NonNullable<ChatRequestInput["options"]>;
function request(content: string, more: Omit<Options, "requestId"> = {}) {
  const options = { ...more, requestId: randomUUID(), conversationId: randomUUID() };
  return { model: several.modelId, messages: [{ role: "user" as const, content }], options };
}
const inCloud = (): Options => ({ storage: "cloud", parentId: null, replyId: randomUUID() });
const idsOf = ({ frames }: ChatStream) => frames.flatMap(({ id }) => (id === null ? [] : [id]));
const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, index) => first + index);
const chats = () => several.models.chats().filter(({ body }) => !/small/.test(body?.model ?? ""));

async function usageOf(requestId: string) {
  const db = await openPostgres(several.databaseUrl, createLog("silent"));
  const rows = await db
    .selectFrom("usage")
    .select(["outcome", "output_tokens"])
    .where("request_id", "=", requestId)
    .where("purpose", "=", "chat")
    .execute();
  await db.destroy();
  return rows;
}

describe.each(["local", "cloud"] as const)("an answer in a %s conversation, started on one process", (storage) => {
  const begin = async () => {
    const { first, models } = several;
    const body = request("Tell me [[tokens: 80]]", storage === "cloud" ? inCloud() : {});
    models.pauseAfter(20);
    const stream = await first.api.ask(body);
    await stream.readUntil(({ content }) => content === words(20));
    return { stream, body, requestId: body.options.requestId };
  };

  test("resumes on the other after any event, with none repeated and none missing", async () => {
    const { stream, requestId } = await begin();
    const heard = Number(stream.frames.at(-1)?.id);
    await stream.disconnect();
    const rest = await several.second.api.follow(requestId, heard);
    const whole = await several.second.api.follow(requestId);
    several.models.resume();
    expect((await whole.readToEnd()).content).toBe(words(80));
    await rest.readToEnd();
    const last = Math.max(...idsOf(whole));
    expect(idsOf(whole)).toEqual(upTo(last));
    expect(idsOf(rest)).toEqual(upTo(last, heard + 1));
    expect(rest.frames).toEqual(whole.frames.filter(({ id }) => id === null || id > heard));
    expect(chats()).toHaveLength(1);
  });

  test("is stopped from the other", async () => {
    const { stream, requestId } = await begin();
    const stopped = await several.second.api.request("POST", "/chat", { killSwitch: { requestId, value: true } });
    expect(await stopped.json()).toEqual({ status: "OK" });
    expect(await stream.readToEnd()).toMatchObject({ content: words(20), end: { end: "stopped" } });
    await chats()[0]?.aborted;
  });

  test("is read completely on the other, and is listed there while it runs", async () => {
    const { stream, body, requestId } = await begin();
    const { conversationId = "" } = body.options;
    const { runs } = await several.second.api.call(listRuns, { conversationId });
    expect(runs).toMatchObject([{ requestId, conversationId }]);
    const whole = several.second.api.request("POST", "/chat", { ...body, stream: false });
    several.models.resume();
    expect(await (await whole).json()).toMatchObject({ success: true, data: words(80) });
    expect((await stream.readToEnd()).content).toBe(words(80));
    expect(chats()).toHaveLength(1);
    await vi.waitFor(async () => {
      expect(await usageOf(requestId)).toEqual([{ outcome: "done", output_tokens: 80 }]);
    });
  });

  test("ends for its reader on the other when its process is killed, and the stored text is marked as interrupted", async () => {
    const { body, requestId } = await begin();
    const { first, second, models } = several;
    const untouched = request("Tell me [[tokens: 40]]", inCloud());
    const beside = await second.api.ask(untouched);
    const reading = await second.api.follow(requestId);
    await reading.readUntil(({ content }) => content === words(20));
    if (storage === "cloud") await untilStored(body, words(20));
    await first.lectern.stop("SIGKILL");
    expect(await reading.readToEnd()).toMatchObject({
      content: words(20),
      end: { end: "stopped", code: "interrupted", message: expect.stringContaining("restarted") },
    });
    expect(idsOf(reading)).toEqual(upTo(idsOf(reading).length));
    await vi.waitFor(
      async () => expect(await usageOf(requestId)).toMatchObject([{ outcome: "interrupted" }]),
      patiently,
    );
    if (storage === "cloud") {
      const end = { end: "stopped", code: "interrupted" };
      await vi.waitFor(
        async () => expect(await storedAnswer(body)).toMatchObject({ content: words(20), data: { end } }),
        patiently,
      );
    }
    // The living process's own answer was left alone, also by the start of the other.
    await first.lectern.restart();
    models.resume();
    expect(await beside.readToEnd()).toMatchObject({ content: words(40), end: { end: "done" } });
    expect(await storedAnswer(untouched)).toMatchObject({ content: words(40), data: { end: { end: "done" } } });
    expect((await first.api.request("GET", `/chat/${requestId}`)).status).toBe(404);
  });

  test("continues for readers of a process that shuts down, wherever they reconnect", async () => {
    const { requestId } = await begin();
    const { first, second, models } = several;
    const reading = await second.api.follow(requestId);
    await reading.readUntil(({ content }) => content === words(20));
    const heard = Number(reading.frames.at(-1)?.id);
    second.lectern.process().signal("SIGTERM");
    await expect(reading.readToEnd()).rejects.toThrow();
    const rest = await first.api.follow(requestId, heard);
    models.resume();
    await rest.readToEnd();
    expect(idsOf(rest)[0]).toBe(heard + 1);
    expect(rest.answer()).toMatchObject({ end: { end: "done" } });
    expect(await second.lectern.process().ended).toBe(0);
  });
});

async function storedAnswer({ options }: ChatRequestInput) {
  const { conversation } = await several.second.api.call(openConversation, {
    conversationId: options?.conversationId ?? "",
  });
  return conversation.messages[1];
}
async function untilStored(body: ChatRequestInput, content: string): Promise<void> {
  await vi.waitFor(async () => expect((await storedAnswer(body))?.content).toBe(content), { timeout: 5_000 });
}

test("the same request sent to both at once makes one call, one row and the same answer", async () => {
  for (const more of [{}, inCloud()]) {
    several.models.reset();
    const body = request("[[tokens: 30]] [[pace: 5]]", more);
    const streams = await Promise.all([several.first.api.ask(body), several.second.api.ask(body)]);
    const answers = await Promise.all(streams.map((stream) => stream.readToEnd()));
    for (const answer of answers) expect(answer).toMatchObject({ content: words(30), end: { end: "done" } });
    expect(streams[0]?.frames).toEqual(streams[1]?.frames);
    expect(chats()).toHaveLength(1);
    await vi.waitFor(async () => {
      expect(await usageOf(body.options.requestId)).toEqual([{ outcome: "done", output_tokens: 30 }]);
    });
  }
});

test("a stop that reaches the other process before the request stops it at its start", async () => {
  const body = request("Hi");
  const { requestId } = body.options;
  const known = request("Known");
  await (await several.first.api.ask(known)).readToEnd();
  several.models.reset();
  await several.second.api.request("POST", "/chat", { killSwitch: { requestId, value: true } });
  // What the other process is asked after the stop it answers after it.
  await (await several.second.api.follow(known.options.requestId)).readToEnd();
  const stream = await several.first.api.ask(body);
  expect(await stream.readToEnd()).toMatchObject({ content: "", end: { end: "stopped" } });
  expect(chats()).toEqual([]);
});

test("a sign-in is valid on every process, and a sign-out on one ends session and token on the other", async () => {
  const { first, second, ann } = several;
  const carl = await ann.renewAt(second.url);
  const headers = { cookie: carl.cookie, [clientHeader.name]: clientHeader.value };
  const statusAt = async (url: string) => {
    const authorization = `Bearer ${carl.accessToken}`;
    const reply = await fetch(`${url}/available_models`, { headers: { authorization } });
    await reply.arrayBuffer();
    return reply.status;
  };
  expect([await statusAt(first.url), await statusAt(second.url)]).toEqual([200, 200]);
  const left = await fetch(`${first.url}/auth/signout`, { method: "POST", headers });
  expect(left.ok).toBe(true);
  expect(await statusAt(first.url)).toBe(401);
  await vi.waitFor(async () => expect(await statusAt(second.url)).toBe(401), { timeout: 8_000, interval: 250 });
});

describe("when processes behind a load balancer are restarted one after another", () => {
  let restarted: TwoProcesses;
  beforeAll(async () => {
    restarted = await startTwoProcesses({ SHUTDOWN_DELAY_SECONDS: "3", SHUTDOWN_GRACE_SECONDS: "20" });
  });
  afterAll(() => restarted?.close());

  test("no request fails: every answer is complete and every call is answered", async () => {
    const { api, balancer, first, second, modelId } = restarted;
    const failures: string[] = [];
    let isOver = false;
    let answers = 0;
    let calls = 0;
    const chatOn = async (storage: "local" | "cloud") => {
      while (!isOver) {
        const options = { requestId: randomUUID(), conversationId: randomUUID(), storage, parentId: null };
        const tokens = 40 + (answers % 5) * 30;
        const content = `Go on [[tokens: ${tokens}]] [[pace: 10]]`;
        const reply = await api.request("POST", "/chat", {
          model: modelId,
          messages: [{ role: "user", content }],
          options: { ...options, replyId: randomUUID() },
        });
        if (reply.status !== 200) {
          failures.push(`a chat: ${reply.status} ${await reply.text()}`);
          continue;
        }
        const stream = await readChatStream(reply);
        const answer = await stream.readToEnd().catch((error: unknown) => String(error));
        if (typeof answer === "string" || answer.content !== words(tokens) || answer.end?.end !== "done")
          failures.push(`an answer: ${typeof answer === "string" ? answer : JSON.stringify(answer.end)}`);
        if (stream.frames.at(-1)?.data !== "[DONE]") failures.push("an answer was cut");
        answers += 1;
      }
    };
    const callOn = async () => {
      while (!isOver) {
        const email = "ann@example.org";
        await api.call(getMonthToDateCost, { email }).catch((error: unknown) => failures.push(`a call: ${error}`));
        await api.call(listRuns, {}).catch((error: unknown) => failures.push(`a list: ${error}`));
        calls += 2;
      }
    };
    const loops = [chatOn("local"), chatOn("cloud"), chatOn("cloud"), callOn()];
    for (const { lectern } of [first, second, first]) {
      const before = answers;
      await vi.waitFor(() => expect(answers).toBeGreaterThan(before + 5), { timeout: 20_000 });
      expect(await lectern.stop("SIGTERM")).toBe(0);
      await lectern.restart();
      await balancer.waitUntilAllReady();
    }
    isOver = true;
    await Promise.all(loops);
    expect(failures).toEqual([]);
    expect(balancer.failures).toEqual([]);
    expect(calls).toBeGreaterThan(50);
    expect(Math.min(...[first.port, second.port].map((port) => balancer.sent.get(port) ?? 0))).toBeGreaterThan(20);
  }, 120_000);
});
