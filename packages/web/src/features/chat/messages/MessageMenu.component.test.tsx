import type { Message } from "@lectern/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answers, lastAnswer, questions, waitForAnswerText } from "../../../testing/chatPage.ts";
import { chooseForMessage, menuButton, openStoredChat } from "../../../testing/chatSteps.ts";
import { createBranch } from "../../../testing/conversations.ts";
import { reloadApp } from "../../../testing/reloadApp.ts";
import { eventually, readFocusedLabel } from "../../../testing/screen.ts";

test("a message is deleted alone, and the messages after it stay; a version is deleted with everything after it once confirmed; Undo restores both", async () => {
  const messages = createBranch(["First", "One.", "Second", "Two."]);
  const version = createBranch(["", "", "Other", "Three."], "v").slice(2);
  const versions = version.map((message, at) => (at === 0 ? { ...message, parentId: "m-1" } : message));
  await openStoredChat([...messages, ...versions]);
  await chooseForMessage(questions().first(), "Delete");
  await eventually(() => questions().elements().length).toBe(1);
  const notice = page.getByRole("status").filter({ hasText: "The message was deleted." });
  await notice.getByRole("button", { name: "Undo" }).click();
  await eventually(() => questions().elements().length).toBe(2);
  await expect.element(notice).not.toBeInTheDocument();

  await chooseForMessage(questions().last(), "Delete");
  const dialog = page.getByRole("alertdialog", { name: "Delete this version?" });
  const warning = "The message that follows will be deleted too. Other versions of the message stay.";
  await expect.element(dialog.getByText(warning)).toBeVisible();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await waitForAnswerText("Two.");
  expect(page.getByRole("group", { name: "Versions of the message" }).elements()).toEqual([]);
  await page.getByRole("button", { name: "Undo" }).click();
  await waitForAnswerText("Three.");
  await expect.element(questions().last().getByText("2 of 2")).toBeVisible();

  await chooseForMessage(answers().first(), "Delete");
  await eventually(() => answers().elements().length).toBe(1);
  expect(questions().elements()).toHaveLength(2);
  await reloadApp();
  await waitForAnswerText("Three.");
  expect(answers().elements()).toHaveLength(1);
  expect(questions().elements()).toHaveLength(2);
  await questions().last().getByRole("button", { name: "Earlier version" }).click();
  await waitForAnswerText("Two.");
});

test("the menu of an answer works by keyboard alone and returns the focus; messages of other roles are shown plainly above it", async () => {
  const [question, answer] = createBranch(["First", "One."]);
  if (!question || !answer) throw new Error("there are two messages");
  const system: Message = { ...question, id: "s", role: "system", content: "Be **brief**." };
  const instruction: Message = {
    ...system,
    id: "e",
    parentId: "s",
    role: "environment",
    content: "<b>Tool said</b> 42",
  };
  await openStoredChat([system, instruction, { ...question, parentId: "e" }, answer]);
  await expect.element(page.getByRole("article", { name: "System" }).getByText("Be **brief**.")).toBeVisible();
  const instructionText = page.getByRole("article", { name: "Environment" }).getByText("<b>Tool said</b> 42");
  await expect.element(instructionText).toBeVisible();
  await waitForAnswerText("One.");

  const opener = menuButton(lastAnswer());
  const menu = page.getByRole("menu", { name: "More actions for the answer" });
  opener.element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(menu.getByRole("menuitem", { name: "Try another model" })).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(menu.getByRole("menuitem", { name: "Try another model" })).toHaveFocus();
  await userEvent.keyboard("{End}{Enter}");
  // Only the system message and the instruction remain beside the question.
  await eventually(() => answers().elements().length).toBe(2);
  // The focused element was removed, so its neighbour has the focus.
  await eventually(readFocusedLabel).toBe("Edit the message");
});

test("an answer can be switched to its Markdown source and back", async () => {
  const source = "A **river** and a `lake`.";
  await openStoredChat(createBranch(["Show me", source]));
  await chooseForMessage(lastAnswer(), "Show Markdown");
  await expect.element(lastAnswer().getByText(source, { exact: true })).toBeVisible();
  await chooseForMessage(lastAnswer(), "Show formatted");
  await waitForAnswerText("A river and a lake.");
});
