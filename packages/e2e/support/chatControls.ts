import type { ChatRequestInput } from "@lectern/contract";
import type { Locator, Page, Request } from "playwright-core";
import type { ModelServer } from "../../server/src/testing/modelServer/startModelServer.ts";
import { answers, composer, expectEventually, openWorkspace } from "./screen.ts";

export const sendButton = (page: Page) => page.getByRole("button", { name: "Send message" });
export const stopButton = (page: Page) => page.getByRole("button", { name: "Stop Generating" });
export const lastAnswer = (page: Page) => answers(page).last();
export const alerts = (page: Page) => page.getByRole("alert");
export const startNewChat = (page: Page) => page.getByRole("button", { name: "New chat" }).click();

/** Where the conversation is kept from its first message on. It must be a new one. */
export async function chooseStorage(page: Page, storage: "local" | "cloud"): Promise<void> {
  const wanted = storage === "cloud" ? /^Cloud/ : /^Private/;
  const toggle = page.getByRole("button", { name: /^(Private|Cloud)/ });
  if (!wanted.test((await toggle.textContent()) ?? "")) await toggle.click();
  await page.getByRole("button", { name: wanted }).waitFor();
}

/** Opens the workspace with an empty conversation that will be kept there, and waits until it has a model. */
export async function openNewConversation(
  page: Page,
  url: string,
  storage: "local" | "cloud" = "local",
): Promise<void> {
  await openWorkspace(page, url);
  await expectEventually(() => page.getByRole("combobox", { name: "Model" }).inputValue()).not.toBe("");
  await chooseStorage(page, storage);
}

/** The words of an answer, without its name and its buttons; white space counts as one space. */
export async function answerText(answer: Locator): Promise<string> {
  const texts = await answer.getByRole("paragraph").allInnerTexts();
  return texts.join(" ").replace(/\s+/g, " ").trim();
}

/** Waits until the last answer says exactly this. */
export const waitForAnswerText = (page: Page, text: string) =>
  expectEventually(() => answerText(lastAnswer(page))).toBe(text);

/** Waits until no answer is being written. */
export async function waitForAnswerEnd(page: Page): Promise<void> {
  await sendButton(page).waitFor();
  await expectEventually(() => lastAnswer(page).getAttribute("aria-busy")).toBe("false");
}

/** What the page posts for the message that it is given meanwhile. */
export async function captureChatRequest(
  page: Page,
  act: () => Promise<void>,
): Promise<{ request: Request; body: ChatRequestInput }> {
  const isPost = (request: Request) => request.method() === "POST" && /\/(chat|answers)$/.test(request.url());
  const [request] = await Promise.all([page.waitForRequest(isPost), act()]);
  return { request, body: request.postDataJSON() };
}

/** The chats that the large scripted model was asked for; the small one only finds titles. */
export const largeModelChats = (models: ModelServer) =>
  models.chats().filter(({ body }) => body?.model === "scripted-large");

/** Puts text into the message field as one insertion, as a paste does. */
export async function insertText(page: Page, text: string): Promise<void> {
  await composer(page).focus();
  await page.keyboard.insertText(text);
}
