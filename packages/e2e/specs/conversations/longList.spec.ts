import { expect, test } from "vitest";
import { buildLocalConversation, openWorkspaceWith } from "../../support/browser/browserStorage.ts";
import { conversationList, conversationRow, expectEventually, expectVisible } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();
const hourMs = 3_600_000;

test("of 10,000 conversations only those in view are in the DOM, in the list and in the download, where the search and the keyboard reach any of them", async () => {
  const person = await fixture.openSignedIn();
  const { page } = person;
  const conversations = Array.from({ length: 10_000 }, (_, index) =>
    buildLocalConversation(`listed-${index}`, `Number ${String(index).padStart(5, "0")} of the list`, {
      updatedAt: new Date(Date.now() - index * hourMs).toISOString(),
    }),
  );
  await openWorkspaceWith(person, fixture.url, conversations);
  await conversationRow(page, "Number 00000 of the list").waitFor();
  expect(await page.evaluate(() => document.querySelectorAll("*").length)).toBeLessThan(5_000);
  await page.getByRole("searchbox", { name: "Search chats" }).fill("number 09876");
  await conversationRow(page, "Number 09876 of the list").waitFor();
  await expectEventually(() => conversationList(page).locator("[data-row]").count()).toBe(1);

  await page.getByRole("tab", { name: "More" }).click();
  await page.getByRole("button", { name: "Download as a document" }).click();
  const dialog = page.getByRole("dialog", { name: "Download as a document" });
  const items = dialog.getByRole("listitem");
  await expectEventually(() => items.count()).toBeGreaterThan(5);
  expect(await items.count()).toBeLessThan(60);
  const readFocusedLabel = () => page.evaluate(() => document.activeElement?.closest("label")?.textContent);
  await dialog.getByRole("checkbox", { name: "Number 00000 of the list", exact: true }).focus();
  await page.keyboard.press("ArrowDown");
  await expectEventually(readFocusedLabel).toBe("Number 00001 of the list");
  await page.keyboard.press("End");
  await expectEventually(readFocusedLabel).toBe("Number 09999 of the list");
  await page.keyboard.press("Space");
  await expectVisible(dialog, "1 selected");
  await dialog.getByRole("searchbox", { name: "Search chats" }).fill("0777");
  await expectEventually(() => items.count()).toBe(11);
});
