import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import {
  answers,
  getScrollArea,
  lastAnswer,
  questions,
  sendButton,
  stopButton,
  waitForAnswerEnd,
} from "../../../testing/chatPage.ts";
import { openStoredChat, sendAndBegin } from "../../../testing/chatSteps.ts";
import { createBranch } from "../../../testing/conversations.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { boxOf, composer, eventually, log } from "../../../testing/screen.ts";
import { stubChat } from "../../../testing/stubChat.ts";
import { waitUntilStill } from "../../../testing/waitUntilStill.ts";

const scrollToEndButton = () => page.getByRole("button", { name: "Scroll to the end" });

/** Returns words in paragraphs of 100, from the one at `from` to the one before `to`. */
const createWords = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => ((from + index) % 100 === 0 ? "\n\nriver" : " river")).join("");

const getTop = () => getScrollArea().scrollTop;

/** Returns the distance of the view from the end, in px. */
function getDistanceToEnd(): number {
  const { scrollHeight, clientHeight, scrollTop } = getScrollArea();
  return scrollHeight - clientHeight - scrollTop;
}

/** Scrolls to a distance from the end, in px. */
function scrollToDistance(distance: number): void {
  const area = getScrollArea();
  area.scrollTop = area.scrollHeight - area.clientHeight - distance;
}

/** Opens a long chat, which is shown at its end, and waits until all of it is there. */
async function openLongChat(words = 3_000) {
  await openStoredChat(createBranch(["Much", createWords(1, words)]));
  await waitUntilStill(log());
  await eventually(getDistanceToEnd).toBeLessThanOrEqual(1);
}

test("[C9.13] [C2.28a] the button to the end shows when the end is more than 30 px away, and scrolls there", async () => {
  await openLongChat();
  await expect.element(scrollToEndButton()).not.toBeInTheDocument();
  scrollToDistance(31);
  await expect.element(scrollToEndButton()).toBeVisible();
  scrollToDistance(30);
  await expect.element(scrollToEndButton()).not.toBeInTheDocument();
  getScrollArea().scrollTop = 0;
  // The start of the conversation is several screens away from its end.
  expect(getDistanceToEnd()).toBeGreaterThan(2_000);
  await scrollToEndButton().click();
  await eventually(getDistanceToEnd).toBeLessThanOrEqual(1);
  await expect.element(scrollToEndButton()).not.toBeInTheDocument();
});

test("[C2.28a] the input area has its field, at most 400 px high, and the buttons to send and to stop", async () => {
  const chat = stubChat();
  await renderApp();
  await expect.element(composer()).toBeVisible();
  const readHeight = () => boxOf(composer()).height;
  const low = readHeight();
  await composer().fill("line\n".repeat(5));
  await eventually(readHeight).toBeGreaterThan(low);
  await composer().fill("line\n".repeat(100));
  await eventually(readHeight).toBe(400);
  await sendButton().click();
  await eventually(() => chat.answers.length).toBe(1);
  await eventually(readHeight).toBe(low);
  chat.answers[0]?.write("So ");
  await stopButton().click();
  await expect.element(sendButton()).toBeVisible();
  expect(chat.stoppedIds).toHaveLength(1);
});

test.each([
  ["wide", 1280],
  ["narrow", 390],
])("in a %s window the button to the end covers no text, and moves none", async (_, width) => {
  await page.viewport(width, 800);
  await openLongChat();
  scrollToDistance(2_000);
  await expect.element(scrollToEndButton()).toBeVisible();
  const top = getTop();
  const textBottom = getScrollArea().getBoundingClientRect().bottom;
  const [button, field] = [boxOf(scrollToEndButton()), boxOf(page.getByRole("form", { name: "Message" }))];
  expect(button.top).toBeGreaterThanOrEqual(textBottom);
  expect(button.bottom <= field.top || button.left >= field.right).toBe(true);
  expect(getTop()).toBe(top);
});

test("the scroll bar of the messages is at the edge of the window or beside the open panel, and the gutters stay the same when panels open", async () => {
  await openLongChat();
  const panel = page.getByRole("complementary", { name: "Prompts" });
  const measure = () => {
    const panelBox = panel.query()?.getBoundingClientRect();
    const rightEdge = panelBox && panelBox.width > 0 ? panelBox.left : innerWidth;
    const [area, text] = [getScrollArea().getBoundingClientRect(), boxOf(log())];
    const gutters = [text.left - area.left, area.right - text.right].map(Math.round);
    return {
      toRightEdge: rightEdge - area.right,
      isSymmetric: gutters[0] === gutters[1],
      isWide: (gutters[0] ?? 0) > 0,
    };
  };
  const expected = { toRightEdge: 0, isSymmetric: true, isWide: true };
  await eventually(measure).toEqual(expected);
  await page.getByRole("button", { name: "Show Prompts and Assistants" }).click();
  await expect.element(panel).toBeVisible();
  await eventually(measure).toEqual(expected);
  await page.getByRole("button", { name: "Close the side panel" }).click();
  await eventually(measure).toEqual(expected);
});

test.each([
  ["the button to the end", () => scrollToEndButton().click()],
  ["scrolling to the end", () => userEvent.wheel(getScrollArea(), { delta: { y: 20_000 } })],
])("%s follows the end of an answer", async (_, goToEnd) => {
  const chat = stubChat();
  await renderApp();
  const answer = await sendAndBegin(chat, "Much");
  answer.write(createWords(1, 700));
  await expect.element(scrollToEndButton()).toBeVisible();
  await goToEnd();
  await expect.element(scrollToEndButton()).not.toBeInTheDocument();
  answer.write(`${createWords(700, 1_500)} end`);
  answer.end();
  await waitForAnswerEnd();
  await expect.element(lastAnswer().getByText(/end$/)).toBeInTheDocument();
  await eventually(getDistanceToEnd).toBeLessThanOrEqual(1);
});

test("a queued message does not take the reader away from the answer before it", async () => {
  const chat = stubChat();
  await renderApp();
  const answer = await sendAndBegin(chat, "Much");
  answer.write(createWords(1, 700));
  await composer().fill("Then");
  await userEvent.keyboard("{Enter}");
  const queued = page.getByRole("list", { name: "Queued messages" }).getByRole("listitem");
  await expect.element(queued.getByText("Then", { exact: true })).toBeVisible();
  await expect.element(scrollToEndButton()).toBeVisible();
  const top = getTop();
  answer.write(createWords(700, 1_000));
  answer.end();
  await eventually(() => chat.answers.length).toBe(2);
  chat.answers[1]?.write("The second answer.");
  await expect.element(lastAnswer().getByText("The second answer.")).toBeInTheDocument();
  expect([questions().elements().length, answers().elements().length]).toEqual([2, 2]);
  expect(getTop()).toBe(top);
});

test("the view follows the end while the reader is there, and does not move once they have scrolled up; an incoming answer does not take the focus away", async () => {
  const chat = stubChat();
  await renderApp();
  const answer = await sendAndBegin(chat, "Much");
  answer.write(createWords(1, 500));
  await scrollToEndButton().click();
  await eventually(getTop).toBeGreaterThan(200);
  await eventually(getDistanceToEnd).toBeLessThanOrEqual(1);
  const topAtEnd = getTop();
  await userEvent.wheel(getScrollArea(), { delta: { y: -150 } });
  // The wheel stops following at once, and scrolls the messages in a later frame.
  await eventually(getTop).toBeLessThan(topAtEnd);
  await expect.element(scrollToEndButton()).toBeVisible();
  const top = getTop();
  answer.write(createWords(500, 1_500));
  answer.end();
  await waitForAnswerEnd();
  await eventually(getDistanceToEnd).toBeGreaterThan(400);
  expect(getTop()).toBe(top);
  await expect.element(scrollToEndButton()).toBeVisible();

  const next = await sendAndBegin(chat, "And more");
  next.write(createWords(1, 50));
  const searchField = page.getByRole("searchbox", { name: "Search chats" });
  await searchField.click();
  await userEvent.keyboard("typed while");
  next.write(createWords(50, 300));
  await userEvent.keyboard(" it comes");
  next.end();
  await waitForAnswerEnd();
  await userEvent.keyboard(" and after");
  await expect.element(searchField).toHaveValue("typed while it comes and after");
  await expect.element(composer()).toHaveValue("");
});

test("the view follows content that becomes shorter above while it grows below, as late diagrams do, until the reader scrolls up", async () => {
  await page.viewport(390, 844);
  await openLongChat(900);
  const first = document.createElement("div");
  const last = document.createElement("div");
  for (const block of [first, last]) block.style.height = "400px";
  log().element().prepend(first);
  log().element().append(last);
  await eventually(getDistanceToEnd).toBeLessThanOrEqual(1);
  const top = getTop();
  // The browser scrolls upwards to leave the visible text where it is.
  first.style.height = "200px";
  last.style.height = "1400px";
  await eventually(getTop).toBeGreaterThan(top + 700);
  await eventually(getDistanceToEnd).toBeLessThanOrEqual(1);
  await expect.element(scrollToEndButton()).not.toBeInTheDocument();

  // The content grows in the same frame in which the reader scrolls up.
  const grow = () => {
    last.style.height = "1600px";
  };
  log().element().addEventListener("wheel", grow, { once: true });
  await userEvent.wheel(getScrollArea(), { delta: { y: -150 } });
  await expect.element(scrollToEndButton()).toBeVisible();
  const distance = getDistanceToEnd();
  expect(distance).toBeGreaterThan(100);
  last.style.height = "1800px";
  await eventually(getDistanceToEnd).toBeGreaterThan(distance + 150);
});
