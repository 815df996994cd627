import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { alerts, waitForAnswerEnd, waitForAnswerText } from "../../../testing/chatPage.ts";
import { ask, complete, listSentTexts, openNewChat, waitForRequest } from "../../../testing/chatSteps.ts";
import { openPrompts, promptRow } from "../../../testing/promptPanel.ts";
import { composer, dialogNamed, log } from "../../../testing/screen.ts";
import { listChoices, selectChoice } from "../../../testing/selectField.ts";
import { stubChat } from "../../../testing/stubChat.ts";
import { stubPrompts } from "../../../testing/stubFolders.ts";

test("a prompt is started only once, however long the key is held down", async () => {
  const chat = stubChat();
  stubPrompts({ name: "Once", content: "Only once" });
  await openNewChat();
  await openPrompts();
  promptRow("Once").element().focus();
  await userEvent.keyboard("{Enter>5/}");
  await complete(await waitForRequest(chat, 1), "Heard");
  await waitForAnswerText("Heard");
  await ask(chat, "Next", "Goes on");
  expect(chat.answers.map((answer) => listSentTexts(answer).at(-1))).toEqual(["Only once", "Next"]);
});

test("a prompt that renders to an empty text is not sent", async () => {
  const chat = stubChat();
  stubPrompts({ name: "Blank", content: " {{constructor:text(optional: true)}} " });
  await openNewChat();
  await openPrompts();
  await promptRow("Blank").click();
  const dialog = dialogNamed("Blank");
  // Every JavaScript object has a property with this name.
  await expect.element(dialog.getByRole("textbox", { name: "constructor" })).toHaveValue("");
  await dialog.getByRole("button", { name: "Start", exact: true }).click();
  await expect.element(alerts().getByText("Please enter a message")).toBeVisible();
  expect(chat.answers).toEqual([]);
  if (dialog.query()) await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
});

test("[C2.30a] a selector offers Default and the root prompts as custom instructions, and writes the chosen one into the system prompt of this chat only", async () => {
  const chat = stubChat();
  stubPrompts({ name: "Tutor", type: "root_prompt", content: "You teach {{subject}} well." });
  await openNewChat();
  await page.getByRole("button", { name: "Advanced settings" }).click();
  const choices = await listChoices(page, "Custom Instructions");
  expect(choices[0]).toBe("Default");
  expect(choices).toContain("Tutor");
  await expect
    .element(page.getByRole("combobox", { name: "Custom Instructions" }))
    .toHaveAccessibleDescription("Saved with your prompts. Choosing one replaces the system prompt below.");
  const systemPrompt = page.getByRole("textbox", { name: "System prompt" });
  await expect.element(systemPrompt).toHaveAccessibleDescription("Tells the model how to answer in this chat.");
  for (const [choice, text] of [
    ["Tutor", "You teach  well."],
    ["Default", ""],
    ["Tutor", "You teach  well."],
  ] as const) {
    await selectChoice(page, "Custom Instructions", choice);
    await expect.element(systemPrompt).toHaveValue(text);
  }
  await ask(chat, "One", "Taught");
  expect(chat.answers[0]?.request.prompt).toBe("You teach  well.");
  await page.getByRole("button", { name: "New chat" }).click();
  await expect.element(page.getByText("Start a new conversation.")).toBeVisible();
  await ask(chat, "Two", "Untaught");
  expect(chat.answers[1]?.request.prompt ?? "").not.toContain("You teach");
  await expect.element(log().getByText("Untaught")).toBeVisible();
  await waitForAnswerEnd();
  await expect.element(composer()).toHaveValue("");
});
