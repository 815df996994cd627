import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { lastAnswer, openNewConversation, waitForAnswerEnd } from "../../support/pages/chatControls.ts";
import { expectEventually, questions, send } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const scrollToEndButton = (page: Page) => page.getByRole("button", { name: "Scroll to the end" });

/** Returns the scroll position of the messages, in px. */
function getScrollPosition(page: Page): Promise<{ top: number; toEnd: number }> {
  return page.getByRole("log").evaluate((log) => {
    let area: Element | null = log;
    while (area && !/auto|scroll/.test(getComputedStyle(area).overflowY)) area = area.parentElement;
    if (!area) throw new Error("nothing scrolls");
    return { top: area.scrollTop, toEnd: area.scrollHeight - area.clientHeight - area.scrollTop };
  });
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
