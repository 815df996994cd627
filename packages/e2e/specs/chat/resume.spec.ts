import type { Page } from "playwright-core";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { words } from "../../../server/src/testing/modelServer/behaviour.ts";
import {
  largeModelChats,
  lastAnswer,
  openNewConversation,
  stopButton,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { conversationList, conversationRow, expectVisible, openWorkspace, send } from "../../support/screen.ts";
import { startServerProxy } from "../../support/startServerProxy.ts";

const proxy = await startServerProxy();
const fixture = createWorkspaceFixture({ environment: proxy.environment });
afterEach(() => {
  proxy.reconnect();
  fixture.workspace.models.reset();
});
afterAll(() => proxy.close());

/** Asks for 80 tokens and returns once 20 of them are shown and the model is paused. */
async function askForLongAnswer(page: Page): Promise<void> {
  fixture.workspace.models.pauseAfter(20);
  await send(page, "Tell me [[tokens: 80]]");
  await fixture.workspace.models.whenPaused();
  await waitForAnswerText(page, words(20));
}

/** Resumes the model and waits for the end: every token is there exactly once. */
async function waitForWholeAnswer(page: Page): Promise<void> {
  fixture.workspace.models.resume();
  await waitForAnswerText(page, words(80));
  await waitForAnswerEnd(page);
}

describe.each(["local", "cloud"] as const)("an answer in a %s conversation", (storage) => {
  test("continues where it was when the page is reloaded halfway", async () => {
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url, storage);
    await askForLongAnswer(page);
    await page.reload();
    await waitForAnswerText(page, words(20));
    await stopButton(page).waitFor();
    await waitForWholeAnswer(page);
    await page.reload();
    await waitForAnswerText(page, words(80));
    expect(largeModelChats(fixture.workspace.models)).toHaveLength(1);
  });

  test("is complete when it ended while the page was closed", async () => {
    const { models } = fixture.workspace;
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url, storage);
    await askForLongAnswer(page);
    const address = page.url();
    await page.goto("about:blank");
    models.resume();
    await largeModelChats(models)[0]?.closed;
    await page.goto(address);
    await waitForAnswerText(page, words(80));
    await waitForAnswerEnd(page);
    expect(largeModelChats(models)).toHaveLength(1);
  });

  test("continues when its connection is cut halfway, and the following ones too", async () => {
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url, storage);
    await askForLongAnswer(page);
    proxy.disconnect();
    await expectVisible(lastAnswer(page), "Reconnecting to the answer …");
    await waitForAnswerText(page, `${words(20)} Reconnecting to the answer …`);
    proxy.reconnect();
    await waitForAnswerText(page, words(20));
    proxy.disconnect();
    await expectVisible(lastAnswer(page), "Reconnecting to the answer …");
    fixture.workspace.models.resume();
    await largeModelChats(fixture.workspace.models)[0]?.closed;
    proxy.reconnect();
    await waitForWholeAnswer(page);
    expect(largeModelChats(fixture.workspace.models)).toHaveLength(1);
    await page.reload();
    await waitForAnswerText(page, words(80));
  });

  test("can be stopped after a reload", async () => {
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url, storage);
    await askForLongAnswer(page);
    await page.reload();
    await waitForAnswerText(page, words(20));
    await stopButton(page).click();
    await largeModelChats(fixture.workspace.models)[0]?.aborted;
    await expectVisible(lastAnswer(page), "Stopped");
    await waitForAnswerText(page, words(20));
  });

  test("is completed in a second tab too", async () => {
    const { page, context } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url, storage);
    await askForLongAnswer(page);
    const second = await context.newPage();
    await second.goto(page.url());
    await waitForAnswerText(second, words(20));
    await stopButton(second).waitFor();
    fixture.workspace.models.resume();
    for (const tab of [page, second]) {
      await waitForAnswerText(tab, words(80));
      await waitForAnswerEnd(tab);
    }
    expect(largeModelChats(fixture.workspace.models)).toHaveLength(1);
  });
});

test("an answer in a cloud conversation streams to another device of the same person", async () => {
  const { page, email } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url, "cloud");
  await askForLongAnswer(page);
  const { page: elsewhere } = await fixture.openSignedIn({ email });
  await openWorkspace(elsewhere, fixture.url);
  await conversationRow(elsewhere, "New Conversation").click();
  await waitForAnswerText(elsewhere, words(20));
  fixture.workspace.models.resume();
  for (const place of [page, elsewhere]) await waitForAnswerText(place, words(80));
  await waitForAnswerEnd(elsewhere);
  await expectVisible(conversationList(elsewhere), "A scripted title");
});
