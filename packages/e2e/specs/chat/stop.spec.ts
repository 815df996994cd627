import { getFeatureFlags } from "@lectern/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { generateWords } from "../../../server/src/testing/modelServer/behaviour.ts";
import { attach, textFile, waitForAttachments } from "../../support/attachControls.ts";
import {
  alerts,
  lastAnswer,
  listLargeModelChats,
  openNewConversation,
  sendButton,
  stopButton,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { pauseOp } from "../../support/interceptOp.ts";
import { composer, expectEventually, expectVisible, send } from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

/** Dispatches a window event, as other parts of the app and scripts of an institution do. */
const dispatch = (page: Page, name: string, detail: Record<string, string> = {}) =>
  page.evaluate((event) => void dispatchEvent(new CustomEvent(event.name, { detail: event.detail })), { name, detail });

test("stopping an answer ends the model's call, its text stays, and the person can continue; an answer can be stopped before its first token, also by a window event, and retried; other events render the conversation again and reload the flags", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url, "cloud");
  models.pauseAfter(12);
  await send(page, "Tell me [[tokens: 90]]");
  await models.whenPaused();
  await waitForAnswerText(page, generateWords(12));
  const modelCall = listLargeModelChats(models).at(-1);
  expect(modelCall?.isAborted).toBe(false);

  await stopButton(page).click();
  await modelCall?.aborted;
  await waitForAnswerEnd(page);
  await expectVisible(lastAnswer(page), "Stopped");
  await waitForAnswerText(page, generateWords(12));
  expect(await alerts(page).count()).toBe(0);

  await page.reload();
  await expectVisible(lastAnswer(page), "Stopped");
  await waitForAnswerText(page, generateWords(12));
  models.resume();
  await send(page, "Go on [[answer: Here is more.]]");
  await waitForAnswerText(page, "Here is more.");
  expect(listLargeModelChats(models).at(-1)?.body?.messages).toContainEqual({
    role: "assistant",
    content: generateWords(12),
  });
  await waitForAnswerEnd(page);

  models.pauseAfter(0);
  await send(page, "Tell me [[answer: Here it is.]]");
  await models.whenPaused();
  await dispatch(page, "killChatRequest", { conversationId: "another" });
  expect(await stopButton(page).count()).toBe(1);
  await dispatch(page, "killChatRequest");
  await listLargeModelChats(models).at(-1)?.aborted;
  await expectVisible(lastAnswer(page), "Stopped");
  models.resume();
  await page.getByRole("button", { name: "Try again" }).click();
  await waitForAnswerText(page, "Here it is.");
  await waitForAnswerEnd(page);

  await composer(page).fill("A draft");
  const renderedAnswer = await lastAnswer(page).elementHandle();
  await dispatch(page, "triggerChatReRender");
  await expectEventually(() => renderedAnswer?.evaluate((element) => element.isConnected)).toBe(false);
  await waitForAnswerText(page, "Here it is.");
  expect(await composer(page).inputValue()).toBe("A draft");
  const flags = await pauseOp(page, getFeatureFlags);
  await dispatch(page, "updateFeatureSettings");
  await flags.reached;
  flags.release();
});

test("1000 ms after Stop nothing streams any more, even when the kill request is never answered; the text stays in the browser, and the person can continue", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  const killRequests: unknown[] = [];
  await page.route("**/chat", async (route) => {
    const body = route.request().postDataJSON();
    if (body.killSwitch) killRequests.push(body);
    else await route.continue();
  });
  models.pauseAfter(7);
  await send(page, "Tell me [[tokens: 90]]");
  await waitForAnswerText(page, generateWords(7));
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);

  await stopButton(page).click();
  await expectVisible(lastAnswer(page), "Stopping…");
  await page.clock.runFor(990);
  await expectVisible(lastAnswer(page), "Stopping…");
  expect(await stopButton(page).count()).toBe(1);
  expect(await lastAnswer(page).getAttribute("aria-busy")).toBe("true");
  expect(killRequests).toEqual([{ killSwitch: { requestId: expect.any(String), value: true } }]);

  await page.clock.runFor(10);
  await waitForAnswerEnd(page);
  await expectVisible(lastAnswer(page), "Stopped");
  await waitForAnswerText(page, generateWords(7));
  await page.clock.resume();
  await composer(page).fill("Next");
  expect(await sendButton(page).getAttribute("aria-disabled")).toBeNull();
  expect(await page.getByRole("button", { name: "Chat settings" }).getAttribute("aria-disabled")).toBeNull();

  await page.unroute("**/chat");
  await page.reload();
  await expectVisible(lastAnswer(page), "Stopped");
  await waitForAnswerText(page, generateWords(7));
  models.resume();
  await send(page, "Go on [[answer: Here is more.]]");
  await waitForAnswerText(page, "Here is more.");
  expect(listLargeModelChats(models).at(-1)?.body?.messages).toContainEqual({
    role: "assistant",
    content: generateWords(7),
  });
});

test("Esc in the message field stops the answer, and what was typed stays; the dialog of shortcuts lists it", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  models.pauseAfter(5);
  await send(page, "Tell me [[tokens: 90]]");
  await waitForAnswerText(page, generateWords(5));
  await composer(page).fill("The next one");
  await composer(page).press("Escape");
  await waitForAnswerEnd(page);
  await expectVisible(lastAnswer(page), "Stopped");
  await waitForAnswerText(page, generateWords(5));
  expect(await composer(page).inputValue()).toBe("The next one");
  // Without an answer, Esc changes nothing.
  await composer(page).press("Escape");
  expect(await composer(page).inputValue()).toBe("The next one");

  await page.getByRole("heading").first().click();
  await page.keyboard.press("?");
  await page
    .getByRole("dialog", { name: "Keyboard shortcuts" })
    .getByText("Stop the answer", { exact: true })
    .waitFor();
});

test.each(["local", "cloud"] as const)(
  "a stopped answer keeps what was read and searched for it, also after a reload (%s)",
  async (storage) => {
    const { models } = fixture.workspace;
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url, storage);
    await attach(page, textFile("river.txt", "The river carries sand to the sea."));
    await waitForAttachments(page, 1);
    await send(page, "What does it carry? [[answer: Sand.]]");
    await waitForAnswerText(page, "Sand.");
    await waitForAnswerEnd(page);
    const progress = lastAnswer(page).getByRole("list", { name: "Progress" });
    await expectVisible(progress, "Read river.txt in full");

    await send(page, "And where does the river carry the sand? [[tokens: 90]] [[hang: 12]]");
    await waitForAnswerText(page, generateWords(12));
    await stopButton(page).click();
    await waitForAnswerEnd(page);
    const expectKept = async () => {
      await expectVisible(lastAnswer(page), "Stopped");
      await expectVisible(progress, "Searched river.txt");
      await waitForAnswerText(page, generateWords(12));
    };
    await expectKept();
    await page.reload();
    await expectKept();
    models.resume();
  },
);
