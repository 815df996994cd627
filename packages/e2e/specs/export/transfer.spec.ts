import { readFile } from "node:fs/promises";
import { createConversation } from "@lectern/contract";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import {
  buildLocalConversation,
  openWorkspaceWith,
  readStoredConversations,
} from "../../support/browser/browserStorage.ts";
import { checkAxe } from "../../support/checks/checkAxe.ts";
import { openNewConversation } from "../../support/pages/chatControls.ts";
import { expectVisible } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

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
    await openNewConversation(otherPerson.page, fixture.url, "local");
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
});
