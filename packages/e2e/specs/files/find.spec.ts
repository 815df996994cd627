import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readFileContent } from "@lectern/contract";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { lastAnswer } from "../../support/chatControls.ts";
import { checkAxe, checkAxeInBothThemes } from "../../support/checkAxe.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { documentViewer } from "../../support/documentViewer.ts";
import { failOp } from "../../support/interceptOp.ts";
import { narrowViewport } from "../../support/openBrowser.ts";
import { buildCitedPassage, createAnsweredConversation, riverText, uploadRiver } from "../../support/riverDocument.ts";
import { expectEventually, expectVisible, openWorkspace } from "../../support/screen.ts";
import { uploadAndExtract } from "../../support/uploadByApi.ts";

const fixture = createWorkspaceFixture();
const search = (page: Page) => page.getByRole("search", { name: "Find in the document" });
const field = (page: Page) => search(page).getByRole("textbox", { name: "Find in the document" });
const count = (page: Page) => search(page).getByRole("status");
const isFocused = (element: Locator) => element.evaluate((each) => each === document.activeElement);

async function openFile(page: Page, name: string): Promise<void> {
  await page.goto(`${fixture.url}/#page=home`);
  await page.getByRole("button", { name, exact: true }).click();
  await documentViewer(page, name).waitFor();
}

/** Returns the text around the current hit, if this is in view, and the number of the other hits that are marked. */
const readMarks = (area: Locator) =>
  area.evaluate((area) => {
    const [current] = CSS.highlights.get("document-hit") ?? [];
    if (!(current instanceof Range)) return null;
    const { top, bottom, left, right } = current.getBoundingClientRect();
    const view = area.getBoundingClientRect();
    const isInView = top >= view.top && bottom <= view.bottom && left >= view.left && right <= view.right;
    return {
      current: isInView ? current.toString() : null,
      around: current.startContainer.textContent,
      others: CSS.highlights.get("document-hits")?.size ?? 0,
    };
  });

describe("a search in the open document", () => {
  test("finds all of its text from the view on, whatever the case, marks it beside the cited passage, steps with keys, and gives the focus back", async () => {
    const { page, api } = await fixture.openSignedIn({ viewport: { width: 1440, height: 900 } });
    const file = await uploadRiver(api, fixture.url);
    const sources = [buildCitedPassage(file, 1, 310), buildCitedPassage(file, 2, 7)];
    const id = await createAnsweredConversation(api, "Sand [1]. Stone [2].", { rag: { sources } });
    await openWorkspace(page, fixture.url, `#c=${id}`);
    await lastAnswer(page)
      .getByRole("button", { name: /^Source 1,/ })
      .click();
    const text = page.getByRole("region", { name: "Text of rivers.md" });
    await expectEventually(() => text.locator("mark").allTextContents()).toEqual([riverText(310)]);
    await text.focus();
    await page.keyboard.press("Control+f");
    await expectEventually(() => isFocused(field(page))).toBe(true);

    // 5, 50 to 59 and 501 to 599, without the chapters.
    await page.keyboard.type("PIECE 5");
    await expectEventually(() => count(page).textContent()).toBe("12 of 106");
    await expectEventually(() => readMarks(text)).toMatchObject({ current: "Piece 5", around: riverText(501) });
    expect((await readMarks(text))?.others).toBeGreaterThan(0);
    await page.keyboard.press("Shift+Enter");
    await expectEventually(() => count(page).textContent()).toBe("11 of 106");
    await expectEventually(() => readMarks(text)).toMatchObject({ current: "Piece 5", around: riverText(59) });
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await expectEventually(() => readMarks(text)).toMatchObject({ current: "Piece 5", around: riverText(502) });
    await search(page).getByRole("button", { name: "Previous result" }).click();
    await expectEventually(() => count(page).textContent()).toBe("12 of 106");

    await field(page).fill("Piece 310");
    await expectEventually(() => readMarks(text)).toMatchObject({ current: "Piece 310" });
    expect(await text.locator("mark").allTextContents()).toEqual([riverText(310)]);
    await field(page).fill("glacier");
    await expectEventually(() => count(page).textContent()).toBe("No results");
    await checkAxeInBothThemes(page, "the search in a document");

    await field(page).press("Escape");
    await search(page).waitFor({ state: "detached" });
    await expectEventually(() => isFocused(text)).toBe(true);
    expect(await page.evaluate(() => CSS.highlights.has("document-hits"))).toBe(false);

    // Another passage has a place of its own, which a search would leave.
    await page.keyboard.press("Control+f");
    await field(page).fill("Piece 5");
    await expectEventually(() => count(page).textContent()).toContain("of 106");
    await documentViewer(page, "rivers.md").getByRole("button", { name: "Next source" }).click();
    await expectEventually(() => text.locator("mark").allTextContents()).toEqual([riverText(7)]);
    expect(await search(page).count()).toBe(0);
    await page.keyboard.press("Escape");
    await documentViewer(page, "rivers.md").waitFor({ state: "detached" });
  });

  test("counts pages of a PDF that have not been drawn, and goes on in its text", async () => {
    const { page, api } = await fixture.openSignedIn({ viewport: { width: 1440, height: 900 } });
    const name = "filesystem-hierarchy-standard.pdf";
    const bytes = await readFile(join(import.meta.dirname, "../../../bench/corpus/documents", name));
    await uploadAndExtract(api, fixture.url, { name, type: "application/pdf", content: new Uint8Array(bytes) });
    await openFile(page, name);
    const pages = page.getByRole("region", { name: `Pages of ${name}` });
    await pages.getByRole("img", { name: /^Page 1 of \d+$/ }).waitFor();
    await documentViewer(page, name).getByRole("button", { name: "Find in the document" }).click();
    await page.keyboard.type("chapter 5. the");
    await expectEventually(() => count(page).textContent()).toBe("1 of 1");
    await expectEventually(() => readMarks(pages)).toMatchObject({ current: "Chapter 5. The" });
    await documentViewer(page, name).getByText("Text", { exact: true }).click();
    const text = page.getByRole("region", { name: `Text of ${name}` });
    await expectEventually(() => readMarks(text)).toMatchObject({
      current: expect.stringMatching(/^chapter 5\. the$/i),
    });
  });

  test("marks the letters of an entry in a table of contents, whose dots have another spacing", async () => {
    const { page, api } = await fixture.openSignedIn({ viewport: { width: 1440, height: 900 } });
    const name = "entwicklerreferenz.pdf";
    const bytes = await readFile(join(import.meta.dirname, "../../../bench/corpus/documents", name));
    await uploadAndExtract(api, fixture.url, { name, type: "application/pdf", content: new Uint8Array(bytes) });
    await openFile(page, name);
    const pages = page.getByRole("region", { name: `Pages of ${name}` });
    await pages.getByRole("img", { name: /^Page 1 of \d+$/ }).waitFor();
    await documentViewer(page, name).getByRole("button", { name: "Find in the document" }).click();
    await page.keyboard.type("paketbetreuern");
    await expectEventually(() => readMarks(pages)).toMatchObject({ current: "Paketbetreuern" });
    const { left, right } = await pages.evaluate((area) => {
      const [range] = CSS.highlights.get("document-hit") ?? [];
      if (!(range instanceof Range)) throw new Error("nothing is marked");
      const shown = [...area.querySelectorAll("[data-page]")].find((each) => each.contains(range.startContainer));
      const sheet = shown?.getBoundingClientRect();
      if (!sheet) throw new Error("no page has the mark");
      const mark = range.getBoundingClientRect();
      const toPoints = (x: number) => ((x - sheet.left) / sheet.width) * 612;
      return { left: toPoints(mark.left), right: toPoints(mark.right) };
    });
    // In points, as the file draws the word. A letter is about 5 points wide.
    expect(Math.abs(left - 167.9)).toBeLessThan(2);
    expect(Math.abs(right - 227.6)).toBeLessThan(2);
  });

  test("is one row on a phone, where Esc closes it before the document; goes to any row of a table, and says if not all could be searched", async () => {
    const { page, api } = await fixture.openSignedIn({ viewport: narrowViewport, hasTouch: true });
    const lines = Array.from(
      { length: 3_000 },
      (_, row) => `Gauge ${row},Zürich ${row % 7},${"long remark ".repeat(9)}`,
    );
    const name = "gauges.csv";
    await uploadAndExtract(api, fixture.url, {
      name,
      type: "text/csv",
      content: ["Name,Town,Remark", ...lines].join("\n"),
    });
    await openFile(page, name);
    const table = page.getByRole("region", { name: `Table of ${name}` });
    await table.getByRole("cell", { name: "Gauge 0", exact: true }).waitFor();
    await documentViewer(page, name).getByRole("button", { name: "Find in the document" }).click();
    await field(page).fill("gauge 2999 zurich");
    await expectEventually(() => count(page).textContent()).toBe("1 of 1");
    await expectEventually(() => readMarks(table)).toMatchObject({ around: "Gauge 2999" });
    await field(page).fill("zurich 3");
    await expectEventually(() => count(page).textContent()).toBe("429 of 429");
    await expectEventually(() => readMarks(table)).toMatchObject({ current: "Zürich 3" });
    const boxes = await search(page)
      .locator("input, button")
      .evaluateAll((controls) => controls.map((control) => control.getBoundingClientRect().toJSON()));
    expect(boxes).toHaveLength(4);
    expect(new Set(boxes.map(({ top }) => Math.round(top))).size).toBe(1);
    for (const { width, height } of boxes) expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    await checkAxe(page, "the search in a document on a phone");
    await field(page).press("Escape");
    await search(page).waitFor({ state: "detached" });
    const button = documentViewer(page, name).getByRole("button", { name: "Find in the document" });
    await expectEventually(() => isFocused(button)).toBe(true);
    await page.keyboard.press("Escape");
    await documentViewer(page, name).waitFor({ state: "detached" });

    await uploadRiver(api, fixture.url);
    await openFile(page, "rivers.md");
    await page.getByText(riverText(1)).waitFor();
    await failOp(page, readFileContent, "The disk is being changed.");
    await documentViewer(page, "rivers.md").getByRole("button", { name: "Find in the document" }).click();
    await field(page).fill("sand");
    await expectVisible(search(page).getByRole("alert"), "A part of the document couldn’t be searched.");
  });
});
