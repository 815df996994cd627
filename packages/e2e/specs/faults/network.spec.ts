import type { Page } from "playwright-core";
import { afterAll, afterEach, expect, test } from "vitest";
import { generateWords } from "../../../server/src/testing/modelServer/behaviour.ts";
import {
  alerts,
  chooseStorage,
  listLargeModelChats,
  openNewConversation,
  startNewChat,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/pages/chatControls.ts";
import { expectVisible, send } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";
import { startServerProxy } from "../../support/servers/startServerProxy.ts";

const proxy = await startServerProxy();
const fixture = createWorkspaceFixture({ environment: proxy.environment });
afterEach(() => {
  proxy.reconnect();
  fixture.workspace.models.reset();
});
afterAll(() => proxy.close());

/** Asks for 60 tokens and returns once 20 of them are shown and the model is paused. */
async function askForLongAnswer(page: Page): Promise<void> {
  fixture.workspace.models.pauseAfter(20);
  await send(page, "Tell me [[tokens: 60]]");
  await fixture.workspace.models.whenPaused();
  await waitForAnswerText(page, generateWords(20));
}

/**
 * Resumes the model and checks that the answer is complete, and that the model has been called `count` times in all.
 */
async function waitForWholeAnswer(page: Page, count: number): Promise<void> {
  fixture.workspace.models.resume();
  await waitForAnswerText(page, generateWords(60));
  await waitForAnswerEnd(page);
  expect(listLargeModelChats(fixture.workspace.models)).toHaveLength(count);
  expect(await alerts(page).count()).toBe(0);
}

test("a network that fails during an answer and returns much later, or a computer that sleeps, loses none of it", async () => {
  const { page, context } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url, "local");
  await page.clock.install();
  await askForLongAnswer(page);
  await context.setOffline(true);
  proxy.disconnect();
  await expectVisible(page, "You’re offline. What you write stays here until you can send it.");
  await waitForAnswerText(page, `${generateWords(20)} Reconnecting to the answer…`);
  // The page gives up on a silent server sooner than this, but keeps trying while there is no network.
  await page.clock.fastForward("30:00");
  await waitForAnswerText(page, `${generateWords(20)} Reconnecting to the answer…`);
  proxy.reconnect();
  await context.setOffline(false);
  await waitForAnswerText(page, generateWords(20));
  await waitForWholeAnswer(page, 1);

  // After a sleep the connection is silent.
  await startNewChat(page);
  await expectVisible(page, "Start a new conversation.");
  await chooseStorage(page, "cloud");
  await askForLongAnswer(page);
  const resumeRequest = page.waitForRequest(
    (request) => request.method() === "GET" && /\/chat\/[^/]+$/.test(request.url()),
  );
  await page.clock.fastForward("02:00:00");
  expect((await resumeRequest).headers()["last-event-id"]).toMatch(/^\d+$/);
  await waitForWholeAnswer(page, 2);
});
