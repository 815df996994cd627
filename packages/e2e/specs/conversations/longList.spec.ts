import { expect, test } from "vitest";
import { localConversation, storeLocalConversations } from "../../support/browserStorage.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { conversationList, conversationRow, expectEventually, openWorkspace } from "../../support/screen.ts";

const fixture = createWorkspaceFixture();
const hourMs = 3_600_000;

test("of 10,000 conversations only those in view are in the DOM, and the search finds any of them", async () => {
  const { page, userId } = await fixture.openSignedIn();
  await openWorkspace(page, fixture.url);
  const conversations = Array.from({ length: 10_000 }, (_, index) =>
    localConversation(`listed-${index}`, `Number ${index} of the list`, {
      updatedAt: new Date(Date.now() - index * hourMs).toISOString(),
    }),
  );
  await storeLocalConversations(page, userId, conversations);
  await page.reload();
  await conversationRow(page, "Number 0 of the list").waitFor();
  expect(await page.evaluate(() => document.querySelectorAll("*").length)).toBeLessThan(5_000);
  await page.getByRole("searchbox", { name: "Search conversations" }).fill("number 9876");
  await conversationRow(page, "Number 9876 of the list").waitFor();
  await expectEventually(() => conversationList(page).locator("[data-row]").count()).toBe(1);
});

test("a conversation that was changed today is listed under yesterday after midnight", async () => {
  const { page, userId } = await fixture.openSignedIn();
  const now = new Date();
  const evening = new Date(now.getFullYear(), now.getMonth(), now.getDate(), 23, 50);
  await page.clock.install({ time: evening });
  await openWorkspace(page, fixture.url);
  const updatedAt = new Date(evening.getTime() - hourMs).toISOString();
  await storeLocalConversations(page, userId, [localConversation("one", "Of the evening", { updatedAt })]);
  await page.reload();
  await conversationRow(page, "Of the evening").waitFor();
  const heading = conversationList(page).getByRole("heading");
  expect(await heading.allTextContents()).toEqual(["Today"]);
  await page.clock.fastForward(15 * 60_000);
  await expectEventually(() => heading.allTextContents()).toEqual(["Yesterday"]);
});
