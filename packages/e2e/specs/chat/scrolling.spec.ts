import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { generateWords } from "../../../server/src/testing/modelServer/behaviour.ts";
import {
  insertText,
  lastAnswer,
  listLargeModelChats,
  openNewConversation,
  sendButton,
  stopButton,
  waitForAnswerEnd,
} from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { narrowViewport, wideViewport } from "../../support/openBrowser.ts";
import { queueMessage } from "../../support/queueControls.ts";
import { composer, expectEventually, questions, send } from "../../support/screen.ts";
import { branchOf, openStoredConversation } from "../../support/storedConversation.ts";

const fixture = createWorkspaceFixture();

const scrollToEndButton = (page: Page) => page.getByRole("button", { name: "Scroll to the end" });

/** Returns the scroll position of the messages. If `toEnd` is given, first scrolls to `toEnd` px before the end. */
function getScrollPosition(page: Page, toEnd?: number): Promise<{ top: number; toEnd: number }> {
  return page.getByRole("log").evaluate((log, wanted) => {
    let area: Element | null = log;
    while (area && !/auto|scroll/.test(getComputedStyle(area).overflowY)) area = area.parentElement;
    if (!area) throw new Error("nothing scrolls");
    if (wanted !== null) area.scrollTop = area.scrollHeight - area.clientHeight - wanted;
    return { top: area.scrollTop, toEnd: area.scrollHeight - area.clientHeight - area.scrollTop };
  }, toEnd ?? null);
}

/** Returns where the last question begins, in px below the upper edge of the messages. */
const readQuestionTop = (page: Page) => readQuestion(page).then(({ top }) => top);

/** Returns where the last question begins and ends, in px below the upper edge of the messages, and their height. */
function readQuestion(page: Page): Promise<{ top: number; bottom: number; height: number }> {
  return questions(page)
    .last()
    .evaluate((question) => {
      let area: Element | null = question;
      while (area && !/auto|scroll/.test(getComputedStyle(area).overflowY)) area = area.parentElement;
      if (!area) throw new Error("nothing scrolls");
      const [edges, box] = [area, question].map((element) => element.getBoundingClientRect().toJSON());
      return { top: box.top - edges.top, bottom: box.bottom - edges.top, height: edges.height };
    });
}

test("[C9.13] [C2.28a] the button to the end shows when the end is more than 30 px away, and scrolls there; the input area has its field, at most 400 px high, and the buttons to send and to stop", async () => {
  const { models } = fixture.workspace;
  const person = await fixture.openSignedIn();
  const { page } = person;
  await openStoredConversation(person, fixture.url, "local", branchOf(["Much", generateWords(3_000)]));
  expect((await getScrollPosition(page)).toEnd).toBeLessThanOrEqual(1);
  expect(await scrollToEndButton(page).count()).toBe(0);
  await getScrollPosition(page, 31);
  await scrollToEndButton(page).waitFor();
  await getScrollPosition(page, 30);
  await scrollToEndButton(page).waitFor({ state: "detached" });
  // The start of the conversation is several screens away from its end.
  const { top, toEnd } = await getScrollPosition(page, 100_000);
  expect(top).toBe(0);
  expect(toEnd).toBeGreaterThan(2_000);
  await scrollToEndButton(page).click();
  await expectEventually(async () => (await getScrollPosition(page)).toEnd).toBeLessThanOrEqual(1);
  await scrollToEndButton(page).waitFor({ state: "detached" });

  const readHeight = async () => (await composer(page).boundingBox())?.height ?? 0;
  const low = await readHeight();
  await insertText(page, "line\n".repeat(4));
  expect(await readHeight()).toBeGreaterThan(low);
  await insertText(page, "line\n".repeat(100));
  expect(await readHeight()).toBe(400);
  await sendButton(page).click();
  await waitForAnswerEnd(page);
  expect(await readHeight()).toBe(low);
  models.pauseAfter(2);
  await send(page, "Stop me");
  await models.whenPaused();
  await stopButton(page).click();
  await listLargeModelChats(models).at(-1)?.aborted;
  await sendButton(page).waitFor();
});

test.each([
  ["wide", wideViewport],
  ["narrow", narrowViewport],
])("in a %s window the button to the end covers no text, and moves none", async (_, viewport) => {
  const person = await fixture.openSignedIn({ viewport });
  const { page } = person;
  await openStoredConversation(person, fixture.url, "local", branchOf(["Much", generateWords(3_000)]));
  const { top } = await getScrollPosition(page, 2_000);
  await scrollToEndButton(page).waitFor();
  const textBottom = await page.getByRole("log").evaluate((log) => {
    let area: Element | null = log;
    while (area && !/auto|scroll/.test(getComputedStyle(area).overflowY)) area = area.parentElement;
    return area?.getBoundingClientRect().bottom ?? 0;
  });
  const button = await scrollToEndButton(page).boundingBox();
  const field = await page.getByRole("form", { name: "Message" }).boundingBox();
  if (!button || !field) throw new Error("the button and the field are shown");
  expect(button.y).toBeGreaterThanOrEqual(textBottom);
  expect(button.y + button.height <= field.y || button.x >= field.x + field.width).toBe(true);
  expect((await getScrollPosition(page)).top).toBe(top);
});

test("the scroll bar of the messages is at the edge of the window or beside the open panel, and the gutters stay the same when panels open", async () => {
  const person = await fixture.openSignedIn();
  const { page } = person;
  await openStoredConversation(person, fixture.url, "local", branchOf(["Much", generateWords(3_000)]));
  const panel = page.getByRole("complementary", { name: "Prompts" });
  const measure = async () => {
    const rightEdge = (await panel.isVisible()) ? (await panel.boundingBox())?.x : page.viewportSize()?.width;
    const { area, text } = await page.getByRole("log").evaluate((log) => {
      let scrollArea: Element | null = log;
      while (scrollArea && !/auto|scroll/.test(getComputedStyle(scrollArea).overflowY))
        scrollArea = scrollArea.parentElement;
      if (!scrollArea) throw new Error("nothing scrolls");
      const [area, text] = [scrollArea, log].map((element) => element.getBoundingClientRect().toJSON());
      return { area, text };
    });
    const gutters = [text.left - area.left, area.right - text.right].map(Math.round);
    return {
      toRightEdge: (rightEdge ?? 0) - area.right,
      isSymmetric: gutters[0] === gutters[1],
      isWide: (gutters[0] ?? 0) > 0,
    };
  };
  const expected = { toRightEdge: 0, isSymmetric: true, isWide: true };
  await expectEventually(measure).toEqual(expected);
  await page.getByRole("button", { name: "Show Prompts and Assistants" }).click();
  await expectEventually(measure).toEqual(expected);
  await page.getByRole("button", { name: "Close the side panel" }).click();
  await expectEventually(measure).toEqual(expected);
});

test("the view follows an answer until its beginning is at the upper edge, and stays there while the reader reads; a long question leaves most of the view to its answer", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await send(page, "Much [[tokens: 400]]");
  await waitForAnswerEnd(page);

  models.pauseAfter(60);
  await send(page, "More [[tokens: 1500]]");
  await models.whenPaused();
  await expectEventually(async () => (await getScrollPosition(page)).toEnd).toBeLessThanOrEqual(1);
  expect(await readQuestionTop(page)).toBeGreaterThan(100);
  expect(await scrollToEndButton(page).count()).toBe(0);
  models.resume();
  await scrollToEndButton(page).waitFor();
  const { top } = await getScrollPosition(page);
  await waitForAnswerEnd(page);
  expect((await getScrollPosition(page)).top).toBe(top);
  expect((await getScrollPosition(page)).toEnd).toBeGreaterThan(400);
  expect(await readQuestionTop(page)).toBeGreaterThanOrEqual(0);
  expect(await readQuestionTop(page)).toBeLessThan(30);

  await lastAnswer(page).getByRole("button", { name: "Answer again" }).click();
  await scrollToEndButton(page).waitFor();
  await waitForAnswerEnd(page);
  expect((await getScrollPosition(page)).top).toBe(top);

  await send(page, `${"Long line\n".repeat(14)}[[tokens: 1500]]`);
  await waitForAnswerEnd(page);
  await scrollToEndButton(page).waitFor();
  const { bottom, height } = await readQuestion(page);
  expect(bottom / height).toBeGreaterThan(0.3);
  expect(bottom / height).toBeLessThan(0.5);
});

test("the button to the end and scrolling there follow the end of an answer", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  const goToEnd = [
    () => scrollToEndButton(page).click(),
    async () => {
      await page.getByRole("log").hover();
      await page.mouse.wheel(0, 20_000);
    },
  ];
  for (const go of goToEnd) {
    models.pauseAfter(700);
    await send(page, "Much [[tokens: 1500]]");
    await models.whenPaused();
    await scrollToEndButton(page).waitFor();
    await go();
    await scrollToEndButton(page).waitFor({ state: "detached" });
    models.resume();
    await waitForAnswerEnd(page);
    await expectEventually(async () => (await getScrollPosition(page)).toEnd).toBeLessThanOrEqual(1);
  }
});

test("a queued message does not take the reader away from the answer before it", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  models.pauseAfter(700);
  await send(page, "Much [[tokens: 1000]]");
  await models.whenPaused();
  await queueMessage(page, "Then");
  await scrollToEndButton(page).waitFor();
  const { top } = await getScrollPosition(page);
  models.resume();
  await expectEventually(() => lastAnswer(page).textContent()).toContain("Scripted answer to: Then");
  expect((await getScrollPosition(page)).top).toBe(top);
});

test("the view follows the end while the reader is there, and does not move once they have scrolled up; an incoming answer does not take the focus away", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  models.pauseAfter(500);
  await send(page, "Much [[tokens: 1500]]");
  await models.whenPaused();
  await scrollToEndButton(page).click();
  await expectEventually(async () => (await getScrollPosition(page)).top).toBeGreaterThan(200);
  const positionAtEnd = await getScrollPosition(page);
  expect(positionAtEnd.toEnd).toBeLessThanOrEqual(1);

  await page.getByRole("log").hover();
  await page.mouse.wheel(0, -150);
  // The wheel stops following at once, and scrolls the messages in a later frame.
  await expectEventually(async () => (await getScrollPosition(page)).top).toBeLessThan(positionAtEnd.top);
  await scrollToEndButton(page).waitFor();
  const { top } = await getScrollPosition(page);
  models.resume();
  await waitForAnswerEnd(page);
  const positionAfter = await getScrollPosition(page);
  expect(positionAfter.top).toBe(top);
  expect(positionAfter.toEnd).toBeGreaterThan(400);
  await scrollToEndButton(page).waitFor();

  models.pauseAfter(3);
  await send(page, "Much [[tokens: 300]] [[pace: 1]]");
  await models.whenPaused();
  const searchField = page.getByRole("searchbox", { name: "Search chats" });
  await searchField.focus();
  models.resume();
  await page.keyboard.type("typed while it comes");
  await waitForAnswerEnd(page);
  await page.keyboard.type(" and after");
  expect(await searchField.inputValue()).toBe("typed while it comes and after");
  expect(await composer(page).inputValue()).toBe("");
});

test("the view follows growing content and a resized window at once, and then again after 250 ms", async () => {
  const person = await fixture.openSignedIn();
  const { page } = person;
  await page.clock.install();
  await openStoredConversation(person, fixture.url, "local", branchOf(["Much", generateWords(900)]));
  await page.clock.pauseAt(Date.now() + 60_000);
  /** Returns the distance to the end once the page has seen the change. */
  const measureAfter = async (change: () => Promise<unknown>) => {
    await change();
    await page.getByRole("log").evaluate(
      (log) =>
        new Promise<void>((resolve) => {
          const observer = new ResizeObserver(() => {
            observer.disconnect();
            resolve();
          });
          observer.observe(log);
        }),
    );
    return (await getScrollPosition(page)).toEnd;
  };
  const growContent = () =>
    page.getByRole("log").evaluate((log) => {
      const block = document.createElement("div");
      block.style.height = "200px";
      log.append(block);
    });
  let height = 800;
  const shrinkWindow = () => {
    height -= 100;
    return page.setViewportSize({ width: 1280, height });
  };
  for (const change of [growContent, shrinkWindow]) {
    expect(await measureAfter(change)).toBeLessThanOrEqual(1);
    expect(await measureAfter(change)).toBeGreaterThan(50);
    await page.clock.runFor(249);
    expect((await getScrollPosition(page)).toEnd).toBeGreaterThan(50);
    await page.clock.runFor(1);
    expect((await getScrollPosition(page)).toEnd).toBeLessThanOrEqual(1);
    await page.clock.runFor(250);
  }
});

test("the view follows content that becomes shorter above while it grows below, as late diagrams do, until the reader scrolls up", async () => {
  const person = await fixture.openSignedIn({ viewport: narrowViewport });
  const { page } = person;
  await openStoredConversation(person, fixture.url, "local", branchOf(["Much", generateWords(900)]));
  const log = page.getByRole("log");
  await log.evaluate((log) => {
    for (const add of ["prepend", "append"] as const) {
      const block = document.createElement("div");
      block.style.height = "400px";
      log[add](block);
    }
  });
  await expectEventually(async () => (await getScrollPosition(page)).toEnd).toBeLessThanOrEqual(1);
  const { top } = await getScrollPosition(page);
  // The browser scrolls upwards to leave the visible text where it is.
  await log.evaluate((log) => {
    const [first, last] = [log.firstElementChild, log.lastElementChild];
    if (!(first instanceof HTMLElement && last instanceof HTMLElement)) throw new Error("the blocks are there");
    first.style.height = "200px";
    last.style.height = "1400px";
  });
  await expectEventually(async () => (await getScrollPosition(page)).top).toBeGreaterThan(top + 700);
  expect((await getScrollPosition(page)).toEnd).toBeLessThanOrEqual(1);
  expect(await scrollToEndButton(page).count()).toBe(0);

  // The content grows in the same frame in which the reader scrolls up.
  await log.evaluate((log) => {
    const grow = () => {
      if (log.lastElementChild instanceof HTMLElement) log.lastElementChild.style.height = "1600px";
    };
    log.addEventListener("wheel", grow, { once: true });
  });
  await log.hover();
  await page.mouse.wheel(0, -150);
  await scrollToEndButton(page).waitFor();
  const distance = (await getScrollPosition(page)).toEnd;
  expect(distance).toBeGreaterThan(100);
  await log.evaluate((log) => {
    if (log.lastElementChild instanceof HTMLElement) log.lastElementChild.style.height = "1800px";
  });
  await expectEventually(async () => (await getScrollPosition(page)).toEnd).toBeGreaterThan(distance + 150);
});
