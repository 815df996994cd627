import { expect, test } from "vitest";
import { answerMarks } from "../../support/answerMarks.ts";
import {
  lastAnswer,
  openNewConversation,
  startNewChat,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { expectEventually, expectVisible, questions, send } from "../../support/screen.ts";

const fixture = createWorkspaceFixture({ environment: { ANSWERS_AT_ONCE: "1" } });

test("an answer beyond the server's limit is refused with the reason; the message stays, and is tried again by itself or by the person", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url, "cloud");
  models.pauseAfter(2);
  await send(page, "The only one [[tokens: 10]]");
  await models.whenPaused();
  await startNewChat(page);
  await expectVisible(page, "Start a new conversation.");
  await send(page, "One too many [[answer: Now.]]");
  await expectVisible(lastAnswer(page), /An answer is already being written for you\./);
  await expectVisible(questions(page), "One too many [[answer: Now.]]");
  models.resume();
  await expectEventually(() => answerMarks(page, "unread answer").count()).toBe(1);
  await waitForAnswerText(page, "Now.");
  await waitForAnswerEnd(page);
  expect(await questions(page).count()).toBe(1);

  models.pauseAfter(2);
  await send(page, "The next one [[tokens: 10]]");
  await models.whenPaused();
  await startNewChat(page);
  await expectVisible(page, "Start a new conversation.");
  await send(page, "Again one too many [[answer: Asked.]]");
  await lastAnswer(page).getByRole("button", { name: "Cancel" }).click();
  models.resume();
  await expectEventually(() => answerMarks(page, "unread answer").count()).toBe(2);
  await page.getByRole("button", { name: "Try again" }).click();
  await waitForAnswerText(page, "Asked.");
  await waitForAnswerEnd(page);
  expect(await questions(page).count()).toBe(1);
});
