import {
  createConversation,
  deleteConversation,
  deleteMultipleConversations,
  listConversations,
} from "@lectern/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { buildLocalConversation, openWorkspaceWith, readStoredConversations } from "../../support/browserStorage.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { chooseForAll } from "../../support/folders.ts";
import { failOp } from "../../support/interceptOp.ts";
import { narrowViewport } from "../../support/openBrowser.ts";
import {
  chooseForConversation,
  clickDialogButton,
  conversationRow,
  expectEventually,
  expectVisible,
  readConversationNames,
} from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

const buildNumbered = (index: number) =>
  buildLocalConversation(`n-${index}`, `Number ${index}`, {
    updatedAt: new Date(Date.UTC(2025, 0, 1) - index * 60_000).toISOString(),
  });
const buildManyNumbered = (count: number) => Array.from({ length: count }, (_, index) => buildNumbered(index));
const box = (page: Page, name: string) => page.getByRole("checkbox", { name: `${name} (` });
const countChecked = (page: Page) => page.getByRole("checkbox", { checked: true }).count();

test("several conversations are checked one by one, as a range, all and none, and deleted after confirmation; one that cannot be deleted is named", async () => {
  const person = await fixture.openSignedIn();
  const { page, userId, api } = person;
  await api.call(createConversation, { conversation: { id: "cloud", name: "In the cloud" } });
  await openWorkspaceWith(person, fixture.url, buildManyNumbered(7));
  await conversationRow(page, "In the cloud").waitFor();
  await chooseForConversation(page, "Number 1", "Select chats");
  await expectEventually(() => countChecked(page)).toBe(1);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expectEventually(() => page.getByRole("checkbox").count()).toBe(0);
  await chooseForConversation(page, "Number 1", "Select chats");
  await box(page, "Number 1").focus();
  await page.keyboard.press("Escape");
  await expectEventually(() => page.getByRole("checkbox").count()).toBe(0);
  await conversationRow(page, "Number 0").click();
  await expectVisible(page.getByRole("log"), "Answer of Number 0");

  await chooseForAll(page, "Select chats");
  const bar = page.getByRole("region", { name: "Selected chats" });
  await expectVisible(bar, "0 selected");
  const deleteButton = bar.getByRole("button", { name: "Delete" });
  expect(await deleteButton.isDisabled()).toBe(true);
  await box(page, "Number 1").click();
  await box(page, "Number 4").click({ modifiers: ["Shift"] });
  await expectVisible(bar, "4 selected");
  await box(page, "Number 3").focus();
  await page.keyboard.press("Space");
  await expectVisible(bar, "3 selected");
  await bar.getByRole("button", { name: "Select all" }).click();
  await expectVisible(bar, "8 selected");
  await bar.getByRole("button", { name: "Clear selection" }).click();
  await expectVisible(bar, "0 selected");
  for (const name of ["Number 2", "Number 6"]) await box(page, name).click();
  await deleteButton.click();
  await page.getByRole("alertdialog").getByText("2 chats will be deleted").waitFor();
  await clickDialogButton(page, "Cancel");
  expect(await countChecked(page)).toBe(2);
  await deleteButton.click();
  await clickDialogButton(page, "Delete chats");
  await expectVisible(page, "2 chats deleted.");
  const readNumberedNames = async () => (await readConversationNames(page)).filter((name) => name.startsWith("Number"));
  await expectEventually(readNumberedNames).toEqual([0, 1, 3, 4, 5].map((index) => `Number ${index}`));
  await bar.waitFor({ state: "detached" });
  expect((await readStoredConversations(page, userId)).conversationHistory.map(({ id }) => id)).not.toContain("n-2");

  await failOp(page, deleteMultipleConversations, "Not now");
  await failOp(page, deleteConversation, "Not now");
  await chooseForAll(page, "Select chats");
  await bar.getByRole("button", { name: "Select all" }).click();
  await deleteButton.click();
  await clickDialogButton(page, "Delete chats");
  await expectVisible(page, "Couldn’t delete “In the cloud”.");
  await expectEventually(() => readConversationNames(page)).toEqual(["In the cloud"]);
  expect((await api.call(listConversations, {})).conversations.map(({ id }) => id)).toContain("cloud");
});

test("tags are added to several at once, separated by commas, removed and searched for", async () => {
  const person = await fixture.openSignedIn();
  const { page, userId } = person;
  await openWorkspaceWith(person, fixture.url, buildManyNumbered(4));
  await chooseForAll(page, "Select chats");
  await box(page, "Number 1").click();
  await box(page, "Number 2").click();
  await page.getByRole("button", { name: "Tags…" }).click();
  const dialog = page.getByRole("dialog", { name: "Tags" });
  await dialog.getByRole("combobox", { name: "Add tags" }).fill(" physics , grant budget,, ");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  const readTags = async () =>
    Object.fromEntries(
      (await readStoredConversations(page, userId)).conversationHistory.map(({ id, tags }) => [id, tags]),
    );
  await expectEventually(readTags).toMatchObject({
    "n-0": [],
    "n-1": ["physics", "grant budget"],
    "n-2": ["physics", "grant budget"],
  });
  await conversationRow(page, "Number 1").getByText("physics", { exact: true }).waitFor({ state: "attached" });

  await chooseForConversation(page, "Number 2", "Tags…");
  await dialog.getByRole("button", { name: "Remove the tag physics" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expectEventually(readTags).toMatchObject({ "n-1": ["physics", "grant budget"], "n-2": ["grant budget"] });

  const searchField = page.getByRole("searchbox", { name: "Search chats" });
  await searchField.fill("#phys");
  await expectEventually(async () => (await readConversationNames(page)).length).toBe(1);
  await chooseForAll(page, "Filter by tag");
  await page.getByRole("list", { name: "Tags" }).getByRole("button", { name: "grant budget" }).click();
  expect(await searchField.inputValue()).toBe('#"grant budget"');
  await expectEventually(async () => (await readConversationNames(page)).length).toBe(2);
  await searchField.fill('#"grant budget" number 2');
  await expectEventually(async () => (await readConversationNames(page)).length).toBe(1);
});

test("at 390 px, a chat from whose menu the selection begins stays in view above the actions", async () => {
  const person = await fixture.openSignedIn({ viewport: narrowViewport });
  const { page } = person;
  await openWorkspaceWith(person, fixture.url, buildManyNumbered(30));
  await page.getByRole("button", { name: "Open the side panel" }).click();
  await conversationRow(page, "Number 0").waitFor();
  const treeBox = await page.getByRole("treegrid").boundingBox();
  const rowHeight = (await conversationRow(page, "Number 0").boundingBox())?.height ?? 0;
  // A row near the end of the list, where the actions appear.
  const index = Math.floor(((treeBox?.height ?? 0) - 32) / rowHeight) - 3;
  await chooseForConversation(page, `Number ${index}`, "Select chats");
  const bar = page.getByRole("region", { name: "Selected chats" });
  await bar.waitFor();
  const readRoomBelow = async () => {
    const [row, actions] = await Promise.all([box(page, `Number ${index}`).boundingBox(), bar.boundingBox()]);
    return (actions?.y ?? 0) - (row?.y ?? 0) - (row?.height ?? 0);
  };
  await expectEventually(readRoomBelow).toBeGreaterThanOrEqual(0);
});
