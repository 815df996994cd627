import { chatTexts } from "@lectern/contract";
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import {
  alerts,
  lastAnswer,
  listLargeModelChats,
  openNewConversation,
  waitForAnswerEnd,
  waitForAnswerText,
} from "../../support/chatControls.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { narrowViewport } from "../../support/openBrowser.ts";
import {
  alertWithText,
  answers,
  ask,
  composer,
  expectEventually,
  expectVisible,
  questions,
  send,
} from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

const busyText = "The model is busy.";

const isFocused = (locator: Locator) =>
  locator.evaluate((element) => element.matches(":focus, :has(:focus), :focus *"));

test.each([{ width: 1440, height: 900 }, narrowViewport])(
  "the notice of a failed answer covers no button of the answer nor the message field, beside them no message, and is no wider than it needs, $width px wide",
  async (viewport) => {
    const { page } = await fixture.openSignedIn({ viewport });
    await openNewConversation(page, fixture.url);
    await send(page, "First? [[status: 429; retry-after: 600]]");
    await expectVisible(lastAnswer(page), busyText);
    await send(page, "Second? [[status: 429; retry-after: 600]]");
    await expectEventually(() => answers(page).count()).toBe(2);
    await expectVisible(lastAnswer(page), busyText);
    const notice = alertWithText(page, busyText);
    await notice.waitFor();
    const noticeBox = await notice.boundingBox();
    if (!noticeBox) throw new Error("the notice is visible");
    expect(noticeBox.width).toBeLessThan(300);
    const buttons = await lastAnswer(page).getByRole("button").all();
    expect(buttons.length).toBeGreaterThan(1);
    // In a wide window there is space for it beside the messages.
    const messages =
      viewport.width > 1000
        ? [
            questions(page)
              .first()
              .getByText(/^First/),
          ]
        : [];
    for (const control of [...buttons, composer(page), ...messages]) {
      const box = await control.boundingBox();
      if (!box) throw new Error("the control is visible");
      const isBeside = box.x >= noticeBox.x + noticeBox.width || box.x + box.width <= noticeBox.x;
      const isAboveOrBelow = box.y >= noticeBox.y + noticeBox.height || box.y + box.height <= noticeBox.y;
      expect(isBeside || isAboveOrBelow).toBe(true);
    }
    await notice.getByRole("button", { name: "Dismiss" }).click();
    await notice.waitFor({ state: "detached" });
  },
);

test("when a busy model says when to retry, the page counts down and tries again by itself, or at a later time lets the person, also after a reload", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await page.clock.install();
  await send(page, "Now? [[status: 429; retry-after: 40]]");
  await alertWithText(page, busyText).waitFor();
  await expectVisible(lastAnswer(page), busyText);
  await expectVisible(lastAnswer(page), /^Trying again in (42|41|40|39|38) s\.$/);
  await page.clock.runFor(20_000);
  await expectVisible(lastAnswer(page), /^Trying again in (22|21|20|19|18|17) s\.$/);
  models.script({ answer: "Now." }, "scripted-large");
  await page.clock.runFor(23_000);
  await waitForAnswerText(page, "Now.");
  await waitForAnswerEnd(page);
  expect(await questions(page).count()).toBe(1);

  await send(page, "Not by itself? [[status: 429; retry-after: 40]]");
  const announcement = page.getByRole("status").filter({ hasText: busyText });
  await expectVisible(announcement, /Trying again in 4\d seconds\.$/);
  await lastAnswer(page).getByRole("button", { name: "Cancel" }).press("Enter");
  await expectEventually(() => lastAnswer(page).getByRole("timer").count()).toBe(0);
  const retryButton = page.getByRole("button", { name: "Try again" });
  await expectEventually(() => isFocused(retryButton)).toBe(true);
  const sentence = lastAnswer(page).getByText(chatTexts.failed);
  expect(await sentence.isVisible()).toBe(false);
  await page.clock.runFor(60_000);
  expect(await sentence.isVisible()).toBe(false);
  models.script({ answer: "Asked." }, "scripted-large");
  await retryButton.press("Enter");
  await expectEventually(() => isFocused(composer(page))).toBe(true);
  await waitForAnswerText(page, "Asked.");
  await waitForAnswerEnd(page);

  await send(page, "Later? [[status: 429; retry-after: 3600]]");
  for (const isReloaded of [false, true]) {
    if (isReloaded) await page.reload();
    await expectVisible(lastAnswer(page), /^You can try again (on \w+ \d+ )?at \d\d:\d\d\.$/);
    expect(await retryButton.getAttribute("aria-disabled")).toBe("true");
  }
  // When the time has come, the focus stays, and no other time to wait appears.
  const details = lastAnswer(page).getByText("Details", { exact: true });
  await details.focus();
  await page.clock.fastForward("01:00:30");
  await expectEventually(() => retryButton.getAttribute("aria-disabled")).toBe(null);
  expect(await sentence.isVisible()).toBe(false);
  expect(await isFocused(details)).toBe(true);
});

test("on a phone the failure notice is below the card of the failed answer and above the field, and disappears when Try again is pressed", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await page.setViewportSize(narrowViewport);
  await openNewConversation(page, fixture.url);
  await send(page, "Now? [[status: 500]]");
  await alertWithText(page, "The model’s server reported an error.").waitFor();
  const retryButton = page.getByRole("button", { name: "Try again" });
  await expectEventually(async () => {
    const form = page.getByRole("form", { name: "Message" });
    const details = lastAnswer(page).getByText("Details", { exact: true });
    const [above, notice, below] = await Promise.all([details, alerts(page), form].map((part) => part.boundingBox()));
    return above && notice && below && above.y + above.height <= notice.y && notice.y + notice.height <= below.y;
  }).toBe(true);
  models.script({ answer: "Now." }, "scripted-large");
  await retryButton.click();
  await expectEventually(() => alerts(page).count()).toBe(0);
  await waitForAnswerText(page, "Now.");
  await waitForAnswerEnd(page);
});

test("on a phone the failure notice does not move what somebody reads further up", async () => {
  const { page } = await fixture.openSignedIn({ viewport: narrowViewport });
  await openNewConversation(page, fixture.url);
  await ask(page, "First? [[tokens: 600]]");
  const released = Promise.withResolvers<void>();
  await page.route("**/chat", async (route) => {
    await released.promise;
    await route.continue();
  });
  await send(page, "Second? [[status: 500]]");
  await expectVisible(lastAnswer(page), "Waiting for the answer");
  await page.getByRole("log").hover();
  await page.mouse.wheel(0, -10_000);
  await page.getByRole("button", { name: "Scroll to the end" }).waitFor();
  const readTop = () =>
    questions(page)
      .first()
      .boundingBox()
      .then((box) => box?.y);
  await expectEventually(readTop).toBeGreaterThan(0);
  const top = await readTop();
  released.resolve();
  await alertWithText(page, "The model’s server reported an error.").waitFor();
  const readSpace = () =>
    page.evaluate(() => Number.parseFloat(document.documentElement.style.getPropertyValue("--notices-height")));
  await expectEventually(readSpace).toBeGreaterThan(0);
  expect(await readTop()).toBe(top);
});

test("a model that fails briefly is called again unnoticed; a failed question keeps its reason and Try again when the next one is asked", async () => {
  const { models } = fixture.workspace;
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url, "cloud");
  models.script({ status: 503 }, "scripted-large");
  models.script({ cutAfter: 0 }, "scripted-large");
  await ask(page, "Is somebody there? [[answer: Yes.]]");
  await waitForAnswerText(page, "Yes.");
  expect(listLargeModelChats(models)).toHaveLength(3);
  expect(await alerts(page).count()).toBe(0);

  await send(page, "First [[status: 401]]");
  await expectVisible(lastAnswer(page), /rejected the key/);
  await ask(page, "Second [[answer: Two.]]");
  await waitForAnswerText(page, "Two.");
  expect(await answers(page).count()).toBe(3);
  await expectVisible(answers(page).nth(1), /rejected the key/);

  models.script({ answer: "One after all." }, "scripted-large");
  await answers(page).nth(1).getByRole("button", { name: "Try again" }).click();
  await waitForAnswerText(page, "One after all.");
  await waitForAnswerEnd(page);
  expect(await questions(page).allInnerTexts()).toHaveLength(4);
  await expectVisible(answers(page).nth(1), "Two.");
  await page.reload();
  await waitForAnswerText(page, "One after all.");
  await expectVisible(answers(page).nth(1), "Two.");
});

test("a message refused because nobody was signed in no longer asks for a sign-in once somebody is; an answer ended by a content filter says so", async () => {
  const { page } = await fixture.openSignedIn();
  await openNewConversation(page, fixture.url);
  await page.route("**/chat", (route) => {
    const json = { success: false, message: "Please sign in.", code: "unauthenticated", requestId: "r" };
    return route.fulfill({ status: 401, json });
  });
  await send(page, "Is anybody there? [[answer: Yes.]]");
  await expectVisible(lastAnswer(page), "You were signed out before this message was answered.");
  expect(await page.getByText("Please sign in.").count()).toBe(0);
  await page.unroute("**/chat");
  await page.getByRole("button", { name: "Try again" }).click();
  await waitForAnswerText(page, "Yes.");
  await waitForAnswerEnd(page);

  await ask(page, "Tell me [[answer: Half of it]] [[finish: content_filter]]");
  await expectVisible(lastAnswer(page), "The model provider ended this answer because of its content policy.");
  await expectVisible(lastAnswer(page), "Half of it");
});
