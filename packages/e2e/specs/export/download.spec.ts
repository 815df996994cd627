import { readFile } from "node:fs/promises";
import { convertConversations, createConversation, listExportTemplates, openConversation } from "@lectern/contract";
import { strFromU8, unzipSync } from "fflate";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { localConversation, storeLocalConversations } from "../../support/browserStorage.ts";
import { checkAxe } from "../../support/checkAxe.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { failOp, interceptOp } from "../../support/interceptOp.ts";
import { expectEventually, expectVisible, openWorkspace } from "../../support/screen.ts";

const fixture = createWorkspaceFixture();

const dialog = (page: Page) => page.getByRole("dialog", { name: "Download conversations" });
const button = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true });
const box = (page: Page, name: string) => dialog(page).getByRole("checkbox", { name, exact: true });
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
const carnot = localConversation("carnot", "Carnot's theorem", { messages: [question, answer], headId: "a" });

async function openWith(page: Page, userId: string, conversations = [carnot], fragment = "#c=carnot") {
  await openWorkspace(page, fixture.url);
  await storeLocalConversations(page, userId, conversations);
  await page.goto("about:blank");
  await openWorkspace(page, fixture.url, fragment);
}

async function openFromSettings(page: Page): Promise<void> {
  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Download as a document" }).click();
  await dialog(page).waitFor();
}

async function save(page: Page): Promise<{ name: string; parts: Record<string, string> }> {
  const link = dialog(page).getByRole("link", { name: "Click to Download" });
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  const parts = unzipSync(new Uint8Array(await readFile(await download.path())));
  return {
    name: download.suggestedFilename(),
    parts: Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [name, strFromU8(bytes)])),
  };
}

const words = (xml = "") =>
  [...xml.matchAll(/<[wa]:t(?: [^>]*)?>([^<]*)</g)]
    .map(([, text]) => text)
    .join(" ")
    .replaceAll("&#39;", "'")
    .replace(/\s+/g, " ");

describe("the download of conversations", () => {
  test("[C1.09] [C2.25] [C2.26] [C4.46] from the header creates a Word document of the open conversation", async () => {
    const { page, userId } = await fixture.openSignedIn();
    await openWith(page, userId);
    await page.getByRole("banner").getByRole("button", { name: "Download", exact: true }).click();
    await dialog(page).waitFor();
    expect(await box(page, "Carnot's theorem").isChecked()).toBe(true);
    const select = (name: string) => dialog(page).getByRole("combobox", { name, exact: true });
    expect(await select("Format").locator("option").allTextContents()).toEqual(["Word", "PowerPoint"]);
    expect(await select("Template").locator("option").allTextContents()).toEqual(["Lectern (default)"]);
    expect(await select("Include conversation name").locator("option").allTextContents()).toEqual(["Yes", "No"]);
    expect(await select("Include").locator("option").allTextContents()).toEqual([
      "Assistant Messages",
      "User Prompts",
      "All Messages & Prompts",
    ]);
    expect(
      await dialog(page)
        .getByRole("textbox", { name: / header$/ })
        .count(),
    ).toBe(4);
    await checkAxe(page, "the form");
    await button(page, "Download").click();
    await expectVisible(page, "Preparing download");
    await dialog(page).getByRole("link", { name: "Click to Download" }).waitFor({ timeout: 40_000 });
    await checkAxe(page, "the link");
    const { name, parts } = await save(page);
    expect(name).toBe("Carnot's theorem.docx");
    const xml = parts["word/document.xml"] ?? "";
    expect(words(xml)).toMatch(/Carnot's theorem The bound It is one minus/);
    expect(words(xml)).toContain("[1] Carnot.pdf, Page 3");
    expect(words(xml)).not.toContain("What is the bound?");
    expect(xml).toContain("<m:oMath>");
    expect(xml).toContain("<w:tbl>");
    await button(page, "Done").click();
    await dialog(page).waitFor({ state: "detached" });
  });

  test("[C9.14] defaults to Word, assistant messages and '# ' before the name", async () => {
    const { page, userId } = await fixture.openSignedIn();
    await openWith(page, userId);
    await openFromSettings(page);
    const value = (name: string) => dialog(page).getByLabel(name, { exact: true }).inputValue();
    expect(await value("Format")).toBe("docx");
    expect(await value("Include")).toBe("assistant");
    expect(await value("Conversation header")).toBe("# ");
    expect(await value("Message header")).toBe("");
  });

  test("[C2.27] [C9.03b] cannot start before a conversation is selected; names are cut at 50 characters", async () => {
    const { page, userId } = await fixture.openSignedIn();
    const long = "A name that goes on for very much longer than fifty characters do";
    await openWith(
      page,
      userId,
      [carnot, localConversation("long", long, { messages: [question, answer], headId: "a" })],
      "",
    );
    await openFromSettings(page);
    expect(await button(page, "Download").isDisabled()).toBe(true);
    const cut = dialog(page).getByRole("checkbox", { name: /^A name that goes on/ });
    const label = await cut.evaluate((input) => input.closest("label")?.textContent ?? "");
    expect([...label]).toHaveLength(50);
    expect(label.endsWith("…")).toBe(true);
    await cut.check();
    expect(await button(page, "Download").isDisabled()).toBe(false);
    await dialog(page).getByRole("searchbox", { name: "Find conversations" }).fill("carnot");
    await expectEventually(() => dialog(page).getByRole("listitem").count()).toBe(1);
    await dialog(page).getByRole("checkbox", { name: "All found" }).check();
    await expectVisible(dialog(page), "2 selected");
  });

  test("[C9.14] [C3.30] creates slides of all messages, also of a cloud conversation", async () => {
    const { page, userId, api } = await fixture.openSignedIn();
    await api.call(createConversation, {
      conversation: { id: "cloudy", name: "In the cloud", messages: [question, answer], headId: "a" },
    });
    await openWith(page, userId, [carnot], "");
    await openFromSettings(page);
    await box(page, "In the cloud").check();
    await box(page, "Carnot's theorem").check();
    await dialog(page).getByLabel("Format", { exact: true }).selectOption("PowerPoint");
    await dialog(page).getByLabel("Include", { exact: true }).selectOption("All Messages & Prompts");
    await button(page, "Download").click();
    await dialog(page).getByRole("link", { name: "Click to Download" }).waitFor({ timeout: 40_000 });
    const { name, parts } = await save(page);
    expect(name).toBe("Conversations.pptx");
    const slides = Object.entries(parts).filter(([part]) => /slides\/slide\d+\.xml$/.test(part));
    const all = slides.map(([, xml]) => words(xml)).join("\n");
    for (const text of ["In the cloud", "Carnot's theorem", "What is the bound?", "The bound"]) {
      expect(all).toContain(text);
    }
  });

  test("a failure says why and keeps the selection; a cloud conversation that cannot be read is named", async () => {
    const { page, userId, api } = await fixture.openSignedIn();
    await api.call(createConversation, {
      conversation: { id: "cloudy", name: "In the cloud", messages: [question, answer] },
    });
    await openWith(page, userId, [carnot], "");
    await openFromSettings(page);
    await dialog(page).getByLabel("Include", { exact: true }).selectOption("User Prompts");
    await box(page, "Carnot's theorem").check();
    const end = await failOp(page, convertConversations, "The document would be too large.");
    await button(page, "Download").click();
    await dialog(page).getByRole("alert").getByText("The document would be too large.").waitFor();
    expect(await dialog(page).getByLabel("Include", { exact: true }).inputValue()).toBe("user");
    expect(await box(page, "Carnot's theorem").isChecked()).toBe(true);
    await end();
    await failOp(page, openConversation, "Not now.");
    await box(page, "In the cloud").check();
    await button(page, "Download").click();
    await dialog(page).getByRole("alert").getByText("“In the cloud” could not be read: Not now.").waitFor();
  });

  test("where no document can be created, the dialog says so", async () => {
    const { page, userId } = await fixture.openSignedIn();
    await openWith(page, userId);
    await interceptOp(page, listExportTemplates, (route) => {
      const reply = { success: true, data: { unavailable: "pandoc-wasm is not installed.", templates: [] } };
      return route.fulfill({ json: { data: Buffer.from(JSON.stringify(reply)).toString("base64") } });
    });
    await page.getByRole("banner").getByRole("button", { name: "Download", exact: true }).click();
    await dialog(page).getByRole("alert").getByText("pandoc-wasm is not installed. Ask an administrator.").waitFor();
    expect(await button(page, "Download").count()).toBe(0);
  });

  test("[C2.25] a list of 10,000 conversations works by keyboard, and only a few are in the DOM", async () => {
    const { page, userId } = await fixture.openSignedIn();
    const many = Array.from({ length: 10_000 }, (_, index) =>
      localConversation(`many-${index}`, `Conversation ${String(index).padStart(5, "0")}`, {
        updatedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, 10_000 - index)).toISOString(),
      }),
    );
    await openWith(page, userId, many, "");
    await openFromSettings(page);
    await expectEventually(() => dialog(page).getByRole("listitem").count()).toBeGreaterThan(5);
    expect(await dialog(page).getByRole("listitem").count()).toBeLessThan(60);
    await box(page, "Conversation 00000").focus();
    await page.keyboard.press("ArrowDown");
    await expectEventually(() => page.evaluate(() => document.activeElement?.closest("label")?.textContent)).toBe(
      "Conversation 00001",
    );
    await page.keyboard.press("End");
    await expectEventually(() => page.evaluate(() => document.activeElement?.closest("label")?.textContent)).toBe(
      "Conversation 09999",
    );
    await page.keyboard.press("Space");
    await expectVisible(dialog(page), "1 selected");
    await dialog(page).getByRole("searchbox", { name: "Find conversations" }).fill("0777");
    await expectEventually(() => dialog(page).getByRole("listitem").count()).toBe(11);
  });
});
