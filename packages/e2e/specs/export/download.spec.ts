import { readFile } from "node:fs/promises";
import { convertConversations, createConversation, listExportTemplates, openConversation } from "@lectern/contract";
import { strFromU8, unzipSync } from "fflate";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { buildLocalConversation, openWorkspaceWith } from "../../support/browserStorage.ts";
import { checkAxe } from "../../support/checkAxe.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { changeData, failOp, interceptOp, pauseOp } from "../../support/interceptOp.ts";
import { chooseInHeader } from "../../support/messageControls.ts";
import { expectEventually, expectVisible } from "../../support/screen.ts";
import { getSelectField, listChoices, selectChoice } from "../../support/selectField.ts";

const fixture = createWorkspaceFixture();

const dialog = (page: Page) => page.getByRole("dialog", { name: "Download as a document" });
const button = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true });
const box = (page: Page, name: string) => dialog(page).getByRole("checkbox", { name, exact: true });
const wordButton = "Download as Word";
const pptButton = "Download as PowerPoint";
const question = {
  id: "q",
  parentId: null,
  role: "user" as const,
  content: "What is the bound?",
  data: {},
};
const answer = {
  id: "a",
  parentId: "q",
  role: "assistant" as const,
  content: "## The bound\n\nIt is **one minus** the ratio, $1 - T_c/T_h$ [1].\n\n| a | b |\n|---|---|\n| 1 | 2 |",
  data: {
    end: { end: "done" as const },
    state: {
      sources: {
        rag: {
          sources: [
            {
              index: 1,
              content: "x",
              name: "Carnot.pdf",
              key: null,
              contentKey: null,
              groupId: null,
              type: "t",
              locations: [{ page: 3 }],
            },
          ],
        },
      },
    },
  },
};
const carnotConversation = buildLocalConversation("carnot", "Carnot's theorem", {
  messages: [question, answer],
  headId: "a",
});

/** Runs an action that downloads a document, and reads it. */
async function readDownload(page: Page, action: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent("download", { timeout: 40_000 }), action()]);
  const parts = unzipSync(new Uint8Array(await readFile(await download.path())));
  return {
    name: download.suggestedFilename(),
    parts: Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [name, strFromU8(bytes)])),
  };
}

const expectFocused = (locator: Locator) =>
  expectEventually(() => locator.evaluate((element) => element === document.activeElement)).toBe(true);

const extractWords = (xml = "") =>
  [...xml.matchAll(/<[wa]:t(?: [^>]*)?>([^<]*)</g)]
    .map(([, text]) => text)
    .join(" ")
    .replaceAll("&#39;", "'")
    .replace(/\s+/g, " ");

describe("the download of conversations", () => {
  test("[C1.09] [C2.25] [C4.46] [C9.14] from the header creates a Word document of the open conversation, by default of its answers, with '# ' before the name", async () => {
    const person = await fixture.openSignedIn();
    const { page } = person;
    await openWorkspaceWith(person, fixture.url, [carnotConversation], "#c=carnot");
    await chooseInHeader(page, "Download as a document");
    await dialog(page).waitFor();
    await expectVisible(dialog(page).getByRole("region", { name: "This chat" }), "Carnot's theorem");
    expect(await dialog(page).getByRole("checkbox").count()).toBe(0);
    // Which messages are included is seen at once. The other options are folded.
    expect(await getSelectField(dialog(page), "Include").inputValue()).toBe("Assistant Messages");
    expect(await getSelectField(dialog(page), "Include chat name").count()).toBe(0);
    await expectFocused(button(page, wordButton));
    await button(page, "Options").click();
    expect(await button(page, pptButton).isEnabled()).toBe(true);
    expect(await listChoices(dialog(page), "Word template")).toEqual(["Lectern (default)"]);
    expect(await listChoices(dialog(page), "PowerPoint template")).toEqual(["Lectern (default)"]);
    expect(await listChoices(dialog(page), "Include chat name")).toEqual(["Yes", "No"]);
    expect(await listChoices(dialog(page), "Include")).toEqual([
      "Assistant Messages",
      "User Prompts",
      "All Messages & Prompts",
    ]);
    const headers = dialog(page).getByRole("textbox", { name: / header$/ });
    expect(await headers.count()).toBe(4);
    const readValue = (name: string) => dialog(page).getByLabel(name, { exact: true }).inputValue();
    expect(await readValue("Chat header")).toBe("# ");
    expect(await readValue("Message header")).toBe("");
    await checkAxe(page, "the form");
    expect(await button(page, "Done").count()).toBe(0);
    const { reached, release } = await pauseOp(page, convertConversations);
    await button(page, wordButton).click();
    await reached;
    await expectVisible(page, "Preparing download");
    expect(await button(page, wordButton).count()).toBe(0);
    await button(page, "Cancel").waitFor();
    expect(await button(page, "Done").count()).toBe(0);
    expect(await dialog(page).getByRole("link").count()).toBe(0);
    // The document downloads by itself.
    const { name, parts } = await readDownload(page, async () => release());
    const link = dialog(page).getByRole("link", { name: "Click to Download", exact: true });
    await link.waitFor();
    await expectVisible(dialog(page), "Link expires in 24 hours");
    expect(await button(page, wordButton).count()).toBe(0);
    await checkAxe(page, "the link");
    expect((await readDownload(page, () => link.click())).name).toBe(name);
    expect(name).toBe("Carnot's theorem.docx");
    const xml = parts["word/document.xml"] ?? "";
    expect(extractWords(xml)).toMatch(/Carnot's theorem The bound It is one minus/);
    expect(extractWords(xml)).toContain("[1] Carnot.pdf, Page 3");
    expect(extractWords(xml)).not.toContain("What is the bound?");
    expect(xml).toContain("<m:oMath>");
    expect(xml).toContain("<w:tbl>");
    await button(page, "Done").click();
    await dialog(page).waitFor({ state: "detached" });
  });

  test("from the header says what the document contains, and offers the other conversations on request", async () => {
    const person = await fixture.openSignedIn();
    const { page } = person;
    const otherConversation = buildLocalConversation("other", "Another one", { messages: [question], headId: "q" });
    await openWorkspaceWith(person, fixture.url, [otherConversation, carnotConversation], "#c=carnot");
    await chooseInHeader(page, "Download as a document");
    await button(page, "Options").click();
    await selectChoice(dialog(page), "Include", "User Prompts");
    await selectChoice(dialog(page), "Include chat name", "No");
    await button(page, "Options").click();
    expect(await getSelectField(dialog(page), "Include").inputValue()).toBe("User Prompts");
    await button(page, "Choose chats").click();
    await expectFocused(dialog(page).getByRole("searchbox", { name: "Search chats" }));
    await page.getByRole("heading", { name: "Download as a document" }).waitFor();
    expect(await box(page, "Carnot's theorem").isChecked()).toBe(true);
    expect(await box(page, "Another one").isChecked()).toBe(false);
    await box(page, "Another one").check();
    const { parts } = await readDownload(page, () => button(page, wordButton).click());
    // One of them has no name in the document: the options are preserved.
    expect(extractWords(parts["word/document.xml"])).toMatch(/^What is the bound\? What is the bound\?$/);
  });

  test("[C2.25] [C2.27] [C9.03b] [C3.30] from the settings needs a selection, also of cloud conversations, sends what was chosen, and keeps it when it fails; names are cut at 50 characters", async () => {
    const person = await fixture.openSignedIn();
    const { page, api } = person;
    await api.call(createConversation, {
      conversation: { id: "cloudy", name: "In the cloud", messages: [question, answer], headId: "a" },
    });
    const longName = "A name that goes on for very much longer than fifty characters do";
    const longNamedConversation = buildLocalConversation("long", longName, {
      messages: [question, answer],
      headId: "a",
    });
    const uniTemplate = { name: "Uni.pptx", format: "pptx" as const, isDefault: false };
    await changeData(page, listExportTemplates, (data) => ({ ...data, templates: [...data.templates, uniTemplate] }));
    await openWorkspaceWith(person, fixture.url, [carnotConversation, longNamedConversation]);
    await page.getByRole("tab", { name: "More" }).click();
    await page.getByRole("button", { name: "Download as a document" }).click();
    await dialog(page).waitFor();
    await expectVisible(dialog(page), "None selected");
    for (const name of [wordButton, pptButton]) expect(await button(page, name).isDisabled()).toBe(true);
    const longNamedCheckbox = dialog(page).getByRole("checkbox", { name: /^A name that goes on/ });
    const label = await longNamedCheckbox.evaluate((input) => input.closest("label")?.textContent ?? "");
    expect([...label]).toHaveLength(50);
    expect(label.endsWith("…")).toBe(true);
    await longNamedCheckbox.check();
    for (const name of [wordButton, pptButton]) expect(await button(page, name).isDisabled()).toBe(false);
    const searchField = dialog(page).getByRole("searchbox", { name: "Search chats" });
    await searchField.fill("carnot");
    await expectEventually(() => dialog(page).getByRole("listitem").count()).toBe(1);
    await dialog(page).getByRole("checkbox", { name: "All found" }).check();
    await expectVisible(dialog(page), "2 selected");
    await searchField.fill("");
    await longNamedCheckbox.uncheck();

    await box(page, "In the cloud").check();
    await button(page, "Options").click();
    const conversationHeader = dialog(page).getByLabel("Chat header", { exact: true });
    await selectChoice(dialog(page), "Include chat name", "No");
    expect(await conversationHeader.isDisabled()).toBe(true);
    await selectChoice(dialog(page), "Include chat name", "Yes");
    await conversationHeader.fill("## ");
    await dialog(page).getByLabel("Message header", { exact: true }).fill("---");
    await dialog(page).getByLabel("User message header", { exact: true }).fill("Q: ");
    await dialog(page).getByLabel("Assistant message header", { exact: true }).fill("A: ");
    await selectChoice(dialog(page), "Include", "All Messages & Prompts");
    await selectChoice(dialog(page), "PowerPoint template", "Uni.pptx");
    const end = await failOp(page, convertConversations, "The document would be too large.");
    const sentRequests: unknown[] = [];
    await interceptOp(page, convertConversations, (route) => {
      sentRequests.push(JSON.parse(Buffer.from(route.request().postDataJSON().data.data, "base64").toString("utf8")));
      return route.fallback();
    });
    await button(page, pptButton).click();
    await dialog(page).getByRole("alert").getByText("The document would be too large.").waitFor();
    const contents = [{ content: "What is the bound?" }, { content: expect.stringContaining("## The bound") }];
    expect(sentRequests).toMatchObject([
      {
        format: "pptx",
        templateName: "Uni.pptx",
        includeConversationName: true,
        include: "all",
        headers: { conversation: "## ", message: "---", user: "Q: ", assistant: "A: " },
        content: { history: [{ messages: contents }, { messages: contents }] },
      },
    ]);
    for (const name of ["Carnot's theorem", "In the cloud"]) expect(JSON.stringify(sentRequests)).toContain(name);
    await expectFocused(button(page, pptButton));
    expect(await getSelectField(dialog(page), "Include").inputValue()).toBe("All Messages & Prompts");
    expect(await getSelectField(dialog(page), "PowerPoint template").inputValue()).toBe("Uni.pptx");
    for (const name of ["Carnot's theorem", "In the cloud"]) expect(await box(page, name).isChecked()).toBe(true);
    await end();
    await failOp(page, openConversation, "Not now.");
    await button(page, pptButton).click();
    await dialog(page).getByRole("alert").getByText("“In the cloud” couldn’t be read: Not now.").waitFor();
  });
});
