import { openConversation } from "@lectern/contract";
import type { Page } from "playwright-core";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { words } from "../../../server/src/testing/modelServer/behaviour.ts";
import {
  alerts,
  largeModelChats,
  lastAnswer,
  openNewConversation,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { composer, expectEventually, expectVisible, questions, send } from "../../support/screen.ts";
import { startServerProxy } from "../../support/startServerProxy.ts";

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
  await waitForAnswerText(page, words(20));
}

/** Resumes the model and checks that the answer is complete and was requested once. */
async function waitForWholeAnswer(page: Page): Promise<void> {
  fixture.workspace.models.resume();
  await waitForAnswerText(page, words(60));
  await waitForAnswerEnd(page);
  expect(largeModelChats(fixture.workspace.models)).toHaveLength(1);
}

describe.each(["local", "cloud"] as const)("in a %s conversation", (storage) => {
  test("a network that fails during an answer and returns much later loses none of it", async () => {
    const { page, context } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url, storage);
    await page.clock.install();
    await askForLongAnswer(page);
    await context.setOffline(true);
    proxy.disconnect();
    await expectVisible(page, "You are offline. What you type is kept; sending works again when the network is back.");
    await waitForAnswerText(page, `${words(20)} Reconnecting to the answer …`);
    // Longer than any time limit for a server: the page keeps trying while there is no network.
    await page.clock.fastForward("30:00");
    await waitForAnswerText(page, `${words(20)} Reconnecting to the answer …`);
    proxy.reconnect();
    await context.setOffline(false);
    await waitForAnswerText(page, words(20));
    await waitForWholeAnswer(page);
    expect(await alerts(page).count()).toBe(0);
  });

  test("a computer that slept during an answer detects the silent connection and reconnects", async () => {
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url, storage);
    await page.clock.install();
    await askForLongAnswer(page);
    const readOn = page.waitForRequest((request) => request.method() === "GET" && /\/chat\/[^/]+$/.test(request.url()));
    await page.clock.fastForward("02:00:00");
    expect((await readOn).headers()["last-event-id"]).toMatch(/^\d+$/);
    await waitForWholeAnswer(page);
    expect(await alerts(page).count()).toBe(0);
  });

  test("a message that arrived although its response was lost is answered and sent to the model only once", async () => {
    const { models } = fixture.workspace;
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url, storage);
    await page.route("**/chat", async (route) => {
      const arrived = models.nextChat();
      void route.fetch().catch(() => undefined);
      await arrived;
      await route.abort("connectionreset");
    });
    await send(page, "Does this arrive? [[answer: It does.]]");
    await waitForAnswerText(page, "It does.");
    await waitForAnswerEnd(page);
    expect(largeModelChats(models)).toHaveLength(1);
    expect(await questions(page).count()).toBe(1);
    expect(await composer(page).inputValue()).toBe("");
    expect(await alerts(page).count()).toBe(0);
  });
});

describe.each(["local", "cloud"] as const)(
  "when the server is killed during an answer in a %s conversation, it",
  (storage) => {
    test("leaves the partial answer marked as interrupted, and the question can be retried once the server is back", async () => {
      const { models, lectern } = fixture.workspace;
      const { page, api } = await fixture.openSignedIn();
      await openNewConversation(page, fixture.url, storage);
      await askForLongAnswer(page);
      if (storage === "cloud") {
        // The server stores the answer each second, so only text from before the last save survives.
        const conversationId = new URLSearchParams(new URL(page.url()).hash.slice(1)).get("c") ?? "";
        const saved = () => api.call(openConversation, { conversationId });
        await expectEventually(async () => (await saved()).conversation.messages.at(-1)?.content.trim()).toBe(
          words(20),
        );
      }
      await lectern.stop("SIGKILL");
      await lectern.restart();
      await expectVisible(lastAnswer(page), "The answer was interrupted. The text above was saved.");
      await waitForAnswerText(page, words(20));
      await expectVisible(questions(page).last(), "Tell me [[tokens: 60]]");
      models.resume();
      models.script({ answer: "Here it is." }, "scripted-large");
      await page.getByRole("button", { name: "Try again" }).click();
      await waitForAnswerText(page, "Here it is.");
    });
  },
);
