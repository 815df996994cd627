import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { localConversation, readStoredConversations, storeLocalConversations } from "../../support/browserStorage.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { chooseForAll, createFolders, folderNames, folderRow } from "../../support/folders.ts";
import {
  conversationList,
  conversationNames,
  conversationRow,
  expectEventually,
  expectVisible,
  openWorkspace,
} from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

const folderIds = async (page: Page, userId: string) => {
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

test("a conversation can be dragged into and out of a folder with the mouse, and both can be undone", async () => {
  const { page, userId, api } = await fixture.openSignedIn();
  await createFolders(api, [{ id: "c", name: "Course" }]);
  await openWorkspace(page, fixture.url);
  await storeLocalConversations(page, userId, [localConversation("one", "Dragged"), localConversation("two", "Stays")]);
  await page.reload();
  await folderRow(page, "Course").waitFor();
  await drag(page, conversationRow(page, "Dragged"), folderRow(page, "Course"), false);
  await conversationList(page).locator('[data-kind="folder"][data-drop]').waitFor();
  await page.mouse.up();
  await expectVisible(page, "“Dragged” moved to “Course”.");
  await expectEventually(() => folderNames(page)).toEqual(["Course 1"]);
  await expectEventually(() => folderIds(page, userId)).toMatchObject({ one: "c", two: null });
  expect(await conversationList(page).locator("[data-drop]").count()).toBe(0);

  await folderRow(page, "Course").click();
  await conversationRow(page, "Dragged").waitFor();
  await drag(page, conversationRow(page, "Dragged"), conversationRow(page, "Stays"));
  await expectVisible(page, "“Dragged” removed from its folder.");
  await expectEventually(() => folderIds(page, userId)).toMatchObject({ one: null, two: null });
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expectEventually(() => folderIds(page, userId)).toMatchObject({ one: "c" });
});

test("all checked conversations are dragged together, and Esc moves nothing", async () => {
  const { page, userId, api } = await fixture.openSignedIn();
  await createFolders(api, [{ id: "c", name: "Course" }]);
  await openWorkspace(page, fixture.url);
  await storeLocalConversations(
    page,
    userId,
    ["one", "two", "three"].map((id) => localConversation(id, `Number ${id}`)),
  );
  await page.reload();
  await folderRow(page, "Course").waitFor();
  await drag(page, conversationRow(page, "Number one"), folderRow(page, "Course"), false);
  await conversationList(page).locator('[data-kind="folder"][data-drop]').waitFor();
  await page.keyboard.press("Escape");
  await expectEventually(() => conversationList(page).locator("[data-drop]").count()).toBe(0);
  await page.mouse.up();
  expect(await folderNames(page)).toEqual(["Course"]);

  await chooseForAll(page, "Select several");
  await page.getByRole("checkbox", { name: "Number one (private)" }).click();
  await page.getByRole("checkbox", { name: "Number three (private)" }).click();
  await drag(page, page.getByRole("checkbox", { name: "Number three (private)" }), folderRow(page, "Course"));
  await expectVisible(page, "2 conversations moved to “Course”.");
  await expectEventually(() => folderIds(page, userId)).toMatchObject({ one: "c", two: null, three: "c" });
});

test("the list scrolls while something is dragged near its edge", async () => {
  const { page, userId, api } = await fixture.openSignedIn();
  await createFolders(api, [{ id: "c", name: "Course" }]);
  await openWorkspace(page, fixture.url);
  const many = Array.from({ length: 200 }, (_, index) =>
    localConversation(`n-${index}`, `Number ${index}`, {
      updatedAt: new Date(Date.UTC(2025, 0, 1) - index * 60_000).toISOString(),
    }),
  );
  await storeLocalConversations(page, userId, many);
  await page.reload();
  await conversationRow(page, "Number 0").focus();
  await page.keyboard.press("End");
  await conversationRow(page, "Number 199").waitFor();
  const grid = conversationList(page).getByRole("treegrid");
  const top = await grid.boundingBox();
  if (!top) throw new Error("the list is in view");
  const from = conversationRow(page, "Number 195");
  await from.scrollIntoViewIfNeeded();
  await conversationList(page).locator("[data-drags]").waitFor();
  const start = await from.boundingBox();
  if (!start) throw new Error("the row is in view");
  await page.mouse.move(start.x + 40, start.y + 10);
  await page.mouse.down();
  await page.mouse.move(start.x + 44, start.y + 2, { steps: 3 });
  for (let step = 0; step < 2; step++) await page.mouse.move(top.x + 60, top.y + 12 + step, { steps: 4 });
  await expectEventually(() => grid.evaluate((element) => element.scrollTop)).toBe(0);
  await page.mouse.up();
  expect((await conversationNames(page)).length).toBeGreaterThan(0);
});
