import { getAvailableModels, type Model } from "@lectern/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { attach, textFile, waitForAttachments } from "../../../testing/attachFiles.ts";
import { questions, sendMessage, waitForAnswerText } from "../../../testing/chatPage.ts";
import { openNewChat } from "../../../testing/chatSteps.ts";
import { createModel, createModels } from "../../../testing/defaultAnswers.ts";
import { composer, eventually } from "../../../testing/screen.ts";
import { stubAnswers, stubChat } from "../../../testing/stubChat.ts";
import { stubFiles } from "../../../testing/stubFiles.ts";
import { stubConfig, stubOp } from "../../../testing/stubServer.ts";

const question = () => page.getByRole("alertdialog", { name: "Cost of this message" });
const answer = (name: string) => question().getByRole("button", { name }).click();

async function openChat(model: Partial<Model> = { inputTokenCost: 1 }): Promise<void> {
  stubOp(getAvailableModels, createModels([createModel(model)]));
  stubConfig({ promptCostAlert: { message: "{totalCost} for {prompts} prompts?", cost: 0.05 } });
  await openNewChat();
}

test("[A3.16] [G9.14] before a message that costs more than the limit is sent, the person is asked; Cancel keeps the text", async () => {
  const chat = stubAnswers("Fine.");
  await openChat();
  // 400 characters are 100 tokens, which cost $0.10.
  const text = "a".repeat(400);
  await sendMessage(text);
  await expect.element(question().getByText("$0.10 for 1 prompts?", { exact: true })).toBeVisible();
  await answer("Cancel");
  await expect.element(question()).not.toBeInTheDocument();
  await expect.element(composer()).toHaveValue(text);
  expect(chat.answers).toEqual([]);
  await sendMessage(text);
  await answer("Send");
  await waitForAnswerText("Fine.");
  await expect.element(composer()).toHaveValue("");
  expect(questions().elements()).toHaveLength(1);
  // The next message costs as much as all that the model reads for it.
  await sendMessage("And?");
  await expect.element(question().getByText("$0.10 for 2 prompts?", { exact: true })).toBeVisible();
});

test("the tokens of attached documents count", async () => {
  stubFiles();
  const chat = stubAnswers("Fine.");
  await openChat();
  await attach(textFile("notes.txt", "Entropy."));
  await waitForAttachments(1);
  await sendMessage("What?");
  await expect.element(question()).toBeVisible();
  await answer("Send");
  await waitForAnswerText("Fine.");
  expect(chat.answers[0]?.request.messages.at(-1)?.data?.dataSources).toMatchObject([{ name: "notes.txt" }]);
});

test("nobody is asked about a cheap message, or if the price is not known", async () => {
  const chat = stubAnswers("One.");
  await openChat({ inputTokenCost: 0.0001 });
  await sendMessage("a".repeat(400));
  await waitForAnswerText("One.");
  expect(chat.answers).toHaveLength(1);
  await expect.element(question()).not.toBeInTheDocument();
});

test("a message that is queued while an answer is written is asked about when it is queued, and then sent", async () => {
  const chat = stubChat();
  await openChat({ inputTokenCost: 1 });
  await sendMessage("One");
  await eventually(() => chat.answers.length).toBe(1);
  chat.answers[0]?.write("First.");
  await composer().fill("b".repeat(400));
  await page.getByRole("button", { name: "Queue message" }).click();
  await answer("Send");
  await expect.element(page.getByRole("list", { name: "Queued messages" })).toBeVisible();
  chat.answers[0]?.end();
  await eventually(() => chat.answers.length).toBe(2);
  await expect.element(question()).not.toBeInTheDocument();
});

test("a queued message that the answer before it has made expensive is asked about before it is sent", async () => {
  const chat = stubChat();
  await openChat({ inputTokenCost: 1 });
  await sendMessage("One");
  await eventually(() => chat.answers.length).toBe(1);
  await composer().fill("Two");
  await page.getByRole("button", { name: "Queue message" }).click();
  await expect.element(page.getByRole("list", { name: "Queued messages" })).toBeVisible();
  chat.answers[0]?.write("a".repeat(400));
  chat.answers[0]?.end();
  await answer("Cancel");
  expect(chat.answers).toHaveLength(1);
  await page.getByRole("list", { name: "Queued messages" }).getByRole("button", { name: "Send", exact: true }).click();
  await answer("Send");
  await eventually(() => chat.answers.length).toBe(2);
});
