import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { lastAnswer, loseChats, readAnswerText, sendMessage, waitForAnswerEnd } from "../../../testing/chatPage.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { eventually } from "../../../testing/screen.ts";
import { stubChat } from "../../../testing/stubChat.ts";

test("an answer that cannot continue now stays as it is, and a notice says why", async () => {
  const chat = stubChat((answer) => {
    answer.write("one two");
    answer.end({ end: "done", finishReason: "length" });
  });
  await renderApp();
  await sendMessage("Tell me");
  const continueButton = () => lastAnswer().getByRole("button", { name: "Continue", exact: true });
  await expect.element(continueButton()).toBeVisible();
  const reconnect = loseChats();
  await continueButton().click();
  const notice = page.getByRole("alert").filter({ hasText: "The answer wasn’t continued" });
  await expect.element(notice.getByText(/chat service is currently unavailable/)).toBeVisible();
  await expect.element(continueButton()).toBeVisible();
  expect(lastAnswer().getByRole("paragraph").first().element().textContent).toBe("one two");

  reconnect();
  await continueButton().click();
  await eventually(() => chat.answers.length).toBe(2);
  await waitForAnswerEnd();
  expect(readAnswerText(lastAnswer())).toContain("one two");
});
