import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { narrowViewport } from "../../support/browser/openBrowser.ts";
import { waitForAnimations } from "../../support/checks/waitForAnimations.ts";
import {
  alerts,
  insertText,
  lastAnswer,
  listLargeModelChats,
  openNewConversation,
  readAnswerText,
  sendButton,
  stopButton,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/pages/chatControls.ts";
import {
  alertWithText,
  ask,
  composer,
  expectEventually,
  expectVisible,
  openWorkspace,
  questions,
  send,
} from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const phoneUserAgent =
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";
const modelWindow = 32_768;
const waitForModel = (page: Page) =>
  expectEventually(() => page.getByRole("combobox", { name: "Model" }).inputValue()).not.toBe("");
const isFocused = (page: Page) => composer(page).evaluate((field) => field === document.activeElement);

test("[C5.02] an empty message is not sent, and an alert asks for one; the send button is disabled while the message is empty, and says why", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  await expectEventually(() => isFocused(page)).toBe(true);
  await waitForModel(page);
  const readAriaDisabled = () => sendButton(page).getAttribute("aria-disabled");
  expect(await readAriaDisabled()).toBe("true");
  await sendButton(page).hover();
  await page.getByRole("tooltip", { name: "Write a message first" }).waitFor();
  await sendButton(page).click({ force: true });
  await composer(page).fill("   ");
  expect(await readAriaDisabled()).toBe("true");
  expect(await alerts(page).count()).toBe(0);
  await composer(page).fill("");
  await composer(page).press("Enter");
  await alertWithText(page, "Please enter a message").waitFor();
  await composer(page).fill("  \n ");
  await composer(page).press("Enter");
  await expectEventually(() => alerts(page).count()).toBe(1);
  await expectVisible(page, "Start a new conversation.");
  expect(listLargeModelChats(models)).toEqual([]);

  await composer(page).fill("Hello [[answer: one two three four]]");
  await expectEventually(readAriaDisabled).toBe(null);
  models.pauseAfter(2);
  await sendButton(page).click();
  await models.whenPaused();
  // Text typed during an answer stays in the field.
  await composer(page).focus();
  await page.keyboard.type("Then tell me more");
  expect(await questions(page).count()).toBe(1);
  models.resume();
  await waitForAnswerText(page, "one two three four");
  await waitForAnswerEnd(page);
  expect(await composer(page).inputValue()).toBe("Then tell me more");
  await composer(page).fill("");
  await expectEventually(readAriaDisabled).toBe("true");
});

test("a click on Send just after it has replaced Stop does not send, because it was meant for Stop; Enter sends at once", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  models.pauseAfter(1);
  await send(page, "Hello [[answer: one two]]");
  await models.whenPaused();
  await composer(page).fill("Unfinished");
  // The click reaches the button as soon as it is shown.
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      const button = document.querySelector('[aria-label="Send message"]');
      if (!button) return;
      observer.disconnect();
      button.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
      document.body.setAttribute("data-clicked", "");
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
  models.resume();
  await page.locator("body[data-clicked]").waitFor();
  await waitForAnswerEnd(page);
  expect(await composer(page).inputValue()).toBe("Unfinished");
  expect(await questions(page).count()).toBe(1);
  await composer(page).press("Enter");
  await expectEventually(() => readAnswerText(lastAnswer(page))).toMatch(/^Scripted answer to: Unfinished/);
  await waitForAnswerEnd(page);
});

test("[C2.13] [C5.07] Enter sends, but not with Shift nor while an input method composes", async () => {
  const { models } = fixture.workspace;
  const { page, context } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await composer(page).focus();
  const cdpSession = await context.newCDPSession(page);
  await page.evaluate(() => {
    addEventListener("keydown", ({ isComposing }) => document.body.setAttribute("data-composing", String(isComposing)));
  });
  await cdpSession.send("Input.imeSetComposition", { text: "かわ", selectionStart: 2, selectionEnd: 2 });
  expect(await composer(page).inputValue()).toBe("かわ");
  await page.keyboard.press("Enter");
  expect(await page.locator("body").getAttribute("data-composing")).toBe("true");
  expect(await questions(page).count()).toBe(0);
  await expectVisible(page, "Start a new conversation.");

  await composer(page).fill("");
  await cdpSession.send("Input.insertText", { text: "川 [[answer: a river]]" });
  await page.keyboard.press("Enter");
  await waitForAnswerText(page, "a river");
  await waitForAnswerEnd(page);
  expect(listLargeModelChats(models)).toHaveLength(1);

  await composer(page).pressSequentially("a line");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("and another [[answer: Two]]");
  expect(await composer(page).inputValue()).toBe("a line\nand another [[answer: Two]]");
  expect(await questions(page).count()).toBe(1);
  await page.keyboard.press("Enter");
  await waitForAnswerText(page, "Two");
  expect(listLargeModelChats(models).at(-1)?.prompt).toBe("a line\nand another [[answer: Two]]");
  expect(await composer(page).inputValue()).toBe("");
});

test("[C5.07] on a phone Enter adds a new line, and the button sends", async () => {
  const { page } = await fixture.openSignedIn({ viewport: narrowViewport, userAgent: phoneUserAgent, hasTouch: true });
  await openNewConversation(page, fixture.url);
  await composer(page).tap();
  await page.keyboard.type("a line");
  await page.keyboard.press("Enter");
  await page.keyboard.type("and another [[answer: Both]]");
  expect(await composer(page).inputValue()).toBe("a line\nand another [[answer: Both]]");
  await sendButton(page).tap();
  await waitForAnswerText(page, "Both");
});

test("from its second line on, a text is above the buttons and as wide as the box, until the field is empty", async () => {
  const { page } = await fixture.openSignedIn({ viewport: narrowViewport });
  await openNewConversation(page, fixture.url);
  const readWidth = async () => (await composer(page).boundingBox())?.width ?? 0;
  await composer(page).fill("Short");
  const narrowWidth = await readWidth();
  await composer(page).fill("Short\nand a second line");
  await expectEventually(readWidth).toBeGreaterThan(narrowWidth + 100);
  const buttonTop = (await sendButton(page).boundingBox())?.y ?? 0;
  const fieldBox = await composer(page).boundingBox();
  expect((fieldBox?.y ?? 0) + (fieldBox?.height ?? 0)).toBeLessThanOrEqual(buttonTop);
  await composer(page).fill("Short");
  expect(await readWidth()).toBeGreaterThan(narrowWidth + 100);
  await composer(page).fill("");
  await expectEventually(readWidth).toBe(narrowWidth);
});

test("[C5.08] [C5.04a] the field loses the focus after sending in a window narrower than 640, and keeps it in a wider one; a message that is longer than the model's context window is rejected with both numbers", async () => {
  const { page } = await fixture.openSignedIn({ viewport: { width: 639, height: 700 } });
  await openNewConversation(page, fixture.url);
  await composer(page).focus();
  await send(page, "Hello again [[answer: Again]]");
  await waitForAnswerText(page, "Again");
  await waitForAnswerEnd(page);
  expect(await isFocused(page)).toBe(false);
  await page.setViewportSize({ width: 640, height: 700 });
  await send(page, "And wide [[answer: Wide]]");
  await waitForAnswerText(page, "Wide");
  await waitForAnswerEnd(page);
  expect(await isFocused(page)).toBe(true);

  const findLimitNotice = (length: number) => {
    const sentence = `Message limit is ${modelWindow} characters. You have entered ${length} characters.`;
    return alerts(page).filter({ hasText: sentence });
  };
  const readLength = async () => (await composer(page).inputValue()).length;
  await insertText(page, "Kept. ");
  await insertText(page, "x".repeat(modelWindow));
  await findLimitNotice(modelWindow + 6).waitFor();
  await expectEventually(() => composer(page).inputValue()).toBe("Kept. ");

  const offer = page.getByRole("group", { name: "Text that didn’t fit" });
  await expectVisible(offer, "32,768 characters didn’t fit and weren’t inserted.");
  await offer.getByRole("button", { name: "Insert the first 32,762" }).click();
  await expectEventually(readLength).toBe(modelWindow);
  await offer.waitFor({ state: "detached" });
  await page.keyboard.type("y");
  await findLimitNotice(modelWindow + 1).waitFor();
  expect(await readLength()).toBe(modelWindow);
  await page.keyboard.press("Backspace");
  await page.keyboard.type("z");
  expect(await composer(page).inputValue()).toMatch(/^Kept\. x+z$/);
});

test("the message field and its buttons keep their place while an answer is written, beside an open panel and on a narrow screen", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await ask(page, "First [[answer: One.]]");
  const form = page.getByRole("form", { name: "Message" });
  const readBoxes = async (button: Locator) => {
    await waitForAnimations(page);
    return Promise.all([form.boundingBox(), button.boundingBox()]);
  };
  const expectSteady = async () => {
    const boxes = await readBoxes(sendButton(page));
    models.pauseAfter(2);
    await send(page, "Next [[answer: two three four five]]");
    await models.whenPaused();
    expect(await readBoxes(stopButton(page))).toEqual(boxes);
    await composer(page).fill("And then?");
    expect(await readBoxes(stopButton(page))).toEqual(boxes);
    await composer(page).fill("");
    await stopButton(page).click();
    models.resume();
    await sendButton(page).waitFor();
    expect(await readBoxes(sendButton(page))).toEqual(boxes);
  };
  await expectSteady();
  await page.setViewportSize({ width: 1100, height: 800 });
  await page.getByRole("button", { name: "Show Prompts and Assistants" }).click();
  await expectSteady();
  await page.getByRole("button", { name: "Hide Prompts and Assistants" }).click();
  await page.setViewportSize(narrowViewport);
  await expectSteady();
});
