import type { Page } from "playwright-core";
import { afterAll, afterEach, expect, test } from "vitest";
import { generateWords } from "../../../server/src/testing/modelServer/behaviour.ts";
import {
  captureChatRequest,
  chooseStorage,
  lastAnswer,
  listLargeModelChats,
  openNewConversation,
  stopButton,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/pages/chatControls.ts";
import { conversationList, conversationRow, expectVisible, openWorkspace, send } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";
import { startServerProxy } from "../../support/servers/startServerProxy.ts";

const modelKey = "key-of-the-scripted-server";
const proxy = await startServerProxy();
const fixture = createWorkspaceFixture({
  environment: { ...proxy.environment, CHAT_ENDPOINT: "/answers", OPENAI_COMPATIBLE_API_KEY: modelKey },
});
afterEach(() => {
  proxy.reconnect();
  fixture.workspace.models.reset();
});
afterAll(() => proxy.close());

/** Asks for 80 tokens and returns once 20 of them are shown and the model is paused. */
async function askForLongAnswer(page: Page): Promise<void> {
  fixture.workspace.models.reset();
  fixture.workspace.models.pauseAfter(20);
  await send(page, "Tell me [[tokens: 80]]");
  await fixture.workspace.models.whenPaused();
  await waitForAnswerText(page, generateWords(20));
}

test("[C7.45] [C3.20] a question is posted to the configured endpoint as JSON with a bearer token, and its answer is streamed; the model's server receives what is posted: the system prompt first, temperature, length and its own key", async () => {
  const { models, modelId } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await page.getByRole("button", { name: "Advanced settings" }).click();
  await page.getByRole("textbox", { name: "System prompt" }).fill("Speak like a ferryman.");
  models.pauseAfter(2);
  const question = "Take me over [[answer: Aye, to the other side.]]";
  const { request, body } = await captureChatRequest(page, () => send(page, question));
  expect(request.url()).toBe(`${fixture.url}/answers`);
  expect(await request.headerValue("content-type")).toBe("application/json");
  expect(await request.headerValue("authorization")).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/);
  const response = await request.response();
  expect(await response?.headerValue("content-type")).toBe("text/event-stream; charset=utf-8");
  await waitForAnswerText(page, "Aye, to");
  models.resume();
  await waitForAnswerText(page, "Aye, to the other side.");

  const messages = [
    { role: "system", content: "Speak like a ferryman." },
    { role: "user", content: question },
  ];
  expect(body).toMatchObject({
    model: modelId,
    temperature: 1,
    max_tokens: 2048,
    stream: true,
    messages,
    options: {
      requestId: expect.any(String),
      conversationId: new URLSearchParams(new URL(page.url()).hash.slice(1)).get("c"),
      timeZone: expect.any(String),
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    },
  });
  expect(JSON.stringify(body)).not.toContain(modelKey);
  const lastRequest = listLargeModelChats(models).at(-1);
  expect(lastRequest?.headers.authorization).toBe(`Bearer ${modelKey}`);
  expect(lastRequest?.body).toMatchObject({ model: "scripted-large", stream: true, temperature: 1, messages });
  expect(lastRequest?.body?.max_tokens ?? lastRequest?.body?.max_completion_tokens).toBe(2048);
});

test("an answer continues where it was when the page is reloaded halfway, continues when its connection is cut halfway, and the following ones too, and is completed in a second tab and on another device", async () => {
  const { models } = fixture.workspace;
  const { page, context, email } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url, "cloud");
  await askForLongAnswer(page);
  await page.reload();
  await waitForAnswerText(page, generateWords(20));
  await stopButton(page).waitFor();

  const secondTab = await context.newPage();
  await secondTab.goto(page.url());
  const { page: otherPage } = await fixture.openSignedIn({ email });
  await openWorkspace(otherPage, fixture.url);
  await conversationRow(otherPage, "New Conversation").click();
  const tabs = [page, secondTab, otherPage];
  for (const tab of tabs) {
    await waitForAnswerText(tab, generateWords(20));
    await stopButton(tab).waitFor();
  }

  for (let cut = 1; cut <= 2; cut++) {
    proxy.disconnect();
    await expectVisible(lastAnswer(page), "Reconnecting to the answer…");
    await waitForAnswerText(page, `${generateWords(20)} Reconnecting to the answer…`);
    if (cut === 2) {
      models.resume();
      await listLargeModelChats(models)[0]?.closed;
    }
    proxy.reconnect();
    await waitForAnswerText(page, generateWords(cut === 2 ? 80 : 20));
  }
  for (const tab of tabs) {
    await waitForAnswerText(tab, generateWords(80));
    await waitForAnswerEnd(tab);
  }
  expect(listLargeModelChats(models)).toHaveLength(1);
  for (const tab of tabs) await expectVisible(conversationList(tab), "A scripted title");
  await page.reload();
  await waitForAnswerText(page, generateWords(80));
});

test("an answer is complete when it ended while the page was closed, and can be stopped after a reload", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  for (const storage of ["local", "cloud"] as const) {
    await page.getByRole("button", { name: "New chat" }).click();
    await chooseStorage(page, storage);
    await askForLongAnswer(page);
    const address = page.url();
    await page.goto("about:blank");
    models.resume();
    await listLargeModelChats(models)[0]?.closed;
    await page.goto(address);
    await waitForAnswerText(page, generateWords(80));
    await waitForAnswerEnd(page);
    expect(listLargeModelChats(models)).toHaveLength(1);

    await askForLongAnswer(page);
    await page.reload();
    await waitForAnswerText(page, generateWords(20));
    await stopButton(page).click();
    await listLargeModelChats(models)[0]?.aborted;
    await expectVisible(lastAnswer(page), "Stopped");
    await waitForAnswerText(page, generateWords(20));
  }
});
