import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { chooseInRow, readChatNames, typeNewName } from "../../../testing/chatList.ts";
import { alerts, alertWithText, questions, waitForAnswerText } from "../../../testing/chatPage.ts";
import { answerMarks, ask, openNewChat, sendAndBegin, startNewChat } from "../../../testing/chatSteps.ts";
import { reloadApp } from "../../../testing/reloadApp.ts";
import { composer, conversationRow, eventually, sidePanel } from "../../../testing/screen.ts";
import { stubChat } from "../../../testing/stubChat.ts";

const confirmButton = () => page.getByRole("alertdialog").getByRole("button", { name: "Delete" });

test("while an answer is written, another conversation is opened and asked, and one is renamed and one deleted; the list marks what is written and what is unread, and the end is announced once", async () => {
  const chat = stubChat();
  await openNewChat();
  await ask(chat, "To be deleted", "Old.");
  await eventually(readChatNames).toEqual(["A title"]);
  await chooseInRow("A title", "Rename");
  await typeNewName("Old one");
  await expect.element(conversationRow("Old one")).toBeVisible();
  await startNewChat();
  const slowAnswer = await sendAndBegin(chat, "Slow");
  slowAnswer.write("Slow and");
  await waitForAnswerText("Slow and");
  await chooseInRow("New Conversation", "Rename");
  await typeNewName("Slow one");
  await expect.element(conversationRow("Slow one")).toBeVisible();
  expect(answerMarks("answer being written").elements()).toHaveLength(1);
  // It moves, and is no closed ring, which marks assistants that are not published.
  const style = getComputedStyle(answerMarks("answer being written").element(), "::before");
  expect(style.animationName).not.toBe("none");
  expect(style.borderTopColor).not.toBe(style.borderBottomColor);

  await startNewChat();
  await expect.element(composer()).toHaveValue("");
  await ask(chat, "Fast", "Fast.");
  await waitForAnswerText("Fast.");
  const address = location.hash;
  expect(address).toMatch(/c=/);
  await chooseInRow("Old one", "Delete");
  await confirmButton().click();
  await eventually(() => readChatNames().length).toBe(2);
  expect(location.hash).toBe(address);
  slowAnswer.write(" steady.");
  slowAnswer.end();
  await expect.element(answerMarks("unread answer")).toBeVisible();
  await eventually(() => page.getByRole("status").getByText("Answer ready in “Slow one”.").elements().length).toBe(1);
  await reloadApp();
  await expect.element(answerMarks("unread answer")).toBeVisible();
  await conversationRow("Slow one").click();
  await waitForAnswerText("Slow and steady.");
  await expect.element(answerMarks("unread answer")).not.toBeInTheDocument();
  expect(alerts().elements()).toEqual([]);
});

test("an answer that fails while something else is shown is marked, and its notice opens the conversation", async () => {
  const chat = stubChat();
  await openNewChat();
  const answer = await sendAndBegin(chat, "Fails");
  answer.write("A part");
  await startNewChat();
  answer.end({ end: "failed", code: "providerFailed", message: "The model’s server reported an error." });
  await expect.element(answerMarks("answer failed")).toBeVisible();
  const notice = alertWithText("The answer in “New Conversation” failed.");
  await notice.getByRole("button", { name: "Open" }).click();
  await expect.element(questions().getByText("Fails")).toBeVisible();
  await expect.element(answerMarks("answer failed")).not.toBeInTheDocument();
  await expect.element(notice).not.toBeInTheDocument();
});

test("deleting a conversation that is being answered says that the answer will be stopped, and stops it", async () => {
  const chat = stubChat();
  await openNewChat();
  const answer = await sendAndBegin(chat, "Never read");
  answer.write("One");
  await startNewChat();
  await chooseInRow("New Conversation", "Delete");
  const warning = page.getByRole("alertdialog").getByText("The answer that is being written will be stopped.");
  await expect.element(warning).toBeVisible();
  expect(chat.stoppedIds).toEqual([]);
  await confirmButton().click();
  await eventually(() => chat.stoppedIds).toEqual([answer.request.requestId]);
  await expect.element(sidePanel().getByText("No data.")).toBeVisible();
  expect(alerts().elements()).toEqual([]);
});
