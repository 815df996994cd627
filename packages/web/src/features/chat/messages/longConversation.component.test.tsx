import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answers, getScrollArea, questions, sendMessage, waitForAnswerEnd } from "../../../testing/chatPage.ts";
import { createBranch, createConversation, storeLocalConversations } from "../../../testing/conversations.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { boxOf, eventually, log } from "../../../testing/screen.ts";
import { stubAnswers } from "../../../testing/stubChat.ts";
import { waitUntilStill } from "../../../testing/waitUntilStill.ts";

const messageCount = 10_000;
/** Limit for the number of DOM elements while a long conversation is open. */
const maxElements = 5_000;
const line = "The river turns where old stones keep its bed. ";

const question = (index: number) => questions().filter({ has: page.getByText(`Question ${index}`, { exact: true }) });
const scrollToEndButton = () => page.getByRole("button", { name: "Scroll to the end" });
const countElements = () => document.querySelectorAll("*").length;

/** Returns the first question whose top is in view, and its distance in px from the top of the viewport. */
function getFirstVisibleQuestion(): { text: string; top: number } {
  const { top: areaTop } = getScrollArea().getBoundingClientRect();
  for (const article of log().element().querySelectorAll("article[aria-label=You]")) {
    const { top } = article.getBoundingClientRect();
    if (top >= areaTop) return { text: article.textContent, top: Math.round(top) };
  }
  return { text: "", top: 0 };
}

const scrollBy = (top: number) => getScrollArea().scrollBy({ top, behavior: "instant" });

test("of 10,000 messages only those near the viewport are in the DOM, which does not move the text being read; the keyboard reaches all of them in order, and a question is answered at their end", {
  timeout: 120_000,
}, async () => {
  stubAnswers("The last answer.");
  // The answer at index n has n modulo 7 paragraphs, so that the heights differ.
  const texts = Array.from({ length: messageCount }, (_, index) =>
    index % 2 === 0 ? `Question ${index}` : `Answer ${index}\n\n${`${line.repeat(5)}\n\n`.repeat(index % 7)}`,
  );
  const messages = createBranch(texts);
  await storeLocalConversations(
    createConversation({ id: "long", name: "The long one", messages }),
    createConversation({ id: "short", name: "The short one", messages: messages.slice(0, 100) }),
  );
  await renderApp("#c=long");
  await expect.element(question(messageCount - 2)).toBeVisible();
  expect(countElements()).toBeLessThan(maxElements);
  await expect.element(question(0)).not.toBeInTheDocument();
  for (let step = 0; step < 6; step++) {
    await userEvent.wheel(getScrollArea(), { delta: { y: -6_000 } });
    await eventually(() => getFirstVisibleQuestion().text).toMatch(/^Question \d+/);
    expect(countElements()).toBeLessThan(maxElements);
  }
  await expect.element(question(messageCount - 2)).not.toBeInTheDocument();
  await scrollToEndButton().click();
  await expect.element(question(messageCount - 2)).toBeVisible();
  await expect.element(scrollToEndButton()).not.toBeInTheDocument();
  for (let step = 0; step < 25; step++) {
    // What comes near the window has to be there first, as for somebody who reads.
    await waitUntilStill(log());
    scrollBy(-700);
    const before = getFirstVisibleQuestion();
    // After two frames and an idle moment all new messages have been rendered.
    await new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve, { timeout: 300 })));
    const index = Number(/\d+/.exec(before.text)?.[0]);
    expect(Math.abs(boxOf(question(index)).top - before.top)).toBeLessThanOrEqual(2);
  }

  const copyButtons = (name: string) => log().getByRole("button", { name });
  copyButtons("Copy the answer").last().element().focus();
  scrollBy(-60_000);
  await eventually(() => getFirstVisibleQuestion().text).toMatch(/^Question \d+/);
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Copy the answer");

  await userEvent.keyboard("{Home}");
  await expect.element(question(0)).toBeVisible();
  copyButtons("Copy the message").first().element().focus();
  await eventually(() => getFirstVisibleQuestion().text).toBe("Question 0");
  const owners: number[] = [];
  log()
    .element()
    .addEventListener("focusin", ({ target }) => {
      const text = target instanceof Element ? target.closest("article")?.textContent : undefined;
      const owner = /(?:Question|Answer) (\d+)/.exec(text ?? "")?.[1];
      if (owner !== undefined) owners.push(Number(owner));
    });
  for (let step = 0; step < 80; step++) await userEvent.tab();
  expect(owners).toEqual(owners.toSorted((a, b) => a - b));
  expect(new Set(owners).size).toBeGreaterThan(20);
  await userEvent.keyboard("{End}");
  await expect.element(question(messageCount - 2)).toBeVisible();

  await sendMessage("The last one");
  await expect.element(questions().filter({ hasText: "The last one" })).toBeVisible();
  await expect.element(answers().filter({ hasText: "The last answer." })).toBeVisible();
  await waitForAnswerEnd();

  // A short conversation is completely in the DOM, where the browser's own search finds it.
  location.hash = "#c=short";
  await eventually(() => log().getByRole("article").elements().length).toBe(100);
});
