import { createConversation, getUserSettings, listConversations } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import {
  buildLocalConversation,
  openBlankPage,
  openWorkspaceWith,
  readStoredConversations,
  storeLocalConversations,
} from "../../support/browserStorage.ts";
import { checkAxe } from "../../support/checkAxe.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import {
  chooseForAll,
  chooseForFolder,
  createFolders,
  folderRow,
  readFolderNames,
  storeGroupFolder,
} from "../../support/folders.ts";
import { narrowViewport } from "../../support/openBrowser.ts";
import {
  chooseForConversation,
  clickDialogButton,
  conversationList,
  conversationRow,
  expectEventually,
  expectVisible,
  openWorkspace,
  readConversationNames,
  sidePanel,
} from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

const question = { id: "q", role: "user" as const, content: "What is a lecture?" };
const matchExactName = (name: string) => ({ name, exact: true });

describe("folders", () => {
  test("[A5.44] ask for a name, initially 'New Folder', are renamed, pinned and sorted, and stay like that over a reload", async () => {
    const person = await fixture.openSignedIn();
    const { page } = person;
    await createFolders(person.api, [
      { id: "a", name: "Alpha", date: "2026-01-01T00:00:00.000Z" },
      { id: "b", name: "Beta", date: "2026-01-02T00:00:00.000Z" },
    ]);
    await openWorkspaceWith(person, fixture.url, [buildLocalConversation("one", "Within", { folderId: "a" })]);
    await expectEventually(() => readFolderNames(page)).toEqual(["Beta", "Alpha 1"]);
    await page.getByRole("button", { name: "New folder", exact: true }).click();
    const newFolderDialog = page.getByRole("dialog", matchExactName("New folder"));
    const nameField = newFolderDialog.getByRole("textbox", { name: "Folder name" });
    expect(await nameField.inputValue()).toBe("New Folder");
    await nameField.fill("  ");
    await nameField.press("Enter");
    await newFolderDialog.waitFor({ state: "detached" });
    // Above the conversations and the older folders.
    await expectEventually(() => readFolderNames(page)).toEqual(["New Folder", "Beta", "Alpha 1"]);
    await page.getByRole("button", { name: "New folder", exact: true }).click();
    await nameField.fill("  Thermodynamics  ");
    await newFolderDialog.getByRole("button", { name: "Create" }).click();
    await expectEventually(() => readFolderNames(page)).toEqual(["Thermodynamics", "New Folder", "Beta", "Alpha 1"]);

    await chooseForFolder(page, "Beta", "Pin");
    await expectEventually(async () => (await readFolderNames(page))[0]).toMatch("Beta");
    expect((await readFolderNames(page)).slice(1)).toEqual(["Thermodynamics", "New Folder", "Alpha 1"]);
    await chooseForFolder(page, "Beta", "Unpin");
    await chooseForAll(page, "Sort folders by name");
    await expectEventually(() => readFolderNames(page)).toEqual(["Alpha 1", "Beta", "New Folder", "Thermodynamics"]);
    await chooseForFolder(page, "New Folder", "Rename");
    const name = page.getByRole("textbox", { name: "Folder name" });
    await name.fill("   ");
    await name.press("Enter");
    await expectEventually(() => readFolderNames(page)).toEqual(["Alpha 1", "Beta", "New Folder", "Thermodynamics"]);
    await chooseForFolder(page, "New Folder", "Rename");
    await name.fill(" Aardvark ");
    await name.press("Enter");
    const sortedNames = ["Aardvark", "Alpha 1", "Beta", "Thermodynamics"];
    await expectEventually(() => readFolderNames(page)).toEqual(sortedNames);
    expect(await readConversationNames(page)).toEqual([]);
    await folderRow(page, "Alpha").click();
    await expectEventually(() => readConversationNames(page)).toEqual(["Within"]);
    await page.reload();
    await expectEventually(() => readConversationNames(page)).toEqual(["Within"]);
    await expectEventually(() => readFolderNames(page)).toEqual(sortedNames);
    await folderRow(page, "Alpha").click();
    await expectEventually(() => readConversationNames(page)).toEqual([]);
  });

  test("[C8.48] [C4.18] [A4.29] are cleaned up if empty, or deleted with their conversations, after confirmation; then the last remaining conversation opens, or a new one", async () => {
    const person = await fixture.openSignedIn();
    const { page, userId } = person;
    await createFolders(person.api, [
      { id: "f", name: "Course" },
      { id: "g", name: "Rest" },
      { id: "empty", name: "Empty" },
    ]);
    const at = (day: string) => ({ updatedAt: `${day}T12:00:00.000Z` });
    const conversations = [
      buildLocalConversation("one", "Lecture one", { folderId: "f", ...at("2025-05-03") }),
      buildLocalConversation("rest", "The rest", { folderId: "g", ...at("2025-05-02") }),
      buildLocalConversation("older", "Older rest", { folderId: "g", ...at("2025-05-01") }),
      buildLocalConversation("nothing", "Nothing in it", { messages: [], headId: null }),
    ];
    const cloudConversation = { id: "two", name: "Lecture two", folderId: "f" };
    await person.api.call(createConversation, { conversation: { ...cloudConversation, messages: [question] } });
    await openWorkspaceWith(person, fixture.url, conversations, "#c=one");
    await expectVisible(page.getByRole("log"), "Answer of Lecture one");
    const confirmation = page.getByRole("alertdialog");
    await chooseForAll(page, "Delete empty chats");
    await confirmation.getByText("1 chat has no messages and will be deleted.").waitFor();
    await clickDialogButton(page, "Delete");
    await expectVisible(page.getByRole("status"), "Removing Empty Conversations...");
    await conversationRow(page, "Nothing in it").waitFor({ state: "detached" });
    await chooseForAll(page, "Delete empty chats");
    await expectVisible(page.getByRole("status"), "No Empty Conversations To Remove");
    await chooseForAll(page, "Delete empty folders");
    await confirmation.getByText("“Empty” contains no chats").waitFor();
    await clickDialogButton(page, "Delete");
    await expectVisible(page.getByRole("status"), "Removing Empty Folders...");
    await expectEventually(async () => new Set(await readFolderNames(page))).toEqual(new Set(["Course 2", "Rest 2"]));
    await chooseForAll(page, "Delete empty folders");
    await expectVisible(page.getByRole("status"), "No Empty Folders To Remove");
    await page.getByRole("button", { name: "Undo" }).click();
    await expectEventually(async () => (await readFolderNames(page)).includes("Empty")).toBe(true);

    await chooseForFolder(page, "Course", "Delete");
    const warningText = "“Course” and the 2 chats in it will be deleted";
    await page.getByRole("alertdialog", matchExactName("Delete folder")).getByText(warningText).waitFor();
    await clickDialogButton(page, "Cancel");
    expect(await readConversationNames(page)).toEqual(["Lecture two", "Lecture one"]);
    await chooseForFolder(page, "Course", "Delete");
    await clickDialogButton(page, "Delete");
    await expectVisible(page.getByRole("log"), "Answer of The rest");
    await expectEventually(async () => new Set(await readFolderNames(page))).toEqual(new Set(["Empty", "Rest 2"]));
    await expectEventually(async () =>
      (await readStoredConversations(page, userId)).conversationHistory.map(({ id }) => id),
    ).not.toContain("one");
    expect((await person.api.call(listConversations, {})).conversations).toEqual([]);
    for (const name of ["Rest", "Empty"]) {
      await chooseForFolder(page, name, "Delete");
      await clickDialogButton(page, "Delete");
    }
    await expectVisible(page, "Start a new conversation.");
    await expectVisible(sidePanel(page), "No data.");
    await page.reload();
    await expectVisible(sidePanel(page), "No data.");
  });

  test("[C6.05] of a group can only be hidden, and shown again with Unhide; one for everybody has no menu", async () => {
    const { page, userId, api } = await fixture.openSignedIn();
    await openBlankPage(page, fixture.url);
    await storeLocalConversations(page, userId, [
      buildLocalConversation("one", "Of the group", { folderId: "shared" }),
      buildLocalConversation("two", "By an agent", { folderId: "agents" }),
    ]);
    await storeGroupFolder(page, userId, "shared", "Shared");
    await openWorkspace(page, fixture.url);
    await expectEventually(async () => (await readFolderNames(page)).length).toBe(2);
    expect(await readFolderNames(page)).toEqual([expect.stringMatching("Agents"), expect.stringMatching("Shared")]);
    expect(await page.getByRole("button", { name: "Actions for Agents" }).count()).toBe(0);
    for (const name of ["Agents", "Shared"]) {
      await folderRow(page, name).focus();
      await page.keyboard.press("F2");
      expect(await page.getByRole("textbox", { name: "Folder name" }).count()).toBe(0);
      await page.keyboard.press("Delete");
      expect(await page.getByRole("alertdialog").count()).toBe(0);
    }
    await folderRow(page, "Shared").hover();
    await page.getByRole("button", { name: "Actions for Shared" }).click();
    await expectEventually(() => page.getByRole("menuitem").allTextContents()).toEqual(["Hide"]);
    await page.getByRole("menuitem", { name: "Hide" }).click();
    await expectEventually(async () => (await readFolderNames(page)).length).toBe(1);
    const readHiddenIds = async () => (await api.call(getUserSettings, {})).settings?.hiddenGroupFolderIds;
    await expectEventually(readHiddenIds).toEqual(["shared"]);
    await page.reload();
    await expectEventually(async () => (await readFolderNames(page)).length).toBe(1);
    await chooseForAll(page, "Show hidden folders");
    await chooseForFolder(page, "Shared", "Unhide");
    await page.reload();
    await expectEventually(async () => (await readFolderNames(page)).length).toBe(2);
  });
});

test("by keyboard alone folders are opened, entered, left and closed, letters jump to names, and filing can be undone", async () => {
  const person = await fixture.openSignedIn();
  const { page, userId } = person;
  await createFolders(person.api, [
    { id: "c", name: "Course" },
    { id: "g", name: "Grants" },
  ]);
  await openWorkspaceWith(person, fixture.url, [
    buildLocalConversation("in", "Within", { folderId: "c" }),
    buildLocalConversation("one", "To be filed"),
  ]);
  await expectEventually(async () => (await readFolderNames(page)).length).toBe(2);
  const { keyboard } = page;
  const readFocusedText = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  const press = async (key: string, expected: string) => {
    await keyboard.press(key);
    await expectEventually(readFocusedText).toContain(expected);
  };
  await folderRow(page, "Course").focus();
  await press("ArrowRight", "Course");
  await expectEventually(() => folderRow(page, "Course").getAttribute("aria-expanded")).toBe("true");
  await press("ArrowRight", "Within");
  await press("ArrowLeft", "Course");
  await press("ArrowLeft", "Course");
  await expectEventually(() => folderRow(page, "Course").getAttribute("aria-expanded")).toBe("false");
  await press("t", "To be filed");
  await press("Home", "Course");
  await press("End", "To be filed");

  await keyboard.press("Shift+F10");
  await page.getByRole("menuitem", { name: "Move to folder…" }).waitFor();
  await expectEventually(() => page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("menuitem");
  for (let item = 0; item < 3; item++) await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  const field = page.getByRole("combobox", { name: /^Folder for/ });
  await field.and(page.locator(":focus")).waitFor();
  const selectedOption = page.getByRole("option", { selected: true });
  expect(await selectedOption.textContent()).toBe("No folderCurrent");
  await keyboard.type("gra");
  expect(await page.getByRole("option", { selected: true }).textContent()).toBe("Grants");
  await keyboard.press("Enter");
  await expectVisible(page, "“To be filed” moved to “Grants”.");
  await expectEventually(async () => (await readFolderNames(page)).includes("Grants 1")).toBe(true);
  await page.getByRole("button", { name: "Undo" }).click();
  await expectEventually(() => readConversationNames(page)).toEqual(["To be filed"]);

  await folderRow(page, "Course").click();
  await chooseForConversation(page, "Within", "Move to folder…");
  await field.and(page.locator(":focus")).waitFor();
  expect(await selectedOption.textContent()).toBe("CourseCurrent");
  await keyboard.press("Enter");
  await field.waitFor({ state: "detached" });
  expect(await readFolderNames(page)).toContain("Course 1");

  await chooseForConversation(page, "To be filed", "Move to folder…");
  await field.and(page.locator(":focus")).waitFor();
  await keyboard.type("Entirely new");
  expect(await page.getByRole("option", { selected: true }).textContent()).toBe("Create folder “Entirely new”");
  await keyboard.press("Enter");
  await expectVisible(page, "“To be filed” moved to “Entirely new”.");
  await field.waitFor({ state: "detached" });
  await expectEventually(async () => (await readFolderNames(page)).includes("Entirely new 1")).toBe(true);
  const readStored = async () => (await readStoredConversations(page, userId)).conversationHistory;
  await expectEventually(async () => (await readStored()).find(({ id }) => id === "one")?.folderId).toBeTruthy();
});

test("a chat moves to a folder of the typed name in one step, which can be undone; if it cannot be moved, the typed name stays", async () => {
  const person = await fixture.openSignedIn();
  const { page } = person;
  await createFolders(person.api, [{ id: "g", name: "Grants" }]);
  const conversation = { id: "c", name: "To be filed", folderId: null, messages: [question] };
  await person.api.call(createConversation, { conversation });
  await openWorkspace(page, fixture.url);
  await chooseForConversation(page, "To be filed", "Move to folder…");
  const field = page.getByRole("combobox", { name: /^Folder for/ });
  const newOption = page.getByRole("option", { name: /^Create folder/ });
  await field.fill("grants");
  expect(await page.getByRole("option").allTextContents()).toEqual(["Grants", "No folderCurrent"]);
  await field.fill("");
  // The built-in folder "Agents" is not offered, because it is empty.
  expect(await page.getByRole("option").allTextContents()).toEqual(["New folder…", "No folderCurrent", "Grants"]);

  await field.fill("Thesis");
  await page.context().setOffline(true);
  await newOption.click();
  await page.getByRole("alert").filter({ hasText: "Couldn’t move “To be filed”." }).waitFor();
  await expectEventually(() => readFolderNames(page)).toEqual(["Grants"]);
  expect(await field.inputValue()).toBe("Thesis");

  await page.context().setOffline(false);
  await newOption.click();
  await expectVisible(page, "“To be filed” moved to “Thesis”.");
  await field.waitFor({ state: "detached" });
  await expectEventually(() => readFolderNames(page)).toEqual(["Thesis 1", "Grants"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expectEventually(() => readConversationNames(page)).toEqual(["To be filed"]);
});

test("the dialog for a new folder stays open with the typed name if the chat cannot be moved to it, and no folder is left", async () => {
  const person = await fixture.openSignedIn();
  const { page } = person;
  const conversation = { id: "c", name: "To be filed", folderId: null, messages: [question] };
  await person.api.call(createConversation, { conversation });
  await openWorkspace(page, fixture.url);
  await chooseForConversation(page, "To be filed", "Move to folder…");
  await page.getByRole("option", { name: "New folder" }).click();
  const dialog = page.getByRole("dialog", matchExactName("New folder"));
  const nameField = dialog.getByRole("textbox", { name: "Folder name" });
  await nameField.fill("Thesis");
  await page.context().setOffline(true);
  await dialog.getByRole("button", { name: "Create" }).click();
  const error = page.getByRole("alert").filter({ hasText: "Couldn’t move “To be filed”." });
  await error.waitFor();
  await expectEventually(() => readFolderNames(page)).toEqual([]);
  expect(await nameField.inputValue()).toBe("Thesis");
  expect(await error.count()).toBe(1);

  await page.context().setOffline(false);
  await dialog.getByRole("button", { name: "Create" }).click();
  await dialog.waitFor({ state: "detached" });
  await expectEventually(() => readFolderNames(page)).toEqual(["Thesis 1"]);
});

test("on a phone folders, menus and dialogs fit, and axe finds no serious violation", async () => {
  const person = await fixture.openSignedIn({ viewport: narrowViewport });
  const { page } = person;
  await createFolders(person.api, [
    { id: "c", name: "A course with a name that is far too long for the panel of a phone" },
  ]);
  await openWorkspaceWith(person, fixture.url, [
    buildLocalConversation("one", "Within", { folderId: "c", tags: ["physics", "draft"] }),
    buildLocalConversation("two", "Beside", { tags: ["a tag with a long name that does not fit"] }),
  ]);
  await page.getByRole("button", { name: "Open the side panel" }).click();
  await folderRow(page, "A course").click();
  await conversationRow(page, "Within").waitFor();
  await checkAxe(page, "folders and tags");
  await chooseForConversation(page, "Within", "Move to folder…");
  await page.getByRole("combobox", { name: /^Folder for/ }).waitFor();
  await checkAxe(page, "the choice of a folder");
  await page.keyboard.press("Escape");
  await chooseForConversation(page, "Within", "Tags…");
  await page.getByRole("dialog", matchExactName("Tags")).waitFor();
  await checkAxe(page, "the tags of a conversation");
  await page.keyboard.press("Escape");
  await chooseForAll(page, "Select chats");
  await page.getByRole("checkbox", { name: "Within (in this browser)" }).click();
  await checkAxe(page, "several to be chosen");
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test("a search keeps a folder with a matching name, with all its chats, and says how many chats it found", async () => {
  const person = await fixture.openSignedIn();
  const { page } = person;
  await createFolders(person.api, [
    { id: "statistics", name: "Statistics II" },
    { id: "empty", name: "Statistics I" },
    { id: "other", name: "Algebra" },
  ]);
  await openWorkspaceWith(person, fixture.url, [
    buildLocalConversation("one", "Quantiles", { folderId: "statistics", tags: ["exam"] }),
    buildLocalConversation("two", "Median", { folderId: "statistics" }),
    buildLocalConversation("three", "Statistics of rings", { folderId: "other" }),
    buildLocalConversation("four", "Rings", { folderId: "other" }),
  ]);
  const row = (name: string) => conversationList(page).locator("[data-row]").filter({ hasText: name });
  const searchField = page.getByRole("searchbox", { name: "Search chats" });
  await searchField.fill("statistics");
  await expectEventually(() => readFolderNames(page)).toEqual(["Algebra 1", "Statistics I", "Statistics II 2"]);
  for (const name of ["Median", "Quantiles", "Statistics of rings"]) await row(name).waitFor();
  await sidePanel(page).getByRole("status").filter({ hasText: "3 chats found." }).waitFor();
  await searchField.fill("statistics #exam");
  await expectEventually(() => readFolderNames(page)).toEqual(["Statistics II 1"]);
  await row("Quantiles").waitFor();
  expect(await row("Median").count()).toBe(0);
});
