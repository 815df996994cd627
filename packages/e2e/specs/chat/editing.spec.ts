import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { includedDocuments } from "../../support/attachControls.ts";
import { lastAnswer, listLargeModelChats, waitForAnswerEnd, waitForAnswerText } from "../../support/chatControls.ts";
import { checkAxe } from "../../support/checkAxe.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { chooseForMessage, editBox, menuButton } from "../../support/messageControls.ts";
import { narrowViewport } from "../../support/openBrowser.ts";
import {
  alertWithText,
  answers,
  ask,
  composer,
  conversationRow,
  expectEventually,
  expectVisible,
  questions,
  readConversationNames,
} from "../../support/screen.ts";
import { branchOf, openStoredConversation } from "../../support/storedConversation.ts";
import { uploadAndExtract } from "../../support/uploadByApi.ts";

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

const isInWindow = (locator: Locator) =>
  locator.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

describe("editing a question and sending it again", () => {
  test("[C2.09a, C2.12, C4.15] the last message is edited in place and sent again; the old one stays reachable, also after a reload", async () => {
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
    await page.reload();
    await waitForAnswerText(page, "Four.");
    expect(await readQuestionTexts(page)).toEqual(["First", "Second", "Third [[answer: Four.]]"]);
  });

  test("an earlier question can be edited and sent again with its documents, and the old one and its answers stay as a branch", async () => {
    const person = await fixture.openSignedIn();
    const { page, api } = person;
    const file = { name: "notes.txt", type: "text/plain", content: "The river is 40 km long." };
    const { id: key } = await uploadAndExtract(api, fixture.url, file);
    const messages = branchOf(["How long is it?", "One.", "Second", "Two."]);
    const dataSources = [{ id: `s3://${key}`, key, name: file.name, type: file.type }];
    const messagesWithDocument = messages.map((message, at) =>
      at === 0 ? { ...message, data: { dataSources } } : message,
    );
    await openStoredConversation(person, fixture.url, "local", messagesWithDocument);
    await questions(page).first().hover();
    await editButton(questions(page).first()).click();
    await expectVisible(includedDocuments(page), /notes\.txt/);
    await editBox(page).fill("How long is the river? [[answer: Three.]]");
    await button(page, "Save & Submit").click();
    await waitForAnswerText(page, "Three.");
    await waitForAnswerEnd(page);
    expect(await questions(page).count()).toBe(1);
    await expectVisible(questions(page).first(), "2 of 2");
    await expectVisible(includedDocuments(page), /notes\.txt/);
    expect(listSentTexts()).toEqual([expect.stringContaining("How long is the river? [[answer: Three.]]")]);
    expect(JSON.stringify(listSentTexts())).toContain("The river is 40 km long.");

    await page.reload();
    await waitForAnswerText(page, "Three.");
    await questions(page).first().getByRole("button", { name: "Earlier version" }).click();
    await waitForAnswerText(page, "Two.");
    expect(await questions(page).count()).toBe(2);
  });

  test("during an answer nothing can be edited, forked or deleted, and the reason is shown; an edit that could not be sent reopens with its text, and the old version stays", async () => {
    const { models } = fixture.workspace;
    const person = await fixture.openSignedIn();
    const { page } = person;
    const blockedEditButtons = editButton(page.getByRole("log")).and(page.locator("[aria-disabled]"));
    await openStoredConversation(person, fixture.url, "local", branchOf(["First", "One.", "Second", "Two."]));
    await editLastQuestion(page);
    await editBox(page).fill("Other [[answer: Three. Four.]]");
    await page.route("**/chat", (route) => route.abort());
    await button(page, "Save & Submit").click();
    await alertWithText(page, "The chat service is currently unavailable. Please try again in a minute.").waitFor();
    await expectEventually(() => editBox(page).inputValue()).toBe("Other [[answer: Three. Four.]]");
    expect(await answers(page).count()).toBe(2);
    await waitForAnswerText(page, "Two.");
    await page.unroute("**/chat");

    models.pauseAfter(1);
    await button(page, "Save & Submit").click();
    await models.whenPaused();
    await expectVisible(questions(page).last(), "2 of 2");
    // None disappears, because an answer that begins by itself would take the focus away with it.
    await expectEventually(() => blockedEditButtons.count()).toBe(2);
    await answers(page).first().hover();
    await menuButton(answers(page).first()).click();
    for (const name of ["Edit", "Continue in a new chat", "Delete"]) {
      const item = page.getByRole("menuitem", { name, exact: true });
      expect(await item.getAttribute("aria-disabled")).toBe("true");
      expect(await item.getAttribute("title")).toBe("An answer is being written");
    }
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
    await editButton(questions(page).last()).focus();
    await page.keyboard.press("Enter");
    expect(await editBox(page).count()).toBe(0);
    models.resume();
    await waitForAnswerText(page, "Three. Four.");
    await waitForAnswerEnd(page);
    expect(await answers(page).count()).toBe(2);
    await expectEventually(() => blockedEditButtons.count()).toBe(0);
    expect(await isFocused(editButton(questions(page).last()))).toBe(true);
  });
});

describe("editing a message without sending it", () => {
  test("[C2.09a, C2.12, C2.40, C4.15] editing another message asks whether to save a copy or overwrite it, and sends nothing", async () => {
    const person = await fixture.openSignedIn();
    const { page } = person;
    await openStoredConversation(person, fixture.url, "local", branchOf(["First", "One.", "Second", "Two."]));
    const [name = ""] = await readConversationNames(page);

    await questions(page).first().hover();
    await editButton(questions(page).first()).click();
    await button(page, "Save & Submit").waitFor();
    await button(page, "Cancel").click();
    await editBox(page).waitFor({ state: "detached" });
    await questions(page).first().hover();
    await editButton(questions(page).first()).click();
    await editBox(page).fill("First, put better");
    await button(page, "Save").click();
    const dialog = page.getByRole("alertdialog", { name: "Save a Copy of the Conversation?" });
    await dialog.waitFor();
    const choices = dialog.getByRole("button").filter({ hasText: /./ });
    expect(await choices.allTextContents()).toEqual(["Overwrite Only", "Save Copy"]);
    await checkAxe(page, "the question whether to save a copy");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await editBox(page).inputValue()).toBe("First, put better");
    await button(page, "Save").click();
    await dialog.getByRole("button", { name: "Overwrite Only" }).click();
    await expectVisible(questions(page).first(), "First, put better");
    expect(await readConversationNames(page)).toEqual([name]);
    expect(await questions(page).first().getByText("2 of 2").count()).toBe(0);
    expect(await answers(page).count()).toBe(2);

    await chooseForMessage(page, answers(page).first(), "Edit");
    await editBox(page).fill("Uno.");
    await button(page, "Save").click();
    await dialog.getByRole("button", { name: "Save Copy" }).click();
    await expectVisible(answers(page).first(), "Uno.");
    await expectEventually(() => readConversationNames(page)).toContain(`${name} (copy)`);
    expect(listLargeModelChats(fixture.workspace.models)).toEqual([]);
    await page.reload();
    await expectVisible(answers(page).first(), "Uno.");
    await expectVisible(questions(page).first(), "First, put better");

    await conversationRow(page, `${name} (copy)`).first().click();
    await expectVisible(answers(page).first(), "One.");
    await expectVisible(questions(page).first(), "First, put better");
    expect(await answers(page).count()).toBe(2);
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
});

describe("the box in which a message is edited", () => {
  test("[C2.12, C2.14, C5.04a] Save is disabled while there is no text, and a text that is too long is refused; an unfinished edit is restored after a reload, and stays discarded once cancelled", async () => {
    const person = await fixture.openSignedIn();
    const { page } = person;
    await openStoredConversation(person, fixture.url, "local", branchOf(["First", "One."]));
    await editLastQuestion(page);
    await editBox(page).fill("   ");
    await expectEventually(() => button(page, "Save & Submit").getAttribute("aria-disabled")).toBe("true");
    await editBox(page).press("Enter");
    await button(page, "Save & Submit").waitFor();
    await editBox(page).fill("Better");
    await expectEventually(() => button(page, "Save & Submit").getAttribute("aria-disabled")).toBeNull();
    await editBox(page).evaluate((field: HTMLTextAreaElement) => field.select());
    const longText = "x".repeat(200_000);
    await page.keyboard.insertText(longText);
    await page.getByText(/^Message limit is \d+ characters\. You have entered 200000 characters\.$/).waitFor();
    expect(await editBox(page).inputValue()).toBe("Better");

    await page.reload();
    await expectEventually(() => editBox(page).inputValue()).toBe("Better");
    await button(page, "Cancel").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
    await editBox(page).waitFor({ state: "detached" });
    await page.reload();
    await expectVisible(questions(page).first(), /^First/);
    expect(await editBox(page).count()).toBe(0);
  });

  test.each([{ viewport: { width: 1280, height: 720 } }, { viewport: narrowViewport, hasTouch: true }])(
    "opens in full view, wherever the message is cut off: at the message field or at the header, $viewport.width px wide",
    async (options) => {
      const person = await fixture.openSignedIn(options);
      const { page } = person;
      const longAnswer = "A line of the answer.\n\n".repeat(60);
      const question = "A line of the question.\n".repeat(8);
      const texts = ["First", longAnswer, question, longAnswer];
      await openStoredConversation(person, fixture.url, "local", branchOf(texts));
      const bounds = async (locator: Locator) => {
        const { y = 0, height = 0 } = (await locator.boundingBox()) ?? {};
        return { top: y, bottom: y + height };
      };
      const editor = page.locator("form[data-message-editor]");
      for (const block of ["end", "start"] as const) {
        const edit = editButton(questions(page).last());
        await edit.evaluate((element, to) => element.scrollIntoView({ block: to }), block);
        await edit.click();
        await expectEventually(() => isFocused(editBox(page))).toBe(true);
        const { top: fieldTop } = await bounds(page.getByRole("form", { name: "Message", exact: true }));
        const { bottom: headerBottom } = await bounds(page.getByRole("banner"));
        const { top, bottom } = await bounds(editor);
        expect(top).toBeGreaterThanOrEqual(headerBottom);
        expect(bottom).toBeLessThanOrEqual(fieldTop);
        await page.keyboard.press("Escape");
        await editor.waitFor({ state: "detached" });
      }
    },
  );

  test("works by keyboard alone: arrow-up in an empty message field opens it in view, Enter sends, Shift+Enter adds a line, Esc returns and asks first if there are changes", async () => {
    const person = await fixture.openSignedIn();
    const { page } = person;
    const longAnswer = "A line of the answer.\n\n".repeat(120);
    await openStoredConversation(person, fixture.url, "local", branchOf(["A short question", longAnswer]));
    await composer(page).focus();
    await page.keyboard.press("ArrowUp");
    await expectEventually(() => isFocused(editBox(page))).toBe(true);
    await expectEventually(() => isInWindow(editBox(page))).toBe(true);
    expect(await editBox(page).inputValue()).toBe("A short question");
    await page.keyboard.press("Escape");
    await editBox(page).waitFor({ state: "detached" });
    await expectEventually(() => isFocused(composer(page))).toBe(true);

    const editButtonOfMessage = editButton(questions(page).last());
    await editButtonOfMessage.focus();
    await page.keyboard.press("Enter");
    await editBox(page).waitFor();
    await page.keyboard.press("Escape");
    await editBox(page).waitFor({ state: "detached" });
    await expectEventually(() => isFocused(editButtonOfMessage)).toBe(true);

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

  test("on a phone the last question shows its actions, an earlier one shows them once it is tapped, without moving anything, and the keyboard shows them", async () => {
    const person = await fixture.openSignedIn({ viewport: narrowViewport, hasTouch: true });
    const { page } = person;
    const messages = branchOf(["First", "One.", "Second", "Two.", "Third", "Three."]);
    await openStoredConversation(person, fixture.url, "local", messages);
    const [first, second, last] = [questions(page).first(), questions(page).nth(1), questions(page).last()];
    const readTops = async () => {
      const boxes = await Promise.all((await page.getByRole("article").all()).map((article) => article.boundingBox()));
      return boxes.map((box) => Math.round(box?.y ?? 0));
    };
    /** True if a finger hits the button: it is not only in the page. */
    const isShown = (message: Locator) =>
      editButton(message).evaluate((button) => {
        const { x, y, width, height } = button.getBoundingClientRect();
        return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      });
    const tops = await readTops();
    expect(await isShown(last)).toBe(true);
    expect(await isShown(first)).toBe(false);
    await checkAxe(page, "questions on a phone");
    await first.getByText("First").tap();
    await expectEventually(() => isShown(first)).toBe(true);
    expect(await readTops()).toEqual(tops);
    await editButton(first).tap();
    await expectEventually(() => editBox(page).inputValue()).toBe("First");
    await page.keyboard.press("Escape");
    await editBox(page).waitFor({ state: "detached" });

    await editButton(second).focus();
    await expectEventually(() => isShown(second)).toBe(true);
    expect(await readTops()).toEqual(tops);
    await page.keyboard.press("Enter");
    await expectEventually(() => editBox(page).inputValue()).toBe("Second");
  });

  test("on a phone is opened by touch: the actions show without hover, and targets are 40 px high or more", async () => {
    const person = await fixture.openSignedIn({ viewport: narrowViewport, hasTouch: true });
    const { page } = person;
    await openStoredConversation(person, fixture.url, "local", branchOf(["First", "One."]));
    const buttons = [
      editButton(questions(page).last()),
      questions(page).last().getByRole("button", { name: "More actions for the message" }),
      lastAnswer(page).getByRole("button", { name: "More actions for the answer" }),
    ];
    for (const target of buttons) {
      const size = await target.boundingBox();
      expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(40);
    }
    await checkAxe(page, "a conversation on a phone");
    await editButton(questions(page).last()).tap();
    await editBox(page).waitFor();
    await checkAxe(page, "the editing box");
    const boxPosition = await editBox(page).boundingBox();
    expect(boxPosition?.x ?? 0).toBeGreaterThanOrEqual(0);
    expect((boxPosition?.x ?? 0) + (boxPosition?.width ?? 0)).toBeLessThanOrEqual(narrowViewport.width);
    await editBox(page).fill("Other [[answer: Two.]]");
    const submitButton = button(page, "Save & Submit");
    expect((await submitButton.boundingBox())?.height).toBeGreaterThanOrEqual(40);
    await submitButton.tap();
    await waitForAnswerText(page, "Two.");
  });
});
