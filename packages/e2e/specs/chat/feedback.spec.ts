import { listAnswerFeedback, rateAnswer } from "@lectern/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { checkAxeInBothThemes } from "../../support/checkAxe.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { failOp, pauseOp } from "../../support/interceptOp.ts";
import { menuButton } from "../../support/messageControls.ts";
import { answers, expectEventually, expectVisible } from "../../support/screen.ts";
import { branchOf, openStoredConversation } from "../../support/storedConversation.ts";

// Features that are off by default are on for administrators.
const fixture = createWorkspaceFixture({
  environment: { ADMINS: "rater@example.org,phone@example.org,slow@example.org" },
});
const messages = branchOf(["Why?", "Because.", "And then?", "Nothing."]);
const ratingButton = (page: Page, name: string, at: "first" | "last" = "last") =>
  answers(page)[at]().getByRole("button", { name });
const readRating = async (page: Page) => [
  await ratingButton(page, "Good answer").getAttribute("aria-pressed"),
  await ratingButton(page, "Bad answer").getAttribute("aria-pressed"),
];

test("an answer of a cloud conversation is rated, with a reason; the rating is shown after a reload and can be withdrawn; if it cannot be stored, the page says so and shows the earlier one", async () => {
  const person = await fixture.openSignedIn({ email: "rater@example.org" });
  const { page, api } = person;
  await openStoredConversation(person, fixture.url, "cloud", messages);
  const list = async () => (await api.call(listAnswerFeedback, { conversationId: "stored" })).feedback;

  await ratingButton(page, "Bad answer").click();
  const reason = page.getByRole("textbox", { name: "What was wrong? (optional)" });
  await expectEventually(() => reason.evaluate((field) => field === document.activeElement)).toBe(true);
  await expectVisible(page, "Your institution can read your rating and this text.");
  await expectEventually(list).toEqual({ "m-3": { rating: "down" } });
  await reason.fill("Too short");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await reason.waitFor({ state: "detached" });
  await expectEventually(list).toEqual({ "m-3": { rating: "down", reason: "Too short" } });

  await page.reload();
  await expectEventually(() => readRating(page)).toEqual(["false", "true"]);
  const restore = await failOp(page, rateAnswer, "The ratings are closed.");
  await ratingButton(page, "Good answer").click();
  await expectVisible(page, "The ratings are closed.");
  await expectEventually(() => readRating(page)).toEqual(["false", "true"]);
  await restore();
  await ratingButton(page, "Bad answer").click();
  await expectEventually(() => readRating(page)).toEqual(["false", "false"]);
  await expectEventually(list).toEqual({});
});

test("the place of the ratings is reserved while they are loaded", async () => {
  const person = await fixture.openSignedIn({ email: "slow@example.org" });
  const { page } = person;
  await openStoredConversation(person, fixture.url, "cloud", messages);
  await ratingButton(page, "Good answer").waitFor();
  const menuButton = answers(page).last().getByRole("button", { name: "More actions" });
  const readLeft = async () => (await menuButton.boundingBox())?.x;
  const left = await readLeft();
  const { reached, release } = await pauseOp(page, listAnswerFeedback);
  await page.reload();
  await reached;
  await menuButton.waitFor();
  expect(await page.getByRole("button", { name: "Good answer" }).count()).toBe(0);
  await expectEventually(readLeft).toBe(left);
  release();
  await ratingButton(page, "Good answer").waitFor();
  expect(await readLeft()).toBe(left);
});

test("an answer of a local conversation cannot be rated, nor can any where the institution does not ask", async () => {
  const admin = await fixture.openSignedIn({ email: "rater@example.org" });
  await openStoredConversation(admin, fixture.url, "local", messages);
  const person = await fixture.openSignedIn();
  await openStoredConversation(person, fixture.url, "cloud", messages);
  for (const { page } of [admin, person]) {
    await answers(page).last().getByRole("button", { name: "Copy the answer" }).waitFor();
    expect(await page.getByRole("button", { name: "Good answer" }).count()).toBe(0);
  }
});

test("on a phone an answer is rated in its menu, by keyboard; a sheet at the lower edge asks for the reason, and axe finds no serious violation", async () => {
  const person = await fixture.openSignedIn({ email: "phone@example.org", viewport: { width: 390, height: 844 } });
  const { page, api } = person;
  await openStoredConversation(person, fixture.url, "cloud", messages);
  const list = async () => (await api.call(listAnswerFeedback, { conversationId: "stored" })).feedback;
  const menu = menuButton(answers(page).last());
  const item = page.getByRole("menuitemcheckbox", { name: "Bad answer" });
  await menu.waitFor();
  expect(await page.getByRole("button", { name: "Bad answer" }).count()).toBe(0);
  await menu.press("Enter");
  expect(await item.getAttribute("aria-checked")).toBe("false");
  await item.press("Enter");
  const sheet = page.getByRole("dialog", { name: "Bad answer" });
  const reason = sheet.getByRole("textbox", { name: "What was wrong? (optional)" });
  await expectEventually(() => reason.evaluate((field) => field === document.activeElement)).toBe(true);
  await expectVisible(sheet, "Your institution can read your rating and this text.");
  await expectEventually(async () => {
    const box = await sheet.boundingBox();
    return box && { left: box.x, width: box.width, bottom: Math.round(box.y + box.height), isHigh: box.height > 600 };
  }).toEqual({ left: 0, width: 390, bottom: 844, isHigh: false });
  await checkAxeInBothThemes(page, "the sheet of a rating");
  await reason.fill("Too short");
  await sheet.getByRole("button", { name: "Send", exact: true }).click();
  await sheet.waitFor({ state: "detached" });
  await expectEventually(list).toEqual({ "m-3": { rating: "down", reason: "Too short" } });
  await expectEventually(() => menu.evaluate((element) => element === document.activeElement)).toBe(true);

  await menu.press("Enter");
  await expectEventually(() => item.getAttribute("aria-checked")).toBe("true");
  await item.press("Enter");
  await expectEventually(list).toEqual({});
  expect(await sheet.count()).toBe(0);

  // If the rating cannot be stored, the reason is not lost, and is sent with the rating.
  const restore = await failOp(page, rateAnswer, "The ratings are closed.");
  await menu.press("Enter");
  await item.press("Enter");
  await expectVisible(page, "The ratings are closed.");
  await reason.fill("Too long");
  const sendReason = () => reason.press("ControlOrMeta+Enter");
  const failed = page.waitForResponse((response) => response.status() >= 400);
  await sendReason();
  await failed;
  expect(await reason.inputValue()).toBe("Too long");
  await restore();
  await sendReason();
  await sheet.waitFor({ state: "detached" });
  await expectEventually(list).toEqual({ "m-3": { rating: "down", reason: "Too long" } });
});
