import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import {
  alerts,
  chatsOf,
  insertText,
  openNew,
  sendButton,
  untilAnswerSays,
  untilDone,
} from "../../support/chatControls.ts";
import { narrow } from "../../support/openBrowser.ts";
import { openStage } from "../../support/openStage.ts";
import { alertSaying, composer, openWorkspace, questions, see, send, soon } from "../../support/screen.ts";

const stage = openStage();

const phone =
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";
const modelWindow = 32_768;
const isFocused = (page: Page) => composer(page).evaluate((field) => field === document.activeElement);

test("[C5.02] an empty message is not sent; an alert asks for one", async () => {
  const { page } = await stage.enter();
  await openNew(page, stage.url);
  await composer(page).press("Enter");
  await alertSaying(page, "Please enter a message").waitFor();
  await composer(page).fill("  \n ");
  await composer(page).press("Enter");
  await soon(() => alerts(page).count()).toBe(1);
  await see(page, "Start a new conversation.");
  expect(chatsOf(stage.workspace.models)).toEqual([]);
});

test("[C5.06] the send button is disabled while the message is empty, and says why", async () => {
  const { page } = await stage.enter();
  await openNew(page, stage.url);
  const isDisabled = () => sendButton(page).getAttribute("aria-disabled");
  expect(await isDisabled()).toBe("true");
  await sendButton(page).hover();
  await page.getByRole("tooltip", { name: "Write a message first" }).waitFor();
  await sendButton(page).click({ force: true });
  await composer(page).fill("   ");
  expect(await isDisabled()).toBe("true");
  expect(await alerts(page).count()).toBe(0);
  await composer(page).fill("Hello [[answer: Hello too]]");
  await soon(isDisabled).toBe(null);
  await sendButton(page).click();
  await untilAnswerSays(page, "Hello too");
  expect(await isDisabled()).toBe("true");
});

test("[C5.04a] a message is no longer than the model's window: what goes beyond is rejected with both numbers", async () => {
  const { page } = await stage.enter();
  await openNew(page, stage.url);
  const rejected = (length: number) => {
    const sentence = `Message limit is ${modelWindow} characters. You have entered ${length} characters.`;
    return alerts(page).filter({ hasText: sentence });
  };
  const length = async () => (await composer(page).inputValue()).length;
  await insertText(page, "Kept. ");
  await insertText(page, "x".repeat(modelWindow));
  await rejected(modelWindow + 6).waitFor();
  await soon(() => composer(page).inputValue()).toBe("Kept. ");

  const offer = page.getByRole("group", { name: "Text that did not fit" });
  await see(offer, "32,768 characters did not fit and were not inserted.");
  await offer.getByRole("button", { name: "Insert the first 32,762" }).click();
  await soon(length).toBe(modelWindow);
  await offer.waitFor({ state: "detached" });
  await page.keyboard.type("y");
  await rejected(modelWindow + 1).waitFor();
  expect(await length()).toBe(modelWindow);
  await page.keyboard.press("Backspace");
  await page.keyboard.type("z");
  expect(await composer(page).inputValue()).toMatch(/^Kept\. x+z$/);
});

describe("the Enter key", () => {
  test("[C2.13] sends, but not with Shift", async () => {
    const { models } = stage.workspace;
    const { page } = await stage.enter();
    await openNew(page, stage.url);
    await send(page, "First [[answer: One]]");
    await untilAnswerSays(page, "One");
    await untilDone(page);
    await composer(page).pressSequentially("a line");
    await page.keyboard.press("Shift+Enter");
    await page.keyboard.type("and another [[answer: Two]]");
    expect(await composer(page).inputValue()).toBe("a line\nand another [[answer: Two]]");
    expect(await questions(page).count()).toBe(1);
    await page.keyboard.press("Enter");
    await untilAnswerSays(page, "Two");
    expect(chatsOf(models).at(-1)?.prompt).toBe("a line\nand another [[answer: Two]]");
    expect(await composer(page).inputValue()).toBe("");
  });

  test("[C2.13] does not send while an input method composes", async () => {
    const { page, context } = await stage.enter();
    await openNew(page, stage.url);
    await composer(page).focus();
    const input = await context.newCDPSession(page);
    await page.evaluate(() => {
      addEventListener("keydown", ({ isComposing }) =>
        document.body.setAttribute("data-composing", String(isComposing)),
      );
    });
    await input.send("Input.imeSetComposition", { text: "かわ", selectionStart: 2, selectionEnd: 2 });
    expect(await composer(page).inputValue()).toBe("かわ");
    await page.keyboard.press("Enter");
    expect(await page.locator("body").getAttribute("data-composing")).toBe("true");
    expect(await questions(page).count()).toBe(0);
    await see(page, "Start a new conversation.");

    await composer(page).fill("");
    await input.send("Input.insertText", { text: "川 [[answer: a river]]" });
    await page.keyboard.press("Enter");
    await untilAnswerSays(page, "a river");
    expect(chatsOf(stage.workspace.models)).toHaveLength(1);
  });

  test("makes a new line on a phone, where the button sends", async () => {
    const { page } = await stage.enter({ viewport: narrow, userAgent: phone, hasTouch: true });
    await openNew(page, stage.url);
    await composer(page).tap();
    await page.keyboard.type("a line");
    await page.keyboard.press("Enter");
    await page.keyboard.type("and another [[answer: Both]]");
    expect(await composer(page).inputValue()).toBe("a line\nand another [[answer: Both]]");
    await sendButton(page).tap();
    await untilAnswerSays(page, "Both");
  });
});

test("[C5.08] the field loses the focus after sending in a window narrower than 640, and keeps it in a wider one", async () => {
  const { page } = await stage.enter({ viewport: narrow });
  await openNew(page, stage.url);
  await composer(page).focus();
  await send(page, "Hello [[answer: Hello]]");
  await untilAnswerSays(page, "Hello");
  await untilDone(page);
  expect(await isFocused(page)).toBe(false);
  await page.setViewportSize({ width: 639, height: 700 });
  await send(page, "Hello again [[answer: Again]]");
  await untilAnswerSays(page, "Again");
  await untilDone(page);
  expect(await isFocused(page)).toBe(false);
  await page.setViewportSize({ width: 640, height: 700 });
  await send(page, "And wide [[answer: Wide]]");
  await untilAnswerSays(page, "Wide");
  await untilDone(page);
  expect(await isFocused(page)).toBe(true);
});

test("the field has the focus when the workspace opens, and what is typed while an answer comes stays in it", async () => {
  const { models } = stage.workspace;
  const { page } = await stage.enter();
  await openWorkspace(page, stage.url);
  await soon(() => isFocused(page)).toBe(true);
  models.hold(2);
  await send(page, "Tell me [[answer: one two three four]]");
  await models.whenHeld();
  await page.keyboard.type("Then tell me more");
  await page.keyboard.press("Enter");
  expect(await questions(page).count()).toBe(1);
  models.release();
  await untilAnswerSays(page, "one two three four");
  await untilDone(page);
  expect(await composer(page).inputValue()).toBe("Then tell me more");
});
