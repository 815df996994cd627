import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  buildLocalConversation,
  openWorkspaceWith,
  readStoredConversations,
} from "../../support/browser/browserStorage.ts";
import { chooseForAll, createFolders, folderRow, readFolderNames } from "../../support/pages/folders.ts";
import { conversationList, conversationRow, expectEventually, expectVisible } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const readFolderIds = async (page: Page, userId: string) => {
  const { conversationHistory } = await readStoredConversations(page, userId);
  return Object.fromEntries(conversationHistory.map(({ id, folderId }) => [id, folderId]));
};

/** Drags one element to another in small steps; releases the mouse only if `drop` is true. */
async function drag(page: Page, from: Locator, to: Locator, drop = true): Promise<void> {
  // The code for dragging is loaded when the page is idle.
  await conversationList(page).locator("[data-drags]").waitFor();
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error("what is dragged is in view");
  await page.mouse.move(start.x + 40, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + 50, start.y + start.height / 2 + 6, { steps: 3 });
  await page.mouse.move(end.x + 60, end.y + end.height / 2, { steps: 8 });
  if (drop) await page.mouse.up();
}

test("with the mouse a conversation is dragged into and out of a folder, which can be undone; all checked ones are dragged together, and Esc moves nothing", async () => {
  const person = await fixture.openSignedIn();
  const { page, userId } = person;
  await createFolders(person.api, [{ id: "c", name: "Course" }]);
  await openWorkspaceWith(person, fixture.url, [
    buildLocalConversation("one", "Dragged", { updatedAt: "2026-01-16T12:00:00.000Z" }),
    buildLocalConversation("two", "Stays"),
    buildLocalConversation("three", "Third"),
    buildLocalConversation("four", "Not checked"),
  ]);
  await folderRow(page, "Course").waitFor();
  const target = conversationList(page).locator('[data-kind="folder"][data-drop]');
  await drag(page, conversationRow(page, "Dragged"), folderRow(page, "Course"), false);
  await target.waitFor();
  await page.keyboard.press("Escape");
  await expectEventually(() => conversationList(page).locator("[data-drop]").count()).toBe(0);
  await page.mouse.up();
  expect(await readFolderNames(page)).toEqual(["Course"]);

  await drag(page, conversationRow(page, "Dragged"), folderRow(page, "Course"), false);
  await target.waitFor();
  await page.mouse.up();
  await expectVisible(page, "“Dragged” moved to “Course”.");
  // Otherwise a later notice might be about this move, too.
  await page.getByRole("button", { name: "Dismiss" }).click();
  await page.getByText("“Dragged” moved to “Course”.").waitFor({ state: "detached" });
  await expectEventually(() => readFolderNames(page)).toEqual(["Course 1"]);
  await expectEventually(() => readFolderIds(page, userId)).toMatchObject({ one: "c", two: null });
  expect(await conversationList(page).locator("[data-drop]").count()).toBe(0);
  await folderRow(page, "Course").click();
  await conversationRow(page, "Dragged").waitFor();
  await drag(page, conversationRow(page, "Dragged"), conversationRow(page, "Stays"));
  await expectVisible(page, "“Dragged” removed from its folder.");
  await expectEventually(() => readFolderIds(page, userId)).toMatchObject({ one: null, two: null });
  await page.getByRole("button", { name: "Undo" }).click();
  await expectEventually(() => readFolderIds(page, userId)).toMatchObject({ one: "c" });

  await chooseForAll(page, "Select chats");
  const boxOf = (name: string) => page.getByRole("checkbox", { name: `${name} (in this browser)` });
  await boxOf("Stays").click();
  await boxOf("Third").click();
  await drag(page, boxOf("Third"), folderRow(page, "Course"));
  await expectVisible(page, "2 chats moved to “Course”.");
  await expectEventually(() => readFolderIds(page, userId)).toMatchObject({
    one: "c",
    two: "c",
    three: "c",
    four: null,
  });
});
