import { afterEach, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import { lastAnswer, sendMessage, waitForAnswerEnd } from "../../../testing/chatPage.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { boxOf, eventually } from "../../../testing/screen.ts";
import { stubChat } from "../../../testing/stubChat.ts";

afterEach(() => void vi.restoreAllMocks());

const reasoningText = `First the river. **Then** the sea.\n\n- one\n- two\n\n${"And so on.\n\n".repeat(40)}`;
const reasoningButton = () => lastAnswer().getByRole("button", { name: "Thought process" });
const thinkingButton = () => lastAnswer().getByRole("button", { name: "Thinking…" });
const readText = () => lastAnswer().element().textContent;

test("a model's reasoning is collapsed above its answer, is labelled while the model is thinking, expands on request, and is still there but not copied after a reload", async () => {
  const chat = stubChat();
  await renderApp();
  await sendMessage("Do not think");
  await eventually(() => chat.answers.length).toBe(1);
  chat.answers[0]?.write("I do not.");
  chat.answers[0]?.end();
  await waitForAnswerEnd();
  await expect.element(reasoningButton()).not.toBeInTheDocument();

  await sendMessage("Think");
  await eventually(() => chat.answers.length).toBe(2);
  const answer = chat.answers[1];
  answer?.send({ s: "meta", r: reasoningText });
  await expect.element(thinkingButton()).toHaveAttribute("aria-expanded", "false");
  expect(readText()).not.toContain("river");
  await thinkingButton().click();
  await expect.element(lastAnswer().getByText(/First the river\./)).toBeVisible();
  const box = lastAnswer().getByRole("region", { name: "Thought process" });
  expect(boxOf(box).height).toBeLessThanOrEqual(240);
  expect(box.element().scrollHeight).toBeGreaterThan(240);

  answer?.write("The answer itself.");
  answer?.end();
  await waitForAnswerEnd();
  await expect.element(reasoningButton()).toHaveAttribute("aria-expanded", "true");
  await expect.element(lastAnswer().getByText("The answer itself.")).toBeVisible();
  expect(
    lastAnswer()
      .getByRole("listitem")
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(["one", "two"]);
  reasoningButton().element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(reasoningButton()).toHaveAttribute("aria-expanded", "false");
  expect(readText()).not.toContain("river");

  const fragment = location.hash;
  await cleanup();
  await renderApp(fragment);
  await expect.element(reasoningButton()).toHaveAttribute("aria-expanded", "false");
  expect(readText()).not.toContain("river");
  const copied = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await lastAnswer().getByRole("button", { name: "Copy the answer" }).click();
  await eventually(() => copied.mock.calls).toEqual([["The answer itself."]]);
  await reasoningButton().click();
  await expect.element(lastAnswer().getByText(/First the river\./)).toBeVisible();
});
