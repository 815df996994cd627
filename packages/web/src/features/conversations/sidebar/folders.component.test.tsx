import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import {
  chooseForAll,
  chooseInRow,
  createChat,
  findInList,
  folderRow,
  readChatNames,
  readFolderNames,
  searchField,
} from "../../../testing/chatList.ts";
import { storeLocalConversations } from "../../../testing/conversations.ts";
import { reloadApp } from "../../../testing/reloadApp.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { composer, conversationRow, eventually, sidePanel } from "../../../testing/screen.ts";
import { stubSyncedFolders } from "../../../testing/stubFolders.ts";
import { stubSettings } from "../../../testing/stubSettings.ts";

const exactly = (name: string) => ({ name, exact: true });

test("[A5.44] folders ask for a name, initially 'New Folder', are renamed, pinned and sorted, and stay like that over a reload", async () => {
  const server = await stubSyncedFolders(
    { id: "a", name: "Alpha", date: "2026-01-01T00:00:00.000Z" },
    { id: "b", name: "Beta", date: "2026-01-02T00:00:00.000Z" },
  );
  await storeLocalConversations(createChat("one", "Within", { folderId: "a" }));
  await renderApp();
  await expect.element(folderRow("Beta")).toBeVisible();
  await eventually(readFolderNames).toEqual(["Beta", "Alpha 1"]);
  await page.getByRole("button", exactly("New folder")).click();
  const newFolderDialog = page.getByRole("dialog", exactly("New folder"));
  const newNameField = newFolderDialog.getByRole("textbox", { name: "Folder name" });
  await expect.element(newNameField).toHaveValue("New Folder");
  await newNameField.fill("  ");
  await userEvent.keyboard("{Enter}");
  await expect.element(newFolderDialog).not.toBeInTheDocument();
  // Above the conversations and the older folders.
  await eventually(readFolderNames).toEqual(["New Folder", "Beta", "Alpha 1"]);
  await page.getByRole("button", exactly("New folder")).click();
  await newNameField.fill("  Thermodynamics  ");
  await newFolderDialog.getByRole("button", { name: "Create" }).click();
  await eventually(readFolderNames).toEqual(["Thermodynamics", "New Folder", "Beta", "Alpha 1"]);

  await chooseInRow("Beta", "Pin");
  await eventually(() => readFolderNames()[0]).toMatch("Beta");
  expect(readFolderNames().slice(1)).toEqual(["Thermodynamics", "New Folder", "Alpha 1"]);
  await chooseInRow("Beta", "Unpin");
  await chooseForAll("Sort folders by name");
  await eventually(readFolderNames).toEqual(["Alpha 1", "Beta", "New Folder", "Thermodynamics"]);
  const nameField = page.getByRole("textbox", { name: "Folder name" });
  for (const [typed, expected] of [
    ["   ", ["Alpha 1", "Beta", "New Folder", "Thermodynamics"]],
    [" Aardvark ", ["Aardvark", "Alpha 1", "Beta", "Thermodynamics"]],
  ] as const) {
    await chooseInRow("New Folder", "Rename");
    await nameField.fill(typed);
    await userEvent.keyboard("{Enter}");
    await expect.element(nameField).not.toBeInTheDocument();
    await eventually(readFolderNames).toEqual(expected);
  }
  await eventually(() => server.listFolders().map(({ name }) => name)).toContain("Aardvark");
  expect(readChatNames()).toEqual([]);
  await folderRow("Alpha").click();
  await eventually(readChatNames).toEqual(["Within"]);
  await reloadApp();
  await eventually(readChatNames).toEqual(["Within"]);
  await eventually(readFolderNames).toEqual(["Aardvark", "Alpha 1", "Beta", "Thermodynamics"]);
  await folderRow("Alpha").click();
  await eventually(readChatNames).toEqual([]);
});

test("[C6.05] folders of a group can only be hidden, and shown again with Unhide; one for everybody has no menu", async () => {
  const readSettings = stubSettings();
  await stubSyncedFolders({ id: "shared", name: "Shared", isGroupFolder: true });
  await storeLocalConversations(
    createChat("one", "Of the group", { folderId: "shared" }),
    createChat("two", "By an agent", { folderId: "agents" }),
  );
  await renderApp();
  await eventually(readFolderNames).toEqual([expect.stringMatching("Agents"), expect.stringMatching("Shared")]);
  await expect.element(page.getByRole("button", { name: "Actions for Agents" })).not.toBeInTheDocument();
  await expect.element(composer()).toHaveFocus();
  for (const name of ["Agents", "Shared"]) {
    folderRow(name).element().focus();
    await userEvent.keyboard("{F2}");
    expect(page.getByRole("textbox", { name: "Folder name" }).query()).toBeNull();
    await userEvent.keyboard("{Delete}");
    expect(page.getByRole("alertdialog").query()).toBeNull();
  }
  await page.getByRole("button", { name: "Actions for Shared" }).click();
  await expect.element(page.getByRole("menuitem")).toHaveTextContent("Hide");
  await page.getByRole("menuitem").click();
  await eventually(readFolderNames).toHaveLength(1);
  await eventually(() => readSettings()?.hiddenGroupFolderIds).toEqual(["shared"]);
  await reloadApp();
  await eventually(readFolderNames).toHaveLength(1);
  await chooseForAll("Show hidden folders");
  await chooseInRow("Shared", "Unhide");
  await eventually(() => readSettings()?.hiddenGroupFolderIds).toEqual([]);
  await reloadApp();
  await eventually(readFolderNames).toHaveLength(2);
});

test("by keyboard alone folders are opened, entered, left and closed, and letters jump to names", async () => {
  await stubSyncedFolders({ id: "c", name: "Course" }, { id: "g", name: "Grants" });
  await storeLocalConversations(createChat("in", "Within", { folderId: "c" }), createChat("one", "To be filed"));
  await renderApp();
  await eventually(readFolderNames).toHaveLength(2);
  const press = async (key: string, expected: string) => {
    await userEvent.keyboard(key);
    await eventually(() => document.activeElement?.textContent).toContain(expected);
  };
  await expect.element(composer()).toHaveFocus();
  folderRow("Course").element().focus();
  await press("{ArrowRight}", "Course");
  await expect.element(folderRow("Course")).toHaveAttribute("aria-expanded", "true");
  await press("{ArrowRight}", "Within");
  await press("{ArrowLeft}", "Course");
  await press("{ArrowLeft}", "Course");
  await expect.element(folderRow("Course")).toHaveAttribute("aria-expanded", "false");
  await press("t", "To be filed");
  await press("{Home}", "Course");
  await press("{End}", "To be filed");
});

test("a search keeps a folder with a matching name, with all its chats, and says how many chats it found", async () => {
  await stubSyncedFolders(
    { id: "statistics", name: "Statistics II" },
    { id: "empty", name: "Statistics I" },
    { id: "other", name: "Algebra" },
  );
  await storeLocalConversations(
    createChat("one", "Quantiles", { folderId: "statistics", tags: ["exam"] }),
    createChat("two", "Median", { folderId: "statistics" }),
    createChat("three", "Statistics of rings", { folderId: "other" }),
    createChat("four", "Rings", { folderId: "other" }),
  );
  await renderApp();
  const findRow = (name: string) => findInList("[data-row]").find(({ textContent }) => textContent.includes(name));
  await searchField().fill("statistics");
  await eventually(readFolderNames).toEqual(["Algebra 1", "Statistics I", "Statistics II 2"]);
  for (const name of ["Median", "Quantiles", "Statistics of rings"]) await eventually(() => findRow(name)).toBeTruthy();
  await expect.element(sidePanel().getByRole("status").filter({ hasText: "3 chats found." })).toBeInTheDocument();
  await searchField().fill("statistics #exam");
  await eventually(readFolderNames).toEqual(["Statistics II 1"]);
  await eventually(() => findRow("Quantiles")).toBeTruthy();
  expect(findRow("Median")).toBeUndefined();
});

test("at 390 px, folders, tags and checked chats fit", async () => {
  await page.viewport(390, 844);
  await stubSyncedFolders({ id: "c", name: "A course with a name that is far too long for the panel of a phone" });
  await storeLocalConversations(
    createChat("one", "Within", { folderId: "c", tags: ["physics", "draft"] }),
    createChat("two", "Beside", { tags: ["a tag with a long name that does not fit"] }),
  );
  await renderApp();
  await page.getByRole("button", { name: "Open the side panel" }).click();
  await eventually(readFolderNames).toHaveLength(1);
  const folder = page.elementLocator(findInList("button[aria-expanded][data-tree-row]")[0] ?? document.body);
  await folder.click();
  await expect.element(conversationRow("Within")).toBeVisible();
  const expectFit = () => {
    const { scrollWidth } = document.documentElement;
    expect(scrollWidth).toBeLessThanOrEqual(innerWidth);
    for (const row of findInList("[data-tree-row]"))
      expect(row.getBoundingClientRect().right).toBeLessThanOrEqual(innerWidth);
  };
  expectFit();
  await chooseForAll("Select chats");
  await page.getByRole("checkbox", { name: "Within (in this browser)" }).click();
  await expect.element(page.getByRole("region", { name: "Selected chats" })).toBeVisible();
  expectFit();
});
