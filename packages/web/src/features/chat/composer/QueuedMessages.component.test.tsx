import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { alerts, answers, questions, stopButton, waitForAnswerText } from "../../../testing/chatPage.ts";
import {
  ask,
  complete,
  listSentTexts,
  openNewChat,
  queuedMessages,
  queueMessage,
  sendAndBegin,
  waitForRequest,
} from "../../../testing/chatSteps.ts";
import { reloadApp } from "../../../testing/reloadApp.ts";
import { composer, log } from "../../../testing/screen.ts";
import { type StubbedAnswer, type StubbedChat, stubChat } from "../../../testing/stubChat.ts";

/** Opens a new chat with an answer that has begun. */
async function openDuringAnswer(): Promise<{ chat: StubbedChat; answer: StubbedAnswer }> {
  const chat = stubChat();
  await openNewChat();
  const answer = await sendAndBegin(chat, "First");
  answer.write("One.");
  await waitForAnswerText("One.");
  return { chat, answer };
}

const expectEmptyQueue = () => expect.element(queuedMessages()).not.toBeInTheDocument();
/** Where all messages are not sent, a sentence says so, and screen readers find it with each one, too. */
const unsentLabel = () => queuedMessages().getByText("Not sent");
const sentenceInStatus = (sentence: string) => page.getByRole("status").getByText(sentence);

test("messages that are queued are sent one after the other when the answer ends; one can be edited and removed before", async () => {
  const { chat, answer } = await openDuringAnswer();
  await queueMessage("Second");
  await expect.element(composer()).toHaveValue("");
  await queueMessage("Never sent");
  await queueMessage("Third with a typo");
  await queuedMessages().filter({ hasText: "Never" }).getByRole("button", { name: "Remove" }).click();
  await queuedMessages().filter({ hasText: "typo" }).getByRole("button", { name: "Edit" }).click();
  await expect.element(composer()).toHaveValue("Third with a typo");
  await queueMessage("Third");
  expect(queuedMessages().elements()).toHaveLength(2);
  answer.end();
  const secondAnswer = await waitForRequest(chat, 2);
  secondAnswer.write("Two.");
  secondAnswer.end();
  const thirdAnswer = await waitForRequest(chat, 3);
  await complete(thirdAnswer, "Three.");
  await waitForAnswerText("Three.");
  expect(listSentTexts(thirdAnswer)).toEqual(["First", "One.", "Second", "Two.", "Third"]);
  expect(questions().elements()).toHaveLength(3);
  await expectEmptyQueue();
  expect(alerts().elements()).toEqual([]);
});

test("a queued message waits while a failed answer is to be requested again, and is sent after the answer", async () => {
  const chat = stubChat();
  await openNewChat();
  const answer = await sendAndBegin(chat, "First");
  await queueMessage("Second");
  const retryAt = new Date(Date.now() + 60_000).toISOString();
  answer.end({ end: "failed", code: "rateLimited", message: "The model is busy.", retryAt });
  const retryButton = page.getByRole("button", { name: "Try now" });
  await expect.element(retryButton).toBeVisible();
  await expect.element(queuedMessages().getByText("Queued")).toBeVisible();
  await retryButton.click();
  const nextAnswer = await waitForRequest(chat, 2);
  nextAnswer.write("One.");
  nextAnswer.end();
  await complete(await waitForRequest(chat, 3), "Two.");
  await waitForAnswerText("Two.");
  expect(chat.answers.map((each) => listSentTexts(each).at(-1))).toEqual(["First", "First", "Second"]);
  expect(questions().elements()).toHaveLength(2);
  await expectEmptyQueue();
});

test("Ctrl+Enter and 'Send now' stop the answer, keep its text and continue with the message; the other messages stay queued", async () => {
  const { chat } = await openDuringAnswer();
  await queueMessage("Later");
  await composer().fill("Rather this");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  const secondAnswer = await waitForRequest(chat, 2);
  expect(listSentTexts(secondAnswer)).toEqual(["First", "One.", "Rather this"]);
  await expect.element(log().getByText("Stopped", { exact: true })).toBeVisible();
  expect(questions().elements()).toHaveLength(2);
  expect(queuedMessages().elements()).toHaveLength(1);
  await expect.element(stopButton()).toBeVisible();
  await queuedMessages().getByRole("button", { name: "Send now" }).click();
  await complete(await waitForRequest(chat, 3), "Late.");
  await waitForAnswerText("Late.");
  expect(chat.stoppedIds).toHaveLength(2);
  expect(questions().elements()).toHaveLength(3);
  await expectEmptyQueue();
});

test("after Stop and after a failure, queued messages are not sent; they stay, also after a reload, until the person sends, edits or removes them", async () => {
  const { chat } = await openDuringAnswer();
  await queueMessage("After the stop");
  await stopButton().click();
  await expect.element(sentenceInStatus("A message wasn’t sent because the answer was stopped.")).toBeVisible();
  await expect.element(unsentLabel()).toBeInTheDocument();
  expect(chat.answers).toHaveLength(1);
  // What was held does not follow another message unasked.
  await ask(chat, "Another one", "Another.");
  await reloadApp();
  await waitForAnswerText("Another.");
  await expect.element(unsentLabel()).toBeInTheDocument();
  expect(chat.answers).toHaveLength(2);
  await queuedMessages().getByRole("button", { name: "Send" }).click();
  await complete(await waitForRequest(chat, 3), "Sent after all.");
  await waitForAnswerText("Sent after all.");
  await expectEmptyQueue();

  const failingAnswer = await sendAndBegin(chat, "Fails");
  failingAnswer.write("A part");
  await queueMessage("After the failure");
  failingAnswer.end({ end: "failed", code: "providerFailed", message: "The model’s server reported an error." });
  await expect.element(sentenceInStatus("A message wasn’t sent because the answer failed.")).toBeVisible();
  await queuedMessages().getByRole("button", { name: "Edit" }).click();
  await expect.element(composer()).toHaveValue("After the failure");
  await expectEmptyQueue();
});

test("a message whose answer did not end in an open page is not sent unasked, also not after another answer or message", async () => {
  const { chat } = await openDuringAnswer();
  await queueMessage("Waited too long");
  // The stubbed server has no run that could be continued.
  await reloadApp();
  await waitForAnswerText("One.");
  await expect.element(unsentLabel()).toBeInTheDocument();
  await answers().last().hover();
  await answers()
    .last()
    .getByRole("button", { name: /^(Answer again|Try again)$/ })
    .click();
  await complete(await waitForRequest(chat, 2), "Answered again.");
  await waitForAnswerText("Answered again.");
  await expect.element(unsentLabel()).toBeInTheDocument();
  await ask(chat, "Another one", "Another.");
  await expect.element(unsentLabel()).toBeInTheDocument();
  expect(chat.answers).toHaveLength(3);
});
