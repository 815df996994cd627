import { type Folder, syncPrompts } from "@lectern/contract";
import type { Locator, Page } from "playwright-core";
import type { ApiClient } from "../content/createApiClient.ts";
import { conversationList } from "./screen.ts";

/** Creates conversation folders for a person, as another device would. The page shows them after the next load. */
export async function createFolders(
  api: ApiClient,
  folders: readonly (Partial<Folder> & { id: string })[],
): Promise<void> {
  const changes = folders.map((folder) => {
    const item: Folder = { name: folder.id, type: "chat", date: "2026-01-01T00:00:00.000Z", ...folder };
    return { kind: "folder" as const, id: item.id, item, revision: 0 };
  });
  for (let from = 0; from < changes.length; from += 200) {
    await api.call(syncPrompts, { since: 0, changes: changes.slice(from, from + 200) });
  }
}

/** The button that expands and collapses a folder in the list. */
export function folderRow(page: Page, name: string): Locator {
  return conversationList(page).locator("button[aria-expanded][data-tree-row]").filter({ hasText: name });
}

/** Names of the folders from top to bottom, each with its number of conversations, such as `Course 2`. */
export async function readFolderNames(page: Page): Promise<string[]> {
  return conversationList(page).locator("button[aria-expanded][data-tree-row]").allTextContents();
}

/** Chooses an action from the menu of a folder in the list. */
export async function chooseForFolder(page: Page, name: string, action: string): Promise<void> {
  await folderRow(page, name).hover();
  await conversationList(page)
    .getByRole("button", { name: `Actions for ${name}` })
    .click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}

/** Chooses an action from the menu of all conversations. */
export async function chooseForAll(page: Page, action: string): Promise<void> {
  await page.getByRole("button", { name: "Actions for all chats" }).click();
  await page.getByRole(/^Sort/.test(action) ? "menuitemradio" : "menuitem", { name: action, exact: true }).click();
}
