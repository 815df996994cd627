import { getAvailableModels } from "@lectern/contract";
import { expect, test, vi } from "vitest";
import { cdp, type Locator, page, userEvent } from "vitest/browser";
import {
  alerts,
  alertWithText,
  questions,
  sendButton,
  sendMessage,
  stopButton,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../../testing/chatPage.ts";
import { ask, complete, listSentTexts, openNewChat, sendAndBegin, waitForRequest } from "../../../testing/chatSteps.ts";
import { createModel, createModels } from "../../../testing/defaultAnswers.ts";
import { boxOf, composer, eventually } from "../../../testing/screen.ts";
import { stubAnswers, stubChat } from "../../../testing/stubChat.ts";
import { stubOp } from "../../../testing/stubServer.ts";
import { waitForAnimations } from "../../../testing/waitForAnimations.ts";

const newChatText = () => page.getByText("Start a new conversation.");
const fieldText = () => (composer().element() as HTMLTextAreaElement).value; // the role of the field is textbox

test("[C5.02] an empty message is not sent, and an alert asks for one; the send button is disabled while the message is empty, and says why", async () => {
  const chat = stubChat();
  await openNewChat();
  await expect.element(sendButton()).toHaveAttribute("aria-disabled", "true");
  await sendButton().hover();
  await expect.element(page.getByRole("tooltip", { name: "Write a message first" })).toBeVisible();
  await sendButton().click({ force: true });
  await composer().fill("   ");
  await expect.element(sendButton()).toHaveAttribute("aria-disabled", "true");
  expect(alerts().elements()).toEqual([]);
  await composer().fill("");
  await userEvent.keyboard("{Enter}");
  await expect.element(alertWithText("Please enter a message")).toBeVisible();
  await composer().fill("  \n ");
  await userEvent.keyboard("{Enter}");
  expect(alerts().elements()).toHaveLength(1);
  await expect.element(newChatText()).toBeVisible();
  expect(chat.answers).toEqual([]);

  const answer = await sendAndBegin(chat, "Hello");
  answer.write("one two");
  await waitForAnswerText("one two");
  // Text typed during an answer stays in the field.
  await composer().click();
  await userEvent.keyboard("Then tell me more");
  await complete(answer, " three");
  await waitForAnswerText("one two three");
  expect(questions().elements()).toHaveLength(1);
  await expect.element(composer()).toHaveValue("Then tell me more");
  await composer().fill("");
  await expect.element(sendButton()).toHaveAttribute("aria-disabled", "true");
});

test("a click on Send just after it has replaced Stop does not send, because it was meant for Stop; Enter sends at once", async () => {
  const chat = stubChat();
  await openNewChat();
  const answer = await sendAndBegin(chat, "Hello");
  answer.write("one");
  await expect.element(stopButton()).toBeVisible();
  // The guard is for presses that a person aims at Stop, which takes a while.
  const startedAt = performance.now();
  await eventually(() => performance.now() - startedAt).toBeGreaterThan(300);
  await composer().fill("Unfinished");
  // The click reaches the button as soon as it is shown.
  const clicked = new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      const button = sendButton().query();
      if (!button) return;
      observer.disconnect();
      button.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
      resolve();
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
  answer.end();
  await clicked;
  await waitForAnswerEnd();
  await expect.element(composer()).toHaveValue("Unfinished");
  expect(chat.answers).toHaveLength(1);
  await composer().click();
  await userEvent.keyboard("{Enter}");
  expect(listSentTexts(await waitForRequest(chat, 2)).at(-1)).toBe("Unfinished");
});

test("[C2.13] [C5.07] Enter sends, but not with Shift nor while an input method composes", async () => {
  const chat = stubAnswers("A river.");
  await openNewChat();
  await composer().click();
  const isComposing: boolean[] = [];
  composer()
    .element()
    .addEventListener("keydown", (event) => {
      if (event instanceof KeyboardEvent) isComposing.push(event.isComposing);
    });
  await cdp().send("Input.imeSetComposition", { text: "かわ", selectionStart: 2, selectionEnd: 2 });
  await expect.element(composer()).toHaveValue("かわ");
  await userEvent.keyboard("{Enter}");
  expect(isComposing).toEqual([true]);
  expect(questions().elements()).toEqual([]);
  await expect.element(newChatText()).toBeVisible();

  await composer().fill("");
  await cdp().send("Input.insertText", { text: "川" });
  await userEvent.keyboard("{Enter}");
  await waitForAnswerText("A river.");
  await waitForAnswerEnd();
  expect(chat.answers.map(listSentTexts)).toEqual([["川"]]);

  await composer().click();
  await userEvent.keyboard("a line{Shift>}{Enter}{/Shift}and another");
  await expect.element(composer()).toHaveValue("a line\nand another");
  expect(chat.answers).toHaveLength(1);
  await userEvent.keyboard("{Enter}");
  expect(listSentTexts(await waitForRequest(chat, 2)).at(-1)).toBe("a line\nand another");
  await expect.element(composer()).toHaveValue("");
});

test("[C5.07] on a mobile device, which its user agent names, Enter adds a new line, and the button sends", async () => {
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue("Mozilla/5.0 (Linux; Android 15; Pixel 9) Mobile Safari");
  const chat = stubAnswers("Both.");
  await openNewChat();
  await composer().click();
  await userEvent.keyboard("a line{Enter}and another");
  await expect.element(composer()).toHaveValue("a line\nand another");
  expect(chat.answers).toEqual([]);
  await sendButton().click();
  await waitForAnswerText("Both.");
  expect(chat.answers.map(listSentTexts)).toEqual([["a line\nand another"]]);
});

test("from its second line on, a text is above the buttons and as wide as the box, until the field is empty", async () => {
  await page.viewport(390, 844);
  await openNewChat();
  const readWidth = () => boxOf(composer()).width;
  await composer().fill("Short");
  const narrowWidth = readWidth();
  await composer().fill("Short\nand a second line");
  await eventually(readWidth).toBeGreaterThan(narrowWidth + 100);
  expect(boxOf(composer()).bottom).toBeLessThanOrEqual(boxOf(sendButton()).top);
  await composer().fill("Short");
  expect(readWidth()).toBeGreaterThan(narrowWidth + 100);
  await composer().fill("");
  await eventually(readWidth).toBe(narrowWidth);
});

test("[C5.08] the field loses the focus after sending in a window narrower than 640, and keeps it in a wider one", async () => {
  const chat = stubChat();
  await page.viewport(639, 700);
  await openNewChat();
  await ask(chat, "Hello again", "Again.");
  await expect.element(composer()).not.toHaveFocus();
  await page.viewport(640, 700);
  await ask(chat, "And wide", "Wide.");
  await expect.element(composer()).toHaveFocus();
});

test("[C5.04a] a message that is longer than the model's context window is rejected with both numbers, and of what was pasted the part that fits can be inserted", async () => {
  const modelWindow = 1_000;
  stubOp(getAvailableModels, createModels([createModel({ inputContextWindow: modelWindow })]));
  await openNewChat();
  const limitNotice = (length: number) =>
    alerts().filter({ hasText: `Message limit is ${modelWindow} characters. You have entered ${length} characters.` });
  await composer().click();
  await cdp().send("Input.insertText", { text: "Kept. " });
  await cdp().send("Input.insertText", { text: "x".repeat(modelWindow) });
  await expect.element(limitNotice(modelWindow + 6)).toBeVisible();
  await expect.element(composer()).toHaveValue("Kept. ");

  const offer = page.getByRole("group", { name: "Text that didn’t fit" });
  await expect.element(offer.getByText("1,000 characters didn’t fit and weren’t inserted.")).toBeVisible();
  await offer.getByRole("button", { name: "Insert the first 994" }).click();
  await eventually(() => fieldText().length).toBe(modelWindow);
  await expect.element(offer).not.toBeInTheDocument();
  await userEvent.keyboard("y");
  await expect.element(limitNotice(modelWindow + 1)).toBeVisible();
  expect(fieldText()).toHaveLength(modelWindow);
  await userEvent.keyboard("{Backspace}z");
  expect(fieldText()).toMatch(/^Kept\. x+z$/);
});

test.each([
  { window: "a wide window", width: 1280, hasPanel: false },
  { window: "a window beside an open panel", width: 1100, hasPanel: true },
  { window: "a narrow window", width: 390, hasPanel: false },
])(
  "the message field and its buttons keep their place while an answer is written, in $window",
  async ({ width, hasPanel }) => {
    const chat = stubChat();
    await page.viewport(width, 800);
    await openNewChat();
    await ask(chat, "First", "One.");
    if (hasPanel) await page.getByRole("button", { name: "Show Prompts and Assistants" }).click();
    const form = page.getByRole("form", { name: "Message" });
    const readBoxes = async (button: Locator) => {
      await expect.element(button).toBeVisible();
      await waitForAnimations();
      return [boxOf(form), boxOf(button)];
    };
    const boxes = await readBoxes(sendButton());
    await sendMessage("Next");
    const answer = await waitForRequest(chat, 2);
    answer.write("two three");
    await waitForAnswerText("two three");
    expect(await readBoxes(stopButton())).toEqual(boxes);
    await composer().fill("And then?");
    expect(await readBoxes(stopButton())).toEqual(boxes);
    await composer().fill("");
    await stopButton().click();
    expect(await readBoxes(sendButton())).toEqual(boxes);
  },
);
