import { appendMessages, createConversation, limits, type Message } from "@lectern/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { waitForAnswerEnd } from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { composer, expectEventually, openWorkspace, questions, send } from "../../support/screen.ts";
import { branchOf, conversationOf, storeBeforeOpening } from "../../support/storedConversation.ts";

const fixture = createWorkspaceFixture();

const messageCount = 10_000;
/** Limit for the number of DOM elements while a long conversation is open. */
const maxElements = 5_000;

/** Questions and answers; the answer at index n has n modulo 7 paragraphs, so that the heights differ. */
function buildLongBranch(prefix: string): Message[] {
  const line = "The river turns where old stones keep its bed. ";
  const texts = Array.from({ length: messageCount }, (_, index) =>
    index % 2 === 0 ? `Question ${index}` : `Answer ${index}\n\n${`${line.repeat(5)}\n\n`.repeat(index % 7)}`,
  );
  return branchOf(texts, prefix);
}

/** Stores a local conversation of 10,000 messages and a short one, and opens the long one. */
async function openLongConversation() {
  const visitor = await fixture.openSignedIn();
  const { page } = visitor;
  const messages = buildLongBranch("m");
  const firstMessages = messages.slice(0, 100);
  await storeBeforeOpening(visitor, fixture.url, [
    conversationOf(messages, { id: "long", name: "The long one" }),
    conversationOf(firstMessages, { id: "short", name: "The short one" }),
  ]);
  await openWorkspace(page, fixture.url, "#c=long");
  await question(page, messageCount - 2).waitFor();
  return visitor;
}

const question = (page: Page, index: number) =>
  questions(page).filter({ has: page.getByText(`Question ${index}`, { exact: true }) });

/** Changes the fragment of the address, as a click on a link does. */
const openFragment = (page: Page, fragment: string) =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, fragment);

const countElements = (page: Page) => page.evaluate(() => document.querySelectorAll("*").length);

/**
 * Scrolls the messages by `scrollBy` px. Returns the first question whose top is in view, and its distance in px from
 * the top of the viewport.
 */
function getFirstVisibleQuestion(page: Page, scrollBy = 0): Promise<{ text: string; top: number }> {
  return page.getByRole("log").evaluate((log, by) => {
    let area: Element | null = log;
    while (area && !/auto|scroll/.test(getComputedStyle(area).overflowY)) area = area.parentElement;
    if (!area) throw new Error("nothing scrolls");
    area.scrollBy({ top: by, behavior: "instant" });
    const { top: areaTop } = area.getBoundingClientRect();
    for (const article of log.querySelectorAll("article[aria-label=You]")) {
      const { top } = article.getBoundingClientRect();
      if (top >= areaTop) return { text: article.textContent ?? "", top: Math.round(top) };
    }
    return { text: "", top: 0 };
  }, scrollBy);
}

test("of 10,000 messages only those near the viewport are in the DOM, which does not move the text being read; the keyboard reaches all of them in order, and a question is answered at their end", async () => {
  const { page } = await openLongConversation();
  expect(await countElements(page)).toBeLessThan(maxElements);
  expect(await question(page, 0).count()).toBe(0);
  await page.getByRole("log").hover();
  for (let step = 0; step < 6; step++) {
    await page.mouse.wheel(0, -6_000);
    await expectEventually(async () => (await getFirstVisibleQuestion(page)).text).toMatch(/^Question \d+/);
    expect(await countElements(page)).toBeLessThan(maxElements);
  }
  await expectEventually(() => question(page, messageCount - 2).count()).toBe(0);
  await page.getByRole("button", { name: "Scroll to the end" }).click();
  await question(page, messageCount - 2).waitFor();
  await expectEventually(() => page.getByRole("button", { name: "Scroll to the end" }).count()).toBe(0);
  for (let step = 0; step < 25; step++) {
    const questionBefore = await getFirstVisibleQuestion(page, -700);
    // After two frames and an idle moment all new messages have been rendered.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve))));
    const questionBox = await question(page, Number(/\d+/.exec(questionBefore.text)?.[0])).boundingBox();
    expect(Math.abs((questionBox?.y ?? 0) - questionBefore.top)).toBeLessThanOrEqual(2);
  }

  const log = page.getByRole("log");
  const copyButton = log.getByRole("button", { name: "Copy the answer" }).last();
  await copyButton.focus();
  await getFirstVisibleQuestion(page, -60_000);
  await expectEventually(async () => (await getFirstVisibleQuestion(page)).text).toMatch(/^Question \d+/);
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Copy the answer");

  await page.keyboard.press("Home");
  await question(page, 0).waitFor();
  await page.getByRole("log").getByRole("button", { name: "Copy the message" }).first().focus();
  await expectEventually(() => getFirstVisibleQuestion(page).then(({ text }) => text)).toBe("Question 0");
  await log.evaluate((messages) => {
    messages.addEventListener("focusin", ({ target }) => {
      const article = target instanceof Element ? target.closest("article")?.textContent : undefined;
      const owner = /(?:Question|Answer) (\d+)/.exec(article ?? "")?.[1] ?? "";
      messages.setAttribute("data-owners", `${messages.getAttribute("data-owners") ?? ""} ${owner}`);
    });
  });
  for (let step = 0; step < 80; step++) await page.keyboard.press("Tab");
  const owners = (await log.getAttribute("data-owners"))?.split(" ") ?? [];
  const ownerNumbers = owners.filter((owner) => owner !== "").map(Number);
  expect(ownerNumbers).toEqual(ownerNumbers.toSorted((a, b) => a - b));
  expect(new Set(ownerNumbers).size).toBeGreaterThan(20);
  await page.keyboard.press("End");
  await question(page, messageCount - 2).waitFor();

  await send(page, "The last one");
  await questions(page).filter({ hasText: "The last one" }).waitFor();
  await waitForAnswerEnd(page);

  // A short conversation is completely in the DOM, where the browser's own search finds it.
  await openFragment(page, "#c=short");
  await expectEventually(() => log.getByRole("article").count()).toBe(100);
});

test("a question is answered at the end of 10,000 messages of a cloud conversation", async () => {
  const { page, api } = await fixture.openSignedIn();
  await api.call(createConversation, { conversation: { id: "long-cloud", name: "The long one in the cloud" } });
  const messages = buildLongBranch("cloud");
  for (let from = 0; from < messages.length; from += limits.messagesPerCall) {
    const part = messages.slice(from, from + limits.messagesPerCall);
    await api.call(appendMessages, { conversationId: "long-cloud", messages: part, headId: part.at(-1)?.id ?? null });
  }
  await openWorkspace(page, fixture.url, "#c=long-cloud");
  await page.locator(`[data-message="cloud-${messageCount - 2}"]`).waitFor();
  expect(await countElements(page)).toBeLessThan(maxElements);
  await send(page, "The last one in the cloud");
  await waitForAnswerEnd(page);
  await page.reload();
  await questions(page).filter({ hasText: "The last one in the cloud" }).waitFor();
  expect(await composer(page).inputValue()).toBe("");
});
