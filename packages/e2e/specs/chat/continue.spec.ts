import type { Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { generateWords } from "../../../server/src/testing/modelServer/behaviour.ts";
import {
  lastAnswer,
  listLargeModelChats,
  openNewConversation,
  stopButton,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/pages/chatControls.ts";
import { answers, expectVisible, questions, send } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();
afterEach(() => {
  fixture.workspace.models.resume();
  fixture.workspace.models.reset();
});

const continueButton = (page: Page) => lastAnswer(page).getByRole("button", { name: "Continue", exact: true });
const words = generateWords(40).split(" ");
/** The words from one position to another, as an answer. */
const part = (from: number, to: number) => words.slice(from, to).join(" ");

test("an answer that ended at the length limit goes on in the same message, can be stopped and continued again, and stays whole after a reload", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url, "cloud");
  await send(page, `Tell me [[answer: ${part(0, 12)}]] [[finish: length]] [[rest]] [[answer: ${part(11, 40)}]]`);
  await expectVisible(lastAnswer(page), /^The answer reached the maximum length/);
  await waitForAnswerEnd(page);

  models.pauseAfter(9);
  await continueButton(page).focus();
  await page.keyboard.press("Enter");
  await waitForAnswerText(page, part(0, 20));
  expect(await continueButton(page).count()).toBe(0);
  await stopButton(page).click();
  await waitForAnswerEnd(page);
  await expectVisible(lastAnswer(page), "Stopped");
  models.resume();

  await page.reload();
  await waitForAnswerText(page, part(0, 20));
  models.reset();
  models.script({ answer: part(19, 40) }, "scripted-large");
  await continueButton(page).click();
  await waitForAnswerText(page, part(0, 40));
  await waitForAnswerEnd(page);
  expect(await continueButton(page).count()).toBe(0);

  await page.reload();
  await waitForAnswerText(page, part(0, 40));
  expect([await questions(page).count(), await answers(page).count()]).toEqual([1, 1]);
  const { messages = [] } = listLargeModelChats(models).at(-1)?.body ?? {};
  expect(messages.slice(-2)).toMatchObject([{ role: "assistant", content: part(0, 19) }, { role: "user" }]);
  expect(await page.getByText("cut off before it was complete").count()).toBe(0);
});
