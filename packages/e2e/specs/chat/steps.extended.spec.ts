import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { lastAnswer, openNewConversation, waitForAnswerEnd } from "../../support/pages/chatControls.ts";
import { expectEventually, send } from "../../support/pages/screen.ts";
import { createToolFixture } from "../../support/servers/createToolFixture.ts";

const fixture = createToolFixture();

const step = (page: Page, name: string | RegExp) => lastAnswer(page).getByRole("button", { name });
const allowButton = (page: Page) => lastAnswer(page).getByRole("button", { name: "Allow", exact: true });
const denyButton = (page: Page) => lastAnswer(page).getByRole("button", { name: "Don’t allow" });
/** The text of the last answer, in the order in which it is shown. */
const readAnswer = async (page: Page) => (await lastAnswer(page).allInnerTexts()).join(" ").replace(/\s+/g, " ");

test("a tool that needs approval waits, also after a reload, and runs once it is allowed (local conversation)", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  const callCount = fixture.tools.calls.length;
  await send(page, '[[say: May I?]] [[call: send {"text":"a <b>mail</b>"}]] [[answer: {results}]]');
  await allowButton(page).waitFor();
  expect(fixture.tools.calls).toHaveLength(callCount);

  await page.reload();
  await allowButton(page).waitFor();
  await allowButton(page).dblclick();
  await expectEventually(() => readAnswer(page)).toContain("echo:");
  await waitForAnswerEnd(page);
  expect(await readAnswer(page)).toMatch(/May I\? Test send · “a <b>mail<\/b>” · [\d.]+ s echo:/);
  expect(fixture.tools.calls.slice(callCount)).toEqual([{ tool: "send", text: "a <b>mail</b>" }]);
  await page.reload();
  await expectEventually(() => readAnswer(page)).toContain("echo:");
  expect(await allowButton(page).count()).toBe(0);
});

test("what one of two tools is not allowed to do does not happen, and the other one runs", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  const callCount = fixture.tools.calls.length;
  await send(page, '[[call: send {"text":"one"}]] [[call: send {"text":"two"}]] [[answer: {results}]]');
  await allowButton(page).nth(1).waitFor();
  await denyButton(page).first().click();
  await allowButton(page).click();
  await expectEventually(() => readAnswer(page)).toContain("echo:");
  await waitForAnswerEnd(page);
  expect(fixture.tools.calls.slice(callCount)).toEqual([{ tool: "send", text: "two" }]);
  await step(page, /^Test send · 2 steps · 1 not allowed/).waitFor();
});

test("an answer in the cloud continues after an approval on another device", async () => {
  const { page, email } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url, "cloud");
  await send(page, '[[say: May I?]] [[call: send {"text":"away"}]] [[answer: {results}]]');
  await allowButton(page).waitFor();
  const other = await fixture.openSignedIn({ email });
  await other.page.goto(page.url());
  await denyButton(other.page).click();
  await expectEventually(() => readAnswer(other.page)).toContain("The person");
  await waitForAnswerEnd(other.page);
  await page.reload();
  await step(page, /^Test send · “away” · not allowed/).waitFor();
  expect(await allowButton(page).count()).toBe(0);
});
