import type { Message } from "@lectern/contract";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { localConversation, storeLocalConversations } from "../../support/browserStorage.ts";
import { openNewConversation, waitForAnswerEnd, waitForAnswerText } from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { editBox } from "../../support/messageControls.ts";
import { ask, expectEventually, openWorkspace, questions, send } from "../../support/screen.ts";

const fixture = createWorkspaceFixture();
const count = 2_000;

function longBranch(): Message[] {
  const line = "The river turns where old stones keep its bed. ";
  return Array.from({ length: count }, (_, index) => ({
    id: `m-${index}`,
    parentId: index === 0 ? null : `m-${index - 1}`,
    role: index % 2 === 0 ? ("user" as const) : ("assistant" as const),
    content: index % 2 === 0 ? `Question ${index}` : `Answer ${index}\n\n${`${line.repeat(5)}\n\n`.repeat(index % 7)}`,
    data: index % 2 === 0 ? {} : { end: { end: "done" as const }, modelName: "A model" },
    createdAt: "2026-01-15T12:00:00.000Z",
  }));
}

/** Changes the fragment of the address, as a click on a search result does. */
const openFragment = (page: Page, fragment: string) =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, fragment);

const messageWith = (page: Page, text: string) =>
  page.getByRole("article").filter({ has: page.getByText(text, { exact: true }) });

/** Distance in CSS px from the top of the scroll container to the top of the message. */
async function distanceFromTop(message: Locator): Promise<number> {
  return message.evaluate((element) => {
    let area: Element | null = element.parentElement;
    while (area && !/auto|scroll/.test(getComputedStyle(area).overflowY)) area = area.parentElement;
    return Math.round(element.getBoundingClientRect().top - (area?.getBoundingClientRect().top ?? 0));
  });
}

async function expectScrolledIntoView(page: Page, text: string): Promise<void> {
  const message = messageWith(page, text);
  await message.waitFor();
  await expectEventually(() => distanceFromTop(message)).toBeGreaterThan(0);
  expect(await distanceFromTop(message)).toBeLessThan(300);
  await expectEventually(() => message.evaluate((element) => element === document.activeElement)).toBe(true);
  await expectEventually(() => message.getAttribute("data-found")).toBeNull();
  // It stays there once all messages above it have been measured.
  expect(await distanceFromTop(message)).toBeLessThan(300);
}

test("a message far off screen in a long conversation is scrolled into view, highlighted briefly, and focused", async () => {
  const { page, userId } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  const messages = longBranch();
  await storeLocalConversations(page, userId, [
    localConversation("long", "Long", { messages, headId: `m-${count - 1}` }),
  ]);
  await page.goto("about:blank");
  await openWorkspace(page, fixture.url, "#c=long&m=m-700");
  expect(await messageWith(page, "Question 700").getAttribute("data-found")).toBe("");
  await expectScrolledIntoView(page, "Question 700");
  await openFragment(page, "#c=long&m=m-1501");
  await expectScrolledIntoView(page, "Answer 1501");
  await openFragment(page, "#c=long&m=m-0");
  await expectScrolledIntoView(page, "Question 0");
});

test("a message of another branch is found, and its branch is shown and stays shown", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await ask(page, "Old words [[answer: One.]]");
  await questions(page).last().getByRole("button", { name: "Edit the message" }).click();
  await editBox(page).fill("New words [[answer: Two.]]");
  await editBox(page).press("Enter");
  await waitForAnswerText(page, "Two.");
  await waitForAnswerEnd(page);
  const old = questions(page).last();
  await old.getByRole("button", { name: "Earlier version" }).click();
  await waitForAnswerText(page, "One.");
  const id = await old.getAttribute("data-message");
  await old.getByRole("button", { name: "Later version" }).click();
  await waitForAnswerText(page, "Two.");
  const conversation = new URL(page.url()).hash;
  await openFragment(page, `${conversation}&m=${id}`);
  await waitForAnswerText(page, "One.");
  await expectScrolledIntoView(page, "Old words [[answer: One.]]");
  await page.reload();
  await waitForAnswerText(page, "One.");
});

test("a message of another branch that is opened during an answer is shown once the answer has ended", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await ask(page, "Old words [[answer: One.]]");
  const id = await questions(page).last().getAttribute("data-message");
  await questions(page).last().getByRole("button", { name: "Edit the message" }).click();
  await editBox(page).fill("New words [[answer: Two.]]");
  await editBox(page).press("Enter");
  await waitForAnswerText(page, "Two.");
  await waitForAnswerEnd(page);
  models.pauseAfter(1);
  await send(page, "More words [[answer: Three.]]");
  await models.whenPaused();
  await openFragment(page, `${new URL(page.url()).hash}&m=${id}`);
  models.resume();
  await waitForAnswerText(page, "One.");
  await expectScrolledIntoView(page, "Old words [[answer: One.]]");
});
