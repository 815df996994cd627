import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { lastAnswer, questions, refuseChats, sendMessage, waitForAnswerText } from "../../../testing/chatPage.ts";
import { complete, listSentTexts, openNewChat, waitForRequest } from "../../../testing/chatSteps.ts";
import { stubChat } from "../../../testing/stubChat.ts";

// The server's tests cover when it refuses an answer, and with what.
const refusal = {
  status: 429,
  code: "rateLimited",
  message: "An answer is already being written for you. Please wait until it has finished, or stop it.",
};

test("an answer beyond the server's limit is refused with the reason; the message stays, and is tried again by itself or by the person", async () => {
  const chat = stubChat();
  await openNewChat();
  const acceptChats = refuseChats({ ...refusal, retryAfterSeconds: 1 });
  await sendMessage("One too many");
  await expect.element(lastAnswer()).toMatchTextContent(/An answer is already being written for you\./);
  await expect.element(questions().getByText("One too many")).toBeVisible();
  acceptChats();
  await complete(await waitForRequest(chat, 1), "Now.");
  await waitForAnswerText("Now.");
  expect(questions().elements()).toHaveLength(1);

  const acceptAgain = refuseChats({ ...refusal, retryAfterSeconds: 60 });
  await sendMessage("Again one too many");
  await lastAnswer().getByRole("button", { name: "Cancel" }).click();
  acceptAgain();
  await page.getByRole("button", { name: "Try again" }).click();
  const answer = await waitForRequest(chat, 2);
  await complete(answer, "Asked.");
  await waitForAnswerText("Asked.");
  expect(listSentTexts(answer)).toEqual(["One too many", "Now.", "Again one too many"]);
  expect(questions().elements()).toHaveLength(2);
});
