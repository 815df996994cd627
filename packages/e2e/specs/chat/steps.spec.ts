import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { checkAxeInBothThemes } from "../../support/checks/checkAxe.ts";
import { lastAnswer, openNewConversation, sendButton, waitForAnswerEnd } from "../../support/pages/chatControls.ts";
import { composer, expectEventually, expectVisible, send } from "../../support/pages/screen.ts";
import { createToolFixture } from "../../support/servers/createToolFixture.ts";

const fixture = createToolFixture();

const step = (page: Page, name: string | RegExp) => lastAnswer(page).getByRole("button", { name });
const allowButton = (page: Page) => lastAnswer(page).getByRole("button", { name: "Allow", exact: true });
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

test("a tool that needs approval waits, also after a reload, and two tabs that allow it continue the answer once, which both show", async () => {
  const { page, context } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url, "cloud");
  const callCount = fixture.tools.calls.length;
  await send(page, '[[say: May I?]] [[call: send {"text":"a <b>mail</b>"}]] [[answer: {results}]]');
  await allowButton(page).waitFor();
  await expectVisible(lastAnswer(page), "a <b>mail</b>");
  await checkAxeInBothThemes(page, "an approval");
  // Nothing is locked in the meantime.
  await sendButton(page).waitFor();
  expect(fixture.tools.calls).toHaveLength(callCount);

  await page.reload();
  await allowButton(page).waitFor();
  const other = await context.newPage();
  await other.goto(page.url());
  await composer(other).waitFor();
  await allowButton(other).waitFor();
  await Promise.all([
    allowButton(page).dblclick(),
    allowButton(other)
      .click({ timeout: 5_000 })
      .catch(() => {}),
  ]);
  for (const tab of [page, other]) await expectEventually(() => readAnswer(tab)).toContain("echo:");
  await waitForAnswerEnd(page);
  expect(await readAnswer(page)).toMatch(/May I\? Test send · “a <b>mail<\/b>” · [\d.]+ s echo:/);
  expect(fixture.tools.calls.slice(callCount)).toEqual([{ tool: "send", text: "a <b>mail</b>" }]);
  await page.reload();
  await expectEventually(() => readAnswer(page)).toContain("echo:");
  expect(await allowButton(page).count()).toBe(0);
});
