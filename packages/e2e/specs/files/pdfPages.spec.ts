import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type CitedPassage, type FileRecord, readFileContent } from "@lectern/contract";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { narrowViewport } from "../../support/browser/openBrowser.ts";
import { checkAxeInBothThemes } from "../../support/checks/checkAxe.ts";
import type { ApiClient } from "../../support/content/createApiClient.ts";
import { buildCitedPassage, createAnsweredConversation } from "../../support/content/riverDocument.ts";
import { uploadAndExtract } from "../../support/content/uploadByApi.ts";
import { lastAnswer } from "../../support/pages/chatControls.ts";
import { documentViewer } from "../../support/pages/documentViewer.ts";
import { expectEventually, expectVisible, openWorkspace } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();
const pdfName = "filesystem-hierarchy-standard.pdf";
const citation = (page: Page, number: number) =>
  lastAnswer(page).getByRole("button", { name: new RegExp(`^Source ${number},`) });
const pages = (page: Page, name = pdfName) => page.getByRole("region", { name: `Pages of ${name}` });
const documentText = (page: Page) => page.getByRole("region", { name: `Text of ${pdfName}` });
const marks = (page: Page) => pages(page).locator("mark");

async function uploadCorpusPdf(api: ApiClient, name: string): Promise<FileRecord> {
  const bytes = await readFile(join(import.meta.dirname, "../../../bench/corpus/documents", name));
  return uploadAndExtract(api, fixture.url, { name, type: "application/pdf", content: new Uint8Array(bytes) });
}

/** Builds citations of the first long paragraph on each of these pages. */
async function citePages(api: ApiClient, file: FileRecord, pageNumbers: readonly number[]): Promise<CitedPassage[]> {
  const { items } = await api.call(readFileContent, { key: file.id, from: 0, count: 500 });
  return pageNumbers.map((pageNumber, position) => {
    const index = items.findIndex(({ location, content }) => location.page === pageNumber && content.length > 150);
    const item = items[index];
    if (!item) throw new Error(`There is no paragraph on page ${pageNumber}.`);
    return { ...buildCitedPassage(file, position + 1, index, item.content), locations: [item.location] };
  });
}

/** Opens a conversation with an answer that cites a PDF on these pages. Returns the passages. */
async function openAnswer(page: Page, api: ApiClient, pageNumbers: readonly number[]): Promise<CitedPassage[]> {
  const file = await uploadCorpusPdf(api, pdfName);
  const sources = await citePages(api, file, pageNumbers);
  const text = pageNumbers.map((_, position) => `Claim [${position + 1}].`).join(" ");
  const id = await createAnsweredConversation(api, text, { rag: { sources } });
  await openWorkspace(page, fixture.url, `#c=${id}`);
  return sources;
}

/** True if the first match of the selector is completely in view within the pages. */
const isInView = (page: Page, selector: string) =>
  pages(page).evaluate((area, selector) => {
    const box = area.querySelector(selector)?.getBoundingClientRect();
    const areaBox = area.getBoundingClientRect();
    return box !== undefined && box.top >= areaBox.top && box.bottom <= areaBox.bottom;
  }, selector);

describe("a cited PDF", () => {
  test("shows its pages with the passage marked, steps through the cited passages, and shows its text on request, on a phone too", async () => {
    const { page, api } = await fixture.openSignedIn({ viewport: { width: 1440, height: 900 } });
    const sources = await openAnswer(page, api, [9, 21]);
    await citation(page, 2).click();
    await expectEventually(() => marks(page).count()).toBeGreaterThan(0);
    await expectEventually(() => isInView(page, "mark")).toBe(true);
    await pages(page)
      .getByRole("img", { name: /^Page 21 of \d+$/ })
      .waitFor();
    await expectVisible(documentViewer(page, pdfName), "2 of 2");
    // The text over the picture can be selected, and is the passage where the marks are.
    await expectEventually(async () => (await pages(page).textContent())?.replace(/\s/g, "")).toContain(
      sources[1]?.content.slice(0, 60).replace(/\s/g, ""),
    );
    // Only the pages near the visible area are drawn.
    expect(await pages(page).getByRole("img").count()).toBeLessThan(6);
    await checkAxeInBothThemes(page, "the pages of a PDF");

    await page.keyboard.press("p");
    await expectVisible(documentViewer(page, pdfName), "1 of 2");
    await pages(page)
      .getByRole("img", { name: /^Page 9 of/ })
      .waitFor();
    await expectEventually(() => isInView(page, "[data-page='9'] mark")).toBe(true);
    await documentViewer(page, pdfName).getByText("Text", { exact: true }).click();
    await expectEventually(() => documentText(page).locator("mark").allTextContents()).toEqual([sources[0]?.content]);
    await page.reload();
    await citation(page, 2).click();
    await expectEventually(() => documentText(page).locator("mark").allTextContents()).toEqual([sources[1]?.content]);
    await documentViewer(page, pdfName).getByText("Page", { exact: true }).click();
    await page.keyboard.press("Escape");
    await documentViewer(page, pdfName).waitFor({ state: "detached" });

    await page.setViewportSize(narrowViewport);
    await citation(page, 1).click();
    await expectEventually(() => isInView(page, "mark")).toBe(true);
    expect((await page.getByRole("dialog", { name: pdfName }).boundingBox())?.width).toBeCloseTo(390);
    // A page is zoomed until the passage fills the screen.
    await expectEventually(async () => {
      const boxes = await Promise.all((await marks(page).all()).map((mark) => mark.boundingBox()));
      const left = Math.min(...boxes.map((box) => box?.x ?? Number.NaN));
      const right = Math.max(...boxes.map((box) => (box ? box.x + box.width : Number.NaN)));
      return left >= 0 && right <= 390 && right - left > 300;
    }).toBe(true);
    await expectVisible(documentViewer(page, pdfName), /^Page 9 of \d+$/);
    await checkAxeInBothThemes(page, "the pages of a PDF on a phone");
  });

  test("has no effect of its own: no scripts, links, forms or requests", async () => {
    const { page, api } = await fixture.openSignedIn();
    const file = await uploadAndExtract(api, fixture.url, {
      name: "hostile.pdf",
      type: "application/pdf",
      content: hostilePdf,
    });
    const id = await createAnsweredConversation(api, "Claim [1].", {
      rag: { sources: [{ ...buildCitedPassage(file, 1, 0, "Rivers carry sand"), locations: [{ page: 1 }] }] },
    });
    await openWorkspace(page, fixture.url, `#c=${id}`);
    const requestedUrls: string[] = [];
    page.on("request", (request) => requestedUrls.push(request.url()));
    await citation(page, 1).click();
    const name = "hostile.pdf";
    await pages(page, name).getByRole("img", { name: "Page 1 of 1" }).waitFor();
    await expectEventually(() => pages(page, name).locator("mark").count()).toBe(1);
    expect(await pages(page, name).locator("a, input, iframe, script, form, button").count()).toBe(0);
    await pages(page, name).click({ position: { x: 200, y: 200 } });
    expect(requestedUrls.filter((url) => !url.startsWith(fixture.url))).toEqual([]);
    expect(page.context().pages()).toHaveLength(1);
  });
});

/** A PDF with a script, a link over its whole page, a form field and a huge page size. */
const hostilePdf = buildPdf([
  "<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> /AcroForm << /Fields [6 0 R] >> >>",
  "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
  "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 14400 14400] /Contents 4 0 R /Annots [5 0 R 6 0 R] /Resources << /Font << /F1 7 0 R >> >> >>",
  "<< /Length 67 >>\nstream\nBT /F1 700 Tf 1000 9000 Td (Rivers carry sand past stones.) Tj ET    \nendstream",
  "<< /Type /Annot /Subtype /Link /Rect [0 0 14400 14400] /A << /S /URI /URI (https://evil.example/) >> >>",
  "<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /Rect [0 0 5000 500] /AA << /K << /S /JavaScript /JS (app.alert\\(2\\)) >> >> >>",
  "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
]);

/** Builds a PDF of these objects. Readers find the objects without a table of their positions. */
function buildPdf(objects: readonly string[]): Uint8Array<ArrayBuffer> {
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join("");
  return Uint8Array.from(
    Buffer.from(`%PDF-1.7\n${body}trailer\n<< /Root 1 0 R /Size ${objects.length + 1} >>\n%%EOF\n`),
  );
}
