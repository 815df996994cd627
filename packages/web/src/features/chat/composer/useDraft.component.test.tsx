import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { alerts, loseChats, questions, sendMessage, waitForAnswerText } from "../../../testing/chatPage.ts";
import { holdChats, openNewChat, openStoredChat, startNewChat, waitForRequest } from "../../../testing/chatSteps.ts";
import { createBranch } from "../../../testing/conversations.ts";
import { reloadApp } from "../../../testing/reloadApp.ts";
import { composer, conversationList, conversationRow } from "../../../testing/screen.ts";
import { stubChat } from "../../../testing/stubChat.ts";

test("a draft is restored after a reload, in a new conversation and in one with messages, and belongs to its conversation", async () => {
  await openStoredChat(createBranch(["Ask", "Answer"]));
  await composer().fill("For the first");
  await startNewChat();
  await expect.element(composer()).toHaveValue("");
  await composer().fill("For the second");
  await reloadApp();
  await expect.element(composer()).toHaveValue("For the second");
  await conversationRow("A stored one").click();
  await waitForAnswerText("Answer");
  await expect.element(composer()).toHaveValue("For the first");
  await reloadApp();
  await waitForAnswerText("Answer");
  await expect.element(composer()).toHaveValue("For the first");
  await composer().fill("");
  await startNewChat();
  await expect.element(composer()).toHaveValue("For the second");
  await conversationRow("A stored one").click();
  await waitForAnswerText("Answer");
  await reloadApp();
  await waitForAnswerText("Answer");
  await expect.element(composer()).toHaveValue("");
});

test("a new chat that is opened while the first message of another one waits for the server starts empty, and keeps what is typed in it", async () => {
  const chat = stubChat();
  await openNewChat();
  const releaseChats = holdChats();
  await sendMessage("The first message");
  await expect.element(questions().getByText("The first message")).toBeVisible();
  await startNewChat();
  await expect.element(composer()).toHaveValue("");
  await composer().fill("For the second");
  releaseChats();
  const answer = await waitForRequest(chat, 1);
  answer.write("Received.");
  answer.end();
  const firstRow = conversationList().getByRole("button", { name: "(in this browser)" });
  await expect.element(firstRow.getByRole("img", { name: "unread answer" })).toBeVisible();
  await expect.element(composer()).toHaveValue("For the second");
  await reloadApp();
  await expect.element(composer()).toHaveValue("For the second");
  await firstRow.click();
  await waitForAnswerText("Received.");
  await expect.element(composer()).toHaveValue("");
});

test("a message that cannot be sent is back in its field, also if another conversation was opened in the meantime", async () => {
  await openStoredChat(createBranch(["Ask", "Answer"]));
  loseChats();
  const releaseChats = holdChats();
  await sendMessage("Not received");
  await expect.element(questions().getByText("Not received")).toBeVisible();
  await startNewChat();
  releaseChats();
  await alerts().getByRole("button", { name: "Open" }).click();
  await waitForAnswerText("Answer");
  await expect.element(composer()).toHaveValue("Not received");
  expect(page.getByRole("article").elements()).toHaveLength(2);
});
