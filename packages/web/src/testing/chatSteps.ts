import type { Message } from "@lectern/contract";
import { expect } from "vitest";
import { type Locator, page } from "vitest/browser";
import { sendMessage, waitForAnswerEnd } from "./chatPage.ts";
import { createConversation, storeLocalConversations } from "./conversations.ts";
import { renderApp } from "./renderApp.tsx";
import { eventually } from "./screen.ts";
import type { StubbedAnswer, StubbedChat } from "./stubChat.ts";

/** Renders the app with an empty local conversation that has a model. */
export async function openNewChat(): Promise<void> {
  await renderApp();
  await expect.element(page.getByRole("combobox", { name: "Model" })).not.toHaveValue("");
}

/** Renders the app with a local conversation, "A stored one", and waits until its last message is shown. */
export async function openStoredChat(messages: readonly Message[]): Promise<void> {
  const conversation = createConversation({ messages: [...messages] });
  await storeLocalConversations(conversation);
  await renderApp(`#c=${conversation.id}`);
  await eventually(() => document.querySelector(`[data-message="${conversation.headId}"]`)).not.toBeNull();
  await expect.element(page.getByRole("heading", { name: conversation.name })).toBeVisible();
}

/** Waits until the chat endpoint has been asked for this many answers, and returns the last of them. */
export async function waitForRequest(chat: StubbedChat, count: number): Promise<StubbedAnswer> {
  await eventually(() => chat.answers.length).toBe(count);
  const answer = chat.answers[count - 1];
  if (!answer) throw new Error("no answer was requested");
  return answer;
}

/** Sends a message, and returns the answer that the test then writes. */
export async function sendAndBegin(chat: StubbedChat, text: string): Promise<StubbedAnswer> {
  const count = chat.answers.length + 1;
  await sendMessage(text);
  return waitForRequest(chat, count);
}

/** Writes the whole text of an answer and ends it. */
export async function complete(answer: StubbedAnswer, text: string): Promise<void> {
  answer.write(text);
  answer.end();
  await waitForAnswerEnd();
}

/** Sends a message, and waits for its complete answer. */
export async function ask(chat: StubbedChat, text: string, answerText: string): Promise<void> {
  await complete(await sendAndBegin(chat, text), answerText);
}

/** The texts of the messages that a request contains. */
export const listSentTexts = ({ request }: StubbedAnswer): string[] => request.messages.map(({ content }) => content);

/** The text box in which a message is edited. */
export const editBox = () => page.getByRole("textbox", { name: "Message text" });
export const editButton = (message: Locator) => message.getByRole("button", { name: "Edit the message" });
export const menuButton = (message: Locator) => message.getByRole("button", { name: /^More actions for/ });

/** Chooses an action from the menu of a message. */
export async function chooseForMessage(message: Locator, action: string): Promise<void> {
  await message.hover();
  await menuButton(message).click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}

/** Leaves the shown conversation for a new one. */
export async function startNewChat(): Promise<void> {
  await page.getByRole("button", { name: "New chat" }).click();
  await expect.element(page.getByText("Start a new conversation.")).toBeVisible();
}
