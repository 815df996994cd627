import { readFile } from "node:fs/promises";
import { createConversation, listConversations } from "@lectern/contract";
import { strToU8, zipSync } from "fflate";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { buildLocalConversation, openWorkspaceWith, readStoredConversations } from "../../support/browserStorage.ts";
import { checkAxe } from "../../support/checkAxe.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { failOp } from "../../support/interceptOp.ts";
import { conversationRow, expectEventually, expectVisible, openWorkspace } from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });
const buildMessage = (id: string, parentId: string | null, role: "user" | "assistant", content: string) => ({
  id,
  parentId,
  role,
  content,
  data: {},
});
/** A conversation with two versions of its answer, of which the first is shown. */
const branchedConversation = buildLocalConversation("branched", "Two answers", {
  messages: [
    buildMessage("q", null, "user", "Question?"),
    buildMessage("a", "q", "assistant", "First"),
    buildMessage("b", "q", "assistant", "Second"),
  ],
  headId: "a",
  folderId: "f1",
});
const messages = [buildMessage("q", null, "user", "Far away?"), buildMessage("a", "q", "assistant", "Yes")];

/** An archive that ChatGPT exports, with one conversation. */
const buildChatGptArchive = () => {
  const buildNode = (id: string, parent: string | null, children: string[], role: string, text: string) => {
    const content = { content_type: "text", parts: [text] };
    return [id, { id, parent, children, message: { author: { role }, content, create_time: 1.7e9 } }];
  };
  const mapping = Object.fromEntries([
    buildNode("u", null, ["a"], "user", "From elsewhere"),
    buildNode("a", "u", [], "assistant", "Welcome **here**"),
  ]);
  const times = { create_time: 1.7e9, update_time: 1.7e9 };
  const archiveConversations = [{ title: "Moved here", ...times, mapping, current_node: "a", conversation_id: "x-1" }];
  return zipSync({ "chat.html": strToU8("<p>"), "conversations.json": strToU8(JSON.stringify(archiveConversations)) });
};

/** An entry of the tab "More", whose second line is part of its accessible name. */
const panelEntry = (page: Page, name: string) => page.getByRole("button", { name: new RegExp(`^${name} `) });

async function openPanelEntry(page: Page, name: string): Promise<void> {
  await page.getByRole("tab", { name: "More" }).click();
  await panelEntry(page, name).click();
  await dialog(page, name).waitFor();
}

async function exportAll(page: Page): Promise<{ name: string; text: string }> {
  await openPanelEntry(page, "Export Conversations");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog(page, "Export Conversations").getByRole("button", { name: "Export", exact: true }).click(),
  ]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
}

async function choose(page: Page, name: string, content: string | Uint8Array): Promise<void> {
  const buffer = typeof content === "string" ? Buffer.from(content) : Buffer.from(content);
  const file = { name, mimeType: "application/json", buffer };
  await dialog(page, "Import").getByLabel("File to import").setInputFiles(file);
}

const clickImportButton = (page: Page, name: string) =>
  dialog(page, "Import").getByRole("button", { name, exact: true }).click();

describe("export and import", () => {
  test("[C1.09] [A2.22] [A2.23] [A4.34a] [C9.14] [A9.05a] what one person exports another imports completely", async () => {
    const person = await fixture.openSignedIn();
    const { page, api } = person;
    await api.call(createConversation, { conversation: { id: "cloudy", name: "In the cloud", messages, headId: "a" } });
    await openWorkspaceWith(person, fixture.url, [branchedConversation]);
    const { name, text } = await exportAll(page);
    const today = await page.evaluate(() => `${new Date().getMonth() + 1}-${new Date().getDate()}`);
    expect(name).toBe(`chatbot_ui_history_${today}.json`);
    const file: { version: number; history: { id: string; messages: { content: string }[] }[] } = JSON.parse(text);
    expect(file).toMatchObject({ version: 4, folders: [], prompts: [] });
    // Other products read only the branch that is shown.
    const contents = Object.fromEntries(
      file.history.map((one) => [one.id, one.messages.map(({ content }) => content)]),
    );
    expect(contents).toEqual({ branched: ["Question?", "First"], cloudy: ["Far away?", "Yes"] });

    const otherPerson = await fixture.openSignedIn();
    await openWorkspace(otherPerson.page, fixture.url);
    await openPanelEntry(otherPerson.page, "Import");
    await checkAxe(otherPerson.page, "the choice of a file");
    await choose(otherPerson.page, "history.json", text);
    await expectVisible(dialog(otherPerson.page, "Import"), "2 chats.");
    await checkAxe(otherPerson.page, "the preview");
    await clickImportButton(otherPerson.page, "Import");
    await expectVisible(dialog(otherPerson.page, "Import"), "Imported 2 chats.");
    await clickImportButton(otherPerson.page, "Done");
    const storedConversations = await readStoredConversations(otherPerson.page, otherPerson.userId);
    const conversationsById = new Map(storedConversations.conversationHistory.map((one) => [one.id, one]));
    expect(conversationsById.get("branched")).toMatchObject({
      messages: branchedConversation.messages,
      headId: "a",
      isLocal: true,
    });
    expect(conversationsById.get("cloudy")).toMatchObject({ name: "In the cloud", isLocal: true, revision: 0 });

    // The second import finds everything already there and overwrites nothing.
    await panelEntry(otherPerson.page, "Import").click();
    await choose(otherPerson.page, "history.json", text.replaceAll("First", "Changed"));
    await expectVisible(
      dialog(otherPerson.page, "Import"),
      "2 chats. All of them already exist here and stay unchanged.",
    );
    expect(
      await dialog(otherPerson.page, "Import").getByRole("button", { name: "Import", exact: true }).isDisabled(),
    ).toBe(true);
  });

  test("[C3.29] [A2.22] [A2.23] folders of the same name are merged, prompts too; an unsupported or damaged file is reported, and an archive of ChatGPT or a dropped file is read", async () => {
    const { page } = await fixture.openSignedIn();
    await openWorkspace(page, fixture.url);
    const importDialog = dialog(page, "Import");
    const importAndExpect = async (result: string | RegExp) => {
      await clickImportButton(page, "Import");
      await expectVisible(importDialog, result);
      await clickImportButton(page, "Done");
    };
    const openAgain = () => panelEntry(page, "Import").click();
    const file = {
      version: 4,
      history: [{ id: "c1", name: "Filed", folderId: "f1", messages: [{ role: "user", content: "Hi" }] }],
      folders: [{ id: "f1", name: "Physics", type: "chat" }],
      prompts: [{ id: "p1", name: "Explain", content: "Explain {{x}}", folderId: null, type: "prompt" }],
    };
    await openPanelEntry(page, "Import");
    await expectVisible(dialog(page, "Import"), "Lectern, ChatGPT or Claude exports (.zip or .json)");
    await choose(page, "a.json", JSON.stringify(file));
    await importAndExpect("Imported 1 chat, 1 folder and 1 prompt.");
    const folders = [{ id: "f2", name: "Physics", type: "chat" }];
    await openAgain();
    const secondFile = { ...file, folders, history: [{ ...file.history[0], id: "c2", folderId: "f2" }] };
    await choose(page, "b.json", JSON.stringify(secondFile));
    await expectVisible(
      importDialog,
      "1 chat, 1 folder and 1 prompt. 2 of them already exist here and stay unchanged.",
    );
    await importAndExpect(/^Imported 1 chat\./);
    const { name, text } = await exportAll(page);
    expect(name).toMatch(/^chatbot_ui_history_/);
    const exportedFile: { history: { id: string; folderId: string }[]; folders: object[]; prompts: object[] } =
      JSON.parse(text);
    expect(exportedFile.folders).toMatchObject([{ id: "f1", name: "Physics", type: "chat" }]);
    expect(exportedFile.prompts).toMatchObject([{ id: "p1", name: "Explain" }]);
    const folderIds = Object.fromEntries(exportedFile.history.map(({ id, folderId }) => [id, folderId]));
    expect(folderIds).toEqual({ c1: "f1", c2: "f1" });

    await openAgain();
    const alert = importDialog.getByRole("alert");
    await choose(page, "a.json", '{"version":9}');
    await alert.getByText("Unsupported data format", { exact: true }).waitFor();
    await choose(page, "b.json", '{"version":4,"history":[');
    await alert.getByText("This file couldn’t be read because it is damaged or incomplete.").waitFor();
    const validConversation = { id: "ok", name: "Sound", messages: [{ role: "user", content: "Hi" }] };
    await choose(page, "c.json", JSON.stringify([validConversation, 5]));
    await expectVisible(importDialog, "1 item in the file couldn’t be read completely:");
    await importDialog.getByRole("listitem").getByText("It isn’t a chat.").waitFor();
    await importAndExpect("Imported 1 chat.");

    await openAgain();
    const dataTransfer = await page.evaluateHandle(
      (content) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([content], "dropped.json"));
        return transfer;
      },
      JSON.stringify([{ ...validConversation, id: "dropped", name: "Dropped" }]),
    );
    await importDialog.getByText("Drop a file here, or choose one.").dispatchEvent("drop", { dataTransfer });
    await expectVisible(importDialog, "1 chat.");
    await importAndExpect("Imported 1 chat.");
    await openAgain();
    await choose(page, "export.zip", buildChatGptArchive());
    await expectVisible(importDialog, "export.zip from ChatGPT");
    await expectVisible(importDialog, "Not imported: 1 other file in the archive.");
    await clickImportButton(page, "Import");
    await expectVisible(importDialog, "Imported 1 chat.");
    await expectVisible(importDialog, "Not imported: 1 other file in the archive.");
    await openWorkspace(page, fixture.url, "#c=x-1");
    await expectEventually(() => page.getByRole("log").textContent()).toContain("From elsewhere");
    expect(await page.getByRole("log").locator("strong").textContent()).toBe("here");
  });

  test("imported chats are stored in the cloud if it is chosen, a single one can be opened, and what could not be moved stays in this browser", async () => {
    const person = await fixture.openSignedIn();
    const { page, api, userId } = person;
    await openWorkspace(page, fixture.url);
    const importDialog = dialog(page, "Import");
    const buildFile = (...names: string[]) =>
      JSON.stringify(
        names.map((name) => ({ id: name, name, messages: [{ role: "user", content: `Text of ${name}` }] })),
      );
    const listCloudNames = async () =>
      new Set((await api.call(listConversations, {})).conversations.map(({ name }) => name));
    await openPanelEntry(page, "Import");
    await choose(page, "one.json", buildFile("First"));
    const places = importDialog.getByRole("radiogroup", { name: "Where should the imported chats be stored?" });
    await expectEventually(() => places.getByRole("radio", { name: "This browser" }).isChecked()).toBe(true);
    await places.getByRole("radio", { name: "Cloud" }).check();
    await checkAxe(page, "the choice of the place");
    await clickImportButton(page, "Import");
    await expectVisible(importDialog, "Imported 1 chat.");
    expect(await listCloudNames()).toEqual(new Set(["First"]));
    await clickImportButton(page, "Open");
    await expectEventually(() => page.getByRole("log").textContent()).toContain("Text of First");

    await panelEntry(page, "Import").click();
    await choose(page, "three.json", buildFile("First", "Second", "Third"));
    await expectVisible(importDialog, "3 chats. 1 of them already exists here and stays unchanged.");
    await places.getByRole("radio", { name: "Cloud" }).check();
    const restoreOp = await failOp(page, createConversation, "The database is away.");
    await clickImportButton(page, "Import");
    await importDialog
      .getByRole("alert")
      .getByText("2 of these chats are still in this browser, not in the cloud. The database is away.", { exact: true })
      .waitFor();
    await checkAxe(page, "the result");
    const { conversationHistory } = await readStoredConversations(page, userId);
    const localNames = conversationHistory.filter(({ isLocal }) => isLocal).map(({ name }) => name);
    expect(localNames).toEqual(expect.arrayContaining(["Second", "Third"]));
    await restoreOp();
    await clickImportButton(page, "Move to the cloud");
    await expectEventually(listCloudNames).toEqual(new Set(["First", "Second", "Third"]));
    await clickImportButton(page, "Show chats");
    await conversationRow(page, "Third").waitFor();
  });
});
