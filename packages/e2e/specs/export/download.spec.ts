import { readFile } from "node:fs/promises";
import { convertConversations } from "@lectern/contract";
import { strFromU8, unzipSync } from "fflate";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { buildLocalConversation, openWorkspaceWith } from "../../support/browser/browserStorage.ts";
import { pauseOp } from "../../support/browser/interceptOp.ts";
import { checkAxe } from "../../support/checks/checkAxe.ts";
import { chooseInHeader } from "../../support/pages/messageControls.ts";
import { expectEventually, expectVisible } from "../../support/pages/screen.ts";
import { getSelectField, listChoices } from "../../support/pages/selectField.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

const dialog = (page: Page) => page.getByRole("dialog", { name: "Download as a document" });
const button = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true });
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
  test("[C1.09] [C2.25] [C4.46] [C9.14] from the header creates a Word document of the open conversation, by default of its questions and answers, with '# ' before the name", async () => {
    const person = await fixture.openSignedIn();
    const { page } = person;
    await openWorkspaceWith(person, fixture.url, [carnotConversation], "#c=carnot");
    await chooseInHeader(page, "Download as a document");
    await dialog(page).waitFor();
    await expectVisible(dialog(page).getByRole("region", { name: "This chat" }), "Carnot's theorem");
    expect(await dialog(page).getByRole("checkbox").count()).toBe(0);
    // Which messages are included is seen at once. The other options are folded.
    expect(await getSelectField(dialog(page), "Include").inputValue()).toBe("All Messages & Prompts");
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
    expect(extractWords(xml)).toMatch(/Carnot's theorem What is the bound\? The bound It is one minus/);
    expect(extractWords(xml)).toContain("[1] Carnot.pdf, Page 3");
    expect(xml).toContain("<m:oMath>");
    expect(xml).toContain("<w:tbl>");
    await button(page, "Done").click();
    await dialog(page).waitFor({ state: "detached" });
  });
});
