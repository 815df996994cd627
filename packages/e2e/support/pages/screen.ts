import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** How long tests wait for something to appear, in ms. It is long because the machine may be slow and busy. */
export const PATIENCE_MS = 30_000;

/** Polls until the expectation holds: `await expectEventually(() => conversationNames(page)).toEqual(["A"])`. */
export function expectEventually<T>(read: () => T | Promise<T>, timeout = PATIENCE_MS) {
  return expect.poll(read, { timeout, interval: 100 });
}

/** Waits until an element with exactly this text is visible. */
export async function expectVisible(page: Page | Locator, text: string | RegExp): Promise<void> {
  await page.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor();
}

export const composer = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
export const conversationList = (page: Page) => page.getByRole("navigation", { name: "Chats" });
export const sidePanel = (page: Page) => page.getByRole("complementary", { name: "Side panel" });
export const answers = (page: Page) => page.getByRole("log").locator("article:not([aria-label=You])");
export const questions = (page: Page) => page.getByRole("log").getByRole("article", { name: "You" });

/** Opens the workspace, at a fragment if given, and waits for the message field. */
export async function openWorkspace(page: Page, url: string, fragment = ""): Promise<void> {
  await page.goto(`${url}/${fragment}`);
  await composer(page).waitFor();
}

/** Types a message, waits until it can be sent, and sends it with Enter. */
export async function send(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await waitUntilSendable(page);
  await composer(page).press("Enter");
}

/** Waits until the send button is enabled. */
export async function waitUntilSendable(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Send message", disabled: false }).waitFor();
}

/** Sends a message and waits until its answer is complete. */
export async function ask(page: Page, text: string): Promise<void> {
  const questionsBefore = await questions(page).count();
  await send(page, text);
  await questions(page).nth(questionsBefore).waitFor();
  await page.getByRole("button", { name: "Send message" }).waitFor();
  await expectEventually(() => answers(page).last().getAttribute("aria-busy")).toBe("false");
}

/** The names of the listed conversations from top to bottom. */
export async function readConversationNames(page: Page): Promise<string[]> {
  const texts = await conversationList(page).locator("[data-row]").allTextContents();
  return texts.map((text) => text.replace(/\((in this browser|in the cloud)\)$/, ""));
}

/** The button that opens a conversation. Its accessible name ends with the storage. */
export function conversationRow(page: Page, name: string): Locator {
  return conversationList(page).getByRole("button", { name: `${name} (` });
}

/** Chooses an action from the menu of a conversation in the list. */
export async function chooseForConversation(page: Page, name: string, action: string): Promise<void> {
  await conversationRow(page, name).hover();
  await conversationList(page)
    .getByRole("button", { name: `Actions for ${name}` })
    .click();
  await page.getByRole("menuitem", { name: action }).click();
}

/** Types a new name for the conversation that is being renamed, and presses `key`. */
export async function typeNewName(page: Page, newName: string, key: "Enter" | "Escape" = "Enter"): Promise<void> {
  const field = page.getByRole("textbox", { name: "Chat name" });
  await field.fill(newName);
  await field.press(key);
  await field.waitFor({ state: "detached" });
}

/** Clicks a button of the confirmation dialog. `button`: the first words of its name, such as "Delete". */
export async function clickDialogButton(page: Page, button: string): Promise<void> {
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: new RegExp(`^${button}( |$)`) }).click();
  await dialog.waitFor({ state: "detached" });
}

/** A notice with exactly this text. */
export function alertWithText(page: Page, text: string): Locator {
  return page.getByRole("alert").filter({ has: page.getByText(text, { exact: true }) });
}

/** Simulates a return to the tab, because a headless browser never hides a tab. */
export async function dispatchVisibilityChange(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event("visibilitychange")));
}

/** Waits until the element has the focus. */
export async function expectFocused(element: Locator): Promise<void> {
  await expectEventually(() => element.evaluate((each) => each === document.activeElement)).toBe(true);
}
