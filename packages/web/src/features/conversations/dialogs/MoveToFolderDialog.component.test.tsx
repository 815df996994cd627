import { updateConversation, updateMultipleConversations } from "@lectern/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import {
  chooseInRow,
  createChat,
  folderRow,
  readChatNames,
  readFolderNames,
  readLocalConversations,
} from "../../../testing/chatList.ts";
import { storeLocalConversations } from "../../../testing/conversations.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { composer, conversationRow, eventually } from "../../../testing/screen.ts";
import { stubCloud } from "../../../testing/stubCloud.ts";
import { stubSyncedFolders } from "../../../testing/stubFolders.ts";

const folderField = () => page.getByRole("combobox", { name: /^Folder for/ });
const selectedOption = () => page.getByRole("option", { selected: true });
const readOptions = () =>
  page
    .getByRole("option")
    .elements()
    .map(({ textContent }) => textContent);
const unreachable = { status: null };

test("by keyboard alone a chat is filed by typing a part of a folder's name, which can be undone, and stays where it is with Enter", async () => {
  await stubSyncedFolders({ id: "c", name: "Course" }, { id: "g", name: "Grants" });
  await storeLocalConversations(createChat("in", "Within", { folderId: "c" }), createChat("one", "To be filed"));
  await renderApp();
  await expect.element(conversationRow("To be filed")).toBeVisible();
  await expect.element(composer()).toHaveFocus();
  conversationRow("To be filed").element().focus();
  await userEvent.keyboard("{Shift>}{F10}{/Shift}");
  await expect.element(page.getByRole("menuitem", { name: "Rename" })).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}");
  await expect.element(page.getByRole("menuitem", { name: "Move to folder…" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(folderField()).toHaveFocus();
  await expect.element(selectedOption()).toHaveTextContent("No folderCurrent");
  await userEvent.keyboard("gra");
  await expect.element(selectedOption()).toHaveTextContent("Grants");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("“To be filed” moved to “Grants”.", { exact: true }).first()).toBeInTheDocument();
  await eventually(readFolderNames).toContain("Grants 1");
  await page.getByRole("button", { name: "Undo" }).click();
  await eventually(readChatNames).toEqual(["To be filed"]);

  await folderRow("Course").click();
  await chooseInRow("Within", "Move to folder…");
  await expect.element(folderField()).toHaveFocus();
  await expect.element(selectedOption()).toHaveTextContent("CourseCurrent");
  await userEvent.keyboard("{Enter}");
  await expect.element(folderField()).not.toBeInTheDocument();
  expect(readFolderNames()).toContain("Course 1");

  await chooseInRow("To be filed", "Move to folder…");
  await expect.element(folderField()).toHaveFocus();
  await userEvent.keyboard("Entirely new");
  await expect.element(selectedOption()).toHaveTextContent("Create folder “Entirely new”");
  await userEvent.keyboard("{Enter}");
  await expect
    .element(page.getByText("“To be filed” moved to “Entirely new”.", { exact: true }).first())
    .toBeInTheDocument();
  await expect.element(folderField()).not.toBeInTheDocument();
  await eventually(readFolderNames).toContain("Entirely new 1");
  const readFolderId = async () => (await readLocalConversations()).find(({ id }) => id === "one")?.folderId;
  await eventually(readFolderId).toBeTruthy();
});

test("a chat moves to a folder of the typed name in one step, which can be undone; if it cannot be moved, the typed name stays", async () => {
  await stubSyncedFolders({ id: "g", name: "Grants" });
  const cloud = stubCloud(createChat("c", "To be filed"));
  await renderApp();
  await expect.element(conversationRow("To be filed")).toBeVisible();
  await chooseInRow("To be filed", "Move to folder…");
  const newOption = page.getByRole("option", { name: /^Create folder/ });
  await folderField().fill("grants");
  await eventually(readOptions).toEqual(["Grants", "No folderCurrent"]);
  await folderField().fill("");
  // The built-in folder "Agents" is not offered, because it is empty.
  await eventually(readOptions).toEqual(["New folder…", "No folderCurrent", "Grants"]);

  await folderField().fill("Thesis");
  const restoreOps = [updateConversation, updateMultipleConversations].map((op) =>
    cloud.failOp(op, "Offline.", unreachable),
  );
  await newOption.click();
  const error = page.getByRole("alert").filter({ hasText: "Couldn’t move “To be filed”." });
  await expect.element(error).toBeVisible();
  await eventually(readFolderNames).toEqual(["Grants"]);
  await expect.element(folderField()).toHaveValue("Thesis");

  for (const restore of restoreOps) restore();
  await newOption.click();
  await expect.element(page.getByText("“To be filed” moved to “Thesis”.", { exact: true }).first()).toBeInTheDocument();
  await expect.element(folderField()).not.toBeInTheDocument();
  await eventually(readFolderNames).toEqual(["Thesis 1", "Grants"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await eventually(readChatNames).toEqual(["To be filed"]);
  await eventually(() => cloud.conversations.get("c")?.folderId).toBeNull();
});

test("a chat that has moved slowly gets the focus, unless the person has moved it meanwhile", async () => {
  await stubSyncedFolders({ id: "g", name: "Grants" });
  const cloud = stubCloud(createChat("a", "First"), createChat("b", "Second"));
  await renderApp();
  /** Has the move end after `act`, and waits until it has. */
  const moveSlowly = async (name: string, act: () => Promise<void>) => {
    await chooseInRow(name, "Move to folder…");
    const pauses = [updateConversation, updateMultipleConversations].map((op) => cloud.pauseOp(op));
    await page.getByRole("option", { name: "Grants" }).click();
    await Promise.race(pauses.map(({ reached }) => reached));
    await expect.element(folderField()).not.toBeInTheDocument();
    await act();
    for (const { release } of pauses) release();
    await expect.element(page.getByText(/moved to “Grants”/).first()).toBeInTheDocument();
  };
  await expect.element(conversationRow("First")).toBeVisible();
  await moveSlowly("First", async () => {
    await composer().click();
    await userEvent.keyboard("Meanwhile");
  });
  await expect.element(composer()).toHaveFocus();
  await page.getByRole("button", { name: "Undo" }).click();
  await eventually(readFolderNames).toEqual(["Grants"]);
  await moveSlowly("Second", async () => undefined);
  await expect.element(composer()).not.toHaveFocus();
  await expect.element(folderRow("Grants")).toHaveFocus();
});

test("the dialog for a new folder stays open with the typed name if the chat cannot be moved to it, and no folder is left", async () => {
  await stubSyncedFolders();
  const cloud = stubCloud(createChat("c", "To be filed"));
  await renderApp();
  await expect.element(conversationRow("To be filed")).toBeVisible();
  await chooseInRow("To be filed", "Move to folder…");
  await page.getByRole("option", { name: "New folder" }).click();
  const dialog = page.getByRole("dialog", { name: "New folder", exact: true });
  const nameField = dialog.getByRole("textbox", { name: "Folder name" });
  await nameField.fill("Thesis");
  const restoreOps = [updateConversation, updateMultipleConversations].map((op) =>
    cloud.failOp(op, "Offline.", unreachable),
  );
  await dialog.getByRole("button", { name: "Create" }).click();
  const error = page.getByRole("alert").filter({ hasText: "Couldn’t move “To be filed”." });
  await expect.element(error).toBeVisible();
  await eventually(readFolderNames).toEqual([]);
  await expect.element(nameField).toHaveValue("Thesis");
  expect(error.elements()).toHaveLength(1);

  for (const restore of restoreOps) restore();
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await eventually(readFolderNames).toEqual(["Thesis 1"]);
});
