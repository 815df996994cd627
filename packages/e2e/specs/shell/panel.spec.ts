import { expect, test } from "vitest";
import { buildLocalConversation, openWorkspaceWith } from "../../support/browser/browserStorage.ts";
import { narrowViewport } from "../../support/browser/openBrowser.ts";
import { composer, conversationRow, expectVisible, questions, sidePanel } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";

test("[A9.08] [C9.23] a phone is detected by its user agent, where Enter starts a new line; upright, the panel starts closed and lies over the chat; dates in English are formatted as in en-US in a browser of another language", async () => {
  const options = { viewport: { width: 844, height: 390 }, userAgent: iphone, hasTouch: true, locale: "fr-FR" };
  const person = await fixture.openSignedIn(options);
  const { page } = person;
  await openWorkspaceWith(person, fixture.url, [
    buildLocalConversation("one", "Number one", { updatedAt: "2025-03-14T12:00:00Z" }),
    buildLocalConversation("two", "Number two", { updatedAt: "2024-12-24T12:00:00Z" }),
  ]);
  expect(await page.evaluate(() => navigator.language)).toBe("fr-FR");
  await sidePanel(page).waitFor();
  await page.setViewportSize(narrowViewport);
  await sidePanel(page).waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Open the side panel" }).tap();
  await conversationRow(page, "Number one").waitFor();
  const months = ["March 2025", "December 2024"];
  expect(await sidePanel(page).getByRole("heading", { level: 3 }).allTextContents()).toEqual(months);
  await conversationRow(page, "Number one").tap();
  await expectVisible(page.getByRole("log"), "Answer of Number one");
  await sidePanel(page).waitFor({ state: "hidden" });

  const count = await questions(page).count();
  await composer(page).pressSequentially("Two");
  await page.keyboard.press("Enter");
  await composer(page).pressSequentially("lines");
  expect(await composer(page).inputValue()).toBe("Two\nlines");
  expect(await questions(page).count()).toBe(count);
  await page.getByRole("button", { name: "Send message" }).tap();
  await expectVisible(page.getByRole("article", { name: "You" }), /^Two\s+lines$/);
});
