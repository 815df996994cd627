import type { Message } from "@lectern/contract";
import { expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { getScrollArea, questions, waitForAnswerText } from "../../../testing/chatPage.ts";
import { complete, sendAndBegin } from "../../../testing/chatSteps.ts";
import { createBranch, createConversation, storeLocalConversations } from "../../../testing/conversations.ts";
import { reloadApp } from "../../../testing/reloadApp.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { boxOf, eventually, log } from "../../../testing/screen.ts";
import { stubChat } from "../../../testing/stubChat.ts";

const messageCount = 2_000;

function createLongBranch(): Message[] {
  const line = "The river turns where old stones keep its bed. ";
  const texts = Array.from({ length: messageCount }, (_, index) =>
    index % 2 === 0 ? `Question ${index}` : `Answer ${index}\n\n${`${line.repeat(5)}\n\n`.repeat(index % 7)}`,
  );
  return createBranch(texts);
}

/** Two versions of the only question, with one answer each. */
const versions = [...createBranch(["Old words", "One."], "old"), ...createBranch(["New words", "Two."], "new")];

/** Changes the fragment of the address, as a click on a search result does. */
const openFragment = (fragment: string) => {
  location.hash = fragment;
};

const messageWith = (text: string) =>
  log()
    .getByRole("article")
    .filter({ has: page.getByText(text, { exact: true }) });

async function expectScrolledIntoView(message: Locator): Promise<void> {
  await expect.element(message).toHaveFocus();
  const readDistance = () => Math.round(boxOf(message).top - getScrollArea().getBoundingClientRect().top);
  await eventually(readDistance).toBeGreaterThan(0);
  expect(readDistance()).toBeLessThan(300);
  await expect.element(message).not.toHaveAttribute("data-found");
  // It is still there after all messages above it have been measured.
  expect(readDistance()).toBeLessThan(300);
}

test("a message far off screen in a long conversation is scrolled into view, highlighted briefly, and focused", async () => {
  await storeLocalConversations(createConversation({ id: "long", name: "Long", messages: createLongBranch() }));
  await renderApp("#c=long&m=m-700");
  await expect.element(messageWith("Question 700")).toHaveAttribute("data-found", "");
  await expectScrolledIntoView(messageWith("Question 700"));
  openFragment("#c=long&m=m-1501");
  await expectScrolledIntoView(messageWith("Answer 1501"));
  openFragment("#c=long&m=m-0");
  await expectScrolledIntoView(messageWith("Question 0"));
});

test("a message of another branch is found, and its branch is shown and stays shown; during an answer it is shown once the answer has ended", async () => {
  const chat = stubChat();
  await storeLocalConversations(createConversation({ id: "versions", name: "Versions", messages: versions }));
  await renderApp("#c=versions");
  await waitForAnswerText("Two.");
  openFragment("#c=versions&m=old-0");
  await waitForAnswerText("One.");
  await expectScrolledIntoView(messageWith("Old words"));
  await reloadApp();
  await waitForAnswerText("One.");

  await questions().last().getByRole("button", { name: "Later version" }).click();
  await waitForAnswerText("Two.");
  const answer = await sendAndBegin(chat, "More words");
  answer.write("Three");
  await waitForAnswerText("Three");
  openFragment("#c=versions&m=old-1");
  await expect.element(messageWith("New words")).toBeVisible();
  await complete(answer, ".");
  await waitForAnswerText("One.");
  await expectScrolledIntoView(messageWith("One."));
});
