import type { Message } from "@lectern/contract";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { waitForAnswerText } from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { expectEventually, openWorkspace, questions, send } from "../../support/screen.ts";
import { branchOf, conversationOf, storeBeforeOpening } from "../../support/storedConversation.ts";

const fixture = createWorkspaceFixture();
const messageCount = 2_000;

function buildLongBranch(): Message[] {
  const line = "The river turns where old stones keep its bed. ";
  const texts = Array.from({ length: messageCount }, (_, index) =>
    index % 2 === 0 ? `Question ${index}` : `Answer ${index}\n\n${`${line.repeat(5)}\n\n`.repeat(index % 7)}`,
  );
  return branchOf(texts);
}

/** Two versions of the only question, with one answer each. */
const versions = [...branchOf(["Old words", "One."], "old"), ...branchOf(["New words", "Two."], "new")];

/** Changes the fragment of the address, as a click on a search result does. */
const openFragment = (page: Page, fragment: string) =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, fragment);

const messageWith = (page: Page, text: string) =>
  page.getByRole("article").filter({ has: page.getByText(text, { exact: true }) });

/** Distance in CSS px from the top of the scroll container to the top of the message. */
async function getDistanceFromTop(message: Locator): Promise<number> {
  return message.evaluate((element) => {
    let area: Element | null = element.parentElement;
    while (area && !/auto|scroll/.test(getComputedStyle(area).overflowY)) area = area.parentElement;
    return Math.round(element.getBoundingClientRect().top - (area?.getBoundingClientRect().top ?? 0));
  });
}

async function expectScrolledIntoView(page: Page, text: string): Promise<void> {
  const message = messageWith(page, text);
  await message.waitFor();
  await expectEventually(() => getDistanceFromTop(message)).toBeGreaterThan(0);
  expect(await getDistanceFromTop(message)).toBeLessThan(300);
  await expectEventually(() => message.evaluate((element) => element === document.activeElement)).toBe(true);
  await expectEventually(() => message.getAttribute("data-found")).toBeNull();
  // It is still there after all messages above it have been measured.
  expect(await getDistanceFromTop(message)).toBeLessThan(300);
}

test("a message far off screen in a long conversation is scrolled into view, highlighted briefly, and focused", async () => {
  const person = await fixture.openSignedIn();
  const { page } = person;
  await storeBeforeOpening(person, fixture.url, [conversationOf(buildLongBranch(), { id: "long", name: "Long" })]);
  await openWorkspace(page, fixture.url, "#c=long&m=m-700");
  expect(await messageWith(page, "Question 700").getAttribute("data-found")).toBe("");
  await expectScrolledIntoView(page, "Question 700");
  await openFragment(page, "#c=long&m=m-1501");
  await expectScrolledIntoView(page, "Answer 1501");
  await openFragment(page, "#c=long&m=m-0");
  await expectScrolledIntoView(page, "Question 0");
});

test("a message of another branch is found, and its branch is shown and stays shown; during an answer it is shown once the answer has ended", async () => {
  const { models } = fixture.workspace;
  const person = await fixture.openSignedIn();
  const { page } = person;
  await storeBeforeOpening(person, fixture.url, [conversationOf(versions, { id: "versions", name: "Versions" })]);
  await openWorkspace(page, fixture.url, "#c=versions");
  await waitForAnswerText(page, "Two.");
  await openFragment(page, "#c=versions&m=old-0");
  await waitForAnswerText(page, "One.");
  await expectScrolledIntoView(page, "Old words");
  await page.reload();
  await waitForAnswerText(page, "One.");

  await questions(page).last().getByRole("button", { name: "Later version" }).click();
  await waitForAnswerText(page, "Two.");
  models.pauseAfter(1);
  await send(page, "More words [[answer: Three.]]");
  await models.whenPaused();
  await openFragment(page, "#c=versions&m=old-1");
  models.resume();
  await waitForAnswerText(page, "One.");
  await expectScrolledIntoView(page, "One.");
});
