import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { attach, includedDocuments, textFile, waitForAttachments } from "../../support/attachControls.ts";
import {
  largeModelChats,
  lastAnswer,
  openNewConversation,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/chatControls.ts";
import { checkAxe } from "../../support/checkAxe.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { chooseForMessage, editBox } from "../../support/messageControls.ts";
import { narrow } from "../../support/openBrowser.ts";
import {
  alertWithText,
  answers,
  ask,
  composer,
  conversationNames,
  expectEventually,
  expectVisible,
  questions,
  send,
} from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const editLastQuestion = (page: Page) =>
  questions(page).last().getByRole("button", { name: "Edit the message" }).click();
const questionTexts = async (page: Page) =>
  (await questions(page).allInnerTexts()).map((text) => text.split("\n")[0]?.trim());

const isInWindow = (place: Locator) =>
  place.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

describe.each(["local", "cloud"] as const)("in a %s conversation", (storage) => {
  test("[C2.09a, C2.12, C4.15] the last message is edited in place and sent again; the old one stays reachable, also after a reload", async () => {
    const { models } = fixture.workspace;
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url, storage);
    await ask(page, "First [[answer: One.]]");
    await ask(page, "Second [[answer: Two.]]");
    await editLastQuestion(page);
    await expectEventually(() => editBox(page).inputValue()).toBe("Second [[answer: Two.]]");
    expect(await editBox(page).evaluate((field) => field === document.activeElement)).toBe(true);
    await button(page, "Save & Submit").waitFor();
    await button(page, "Cancel").waitFor();
    await editBox(page).fill("Other [[answer: Three.]]");
    await button(page, "Save & Submit").click();
    await waitForAnswerText(page, "Three.");
    await waitForAnswerEnd(page);
    await expectVisible(questions(page).last(), "2 of 2");
    expect(await questions(page).count()).toBe(2);
    // Messages after the old version are not sent with the new one.
    expect(
      largeModelChats(models)
        .at(-1)
        ?.body?.messages?.slice(1)
        .map(({ content }) => content),
    ).toEqual(["First [[answer: One.]]", "One.", "Other [[answer: Three.]]"]);

    await page.reload();
    await waitForAnswerText(page, "Three.");
    expect(await editBox(page).count()).toBe(0);
    await questions(page).last().getByRole("button", { name: "Earlier version" }).click();
    await waitForAnswerText(page, "Two.");
    await expectVisible(questions(page).last(), "1 of 2");

    // The next message continues the branch that is shown.
    await ask(page, "Third [[answer: Four.]]");
    expect(
      largeModelChats(models)
        .at(-1)
        ?.body?.messages?.slice(1)
        .map(({ content }) => content),
    ).toEqual(["First [[answer: One.]]", "One.", "Second [[answer: Two.]]", "Two.", "Third [[answer: Four.]]"]);
    await page.reload();
    await waitForAnswerText(page, "Four.");
    expect(await questionTexts(page)).toEqual([
      "First [[answer: One.]]",
      "Second [[answer: Two.]]",
      "Third [[answer: Four.]]",
    ]);
  });

  test("an earlier question can be edited and sent again, and the old one and its answers stay as a branch", async () => {
    const { models } = fixture.workspace;
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url, storage);
    await ask(page, "First [[answer: One.]]");
    await ask(page, "Second [[answer: Two.]]");
    await questions(page).first().getByRole("button", { name: "Edit the message" }).click();
    await editBox(page).fill("Instead [[answer: Three.]]");
    await button(page, "Ask again from here").click();
    await waitForAnswerText(page, "Three.");
    await waitForAnswerEnd(page);
    expect(await questions(page).count()).toBe(1);
    await expectVisible(questions(page).first(), "2 of 2");
    const sent = largeModelChats(models).at(-1)?.body?.messages?.slice(1);
    expect(sent?.map(({ content }) => content)).toEqual(["Instead [[answer: Three.]]"]);

    await page.reload();
    await waitForAnswerText(page, "Three.");
    await questions(page).first().getByRole("button", { name: "Earlier version" }).click();
    await waitForAnswerText(page, "Two.");
    expect(await questions(page).count()).toBe(2);
  });

  test("[C2.40, C4.15] editing another message asks whether to save a copy or overwrite it, and sends nothing", async () => {
    const { models } = fixture.workspace;
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url, storage);
    await ask(page, "First [[answer: One.]]");
    await ask(page, "Second [[answer: Two.]]");
    await expectEventually(() => conversationNames(page)).not.toContain("New Conversation");
    const [name = ""] = await conversationNames(page);
    const before = largeModelChats(models).length;

    await questions(page).first().hover();
    await questions(page).first().getByRole("button", { name: "Edit the message" }).click();
    await button(page, "Save").waitFor();
    await editBox(page).fill("First, put better");
    await button(page, "Save").click();
    const dialog = page.getByRole("alertdialog", { name: "Save a Copy of the Conversation?" });
    await dialog.waitFor();
    await checkAxe(page, "the question whether to save a copy");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await editBox(page).inputValue()).toBe("First, put better");
    await button(page, "Save").click();
    await dialog.getByRole("button", { name: "Overwrite Only" }).click();
    await expectVisible(questions(page).first(), "First, put better");
    expect(await conversationNames(page)).toEqual([name]);
    expect(await answers(page).count()).toBe(2);

    await chooseForMessage(page, answers(page).first(), "Edit");
    await editBox(page).fill("Uno.");
    await button(page, "Save").click();
    await dialog.getByRole("button", { name: "Save Copy" }).click();
    await expectVisible(answers(page).first(), "Uno.");
    await expectEventually(() => conversationNames(page)).toContain(`${name} (copy)`);
    expect(largeModelChats(models).length).toBe(before);
    await page.reload();
    await expectVisible(answers(page).first(), "Uno.");
    await expectVisible(questions(page).first(), "First, put better");

    await page
      .getByRole("navigation", { name: "Conversations" })
      .getByRole("button", { name: `${name} (copy)` })
      .first()
      .click();
    await expectVisible(answers(page).first(), "One.");
    await expectVisible(questions(page).first(), "First, put better");
    expect(await answers(page).count()).toBe(2);
  });
});

test("a cloud conversation that is edited in two tabs converges in both", async () => {
  const { page, context } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url, "cloud");
  await ask(page, "First [[answer: One.]]");
  await ask(page, "Second [[answer: Two.]]");
  const other = await context.newPage();
  await other.goto(page.url());
  await waitForAnswerText(other, "Two.");
  const edit = async (tab: Page, message: Locator, text: string) => {
    await message.hover();
    await message.getByRole("button", { name: "Edit the message" }).click();
    await editBox(tab).fill(text);
  };
  const overwrite = async (tab: Page) => {
    await button(tab, "Save").click();
    const dialog = tab.getByRole("alertdialog", { name: "Save a Copy of the Conversation?" });
    await dialog.getByRole("button", { name: "Overwrite Only" }).click();
    await editBox(tab).waitFor({ state: "detached" });
  };
  // Both edit the same message; the text typed in one stays when the other saves.
  await edit(other, questions(other).first(), "First, as the second tab has it");
  await edit(page, questions(page).first(), "First, as the first tab has it");
  await overwrite(page);
  await expectVisible(questions(page).first(), "First, as the first tab has it");
  expect(await editBox(other).inputValue()).toBe("First, as the second tab has it");
  await overwrite(other);
  for (const tab of [page, other]) await expectVisible(questions(tab).first(), "First, as the second tab has it");

  await edit(page, questions(page).last(), "Other [[answer: Three.]]");
  await button(page, "Save & Submit").click();
  for (const tab of [page, other]) {
    await waitForAnswerText(tab, "Three.");
    await expectVisible(questions(tab).last(), "2 of 2");
  }
  await waitForAnswerEnd(other);
  await chooseForMessage(other, lastAnswer(other), "Delete");
  for (const tab of [page, other]) await waitForAnswerText(tab, "One.");
  await ask(page, "Third [[answer: Four.]]");
  await waitForAnswerText(other, "Four.");
  await other.getByRole("button", { name: "Undo" }).click();
  for (const tab of [page, other]) {
    await expectEventually(() => questionTexts(tab)).toEqual([
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

test("the documents of a message are shown while it is edited, and are sent with it", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await attach(page, textFile("notes.txt", "The river is 40 km long."));
  await waitForAttachments(page, 1);
  await ask(page, "How long is it?");
  await editLastQuestion(page);
  await expectVisible(includedDocuments(page), /notes\.txt/);
  await editBox(page).fill("How long is the river?");
  await editBox(page).press("Enter");
  await questions(page).filter({ hasText: "How long is the river?" }).waitFor();
  await waitForAnswerEnd(page);
  await expectVisible(includedDocuments(page), /notes\.txt/);
  expect(JSON.stringify(largeModelChats(models).at(-1)?.body?.messages)).toContain("The river is 40 km long.");
});

test("[C2.14, C5.04a] Save is disabled while there is no text, and a text that is too long is refused", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await ask(page, "First [[answer: One.]]");
  await editLastQuestion(page);
  await editBox(page).fill("   ");
  await expectEventually(() => button(page, "Save & Submit").getAttribute("aria-disabled")).toBe("true");
  await editBox(page).press("Enter");
  await button(page, "Save & Submit").waitFor();
  await editBox(page).fill("Better");
  await expectEventually(() => button(page, "Save & Submit").getAttribute("aria-disabled")).toBeNull();
  await editBox(page).evaluate((field: HTMLTextAreaElement) => field.select());
  const long = "x".repeat(200_000);
  await page.keyboard.insertText(long);
  await page.getByText(/^Message limit is \d+ characters\. You have entered 200000 characters\.$/).waitFor();
  expect(await editBox(page).inputValue()).toBe("Better");
});

test("editing works by keyboard alone: Enter sends, Shift+Enter adds a line, Esc cancels and asks first if there are changes", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await ask(page, "First [[answer: One.]]");
  const edit = questions(page).last().getByRole("button", { name: "Edit the message" });
  await edit.focus();
  await page.keyboard.press("Enter");
  await editBox(page).waitFor();
  await page.keyboard.press("Escape");
  await editBox(page).waitFor({ state: "detached" });
  await expectEventually(() => edit.evaluate((element) => element === document.activeElement)).toBe(true);

  await page.keyboard.press("Enter");
  await editBox(page).waitFor();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Other [[answer: Two.]]");
  await page.keyboard.press("Escape");
  const dialog = page.getByRole("alertdialog", { name: "Discard your changes?" });
  await dialog.waitFor();
  await dialog.getByRole("button", { name: "Keep editing" }).press("Enter");
  await dialog.waitFor({ state: "detached" });
  expect(await editBox(page).inputValue()).toBe("Other [[answer: Two.]]");
  await editBox(page).focus();
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("line two");
  await page.keyboard.press("Enter");
  await waitForAnswerText(page, "Two.");
  await expectVisible(questions(page).last(), /line two/);
});

test("the arrow-up key in an empty message field edits the last message and scrolls to it, and Esc returns to the field", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  models.script({ answer: "A line of the answer.\n\n".repeat(120) }, "scripted-large");
  await ask(page, "A short question");
  await composer(page).focus();
  await page.keyboard.press("ArrowUp");
  await expectEventually(() => editBox(page).evaluate((field) => field === document.activeElement)).toBe(true);
  await expectEventually(() => isInWindow(editBox(page))).toBe(true);
  expect(await editBox(page).inputValue()).toBe("A short question");
  await page.keyboard.press("Escape");
  await editBox(page).waitFor({ state: "detached" });
  await expectEventually(() => composer(page).evaluate((field) => field === document.activeElement)).toBe(true);
});

test("an unfinished edit is restored after a reload, and stays discarded once cancelled", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await ask(page, "First [[answer: One.]]");
  await editLastQuestion(page);
  await editBox(page).fill("Half of a tho");
  await page.reload();
  await expectEventually(() => editBox(page).inputValue()).toBe("Half of a tho");
  await button(page, "Cancel").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await editBox(page).waitFor({ state: "detached" });
  await page.reload();
  await expectVisible(questions(page).first(), /^First/);
  expect(await editBox(page).count()).toBe(0);
});

test("an edit that could not be sent reopens with its text, and the old version stays", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await ask(page, "First [[answer: One.]]");
  await editLastQuestion(page);
  await editBox(page).fill("Other");
  await page.route("**/chat", (route) => route.abort());
  await button(page, "Save & Submit").click();
  await alertWithText(page, "The chat service is currently unavailable. Please try again in a minute.").waitFor();
  await expectEventually(() => editBox(page).inputValue()).toBe("Other");
  expect(await answers(page).count()).toBe(1);
  await page.unroute("**/chat");
  await button(page, "Save & Submit").click();
  await expectVisible(questions(page).last(), "2 of 2");
  await waitForAnswerEnd(page);
});

test("[C4.14] during an answer nothing can be edited, forked or deleted, and the reason is shown", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await ask(page, "First [[answer: One.]]");
  models.pauseAfter(1);
  await send(page, "Second");
  await models.whenPaused();
  const edit = questions(page).first().getByRole("button", { name: "Edit the message" });
  await expectEventually(() => edit.getAttribute("aria-disabled")).toBe("true");
  expect(await edit.getAttribute("title")).toBe("An answer is being written");
  await answers(page).first().hover();
  await answers(page).first().getByRole("button", { name: "More actions for the answer" }).click();
  for (const name of ["Edit", "Fork from here", "Delete"]) {
    const item = page.getByRole("menuitem", { name, exact: true });
    expect(await item.getAttribute("aria-disabled")).toBe("true");
    expect(await item.getAttribute("title")).toBe("An answer is being written");
  }
  await page.keyboard.press("Escape");
  models.resume();
  await waitForAnswerEnd(page);
  expect(await lastAnswer(page).count()).toBe(1);
});

test("on a phone a message can be edited by touch: the actions show without hover, and targets are 40 px high", async () => {
  const { page } = await fixture.openSignedIn({ viewport: narrow, hasTouch: true });
  await openNewConversation(page, fixture.url);
  await ask(page, "First [[answer: One.]]");
  const row = [
    questions(page).last().getByRole("button", { name: "Edit the message" }),
    questions(page).last().getByRole("button", { name: "More actions for the message" }),
    lastAnswer(page).getByRole("button", { name: "More actions for the answer" }),
  ];
  for (const target of row) {
    const size = await target.boundingBox();
    expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(40);
  }
  await checkAxe(page, "a conversation on a phone");
  await questions(page).last().getByRole("button", { name: "Edit the message" }).tap();
  await editBox(page).waitFor();
  await checkAxe(page, "the editing box");
  const place = await editBox(page).boundingBox();
  expect(place?.x ?? 0).toBeGreaterThanOrEqual(0);
  expect((place?.x ?? 0) + (place?.width ?? 0)).toBeLessThanOrEqual(narrow.width);
  await editBox(page).fill("Other [[answer: Two.]]");
  const saved = button(page, "Save & Submit");
  expect((await saved.boundingBox())?.height).toBeGreaterThanOrEqual(40);
  await saved.tap();
  await waitForAnswerText(page, "Two.");
});
