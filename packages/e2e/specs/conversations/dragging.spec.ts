import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { keepLocal, localConversation, readKept } from "../../support/browserStorage.ts";
import { chooseForAll, folderNames, folderOf, giveFolders } from "../../support/folders.ts";
import { openStage } from "../../support/openStage.ts";
import { listOf, names, openWorkspace, rowOf, see, soon } from "../../support/screen.ts";

const stage = openStage();

const folderIds = async (page: Page, userId: string) => {
  const { conversationHistory } = await readKept(page, userId);
  return Object.fromEntries(conversationHistory.map(({ id, folderId }) => [id, folderId]));
};

/** Presses the mouse on one thing and takes it to another, in steps as a hand does; lets it go only where `drop` says so. */
async function drag(page: Page, from: Locator, to: Locator, drop = true): Promise<void> {
  // Dragging is loaded when the page has nothing else to do.
  await listOf(page).locator("[data-drags]").waitFor();
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error("what is dragged is in view");
  await page.mouse.move(start.x + 40, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + 50, start.y + start.height / 2 + 6, { steps: 3 });
  await page.mouse.move(end.x + 60, end.y + end.height / 2, { steps: 8 });
  if (drop) await page.mouse.up();
}

test("a conversation is dragged into a folder, and out of it, with the mouse; both can be undone", async () => {
  const { page, userId, api } = await stage.enter();
  await giveFolders(api, [{ id: "c", name: "Course" }]);
  await openWorkspace(page, stage.url);
  await keepLocal(page, userId, [localConversation("one", "Dragged"), localConversation("two", "Stays")]);
  await page.reload();
  await folderOf(page, "Course").waitFor();
  await drag(page, rowOf(page, "Dragged"), folderOf(page, "Course"), false);
  await listOf(page).locator('[data-kind="folder"][data-drop]').waitFor();
  await page.mouse.up();
  await see(page, "“Dragged” moved to “Course”.");
  await soon(() => folderNames(page)).toEqual(["Course 1"]);
  await soon(() => folderIds(page, userId)).toMatchObject({ one: "c", two: null });
  expect(await listOf(page).locator("[data-drop]").count()).toBe(0);

  await folderOf(page, "Course").click();
  await rowOf(page, "Dragged").waitFor();
  await drag(page, rowOf(page, "Dragged"), rowOf(page, "Stays"));
  await see(page, "“Dragged” taken out of its folder.");
  await soon(() => folderIds(page, userId)).toMatchObject({ one: null, two: null });
  await page.getByRole("button", { name: "Undo" }).last().click();
  await soon(() => folderIds(page, userId)).toMatchObject({ one: "c" });
});

test("all that are checked go along, and Esc takes nothing anywhere", async () => {
  const { page, userId, api } = await stage.enter();
  await giveFolders(api, [{ id: "c", name: "Course" }]);
  await openWorkspace(page, stage.url);
  await keepLocal(
    page,
    userId,
    ["one", "two", "three"].map((id) => localConversation(id, `Number ${id}`)),
  );
  await page.reload();
  await folderOf(page, "Course").waitFor();
  await drag(page, rowOf(page, "Number one"), folderOf(page, "Course"), false);
  await listOf(page).locator('[data-kind="folder"][data-drop]').waitFor();
  await page.keyboard.press("Escape");
  await soon(() => listOf(page).locator("[data-drop]").count()).toBe(0);
  await page.mouse.up();
  expect(await folderNames(page)).toEqual(["Course"]);

  await chooseForAll(page, "Select several");
  await page.getByRole("checkbox", { name: "Number one (private)" }).click();
  await page.getByRole("checkbox", { name: "Number three (private)" }).click();
  await drag(page, page.getByRole("checkbox", { name: "Number three (private)" }), folderOf(page, "Course"));
  await see(page, "2 conversations moved to “Course”.");
  await soon(() => folderIds(page, userId)).toMatchObject({ one: "c", two: null, three: "c" });
});

test("near its edge the list scrolls under what is dragged", async () => {
  const { page, userId, api } = await stage.enter();
  await giveFolders(api, [{ id: "c", name: "Course" }]);
  await openWorkspace(page, stage.url);
  const many = Array.from({ length: 200 }, (_, index) =>
    localConversation(`n-${index}`, `Number ${index}`, {
      updatedAt: new Date(Date.UTC(2025, 0, 1) - index * 60_000).toISOString(),
    }),
  );
  await keepLocal(page, userId, many);
  await page.reload();
  await rowOf(page, "Number 0").focus();
  await page.keyboard.press("End");
  await rowOf(page, "Number 199").waitFor();
  const grid = listOf(page).getByRole("treegrid");
  const top = await grid.boundingBox();
  if (!top) throw new Error("the list is in view");
  const from = rowOf(page, "Number 195");
  await from.scrollIntoViewIfNeeded();
  await listOf(page).locator("[data-drags]").waitFor();
  const start = await from.boundingBox();
  if (!start) throw new Error("the row is in view");
  await page.mouse.move(start.x + 40, start.y + 10);
  await page.mouse.down();
  await page.mouse.move(start.x + 44, start.y + 2, { steps: 3 });
  for (let step = 0; step < 2; step++) await page.mouse.move(top.x + 60, top.y + 12 + step, { steps: 4 });
  await soon(() => grid.evaluate((element) => element.scrollTop)).toBe(0);
  await page.mouse.up();
  expect((await names(page)).length).toBeGreaterThan(0);
});
