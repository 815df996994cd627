import type { Conversation } from "@lectern/contract";
import { expect } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openLocalConversations } from "../entities/conversations/store/localConversations.ts";
import { createBranch, createConversation } from "./conversations.ts";
import { conversationList } from "./screen.ts";
import { getPerson } from "./stubServer.ts";

// The list of chats in the side panel.

export const searchField = () => page.getByRole("searchbox", { name: "Search chats" });
export const selectionBar = () => page.getByRole("region", { name: "Selected chats" });

/** A local conversation with one question and one answer. */
export const createChat = (id: string, name: string, fields: Partial<Conversation> = {}): Conversation =>
  createConversation({
    id,
    name,
    temperature: 1,
    messages: createBranch([`Question of ${name}`, `Answer of ${name}`], id),
    ...fields,
  });

/** The box that checks a conversation while several are selected. */
export const chatBox = (name: string) => page.getByRole("checkbox", { name: `${name} (` });

/** The button that expands and collapses a folder. */
export const folderRow = (name: string) => conversationList().getByRole("button", { name: new RegExp(`^${name}`) });

/** The elements in the list that match a selector. */
export const findInList = (selector: string): Element[] => [
  ...(conversationList().query()?.querySelectorAll<HTMLElement>(selector) ?? []),
];

/** The names of the listed conversations from top to bottom. */
export const readChatNames = (): string[] =>
  findInList("[data-row]").map((row) => row.textContent.replace(/\((in this browser|in the cloud)\).*$/, ""));

/** The names of the folders from top to bottom, each with its number of conversations, such as `Course 2`. */
export const readFolderNames = (): string[] =>
  findInList("button[aria-expanded][data-tree-row]").map((row) => row.textContent);

/** Chooses an action from the menu of a conversation or a folder in the list. */
export async function chooseInRow(name: string, action: string): Promise<void> {
  await conversationList()
    .getByRole("button", { name: `Actions for ${name}` })
    .click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}

/** Chooses an action from the menu of all conversations. */
export async function chooseForAll(action: string): Promise<void> {
  await page.getByRole("button", { name: "Actions for all chats" }).click();
  await page.getByRole(/^Sort/.test(action) ? "menuitemradio" : "menuitem", { name: action, exact: true }).click();
}

/** Clicks a button of the confirmation dialog. `name`: the first words of its name, such as "Delete". */
export async function confirmWith(name: string): Promise<void> {
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: new RegExp(`^${name}( |$)`) }).click();
  await expect.element(dialog).not.toBeInTheDocument();
}

/** Types a new name for the conversation that is being renamed, and presses `key`. */
export async function typeNewName(newName: string, key: "Enter" | "Escape" = "Enter"): Promise<void> {
  await page.getByRole("textbox", { name: "Chat name" }).fill(newName);
  await userEvent.keyboard(`{${key}}`);
}

/** Reads the conversations that this browser stores for the person. */
export async function readLocalConversations(): Promise<Conversation[]> {
  const local = await openLocalConversations(getPerson().id);
  const conversations = await Promise.all((await local.listSummaries()).map(({ id }) => local.get(id)));
  return conversations.filter((each) => each !== null);
}
