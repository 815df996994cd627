import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { lastAnswer, waitForAnswerEnd } from "../../../testing/chatPage.ts";
import { chooseForMessage, openStoredChat } from "../../../testing/chatSteps.ts";
import { createBranch } from "../../../testing/conversations.ts";
import { boxOf } from "../../../testing/screen.ts";
import { stubAnswers } from "../../../testing/stubChat.ts";

test("on a phone the actions of an answer with versions and sources are one row; the menu tries another model", async () => {
  await page.viewport(360, 740);
  const chat = stubAnswers("Another.");
  const numbers = Array.from({ length: 12 }, (_, index) => index + 1);
  const file = { name: "river.md", key: "k", contentKey: "c", groupId: null, type: "text/markdown" };
  const sources = numbers.map((index) => ({ ...file, index, content: `Sand ${index}`, locations: [{ line: index }] }));
  const [question, answer] = createBranch(["Which?", `All of them ${numbers.map((index) => `[${index}]`).join("")}.`]);
  if (!question || !answer) throw new Error("there are two messages");
  const citedAnswer = { ...answer, data: { ...answer.data, state: { sources: { rag: { sources } } } } };
  await openStoredChat([question, { ...answer, id: "v-1" }, citedAnswer]);
  const names = ["Earlier version", "Later version", "Copy the answer", "Answer again", "More actions for the answer"];
  const controls = [...names, "12 sources"].map((name) => lastAnswer().getByRole("button", { name, exact: true }));
  for (const control of controls) await expect.element(control).toBeVisible();
  const boxes = controls.map(boxOf);
  expect(new Set(boxes.map(({ top, height }) => Math.round(top + height / 2))).size).toBe(1);
  for (const { left, right, height } of boxes) {
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(360);
    expect(height).toBeGreaterThanOrEqual(40);
  }
  expect(lastAnswer().getByRole("button", { name: "Try another model" }).elements()).toEqual([]);

  await chooseForMessage(lastAnswer(), "Try another model");
  await page.getByRole("listbox", { name: "Models" }).getByRole("option", { name: "scripted-small" }).click();
  await expect.element(lastAnswer().getByText("3 of 3")).toBeVisible();
  await expect.element(lastAnswer()).toHaveAttribute("aria-label", "scripted-small");
  await waitForAnswerEnd();
  expect(chat.answers.map(({ request }) => request.model)).toEqual(["local/scripted-small"]);
});
