import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { type ChatRequestInput, openConversation } from "@lectern/contract";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { generateWords } from "../../../server/src/testing/modelServer/behaviour.ts";
import { getFile, uploadLongText, waitForProgress, waitUntilFileReady } from "../../support/content/longDocument.ts";
import { startWorkspace, type Workspace } from "../../support/servers/startWorkspace.ts";

/** Shorter than the 10 s that running answers get, so a server that exits sooner has not waited for them. */
const maxExitMs = 8_000;
const all = generateWords(60);

describe("ending the server", () => {
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = await startWorkspace("pglite");
  });
  afterAll(() => workspace?.close());
  afterEach(async () => {
    workspace.models.reset();
    if (workspace.lectern.process().hasEnded()) await workspace.lectern.restart();
  });

  /** Asks in a cloud conversation and resolves once 20 words of the answer have arrived and the model is paused. */
  async function beginAnswer() {
    const { api, models, modelId } = workspace;
    const conversationId = randomUUID();
    const messages: ChatRequestInput["messages"] = [{ role: "user", content: "Tell me [[tokens: 60]]" }];
    models.pauseAfter(20);
    const options = { conversationId, storage: "cloud" as const, parentId: null };
    const stream = await api.ask({ model: modelId, messages, options });
    await stream.readUntil(({ content }) => content === generateWords(20));
    const stored = async () => {
      const { conversation } = await api.call(openConversation, { conversationId });
      return conversation.messages;
    };
    return { stream, stored };
  }

  /** Returns the exit code, or "still there" if the server does not exit within `maxExitMs`. */
  function waitForImmediateExit(): Promise<number | null | string> {
    const timeout = setTimeout(maxExitMs, "still there", { ref: false });
    return Promise.race([workspace.lectern.process().ended, timeout]);
  }

  test("SIGINT ends an idle server immediately", async () => {
    workspace.lectern.process().signal("SIGINT");
    expect(await waitForImmediateExit()).toBe(0);
    await expect(fetch(workspace.lectern.url)).rejects.toThrow("fetch failed");
  });

  test("SIGTERM ends a server immediately, also while it extracts a document, which the next start continues", async () => {
    const { api, lectern } = workspace;
    const key = await uploadLongText(api, lectern.url, "ended.txt");
    await waitForProgress(api, key, 0);
    lectern.process().signal("SIGTERM");
    expect(await waitForImmediateExit()).toBe(0);
    await expect(fetch(lectern.url)).rejects.toThrow("fetch failed");

    await lectern.restart();
    expect(["queued", "extracting"]).toContain((await getFile(api, key)).state);
    await waitUntilFileReady(api, key);
  }, 120_000);

  test("an answer continues, and once it has ended the server exits", async () => {
    const { lectern, models } = workspace;
    const { stream, stored } = await beginAnswer();
    // Some shells and npm forward one key press a second time.
    lectern.process().signal("SIGINT");
    lectern.process().signal("SIGINT");
    await lectern.process().waitForOutput(/Shutting down: answers in progress have 10 seconds/);
    models.resume();
    expect(await stream.readToEnd()).toMatchObject({ content: all, end: { end: "done" } });
    expect(stream.frames.at(-1)?.data).toBe("[DONE]");
    expect(await waitForImmediateExit()).toBe(0);

    await lectern.restart();
    expect((await stored())[1]).toMatchObject({ content: all, data: { end: { end: "done" } } });
  });

  test("a second Ctrl-C ends it immediately, and the next start marks the answer as ended", async () => {
    const { lectern } = workspace;
    const { stream, stored } = await beginAnswer();
    await vi.waitFor(async () => expect((await stored())[1]?.content).toBe(generateWords(20)), { timeout: 30_000 });
    const left = stream.readToEnd().then(null, () => "broken off");
    lectern.process().signal("SIGINT");
    await lectern.process().waitForOutput(/Shutting down/);
    // Two signals in quick succession count as one key press, because npm forwards it; so repeat it until it counts.
    await vi.waitUntil(
      () => {
        lectern.process().signal("SIGINT");
        return lectern.process().hasEnded();
      },
      { timeout: 30_000, interval: 100 },
    );
    expect(await lectern.process().ended).toBe(130);
    await left;

    await lectern.restart();
    expect((await stored())[1]).toMatchObject({
      content: generateWords(20),
      data: { end: { end: "stopped", code: "interrupted" } },
    });
  });

  test("an answer that does not end within 10 seconds ends as interrupted with its text stored", async () => {
    const { lectern, models } = workspace;
    const { stream, stored } = await beginAnswer();
    lectern.process().signal("SIGTERM");
    expect(await stream.readToEnd()).toMatchObject({
      content: generateWords(20),
      end: { end: "stopped", code: "interrupted" },
    });
    expect(stream.frames.at(-1)?.data).toBe("[DONE]");
    expect(await lectern.process().ended).toBe(0);
    expect(models.chats()[0]?.isAborted).toBe(true);

    await lectern.restart();
    expect((await stored())[0]).toMatchObject({ role: "user", content: "Tell me [[tokens: 60]]" });
    const answer = (await stored())[1];
    expect(answer).toMatchObject({
      content: generateWords(20),
      data: { end: { end: "stopped", code: "interrupted" } },
    });
  });
});
