import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { branchOf, openStoredConversation } from "../../support/content/storedConversation.ts";
import {
  lastAnswer,
  listLargeModelChats,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/pages/chatControls.ts";
import { chooseForMessage, editBox } from "../../support/pages/messageControls.ts";
import { answers, ask, composer, expectEventually, expectVisible, questions } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const editButton = (message: Locator) => message.getByRole("button", { name: "Edit the message" });
const editLastQuestion = (page: Page) => editButton(questions(page).last()).click();
const readQuestionTexts = async (page: Page) =>
  (await questions(page).allInnerTexts()).map((text) => text.split("\n")[0]?.trim());
const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);

/** The messages that the model received last, without the system prompt. */
const listSentTexts = () =>
  listLargeModelChats(fixture.workspace.models)
    .at(-1)
    ?.body?.messages?.slice(1)
    .map(({ content }) => content);

test("[C2.09a, C2.12, C4.15] the last message is edited in place and sent again; the old one stays reachable, also after a reload, which an unfinished message and an unfinished edit survive, too", async () => {
  const person = await fixture.openSignedIn();
  const { page } = person;
  await openStoredConversation(person, fixture.url, "cloud", branchOf(["First", "One.", "Second", "Two."]));
  await editLastQuestion(page);
  await expectEventually(() => editBox(page).inputValue()).toBe("Second");
  expect(await isFocused(editBox(page))).toBe(true);
  await button(page, "Save & Submit").waitFor();
  await button(page, "Cancel").waitFor();
  await editBox(page).fill("Other [[answer: Three.]]");
  await button(page, "Save & Submit").click();
  await waitForAnswerText(page, "Three.");
  await waitForAnswerEnd(page);
  await expectVisible(questions(page).last(), "2 of 2");
  expect(await questions(page).count()).toBe(2);
  // Messages after the old version are not sent with the new one.
  expect(listSentTexts()).toEqual(["First", "One.", "Other [[answer: Three.]]"]);

  await page.reload();
  await waitForAnswerText(page, "Three.");
  expect(await editBox(page).count()).toBe(0);
  await questions(page).last().getByRole("button", { name: "Earlier version" }).click();
  await waitForAnswerText(page, "Two.");
  await expectVisible(questions(page).last(), "1 of 2");

  // The next message continues the branch that is shown.
  await ask(page, "Third [[answer: Four.]]");
  expect(listSentTexts()).toEqual(["First", "One.", "Second", "Two.", "Third [[answer: Four.]]"]);
  expect(await readQuestionTexts(page)).toEqual(["First", "Second", "Third [[answer: Four.]]"]);
  await composer(page).fill("Half a message");
  await editLastQuestion(page);
  await editBox(page).fill("Half an edit");
  await page.reload();
  await waitForAnswerText(page, "Four.");
  await expectEventually(() => editBox(page).inputValue()).toBe("Half an edit");
  expect(await composer(page).inputValue()).toBe("Half a message");
  expect((await readQuestionTexts(page)).slice(0, 2)).toEqual(["First", "Second"]);
});

test("a cloud conversation that is edited in two tabs converges in both", async () => {
  const person = await fixture.openSignedIn();
  const { page, context } = person;
  await openStoredConversation(person, fixture.url, "cloud", branchOf(["First", "One.", "Second", "Two."]));
  const otherTab = await context.newPage();
  await otherTab.goto(page.url());
  await waitForAnswerText(otherTab, "Two.");
  const fillEdit = async (tab: Page, message: Locator, text: string) => {
    await message.hover();
    await editButton(message).click();
    await editBox(tab).fill(text);
  };
  const overwrite = async (tab: Page) => {
    await button(tab, "Save").click();
    const dialog = tab.getByRole("alertdialog", { name: "Save a Copy of the Conversation?" });
    await dialog.getByRole("button", { name: "Overwrite Only" }).click();
    await editBox(tab).waitFor({ state: "detached" });
  };
  // Both edit the same message; the text typed in one stays when the other saves.
  await fillEdit(otherTab, questions(otherTab).first(), "First, as the second tab has it");
  await fillEdit(page, questions(page).first(), "First, as the first tab has it");
  await overwrite(page);
  await expectVisible(questions(page).first(), "First, as the first tab has it");
  expect(await editBox(otherTab).inputValue()).toBe("First, as the second tab has it");
  await overwrite(otherTab);
  for (const tab of [page, otherTab]) await expectVisible(questions(tab).first(), "First, as the second tab has it");

  await fillEdit(page, questions(page).last(), "Other [[answer: Three.]]");
  await button(page, "Save & Submit").click();
  for (const tab of [page, otherTab]) {
    await waitForAnswerText(tab, "Three.");
    await expectVisible(questions(tab).last(), "2 of 2");
  }
  await waitForAnswerEnd(otherTab);
  await chooseForMessage(otherTab, lastAnswer(otherTab), "Delete");
  for (const tab of [page, otherTab]) await waitForAnswerText(tab, "One.");
  await ask(page, "Third [[answer: Four.]]");
  await waitForAnswerText(otherTab, "Four.");
  await otherTab.getByRole("button", { name: "Undo" }).click();
  for (const tab of [page, otherTab]) {
    await expectEventually(() => readQuestionTexts(tab)).toEqual([
      "First, as the second tab has it",
      "Other [[answer: Three.]]",
      "Third [[answer: Four.]]",
    ]);
    await expectEventually(() => answers(tab).count()).toBe(3);
    await expectVisible(answers(tab).nth(1), "Three.");
  }
  await page.reload();
  await expectEventually(() => answers(page).count()).toBe(3);
});
