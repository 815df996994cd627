import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { lastAnswer, openNewConversation, sendButton, waitForAnswerEnd } from "../../support/chatControls.ts";
import { checkAxeInBothThemes } from "../../support/checkAxe.ts";
import { createToolFixture } from "../../support/createToolFixture.ts";
import { composer, expectEventually, expectVisible, send } from "../../support/screen.ts";

const fixture = createToolFixture();

const step = (page: Page, name: string | RegExp) => lastAnswer(page).getByRole("button", { name });
const allowButton = (page: Page) => lastAnswer(page).getByRole("button", { name: "Allow", exact: true });
const denyButton = (page: Page) => lastAnswer(page).getByRole("button", { name: "Don’t allow" });
/** The text of the last answer, in the order in which it is shown. */
const readAnswer = async (page: Page) => (await lastAnswer(page).allInnerTexts()).join(" ").replace(/\s+/g, " ");

test("a step stands between the texts of its answer, is shown while it runs, opens to its arguments and result by keyboard, and is still there but not copied after a reload", async () => {
  const { page, context } = await fixture.openSignedIn();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openNewConversation(page, fixture.url);
  await send(page, '[[say: Let me see.]] [[call: wait {"text":"rain"}]] [[answer: It rains.]]');
  await fixture.tools.whenWaiting();
  await step(page, /^Test wait · “rain”.*running$/).waitFor();
  expect(await readAnswer(page)).toMatch(/Let me see\. Test wait · “rain”/);
  const toggle = step(page, /^Test wait/);
  await toggle.focus();
  await page.keyboard.press("Enter");
  await expectVisible(lastAnswer(page), "Still running.");

  // The step stays open and focused while its result and the text after it arrive.
  fixture.tools.release();
  await waitForAnswerEnd(page);
  await expectVisible(lastAnswer(page), "waited");
  expect(await toggle.getAttribute("aria-expanded")).toBe("true");
  expect(await toggle.evaluate((button) => button === document.activeElement)).toBe(true);
  await lastAnswer(page).getByRole("group", { name: "Code, JSON" }).waitFor();
  await checkAxeInBothThemes(page, "an open step");
  await page.keyboard.press("Enter");
  expect(await readAnswer(page)).toMatch(/Let me see\. Test wait · “rain” · [\d.]+ s It rains\./);

  await page.reload();
  await toggle.waitFor();
  expect(await readAnswer(page)).toMatch(/Let me see\. Test wait · “rain” · [\d.]+ s It rains\./);
  expect(await toggle.getAttribute("aria-expanded")).toBe("false");
  await lastAnswer(page).getByRole("button", { name: "Copy the answer" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("Let me see.\n\nIt rains.");
});

test("the steps of one round are one line, and failures say why", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await send(page, '[[call: echo {"text":"a"}]] [[call: fail {"text":"b"}]] [[answer: Done.]]');
  await waitForAnswerEnd(page);
  await step(page, /^2 steps · 1 failed/).click();
  await step(page, /^Test fail · “b” · failed/).click();
  await expectVisible(lastAnswer(page), "Why it failed");
});

test.each(["local", "cloud"] as const)(
  "a tool that needs approval waits, also after a reload, and runs once it is allowed (%s conversation)",
  async (storage) => {
    const { page } = await fixture.openSignedIn();
    await openNewConversation(page, fixture.url, storage);
    const callCount = fixture.tools.calls.length;
    await send(page, '[[say: May I?]] [[call: send {"text":"a <b>mail</b>"}]] [[answer: {results}]]');
    await allowButton(page).waitFor();
    await expectVisible(lastAnswer(page), "a <b>mail</b>");
    // Nothing is locked in the meantime.
    await sendButton(page).waitFor();
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
  },
);

test("each of several tools is decided, a decision can be changed until the last one, and what is not allowed does not run", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  const callCount = fixture.tools.calls.length;
  await send(page, '[[call: send {"text":"one"}]] [[call: send {"text":"two"}]] [[answer: {results}]]');
  await allowButton(page).nth(1).waitFor();
  await checkAxeInBothThemes(page, "two approvals");
  await allowButton(page).first().click();
  await expectVisible(lastAnswer(page), "Allowed");
  // The focus is at the next decision.
  await expectEventually(() => allowButton(page).evaluate((button) => button === document.activeElement)).toBe(true);
  await lastAnswer(page).getByRole("button", { name: "Change" }).click();
  await denyButton(page).first().click();
  await expectVisible(lastAnswer(page), "Not allowed");
  await allowButton(page).click();
  await expectEventually(() => readAnswer(page)).toContain("echo:");
  await waitForAnswerEnd(page);
  expect(fixture.tools.calls.slice(callCount)).toEqual([{ tool: "send", text: "two" }]);
  await step(page, /^Test send · 2 steps · 1 not allowed/).waitFor();
  // The focus is still at the steps, although their buttons are gone.
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Steps");
});

test("two tabs that decide continue the answer once, and both show it", async () => {
  const { page, context } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url, "cloud");
  const callCount = fixture.tools.calls.length;
  await send(page, '[[call: send {"text":"once"}]] [[answer: {results}]]');
  await allowButton(page).waitFor();
  const other = await context.newPage();
  await other.goto(page.url());
  await composer(other).waitFor();
  await allowButton(other).waitFor();
  await Promise.all([
    allowButton(page).click(),
    allowButton(other)
      .click({ timeout: 5_000 })
      .catch(() => {}),
  ]);
  for (const tab of [page, other]) await expectEventually(() => readAnswer(tab)).toContain("echo:");
  expect(fixture.tools.calls.slice(callCount)).toEqual([{ tool: "send", text: "once" }]);
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

test("an approval that the server no longer has is explained at the step, and the answer stays", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await send(page, '[[say: May I?]] [[call: send {"text":"lost"}]]');
  await allowButton(page).waitFor();
  const message = "This approval is no longer possible. Please ask again.";
  await page.route("**/chat", (route) => route.fulfill({ status: 404, json: { code: "notFound", message } }));
  await allowButton(page).click();
  await expectVisible(lastAnswer(page).getByRole("alert"), message);
  await step(page, /^Test send · “lost” · cancelled/).waitFor();
  expect(await readAnswer(page)).toContain("May I?");
  await page.reload();
  await step(page, /^Test send · “lost” · cancelled/).waitFor();
  expect(await allowButton(page).count()).toBe(0);
});
