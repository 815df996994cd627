import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { navigate } from "../../../lib/fragment.ts";
import { questions } from "../../../testing/chatPage.ts";
import { editBox, editButton, openStoredChat } from "../../../testing/chatSteps.ts";
import { createBranch } from "../../../testing/conversations.ts";
import { boxOf, eventually } from "../../../testing/screen.ts";

const lines = (count: number) => Array.from({ length: count }, (_, index) => `Line ${index + 1}`).join("\n");
const longAnswer = "The river turns where old stones keep its bed. ".repeat(60);
const question = () => questions().last();
const toggle = (name: "Show more" | "Show less") => question().getByRole("button", { name });

test("a long message of the person shows its first lines and unfolds by keyboard; what is pressed to fold it again stays where it is; the editor has all of it", async () => {
  await openStoredChat(createBranch(["Much", longAnswer, lines(60), longAnswer], "folded"));
  await expect.element(toggle("Show more")).toHaveAttribute("aria-expanded", "false");
  const foldedHeight = boxOf(question()).height;
  expect(foldedHeight).toBeLessThan(420);

  toggle("Show more").element().focus();
  const textTop = boxOf(question()).top;
  await userEvent.keyboard("{Enter}");
  await expect.element(toggle("Show less")).toHaveFocus();
  await expect.element(toggle("Show less")).toHaveAttribute("aria-expanded", "true");
  expect(boxOf(question()).height).toBeGreaterThan(1_200);
  expect(boxOf(question()).top).toBe(textTop);

  toggle("Show less").element().scrollIntoView({ block: "nearest" });
  const pressedTop = boxOf(toggle("Show less")).top;
  await userEvent.keyboard("{Enter}");
  await expect.element(toggle("Show more")).toBeVisible();
  await eventually(() => Math.abs(boxOf(toggle("Show more")).top - pressedTop)).toBeLessThanOrEqual(1);
  expect(boxOf(question()).height).toBe(foldedHeight);

  await question().hover();
  await editButton(question()).click();
  await expect.element(editBox()).toHaveValue(lines(60));
});

test("a message that is hardly longer than the first lines is shown whole", async () => {
  await openStoredChat(createBranch([lines(15), "A short answer."], "whole"));
  await expect.element(questions().getByText("Line 15")).toBeVisible();
  expect(toggle("Show more").elements()).toEqual([]);
});

test("a message that was searched for is unfolded", async () => {
  await openStoredChat(createBranch([lines(60), "A short answer."], "found"));
  await expect.element(toggle("Show more")).toBeVisible();
  navigate("#c=stored&m=found-0");
  await expect.element(toggle("Show less")).toBeVisible();
});
