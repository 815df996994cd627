import { randomUUID } from "node:crypto";
import { mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type ChatRequestInput, clientHeader, getMonthToDateCost, listRuns, openConversation } from "@lectern/contract";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { openPostgres } from "../../../server/src/platform/db/openPostgres.ts";
import { createLog } from "../../../server/src/platform/log.ts";
import { generateWords } from "../../../server/src/testing/modelServer/behaviour.ts";
import { type ChatStream, readChatStream } from "../../support/chatStream.ts";
import {
  expectCompleteDocuments,
  uploadLongText,
  waitForProgress,
  waitUntilFileReady,
} from "../../support/longDocument.ts";
import { startTwoProcesses, type TwoProcesses } from "../../support/startTwoProcesses.ts";

/** Enough time for the reaper, which acts once it has found a process dead twice in a row. */
const longTimeout = { timeout: 30_000 };
let processes: TwoProcesses;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "lectern-e2e-"));
  processes = await startTwoProcesses({ DATA_DIR: dataDir, SHUTDOWN_DELAY_SECONDS: "3", SHUTDOWN_GRACE_SECONDS: "8" });
});
afterAll(() => processes?.close());
afterEach(async () => {
  processes.models.reset();
  for (const { lectern } of [processes.first, processes.second]) {
    if (lectern.process().hasEnded()) await lectern.restart();
  }
});

type Options = NonNullable<ChatRequestInput["options"]>;
function buildRequest(content: string, more: Omit<Options, "requestId"> = {}) {
  const options = { ...more, requestId: randomUUID(), conversationId: randomUUID() };
  return { model: processes.modelId, messages: [{ role: "user" as const, content }], options };
}
const buildCloudOptions = (): Options => ({ storage: "cloud", parentId: null, replyId: randomUUID() });
const listEventIds = ({ frames }: ChatStream) => frames.flatMap(({ id }) => (id === null ? [] : [id]));
const listRange = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, index) => first + index);
const listChats = () => processes.models.chats().filter(({ body }) => !/small/.test(body?.model ?? ""));

async function listUsageRows(requestId: string) {
  const db = await openPostgres(processes.databaseUrl, createLog("silent"));
  const rows = await db
    .selectFrom("usage")
    .select(["outcome", "output_tokens"])
    .where("request_id", "=", requestId)
    .where("purpose", "=", "chat")
    .execute();
  await db.destroy();
  return rows;
}

/** Asks the first process, and returns once 20 words of the answer have arrived and the model is paused. */
async function beginAnswer(storage: "local" | "cloud") {
  const { first, models } = processes;
  const body = buildRequest("Tell me [[tokens: 80]]", storage === "cloud" ? buildCloudOptions() : {});
  models.pauseAfter(20);
  const stream = await first.api.ask(body);
  await stream.readUntil(({ content }) => content === generateWords(20));
  return { stream, body, requestId: body.options.requestId };
}

/** Reads an answer on the second process, up to its 20th word. */
async function readOnSecond(requestId: string): Promise<ChatStream> {
  const stream = await processes.second.api.follow(requestId);
  await stream.readUntil(({ content }) => content === generateWords(20));
  return stream;
}

describe.each(["local", "cloud"] as const)("an answer in a %s conversation, started on one process", (storage) => {
  test("resumes on the other after any event, with none repeated and none missing", async () => {
    const { stream, requestId } = await beginAnswer(storage);
    const lastEventId = Number(stream.frames.at(-1)?.id);
    await stream.disconnect();
    const restStream = await processes.second.api.follow(requestId, lastEventId);
    const wholeStream = await processes.second.api.follow(requestId);
    processes.models.resume();
    expect((await wholeStream.readToEnd()).content).toBe(generateWords(80));
    await restStream.readToEnd();
    const last = Math.max(...listEventIds(wholeStream));
    expect(listEventIds(wholeStream)).toEqual(listRange(last));
    expect(listEventIds(restStream)).toEqual(listRange(last, lastEventId + 1));
    expect(restStream.frames).toEqual(wholeStream.frames.filter(({ id }) => id === null || id > lastEventId));
    expect(listChats()).toHaveLength(1);
  });

  test("is stopped from the other", async () => {
    const { stream, requestId } = await beginAnswer(storage);
    const stopResponse = await processes.second.api.request("POST", "/chat", {
      killSwitch: { requestId, value: true },
    });
    expect(await stopResponse.json()).toEqual({ status: "OK" });
    expect(await stream.readToEnd()).toMatchObject({ content: generateWords(20), end: { end: "stopped" } });
    await listChats()[0]?.aborted;
  });

  test("is read completely on the other, and is listed there while it runs", async () => {
    const { stream, body, requestId } = await beginAnswer(storage);
    const { conversationId = "" } = body.options;
    const { runs } = await processes.second.api.call(listRuns, { conversationId });
    expect(runs).toMatchObject([{ requestId, conversationId }]);
    const wholeResponse = processes.second.api.request("POST", "/chat", { ...body, stream: false });
    processes.models.resume();
    expect(await (await wholeResponse).json()).toMatchObject({ success: true, data: generateWords(80) });
    expect((await stream.readToEnd()).content).toBe(generateWords(80));
    expect(listChats()).toHaveLength(1);
    await vi.waitFor(async () => {
      expect(await listUsageRows(requestId)).toEqual([{ outcome: "done", output_tokens: 80 }]);
    });
  });
});

describe("answers in local and cloud conversations, started on one process", () => {
  test("end for their readers on the other when their process is killed, and the stored text is marked as interrupted", async () => {
    const { first, second, models } = processes;
    const [local, cloud] = [await beginAnswer("local"), await beginAnswer("cloud")];
    const otherRequest = buildRequest("Tell me [[tokens: 40]]", buildCloudOptions());
    const otherStream = await second.api.ask(otherRequest);
    const streams = [await readOnSecond(local.requestId), await readOnSecond(cloud.requestId)];
    await waitUntilStored(cloud.body, generateWords(20));
    await first.lectern.stop("SIGKILL");
    const end = { end: "stopped", code: "interrupted" };
    for (const stream of streams) {
      const message = expect.stringContaining("restarted");
      expect(await stream.readToEnd()).toMatchObject({ content: generateWords(20), end: { ...end, message } });
      expect(listEventIds(stream)).toEqual(listRange(listEventIds(stream).length));
    }
    await vi.waitFor(async () => {
      for (const { requestId } of [local, cloud])
        expect(await listUsageRows(requestId)).toMatchObject([{ outcome: "interrupted" }]);
      expect(await loadStoredAnswer(cloud.body)).toMatchObject({ content: generateWords(20), data: { end } });
    }, longTimeout);
    // The answer of the live process is unchanged, even after the killed process has been restarted.
    await first.lectern.restart();
    models.resume();
    expect(await otherStream.readToEnd()).toMatchObject({ content: generateWords(40), end: { end: "done" } });
    expect(await loadStoredAnswer(otherRequest)).toMatchObject({
      content: generateWords(40),
      data: { end: { end: "done" } },
    });
    for (const { requestId } of [local, cloud])
      expect((await first.api.request("GET", `/chat/${requestId}`)).status).toBe(404);
  });

  test("continue for readers of a process that shuts down, wherever they reconnect", async () => {
    const { first, second, models } = processes;
    const [local, cloud] = [await beginAnswer("local"), await beginAnswer("cloud")];
    const streams = await Promise.all([local, cloud].map(({ requestId }) => readOnSecond(requestId)));
    const lastEventIds = streams.map(({ frames }) => Number(frames.at(-1)?.id));
    second.lectern.process().signal("SIGTERM");
    for (const stream of streams) await expect(stream.readToEnd()).rejects.toThrow();
    const restStreams = [
      await first.api.follow(local.requestId, lastEventIds[0]),
      await first.api.follow(cloud.requestId, lastEventIds[1]),
    ];
    models.resume();
    for (const [index, restStream] of restStreams.entries()) {
      await restStream.readToEnd();
      expect(listEventIds(restStream)[0]).toBe((lastEventIds[index] ?? 0) + 1);
      expect(restStream.answer()).toMatchObject({ end: { end: "done" } });
    }
    expect(await second.lectern.process().ended).toBe(0);
  });
});

async function loadStoredAnswer({ options }: ChatRequestInput) {
  const { conversation } = await processes.second.api.call(openConversation, {
    conversationId: options?.conversationId ?? "",
  });
  return conversation.messages[1];
}
async function waitUntilStored(body: ChatRequestInput, content: string): Promise<void> {
  await vi.waitFor(async () => expect((await loadStoredAnswer(body))?.content).toBe(content), longTimeout);
}

test("the same request sent to both at once makes one call, one row and the same answer", async () => {
  for (const more of [{}, buildCloudOptions()]) {
    processes.models.reset();
    const body = buildRequest("[[tokens: 30]] [[pace: 5]]", more);
    const streams = await Promise.all([processes.first.api.ask(body), processes.second.api.ask(body)]);
    const answers = await Promise.all(streams.map((stream) => stream.readToEnd()));
    for (const answer of answers) expect(answer).toMatchObject({ content: generateWords(30), end: { end: "done" } });
    expect(streams[0]?.frames).toEqual(streams[1]?.frames);
    expect(listChats()).toHaveLength(1);
    await vi.waitFor(async () => {
      expect(await listUsageRows(body.options.requestId)).toEqual([{ outcome: "done", output_tokens: 30 }]);
    });
  }
});

test("a stop that reaches the other process before the request stops it at its start", async () => {
  const body = buildRequest("Hi");
  const { requestId } = body.options;
  const knownRequest = buildRequest("Known");
  await (await processes.first.api.ask(knownRequest)).readToEnd();
  processes.models.reset();
  await processes.second.api.request("POST", "/chat", { killSwitch: { requestId, value: true } });
  // The first process handles messages from the second in order: once it has sent this run, it knows the stop.
  await (await processes.second.api.follow(knownRequest.options.requestId)).readToEnd();
  const stream = await processes.first.api.ask(body);
  expect(await stream.readToEnd()).toMatchObject({ content: "", end: { end: "stopped" } });
  expect(listChats()).toEqual([]);
});

test("another process continues with a document when the process that extracts it is killed", async () => {
  const { first, second, databaseUrl } = processes;
  const db = await openPostgres(databaseUrl, createLog("silent"));
  onTestFinished(() => db.destroy());
  const key = await uploadLongText(first.api, first.url, "taken over.txt");
  await waitForProgress(first.api, key, 0);
  const findReader = () => db.selectFrom("documents").select("process_id").executeTakeFirstOrThrow();
  const readerBefore = await findReader();
  const [dyingProcess, livingProcess] = (await isExtracting(first.lectern.pid())) ? [first, second] : [second, first];
  await dyingProcess.lectern.stop("SIGKILL");
  await vi.waitFor(async () => expect((await findReader()).process_id).not.toBe(readerBefore.process_id), {
    timeout: 120_000,
    interval: 200,
  });
  await waitUntilFileReady(livingProcess.api, key);
  await expectCompleteDocuments(db, 1);
}, 240_000);

/** The folder of an extraction is named after the process that runs it. */
function isExtracting(pid: number): Promise<boolean> {
  return vi.waitFor(async () => {
    const names = await readdir(join(dataDir, "reading"));
    expect(names).toHaveLength(1);
    return names[0]?.split("~")[1] === String(pid);
  }, longTimeout);
}

test("when processes behind a load balancer are restarted one after another, no request fails: every answer is complete and every call is answered", async () => {
  const { api, balancer, first, second, modelId } = processes;
  const failures: string[] = [];
  let isFinished = false;
  let answerCount = 0;
  let callCount = 0;
  const keepChatting = async (storage: "local" | "cloud") => {
    while (!isFinished) {
      const options = { requestId: randomUUID(), conversationId: randomUUID(), storage, parentId: null };
      const tokens = 10 + (answerCount % 5) * 5;
      const content = `Go on [[tokens: ${tokens}]] [[pace: 40]]`;
      const response = await api.request("POST", "/chat", {
        model: modelId,
        messages: [{ role: "user", content }],
        options: { ...options, replyId: randomUUID() },
      });
      if (response.status !== 200) {
        failures.push(`a chat: ${response.status} ${await response.text()}`);
        continue;
      }
      const stream = await readChatStream(response);
      const answer = await stream.readToEnd().catch((error: unknown) => String(error));
      if (typeof answer === "string" || answer.content !== generateWords(tokens) || answer.end?.end !== "done")
        failures.push(`an answer: ${typeof answer === "string" ? answer : JSON.stringify(answer.end)}`);
      if (stream.frames.at(-1)?.data !== "[DONE]") failures.push("an answer was cut");
      answerCount += 1;
    }
  };
  const keepCalling = async () => {
    while (!isFinished) {
      const email = "ann@example.org";
      await api.call(getMonthToDateCost, { email }).catch((error: unknown) => failures.push(`a call: ${error}`));
      await api.call(listRuns, {}).catch((error: unknown) => failures.push(`a list: ${error}`));
      callCount += 2;
      await setTimeout(50); // a pause between the calls
    }
  };
  await balancer.waitUntilAllReady();
  const loops = [keepChatting("local"), keepChatting("cloud"), keepChatting("cloud"), keepCalling()];
  for (const { lectern } of [first, second]) {
    const before = answerCount;
    await vi.waitFor(() => expect(answerCount).toBeGreaterThan(before + 5), longTimeout);
    expect(await lectern.stop("SIGTERM")).toBe(0);
    await lectern.restart();
    await balancer.waitUntilAllReady();
  }
  isFinished = true;
  await Promise.all(loops);
  expect(failures).toEqual([]);
  expect(balancer.failures).toEqual([]);
  expect(callCount).toBeGreaterThan(50);
  expect(Math.min(...[first.port, second.port].map((port) => balancer.requestCounts.get(port) ?? 0))).toBeGreaterThan(
    20,
  );
}, 120_000);

// This test comes last, because it ends the session that all tests use.
test("a sign-in is valid on every process, and a sign-out on one ends session and token on the other", async () => {
  const { first, second, ann } = processes;
  const carl = await ann.renewAt(second.url);
  const headers = { cookie: carl.cookie, [clientHeader.name]: clientHeader.value };
  const statusAt = async (url: string) => {
    const authorization = `Bearer ${carl.accessToken}`;
    const response = await fetch(`${url}/available_models`, { headers: { authorization } });
    await response.arrayBuffer();
    return response.status;
  };
  expect([await statusAt(first.url), await statusAt(second.url)]).toEqual([200, 200]);
  const signOutResponse = await fetch(`${first.url}/auth/signout`, { method: "POST", headers });
  expect(signOutResponse.ok).toBe(true);
  expect(await statusAt(first.url)).toBe(401);
  await vi.waitFor(async () => expect(await statusAt(second.url)).toBe(401), { ...longTimeout, interval: 250 });
});
