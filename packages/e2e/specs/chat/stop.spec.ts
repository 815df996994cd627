import { getFeatureFlags } from "@lectern/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { generateWords } from "../../../server/src/testing/modelServer/behaviour.ts";
import { pauseOp } from "../../support/browser/interceptOp.ts";
import {
  alerts,
  lastAnswer,
  listLargeModelChats,
  openNewConversation,
  stopButton,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/pages/chatControls.ts";
import { composer, expectEventually, expectVisible, send } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

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
