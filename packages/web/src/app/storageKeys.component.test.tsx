import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { pluginLocation } from "../features/plugins/selectorStates.ts";
import { userDatabaseName } from "../lib/userDatabase.ts";
import { listUserKeys, readUserValue } from "../lib/userStorage.ts";
import { confirmWith } from "../testing/chatList.ts";
import { createBranch, createConversation, storeLocalConversations } from "../testing/conversations.ts";
import { openPrompts, promptPanel } from "../testing/promptPanel.ts";
import { renderApp } from "../testing/renderApp.tsx";
import { banner, dialogNamed, eventually } from "../testing/screen.ts";
import { stubFolders } from "../testing/stubFolders.ts";
import { getPerson } from "../testing/stubServer.ts";
import { stubSettings } from "../testing/stubSettings.ts";

const read = (key: string) => readUserValue(getPerson().id, key);
const readSettings = () => JSON.parse(read("settings") ?? "{}") as object;

/** The object stores of the person's database, and how many records they have. */
async function countRecords(): Promise<Record<string, number>> {
  const opening = indexedDB.open(userDatabaseName(getPerson().id));
  await new Promise((resolve) => opening.addEventListener("success", resolve));
  const database = opening.result;
  const names = [...database.objectStoreNames];
  const transaction = database.transaction(names);
  const counts = names.map((name) => ({ name, request: transaction.objectStore(name).count() }));
  await new Promise((resolve) => transaction.addEventListener("complete", resolve));
  database.close();
  return Object.fromEntries(counts.map(({ name, request }) => [name, request.result]));
}

/** Sorts the folders of a list by name. They are sorted by date before. */
async function sortByName(openMenu: () => Promise<void>): Promise<void> {
  await openMenu();
  const option = (name: string) => page.getByRole("menuitemradio", { name, exact: true });
  await expect.element(option("Sort folders by date")).toBeChecked();
  await option("Sort folders by name").click();
}

test("[C3.31] [A3.26] what the browser stores for a person has the names of the specification, and folders are sorted by date at first", async () => {
  stubFolders({ id: "course", name: "Course" });
  stubSettings({ hiddenGroupFolderIds: ["group-1"] });
  const messages = createBranch(["Why?", "So."], "stored");
  await storeLocalConversations(createConversation({ id: "stored", name: "Tides", messages }));
  await renderApp("#c=stored");
  // What is selected is in the address.
  expect(location.hash).toBe("#c=stored");
  await eventually(() => read("folders")).toContain("Course");
  await eventually(readSettings).toMatchObject({ hiddenGroupFolderIds: ["group-1"] });
  await sortByName(() => page.getByRole("button", { name: "Actions for all chats" }).click());
  await openPrompts();
  await sortByName(() => promptPanel().getByRole("button", { name: "Prompt list options" }).click());
  await page.getByRole("button", { name: "Close the side panel" }).click();
  await banner().getByRole("button", { name: "scripted-large" }).click();
  await page.getByRole("option", { name: /scripted-small/ }).click();
  pluginLocation.write(getPerson().id, { x: 1, y: 2 });
  await userEvent.keyboard("{Control>},{/Control}");
  await dialogNamed("Settings").getByRole("tab", { name: "Chat storage" }).click();
  await dialogNamed("Settings").getByRole("radio", { name: "Cloud" }).click();
  await confirmWith("Save");
  const values = { chatFolderSort: "name", promptFolderSort: "name", showChatbar: "false", showPromptbar: "true" };
  for (const [key, value] of Object.entries(values)) expect([key, read(key)]).toEqual([key, value]);
  const keys = ["folders", "settings", "defaultModel", "pluginLocation", "storageSelection", ...Object.keys(values)];
  await eventually(() => listUserKeys(getPerson().id)).toEqual(expect.arrayContaining(keys));
  expect(await countRecords()).toMatchObject({ conversationHistory: 1, prompts: expect.any(Number) });
});
