import { titleConversation } from "@lectern/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import {
  chooseInRow,
  createChat,
  findInList,
  readChatNames,
  readLocalConversations,
  typeNewName,
} from "../../../testing/chatList.ts";
import { alerts, lastAnswer, sendMessage, stopButton, waitForAnswerEnd } from "../../../testing/chatPage.ts";
import { storeLocalConversations } from "../../../testing/conversations.ts";
import { reloadApp } from "../../../testing/reloadApp.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { conversationRow, eventually } from "../../../testing/screen.ts";
import { stubChat } from "../../../testing/stubChat.ts";
import { listInputs } from "../../../testing/stubServer.ts";

const longQuestion = "How many herons wait at the quay when the tide comes in?";
const questionBeginning = `${longQuestion.slice(0, 30)}...`;
const chatHeading = () => page.getByRole("heading", { level: 1 });

test("a local chat whose first answer fails, or is stopped before a word, is called by the beginning of its question; its first answer gives it a title", async () => {
  const chat = stubChat();
  await renderApp();
  await sendMessage("Where do the herons sleep at night?");
  await eventually(() => chat.answers.length).toBe(1);
  chat.answers[0]?.end({ end: "failed", code: "providerFailed", message: "The model’s server reported an error." });
  await expect.element(page.getByText("The model’s server reported an error.").first()).toBeInTheDocument();
  await eventually(readChatNames).toEqual(["Where do the herons sleep at n..."]);
  await expect.element(chatHeading()).toHaveTextContent("Where do the herons sleep at n...");

  await page.getByRole("button", { name: "New chat" }).click();
  await expect.element(page.getByText("Start a new conversation.").first()).toBeVisible();
  await sendMessage(longQuestion);
  await eventually(() => chat.answers.length).toBe(2);
  await stopButton().click();
  await waitForAnswerEnd();
  await eventually(readChatNames).toEqual([questionBeginning, "Where do the herons sleep at n..."]);
  expect(listInputs(titleConversation)).toEqual([]);

  const fragment = location.hash;
  await reloadApp(fragment);
  await eventually(readChatNames).toContain(questionBeginning);
  await page.getByRole("button", { name: "Try again" }).click();
  await eventually(() => chat.answers.length).toBe(3);
  chat.answers[2]?.write("Seven.");
  chat.answers[2]?.end();
  await eventually(readChatNames).toContain("A title");
  await expect.element(chatHeading()).toHaveTextContent("A title");
  await expect.element(lastAnswer()).toMatchTextContent(/Seven\./);
  expect(alerts().query()).toBeNull();
});

test("[C5.39] renaming stores the trimmed name, which no generated title overwrites; a blank one and Esc leave the name unchanged", async () => {
  const chat = stubChat();
  await storeLocalConversations(createChat("one", "As it was"));
  await renderApp("#c=one");
  await expect.element(conversationRow("As it was")).toBeVisible();
  for (const blankName of ["", "   "]) {
    await chooseInRow("As it was", "Rename");
    await typeNewName(blankName);
    await expect.element(conversationRow("As it was")).toBeVisible();
  }
  await conversationRow("As it was").dblClick();
  await typeNewName("Thought better of it", "Escape");
  await expect.element(conversationRow("As it was")).toBeVisible();
  await chooseInRow("As it was", "Rename");
  await typeNewName("  As it is now  ");
  await eventually(readChatNames).toEqual(["As it is now"]);
  await expect.element(chatHeading()).toHaveTextContent("As it is now");
  const readStoredNames = async () => (await readLocalConversations()).map(({ name }) => name);
  await eventually(readStoredNames).toContain("As it is now");

  await page.getByRole("button", { name: "New chat" }).click();
  await expect.element(page.getByText("Start a new conversation.").first()).toBeVisible();
  await sendMessage(longQuestion);
  await eventually(() => chat.answers.length).toBe(1);
  await chooseInRow("New Conversation", "Rename");
  await typeNewName("My own name");
  chat.answers[0]?.write("Seven.");
  chat.answers[0]?.end();
  await waitForAnswerEnd();
  await eventually(readChatNames).toEqual(["My own name", "As it is now"]);
  await reloadApp();
  await eventually(readChatNames).toEqual(["My own name", "As it is now"]);
  expect(findInList("[data-row]")).toHaveLength(2);
  expect(listInputs(titleConversation)).toEqual([]);
  await userEvent.keyboard("{Escape}");
});
