import { createMultipleConversations } from "@lectern/contract";
import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { readLocalConversations } from "../../../testing/chatList.ts";
import { reloadApp } from "../../../testing/reloadApp.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { conversationRow, dialogNamed, eventually, log } from "../../../testing/screen.ts";
import { stubCloud } from "../../../testing/stubCloud.ts";
import { stubFolders } from "../../../testing/stubFolders.ts";
import { stubConfig } from "../../../testing/stubServer.ts";
import { stubSettings } from "../../../testing/stubSettings.ts";

const dialog = () => dialogNamed("Import");
const clickButton = (name: string) => dialog().getByRole("button", { name, exact: true }).click();
const dialogText = (text: string | RegExp) => dialog().getByText(text, { exact: true }).first();

/** Opens the dialog from the tab "More", where an entry's second line is part of its accessible name. */
async function openImport(): Promise<void> {
  await page.getByRole("tab", { name: "More" }).click();
  await page.getByRole("button", { name: /^Import / }).click();
  await expect.element(dialog()).toBeVisible();
}

async function choose(name: string, content: string | Uint8Array<ArrayBuffer>): Promise<void> {
  await userEvent.upload(page.getByLabelText("File to import"), new File([content], name));
}

async function importAndExpect(result: string | RegExp): Promise<void> {
  await clickButton("Import");
  await expect.element(dialogText(result)).toBeVisible();
  await clickButton("Done");
  await expect.element(dialog()).not.toBeInTheDocument();
}

/** An archive that ChatGPT exports, with one conversation. */
function buildChatGptArchive(): Uint8Array<ArrayBuffer> {
  const buildNode = (id: string, parent: string | null, children: string[], role: string, text: string) => {
    const content = { content_type: "text", parts: [text] };
    return [id, { id, parent, children, message: { author: { role }, content, create_time: 1.7e9 } }];
  };
  const mapping = Object.fromEntries([
    buildNode("u", null, ["a"], "user", "From elsewhere"),
    buildNode("a", "u", [], "assistant", "Welcome **here**"),
  ]);
  const times = { create_time: 1.7e9, update_time: 1.7e9 };
  const conversations = [{ title: "Moved here", ...times, mapping, current_node: "a", conversation_id: "x-1" }];
  return zipSync({ "chat.html": strToU8("<p>"), "conversations.json": strToU8(JSON.stringify(conversations)) });
}

test("[C3.29] [A2.22] folders of the same name are merged, prompts too", async () => {
  const store = stubFolders();
  await renderApp();
  const file = {
    version: 4,
    history: [{ id: "c1", name: "Filed", folderId: "f1", messages: [{ role: "user", content: "Hi" }] }],
    folders: [{ id: "f1", name: "Physics", type: "chat" }],
    prompts: [{ id: "p1", name: "Explain", content: "Explain {{x}}", folderId: null, type: "prompt" }],
  };
  await openImport();
  await expect.element(dialogText("Lectern, ChatGPT or Claude exports (.zip or .json)")).toBeVisible();
  await choose("a.json", JSON.stringify(file));
  await importAndExpect("Imported 1 chat, 1 folder and 1 prompt.");
  const folders = [{ id: "f2", name: "Physics", type: "chat" }];
  const secondFile = { ...file, folders, history: [{ ...file.history[0], id: "c2", folderId: "f2" }] };
  await openImport();
  await choose("b.json", JSON.stringify(secondFile));
  const preview = "1 chat, 1 folder and 1 prompt. 2 of them already exist here and stay unchanged.";
  await expect.element(dialogText(preview)).toBeVisible();
  await importAndExpect(/^Imported 1 chat\./);
  const folderIds = Object.fromEntries((await readLocalConversations()).map(({ id, folderId }) => [id, folderId]));
  expect(folderIds).toMatchObject({ c1: "f1", c2: "f1" });
  await eventually(() => store.listFolders()).toMatchObject([{ id: "f1", name: "Physics", type: "chat" }]);
  await eventually(() => store.listPrompts()).toMatchObject([{ id: "p1", name: "Explain" }]);
});

test("[C3.29] [A2.22] an unsupported or damaged file is reported, and an archive of ChatGPT or a dropped file is read", async () => {
  await renderApp();
  await openImport();
  const alert = dialog().getByRole("alert");
  await choose("a.json", '{"version":9}');
  await expect.element(alert.getByText("Unsupported data format", { exact: true })).toBeVisible();
  await choose("b.json", '{"version":4,"history":[');
  await expect
    .element(alert.getByText("This file couldn’t be read because it is damaged or incomplete."))
    .toBeVisible();
  const validConversation = { id: "ok", name: "Sound", messages: [{ role: "user", content: "Hi" }] };
  await choose("c.json", JSON.stringify([validConversation, 5]));
  await expect.element(dialogText("1 item in the file couldn’t be read completely:")).toBeVisible();
  await expect.element(dialog().getByRole("listitem").getByText("It isn’t a chat.")).toBeVisible();
  await importAndExpect("Imported 1 chat.");

  await openImport();
  const dataTransfer = new DataTransfer();
  const droppedChat = { ...validConversation, id: "dropped", name: "Dropped" };
  dataTransfer.items.add(new File([JSON.stringify([droppedChat])], "dropped.json"));
  const zone = dialog().getByText("Drop a file here, or choose one.");
  zone.element().dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  await expect.element(dialogText("1 chat.")).toBeVisible();
  await importAndExpect("Imported 1 chat.");

  await openImport();
  await choose("export.zip", buildChatGptArchive());
  await expect.element(dialogText("export.zip from ChatGPT")).toBeVisible();
  await expect.element(dialogText("Not imported: 1 other file in the archive.")).toBeVisible();
  await clickButton("Import");
  await expect.element(dialogText("Imported 1 chat.")).toBeVisible();
  await expect.element(dialogText("Not imported: 1 other file in the archive.")).toBeVisible();
  await reloadApp("#c=x-1");
  await expect.element(log().getByText("From elsewhere")).toBeVisible();
  expect(log().element().querySelector("strong")?.textContent).toBe("here");
});

test("imported chats are stored in the cloud if it is chosen, a single one can be opened, and what could not be moved stays in this browser", async () => {
  const cloud = stubCloud();
  await renderApp();
  const buildFile = (...names: string[]) =>
    JSON.stringify(names.map((name) => ({ id: name, name, messages: [{ role: "user", content: `Text of ${name}` }] })));
  const place = (name: string) =>
    dialog()
      .getByRole("radiogroup", { name: "Where should the imported chats be stored?" })
      .getByRole("radio", { name });
  const listCloudNames = () => new Set([...cloud.conversations.values()].map(({ name }) => name));
  await openImport();
  await choose("one.json", buildFile("First"));
  await expect.element(place("This browser")).toBeChecked();
  await place("Cloud").click();
  await clickButton("Import");
  await expect.element(dialogText("Imported 1 chat.")).toBeVisible();
  expect(listCloudNames()).toEqual(new Set(["First"]));
  await clickButton("Open");
  await expect.element(log().getByText("Text of First")).toBeVisible();

  await openImport();
  await choose("three.json", buildFile("First", "Second", "Third"));
  await expect.element(dialogText("3 chats. 1 of them already exists here and stays unchanged.")).toBeVisible();
  await place("Cloud").click();
  const restoreOp = cloud.failOp(createMultipleConversations, "The database is away.");
  await clickButton("Import");
  const failure = "2 of these chats are still in this browser, not in the cloud. The database is away.";
  await expect.element(dialog().getByRole("alert").getByText(failure, { exact: true })).toBeVisible();
  const localNames = (await readLocalConversations()).filter(({ isLocal }) => isLocal).map(({ name }) => name);
  expect(localNames).toEqual(expect.arrayContaining(["Second", "Third"]));
  restoreOp();
  await clickButton("Move to the cloud");
  await eventually(listCloudNames).toEqual(new Set(["First", "Second", "Third"]));
  await clickButton("Show chats");
  await expect.element(conversationRow("Third")).toBeVisible();
});

test("the first import of a new person into the cloud leaves the storage of new chats where it is", async () => {
  stubConfig({ defaultStorage: null });
  const readSettings = stubSettings();
  const cloud = stubCloud();
  await renderApp();
  await expect.element(page.getByRole("group", { name: "Where should your chats be stored?" })).toBeVisible();
  await openImport();
  await choose("one.json", JSON.stringify([{ id: "c", name: "First", messages: [{ role: "user", content: "Hi" }] }]));
  await expect.element(dialog().getByRole("radio", { name: "Cloud" })).toBeChecked();
  const creating = cloud.pauseOp(createMultipleConversations);
  await clickButton("Import");
  await creating.reached;
  const storage = page.getByRole("button", { name: /change where this chat is stored$/, includeHidden: true });
  await expect.element(storage).toHaveTextContent("Cloud");
  creating.release();
  await expect.element(dialogText("Imported 1 chat.")).toBeVisible();
  await clickButton("Done");
  await expect.element(storage).toHaveTextContent("Cloud");
  expect(readSettings()?.storageSelection).toBe("future-cloud");
});
