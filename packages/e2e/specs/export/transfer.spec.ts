import { readFile } from "node:fs/promises";
import { createConversation } from "@lectern/contract";
import { strToU8, zipSync } from "fflate";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { localConversation, openWorkspaceWith, readStoredConversations } from "../../support/browserStorage.ts";
import { checkAxe } from "../../support/checkAxe.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { expectEventually, expectVisible, openWorkspace } from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });
const message = (id: string, parentId: string | null, role: "user" | "assistant", content: string) => ({
  id,
  parentId,
  role,
  content,
  data: {},
});
/** A conversation with two versions of its answer, of which the first is shown. */
const branched = localConversation("branched", "Two answers", {
  messages: [
    message("q", null, "user", "Question?"),
    message("a", "q", "assistant", "First"),
    message("b", "q", "assistant", "Second"),
  ],
  headId: "a",
  folderId: "f1",
});
const messages = [message("q", null, "user", "Far away?"), message("a", "q", "assistant", "Yes")];

/** An archive that ChatGPT exports, with one conversation. */
const chatGptArchive = () => {
  const node = (id: string, parent: string | null, children: string[], role: string, text: string) => {
    const content = { content_type: "text", parts: [text] };
    return [id, { id, parent, children, message: { author: { role }, content, create_time: 1.7e9 } }];
  };
  const mapping = Object.fromEntries([
    node("u", null, ["a"], "user", "From elsewhere"),
    node("a", "u", [], "assistant", "Welcome **here**"),
  ]);
  const times = { create_time: 1.7e9, update_time: 1.7e9 };
  const list = [{ title: "Moved here", ...times, mapping, current_node: "a", conversation_id: "x-1" }];
  return zipSync({ "chat.html": strToU8("<p>"), "conversations.json": strToU8(JSON.stringify(list)) });
};

async function openPanelEntry(page: Page, name: string): Promise<void> {
  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByRole("button", { name, exact: true }).click();
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

const press = (page: Page, name: string) => dialog(page, "Import").getByRole("button", { name, exact: true }).click();

describe("export and import", () => {
  test("[C1.09] [A2.22] [A2.23] [A4.34a] [C9.14] [A9.05a] what one person exports another imports completely", async () => {
    const person = await fixture.openSignedIn();
    const { page, api } = person;
    await api.call(createConversation, { conversation: { id: "cloudy", name: "In the cloud", messages, headId: "a" } });
    await openWorkspaceWith(person, fixture.url, [branched]);
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

    const other = await fixture.openSignedIn();
    await openWorkspace(other.page, fixture.url);
    await openPanelEntry(other.page, "Import");
    await checkAxe(other.page, "the choice of a file");
    await choose(other.page, "history.json", text);
    await expectVisible(dialog(other.page, "Import"), "2 conversations, 0 folders, 0 prompts.");
    await checkAxe(other.page, "the preview");
    await press(other.page, "Import");
    await expectVisible(dialog(other.page, "Import"), "2 conversations, 0 folders and 0 prompts imported.");
    await press(other.page, "Done");
    const kept = await readStoredConversations(other.page, other.userId);
    const byId = new Map(kept.conversationHistory.map((one) => [one.id, one]));
    expect(byId.get("branched")).toMatchObject({ messages: branched.messages, headId: "a", isLocal: true });
    expect(byId.get("cloudy")).toMatchObject({ name: "In the cloud", isLocal: true, revision: 0 });

    // The second import finds everything already there and overwrites nothing.
    await other.page.getByRole("button", { name: "Import", exact: true }).click();
    await choose(other.page, "history.json", text.replaceAll("First", "Changed"));
    await expectVisible(
      dialog(other.page, "Import"),
      /2 conversations, 0 folders, 0 prompts; all already exist and stay unchanged/,
    );
    expect(await dialog(other.page, "Import").getByRole("button", { name: "Import", exact: true }).isDisabled()).toBe(
      true,
    );
  });

  test("[C3.29] folders of the same name are merged, prompts too; an unsupported or damaged file is reported, and an archive of ChatGPT or a dropped file is read", async () => {
    const { page } = await fixture.openSignedIn();
    await openWorkspace(page, fixture.url);
    const importing = dialog(page, "Import");
    const finish = async (result: string | RegExp) => {
      await press(page, "Import");
      await expectVisible(importing, result);
      await press(page, "Done");
    };
    const openAgain = () => page.getByRole("button", { name: "Import", exact: true }).click();
    const file = {
      version: 4,
      history: [{ id: "c1", name: "Filed", folderId: "f1", messages: [{ role: "user", content: "Hi" }] }],
      folders: [{ id: "f1", name: "Physics", type: "chat" }],
      prompts: [{ id: "p1", name: "Explain", content: "Explain {{x}}", folderId: null, type: "prompt" }],
    };
    await openPanelEntry(page, "Import");
    await choose(page, "a.json", JSON.stringify(file));
    await finish("1 conversation, 1 folder and 1 prompt imported.");
    const folders = [{ id: "f2", name: "Physics", type: "chat" }];
    await openAgain();
    const again = { ...file, folders, history: [{ ...file.history[0], id: "c2", folderId: "f2" }] };
    await choose(page, "b.json", JSON.stringify(again));
    await expectVisible(importing, /1 conversation, 1 folder, 1 prompt; 2 already exist/);
    await finish(/^1 conversation, 0 folders and 0 prompts imported/);
    const { name, text } = await exportAll(page);
    expect(name).toMatch(/^chatbot_ui_history_/);
    const written: { history: { id: string; folderId: string }[]; folders: object[]; prompts: object[] } =
      JSON.parse(text);
    expect(written.folders).toMatchObject([{ id: "f1", name: "Physics", type: "chat" }]);
    expect(written.prompts).toMatchObject([{ id: "p1", name: "Explain" }]);
    const folderIds = Object.fromEntries(written.history.map(({ id, folderId }) => [id, folderId]));
    expect(folderIds).toEqual({ c1: "f1", c2: "f1" });

    await openAgain();
    const alert = importing.getByRole("alert");
    await choose(page, "a.json", '{"version":9}');
    await alert.getByText("Unsupported data format", { exact: true }).waitFor();
    await choose(page, "b.json", '{"version":4,"history":[');
    await alert.getByText("This file could not be read because it is damaged or incomplete.").waitFor();
    const sound = { id: "ok", name: "Sound", messages: [{ role: "user", content: "Hi" }] };
    await choose(page, "c.json", JSON.stringify([sound, 5]));
    await expectVisible(importing, "1 item in the file could not be read completely:");
    await importing.getByRole("listitem").getByText("It is not a conversation.").waitFor();
    await finish("1 conversation, 0 folders and 0 prompts imported.");

    await openAgain();
    const data = await page.evaluateHandle(
      (content) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([content], "dropped.json"));
        return transfer;
      },
      JSON.stringify([{ ...sound, id: "dropped", name: "Dropped" }]),
    );
    await importing.getByText("Drop a file here, or choose one.").dispatchEvent("drop", { dataTransfer: data });
    await expectVisible(importing, "1 conversation, 0 folders, 0 prompts.");
    await finish("1 conversation, 0 folders and 0 prompts imported.");
    await openAgain();
    await choose(page, "export.zip", chatGptArchive());
    await expectVisible(importing, "export.zip from ChatGPT");
    await finish("1 conversation, 0 folders and 0 prompts imported.");
    await openWorkspace(page, fixture.url, "#c=x-1");
    await expectEventually(() => page.getByRole("log").textContent()).toContain("From elsewhere");
    expect(await page.getByRole("log").locator("strong").textContent()).toBe("here");
  });
});
