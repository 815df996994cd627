import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { generateWords } from "../../../server/src/testing/modelServer/behaviour.ts";
import {
  insertText,
  listLargeModelChats,
  openNewConversation,
  sendButton,
  stopButton,
  waitForAnswerEnd,
} from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { narrowViewport, wideViewport } from "../../support/openBrowser.ts";
import { composer, expectEventually, send } from "../../support/screen.ts";
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

test("the view follows the end while the reader is there, and does not move once they have scrolled up; an incoming answer does not take the focus away", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  models.pauseAfter(500);
  await send(page, "Much [[tokens: 1500]]");
  await models.whenPaused();
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

  models.pauseAfter(500);
  await send(page, "More [[tokens: 900]]");
  await models.whenPaused();
  await expectEventually(async () => (await getScrollPosition(page)).toEnd).toBeLessThanOrEqual(1);
  models.resume();
  await waitForAnswerEnd(page);
  await expectEventually(async () => (await getScrollPosition(page)).toEnd).toBeLessThanOrEqual(1);

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
