import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type ChatRequestInput, clientHeader, listRuns, openConversation } from "@lectern/contract";
import { describe, expect, test, vi } from "vitest";
import { generateWords } from "../../../server/src/testing/modelServer/behaviour.ts";
import { listEventIds, listRange } from "../../support/content/chatStream.ts";

import { buildCloudOptions, createTwoProcessesFixture } from "../../support/servers/createTwoProcessesFixture.ts";

/** Enough time for the reaper, which acts once it has found a process dead twice in a row. */
const longTimeout = { timeout: 30_000 };
const fixture = createTwoProcessesFixture();
const { beginAnswer, readOnSecond, buildRequest, listChats, listUsageRows } = fixture;

describe.each(["local", "cloud"] as const)("an answer in a %s conversation, started on one process", (storage) => {
  test("resumes on the other after any event, with none repeated and none missing", async () => {
    const { stream, requestId } = await beginAnswer(storage);
    const lastEventId = Number(stream.frames.at(-1)?.id);
    await stream.disconnect();
    const restStream = await fixture.processes.second.api.follow(requestId, lastEventId);
    const wholeStream = await fixture.processes.second.api.follow(requestId);
    fixture.processes.models.resume();
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
    const stopResponse = await fixture.processes.second.api.request("POST", "/chat", {
      killSwitch: { requestId, value: true },
    });
    expect(await stopResponse.json()).toEqual({ status: "OK" });
    expect(await stream.readToEnd()).toMatchObject({ content: generateWords(20), end: { end: "stopped" } });
    await listChats()[0]?.aborted;
  });

  test("is read completely on the other, and is listed there while it runs", async () => {
    const { stream, body, requestId } = await beginAnswer(storage);
    const { conversationId = "" } = body.options;
    const { runs } = await fixture.processes.second.api.call(listRuns, { conversationId });
    expect(runs).toMatchObject([{ requestId, conversationId }]);
    const wholeResponse = fixture.processes.second.api.request("POST", "/chat", { ...body, stream: false });
    fixture.processes.models.resume();
    expect(await (await wholeResponse).json()).toMatchObject({ success: true, data: generateWords(80) });
    expect((await stream.readToEnd()).content).toBe(generateWords(80));
    expect(listChats()).toHaveLength(1);
    await vi.waitFor(async () => {
      expect(await listUsageRows(requestId)).toEqual([{ outcome: "done", output_tokens: 80 }]);
    });
  });
});

describe("answers in local and cloud conversations, started on one process", () => {
  test("continue for readers of a process that shuts down, wherever they reconnect", async () => {
    const { first, second, models } = fixture.processes;
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
  const { conversation } = await fixture.processes.second.api.call(openConversation, {
    conversationId: options?.conversationId ?? "",
  });
  return conversation.messages[1];
}
async function _waitUntilStored(body: ChatRequestInput, content: string): Promise<void> {
  await vi.waitFor(async () => expect((await loadStoredAnswer(body))?.content).toBe(content), longTimeout);
}

test("the same request sent to both at once makes one call, one row and the same answer", async () => {
  for (const more of [{}, buildCloudOptions()]) {
    fixture.processes.models.reset();
    const body = buildRequest("[[tokens: 30]] [[pace: 5]]", more);
    const streams = await Promise.all([fixture.processes.first.api.ask(body), fixture.processes.second.api.ask(body)]);
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
  await (await fixture.processes.first.api.ask(knownRequest)).readToEnd();
  fixture.processes.models.reset();
  await fixture.processes.second.api.request("POST", "/chat", { killSwitch: { requestId, value: true } });
  // The first process handles messages from the second in order: once it has sent this run, it knows the stop.
  await (await fixture.processes.second.api.follow(knownRequest.options.requestId)).readToEnd();
  const stream = await fixture.processes.first.api.ask(body);
  expect(await stream.readToEnd()).toMatchObject({ content: "", end: { end: "stopped" } });
  expect(listChats()).toEqual([]);
});

/** The folder of an extraction is named after the process that runs it. */
function _isExtracting(pid: number): Promise<boolean> {
  return vi.waitFor(async () => {
    const names = await readdir(join(fixture.dataDir, "reading"));
    expect(names).toHaveLength(1);
    return names[0]?.split("~")[1] === String(pid);
  }, longTimeout);
}

// This test comes last, because it ends the session that all tests use.
test("a sign-in is valid on every process, and a sign-out on one ends session and token on the other", async () => {
  const { first, second, ann } = fixture.processes;
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
