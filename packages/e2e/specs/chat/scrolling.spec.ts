import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  insertText,
  largeModelChats,
  openNewConversation,
  sendButton,
  stopButton,
  waitForAnswerEnd,
} from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { ask, composer, expectEventually, send } from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

const scrollDown = (page: Page) => page.getByRole("button", { name: "Scroll to the end" });

/** Where the messages are scrolled to. Scrolls to `toEnd` px before the end first, if that is given. */
function scrolled(page: Page, toEnd?: number): Promise<{ top: number; toEnd: number }> {
  return page.getByRole("log").evaluate((log, wanted) => {
    let area: Element | null = log;
    while (area && !/auto|scroll/.test(getComputedStyle(area).overflowY)) area = area.parentElement;
    if (!area) throw new Error("nothing scrolls");
    if (wanted !== null) area.scrollTop = area.scrollHeight - area.clientHeight - wanted;
    return { top: area.scrollTop, toEnd: area.scrollHeight - area.clientHeight - area.scrollTop };
  }, toEnd ?? null);
}

test("[C9.13] the button to the end shows when the end is more than 30 px away, and scrolls there", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await ask(page, "Much [[tokens: 900]]");
  expect((await scrolled(page)).toEnd).toBeLessThanOrEqual(1);
  expect(await scrollDown(page).count()).toBe(0);
  await scrolled(page, 31);
  await scrollDown(page).waitFor();
  await scrolled(page, 30);
  await scrollDown(page).waitFor({ state: "detached" });
  await scrolled(page, 400);
  await scrollDown(page).click();
  await expectEventually(async () => (await scrolled(page)).toEnd).toBeLessThanOrEqual(1);
  await scrollDown(page).waitFor({ state: "detached" });
});

test("the view follows the end while the reader is there, and does not move once they have scrolled up", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  models.pauseAfter(500);
  await send(page, "Much [[tokens: 1500]]");
  await models.whenPaused();
  await expectEventually(async () => (await scrolled(page)).top).toBeGreaterThan(200);
  const followed = await scrolled(page);
  expect(followed.toEnd).toBeLessThanOrEqual(1);

  await page.getByRole("log").hover();
  await page.mouse.wheel(0, -150);
  // The wheel ends the following at once, and moves the messages with a later frame.
  await expectEventually(async () => (await scrolled(page)).top).toBeLessThan(followed.top);
  await scrollDown(page).waitFor();
  const { top } = await scrolled(page);
  models.resume();
  await waitForAnswerEnd(page);
  const after = await scrolled(page);
  expect(after.top).toBe(top);
  expect(after.toEnd).toBeGreaterThan(400);
  await scrollDown(page).waitFor();

  models.pauseAfter(500);
  await send(page, "More [[tokens: 900]]");
  await models.whenPaused();
  await expectEventually(async () => (await scrolled(page)).toEnd).toBeLessThanOrEqual(1);
  models.resume();
  await waitForAnswerEnd(page);
  await expectEventually(async () => (await scrolled(page)).toEnd).toBeLessThanOrEqual(1);
});

test("an incoming answer does not take the focus away", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  models.pauseAfter(3);
  await send(page, "Much [[tokens: 300]] [[pace: 1]]");
  await models.whenPaused();
  const search = page.getByRole("searchbox", { name: "Search conversations" });
  await search.focus();
  models.resume();
  await page.keyboard.type("typed while it comes");
  await waitForAnswerEnd(page);
  await page.keyboard.type(" and after");
  expect(await search.inputValue()).toBe("typed while it comes and after");
  expect(await composer(page).inputValue()).toBe("");
});

test("[C2.28a] the input area has its field, at most 400 px high, and the buttons to send, to stop and to go to the end", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  const height = async () => (await composer(page).boundingBox())?.height ?? 0;
  const low = await height();
  await insertText(page, "line\n".repeat(4));
  expect(await height()).toBeGreaterThan(low);
  await insertText(page, "line\n".repeat(100));
  expect(await height()).toBe(400);
  await sendButton(page).click();
  await waitForAnswerEnd(page);
  expect(await height()).toBe(low);
  await scrolled(page, 31);
  await scrollDown(page).waitFor();
  await scrollDown(page).click();
  models.pauseAfter(2);
  await send(page, "Stop me");
  await models.whenPaused();
  await stopButton(page).click();
  await largeModelChats(models).at(-1)?.aborted;
  await sendButton(page).waitFor();
});
