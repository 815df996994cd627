import { listAnswerFeedback } from "@lectern/contract";
import type { Page } from "playwright-core";
import { test } from "vitest";
import { checkAxeInBothThemes } from "../../support/checks/checkAxe.ts";
import { branchOf, openStoredConversation } from "../../support/content/storedConversation.ts";
import { answers, expectEventually, expectVisible } from "../../support/pages/screen.ts";
import { ADMIN, adminWorkspace } from "../../support/servers/adminEnvironment.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

// Features that are off by default are on for administrators.
const fixture = createWorkspaceFixture(adminWorkspace);
const messages = branchOf(["Why?", "Because.", "And then?", "Nothing."]);
const ratingButton = (page: Page, name: string) => answers(page).last().getByRole("button", { name });
const readRating = async (page: Page) => [
  await ratingButton(page, "Good answer").getAttribute("aria-pressed"),
  await ratingButton(page, "Bad answer").getAttribute("aria-pressed"),
];

test("an answer of a cloud conversation is rated, with a reason; the rating is shown after a reload and can be withdrawn", async () => {
  const person = await fixture.openSignedIn({ email: ADMIN });
  const { page, api } = person;
  await openStoredConversation(person, fixture.url, "cloud", messages);
  const list = async () => (await api.call(listAnswerFeedback, { conversationId: "stored" })).feedback;

  await ratingButton(page, "Bad answer").click();
  const reason = page.getByRole("textbox", { name: "What was wrong? (optional)" });
  await expectEventually(() => reason.evaluate((field) => field === document.activeElement)).toBe(true);
  await expectVisible(page, "Your institution can read your rating and this text.");
  await expectEventually(list).toEqual({ "m-3": { rating: "down" } });
  await checkAxeInBothThemes(page, "the question for the reason of a rating");
  await reason.fill("Too short");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await reason.waitFor({ state: "detached" });
  await expectEventually(list).toEqual({ "m-3": { rating: "down", reason: "Too short" } });

  await page.reload();
  await expectEventually(() => readRating(page)).toEqual(["false", "true"]);
  await ratingButton(page, "Bad answer").click();
  await expectEventually(() => readRating(page)).toEqual(["false", "false"]);
  await expectEventually(list).toEqual({});
});
