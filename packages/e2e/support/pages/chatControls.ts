import type { ChatRequestInput } from "@lectern/contract";
import type { Locator, Page, Request } from "playwright-core";
import type { ModelServer } from "../../../server/src/testing/modelServer/startModelServer.ts";
import { answers, composer, expectEventually, openWorkspace } from "./screen.ts";

export const sendButton = (page: Page) => page.getByRole("button", { name: "Send message" });
export const stopButton = (page: Page) => page.getByRole("button", { name: "Stop Generating" });
export const lastAnswer = (page: Page) => answers(page).last();
export const alerts = (page: Page) => page.getByRole("alert");
export const startNewChat = (page: Page) => page.getByRole("button", { name: "New chat" }).click();

/** The question where chats should be stored, which a person's first new chat asks. */
export const storageQuestion = (page: Page) => page.getByRole("group", { name: "Where should your chats be stored?" });

/** Answers the question where chats should be stored. */
export async function answerStorageQuestion(page: Page, place: "This browser" | "Cloud"): Promise<void> {
  await storageQuestion(page)
    .getByRole("button", { name: new RegExp(`^${place}`) })
    .click();
  await storageQuestion(page).waitFor({ state: "detached" });
  await expectEventually(() => page.evaluate(hasFieldFocus)).toBe(true);
}

/** Runs in the page: true if the message field has the focus or, on a touch device, does not get it. */
const hasFieldFocus = () =>
  matchMedia("(pointer: coarse)").matches || document.activeElement?.matches("textarea") === true;

/** Chooses where a new conversation will be stored. */
export async function chooseStorage(page: Page, storage: "local" | "cloud"): Promise<void> {
  const wantedName = storage === "cloud" ? "Cloud" : "This browser";
  const storageToggle = page.getByRole("button", { name: /^(This browser|Cloud),/ });
  await storageQuestion(page).or(storageToggle).waitFor();
  if (await storageQuestion(page).isVisible()) await answerStorageQuestion(page, wantedName);
  await storageToggle.waitFor();
  if ((await storageToggle.textContent()) !== wantedName) await changeStorage(page, storageToggle, wantedName);
  await expectEventually(() => storageToggle.textContent()).toBe(wantedName);
}

/** Chooses a place in the menu that a conversation's storage button opens. */
export async function changeStorage(page: Page, button: Locator, place: "This browser" | "Cloud"): Promise<void> {
  await button.click();
  await page.getByRole("menuitemradio", { name: place }).click();
}

/** Opens the workspace with an empty conversation in the given storage, and waits until it has a model. */
export async function openNewConversation(
  page: Page,
  url: string,
  storage: "local" | "cloud" = "local",
): Promise<void> {
  await openWorkspace(page, url);
  await expectEventually(() => page.getByRole("combobox", { name: "Model" }).inputValue()).not.toBe("");
  await chooseStorage(page, storage);
}

/** Returns the text of an answer's paragraphs, with white space collapsed. Lists, code and headings are left out. */
export async function readAnswerText(answer: Locator): Promise<string> {
  const texts = await answer.getByRole("paragraph").allInnerTexts();
  return texts.join(" ").replace(/\s+/g, " ").trim();
}

/** Waits until the text of the last answer equals `text`. */
export const waitForAnswerText = (page: Page, text: string) =>
  expectEventually(() => readAnswerText(lastAnswer(page))).toBe(text);

/** Waits until no answer is streaming. */
export async function waitForAnswerEnd(page: Page): Promise<void> {
  await sendButton(page).waitFor();
  await expectEventually(() => lastAnswer(page).getAttribute("aria-busy")).toBe("false");
}

/** Captures the chat request that the page posts while `action` runs. */
export async function captureChatRequest(
  page: Page,
  action: () => Promise<void>,
): Promise<{ request: Request; body: ChatRequestInput }> {
  const isChatPost = (request: Request) => request.method() === "POST" && /\/(chat|answers)$/.test(request.url());
  const [request] = await Promise.all([page.waitForRequest(isChatPost), action()]);
  return { request, body: request.postDataJSON() };
}

/** The chat requests to the large scripted model; the small one generates titles and rewrites questions. */
export const listLargeModelChats = (models: ModelServer) =>
  models.chats().filter(({ body }) => body?.model === "scripted-large");

/** Inserts text into the message field in one input event, as a paste does. */
export async function insertText(page: Page, text: string): Promise<void> {
  await composer(page).focus();
  await page.keyboard.insertText(text);
}
