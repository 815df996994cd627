import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type ChatRequestInput, getMonthToDateCost, listRuns, openConversation } from "@lectern/contract";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openPostgres } from "../../../server/src/platform/db/openPostgres.ts";
import { createLog } from "../../../server/src/platform/log.ts";
import { generateWords } from "../../../server/src/testing/modelServer/behaviour.ts";
import { listEventIds, listRange, readChatStream } from "../../support/content/chatStream.ts";
import {
  expectCompleteDocuments,
  uploadLongText,
  waitForProgress,
  waitUntilFileReady,
} from "../../support/content/longDocument.ts";
import { buildCloudOptions, createTwoProcessesFixture } from "../../support/servers/createTwoProcessesFixture.ts";

/** Enough time for the reaper, which acts once it has found a process dead twice in a row. */
const longTimeout = { timeout: 30_000 };
const fixture = createTwoProcessesFixture();
const { beginAnswer, readOnSecond, buildRequest, listUsageRows } = fixture;

describe("answers in local and cloud conversations, started on one process", () => {
  test("end for their readers on the other when their process is killed, and the stored text is marked as interrupted", async () => {
    const { first, second, models } = fixture.processes;
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
});

async function loadStoredAnswer({ options }: ChatRequestInput) {
  const { conversation } = await fixture.processes.second.api.call(openConversation, {
    conversationId: options?.conversationId ?? "",
  });
  return conversation.messages[1];
}
async function waitUntilStored(body: ChatRequestInput, content: string): Promise<void> {
  await vi.waitFor(async () => expect((await loadStoredAnswer(body))?.content).toBe(content), longTimeout);
}

test("another process continues with a document when the process that extracts it is killed", async () => {
  const { first, second, databaseUrl } = fixture.processes;
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
    const names = await readdir(join(fixture.dataDir, "reading"));
    expect(names).toHaveLength(1);
    return names[0]?.split("~")[1] === String(pid);
  }, longTimeout);
}

test("when processes behind a load balancer are restarted one after another, no request fails: every answer is complete and every call is answered", async () => {
  const { api, balancer, first, second, modelId } = fixture.processes;
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
