import { openConversation } from "@lectern/contract";
import type { Page } from "playwright-core";
import { afterAll, afterEach, expect, test } from "vitest";
import { generateWords } from "../../../server/src/testing/modelServer/behaviour.ts";
import {
  alerts,
  lastAnswer,
  listLargeModelChats,
  openNewConversation,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/pages/chatControls.ts";
import { composer, expectEventually, expectVisible, questions, send } from "../../support/pages/screen.ts";
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

test("a message that arrived although its response was lost is answered and sent to the model only once", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url, "cloud");
  await page.route("**/chat", async (route) => {
    const arrivedChat = models.nextChat();
    void route.fetch().catch(() => undefined);
    await arrivedChat;
    await route.abort("connectionreset");
  });
  await send(page, "Does this arrive? [[answer: It does.]]");
  await waitForAnswerText(page, "It does.");
  await waitForAnswerEnd(page);
  expect(listLargeModelChats(models)).toHaveLength(1);
  expect(await questions(page).count()).toBe(1);
  expect(await composer(page).inputValue()).toBe("");
  expect(await alerts(page).count()).toBe(0);
});

test("when the server is killed during an answer, the partial answer is marked as interrupted, and the question can be retried once the server is back", async () => {
  const { models, lectern } = fixture.workspace;
  const { page, context, api } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url, "local");
  await askForLongAnswer(page);
  const cloudPage = await context.newPage();
  await openNewConversation(cloudPage, fixture.url, "cloud");
  await send(cloudPage, "Tell me [[tokens: 60]]");
  await models.whenPaused(2);
  await waitForAnswerText(cloudPage, generateWords(20));
  // The server stores a growing cloud answer about once a second, so only text stored before the kill survives.
  const conversationId = new URLSearchParams(new URL(cloudPage.url()).hash.slice(1)).get("c") ?? "";
  const loadSaved = () => api.call(openConversation, { conversationId });
  await expectEventually(async () => (await loadSaved()).conversation.messages.at(-1)?.content.trim()).toBe(
    generateWords(20),
  );

  await lectern.stop("SIGKILL");
  await lectern.restart();
  for (const tab of [page, cloudPage]) {
    await expectVisible(lastAnswer(tab), "The answer was interrupted. The text above was saved.");
    await waitForAnswerText(tab, generateWords(20));
    await expectVisible(questions(tab).last(), "Tell me [[tokens: 60]]");
  }
  models.resume();
  for (const tab of [page, cloudPage]) {
    models.script({ answer: "Here it is." }, "scripted-large");
    await tab.getByRole("button", { name: "Try again" }).click();
    await waitForAnswerText(tab, "Here it is.");
  }
});
