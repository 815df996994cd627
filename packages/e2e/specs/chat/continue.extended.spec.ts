import type { Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { generateWords } from "../../../server/src/testing/modelServer/behaviour.ts";
import { attach, textFile, waitForAttachments } from "../../support/pages/attachControls.ts";
import {
  lastAnswer,
  listLargeModelChats,
  openNewConversation,
  readAnswerText,
  stopButton,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/pages/chatControls.ts";
import { documentViewer } from "../../support/pages/documentViewer.ts";
import { answers, expectEventually, expectVisible, questions, send } from "../../support/pages/screen.ts";
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

test("an answer that ended at the length limit goes on in the same message, can be stopped and continued again, and stays whole after a reload (local)", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url, "local");
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

test.each(["local", "cloud"] as const)(
  "an answer whose connection broke keeps what had arrived if the rest fails too, and a reload in the middle of the rest resumes it (%s)",
  async (storage) => {
    const { models } = fixture.workspace;
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url, storage);
    await send(page, `Tell me [[answer: ${part(0, 40)}]] [[cut: 12]] [[rest]] [[status: 500]]`);
    await expectVisible(lastAnswer(page), "The text above was saved.");
    await waitForAnswerEnd(page);
    await continueButton(page).click();
    await expectEventually(() => listLargeModelChats(models).length).toBeGreaterThan(1);
    await waitForAnswerEnd(page);
    await expectVisible(lastAnswer(page), "The text above was saved.");
    await expectEventually(() => lastAnswer(page).getByRole("paragraph").first().textContent()).toBe(part(0, 12));

    models.script({ answer: part(11, 40), hangAfter: 9 }, "scripted-large");
    await continueButton(page).click();
    await waitForAnswerText(page, part(0, 20));
    await page.reload();
    await waitForAnswerText(page, part(0, 20));
    models.resume();
    await waitForAnswerText(page, part(0, 40));
    await waitForAnswerEnd(page);
    expect([await questions(page).count(), await answers(page).count()]).toEqual([1, 1]);
  },
);

test("the citations of both parts open the passages that they name", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url, "cloud");
  const texts = { "rain.txt": "In Bergen it rains often.", "sun.txt": "In Seville the sun shines." };
  await attach(page, ...Object.entries(texts).map(([name, text]) => textFile(name, text)));
  await waitForAttachments(page, 2);
  await send(page, "Where? [[answer: Rain [1], and]] [[finish: length]] [[rest]] [[answer: and sun [2].]]");
  await waitForAnswerEnd(page);
  await continueButton(page).click();
  await waitForAnswerEnd(page);
  await expectEventually(() => readAnswerText(lastAnswer(page))).toBe("Rain [1], and sun [2].");
  for (const [index, [name, text]] of Object.entries(texts).entries()) {
    const citation = lastAnswer(page).getByRole("button", { name: new RegExp(`^Source ${index + 1}, ${name}`) });
    await citation.click();
    await expectVisible(documentViewer(page, name), text);
    await page.keyboard.press("Escape");
  }
});
