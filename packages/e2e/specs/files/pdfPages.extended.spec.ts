import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type CitedPassage, type FileRecord, readFileContent } from "@lectern/contract";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { narrowViewport } from "../../support/browser/openBrowser.ts";
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
const pages = (page: Page) => page.getByRole("region", { name: `Pages of ${pdfName}` });

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
  test("is zoomed with two fingers, about the point between them", async () => {
    const { page, api } = await fixture.openSignedIn({ viewport: narrowViewport, hasTouch: true });
    await openAnswer(page, api, [9, 21]);
    await citation(page, 2).click();
    await expectEventually(() => isInView(page, "mark")).toBe(true);
    await page.getByRole("button", { name: /fit to width$/ }).click();
    await expectVisible(documentViewer(page, pdfName), "100%");
    const area = await pages(page).boundingBox();
    if (!area) throw new Error("The pages are not shown.");
    const middle = { x: area.x + area.width / 2, y: area.y + area.height / 2 };
    const findMiddlePage = () =>
      page.evaluate(
        ({ x, y }) => document.elementFromPoint(x, y)?.closest("[data-page]")?.getAttribute("data-page"),
        middle,
      );
    const pageBefore = await findMiddlePage();
    const touch = await page.context().newCDPSession(page);
    const pinch = (type: "touchStart" | "touchMove", distance: number) =>
      touch.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: [-1, 1].map((side) => ({ x: middle.x + (side * distance) / 2, y: middle.y })),
      });
    await pinch("touchStart", 100);
    await pinch("touchMove", 150);
    await pinch("touchMove", 200);
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await expectVisible(documentViewer(page, pdfName), "200%");
    await expectEventually(() =>
      page
        .locator("[data-page]")
        .first()
        .evaluate((box) => box.clientWidth),
    ).toBeGreaterThan(700);
    expect(await findMiddlePage()).toBe(pageBefore);
    // Only the pages are larger.
    expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
    // A zoom that the person has chosen stays at the next passage.
    await page.getByRole("button", { name: "Previous source" }).click();
    await expectEventually(() => isInView(page, "[data-page='9'] mark")).toBe(true);
    await expectVisible(documentViewer(page, pdfName), "200%");
  });

  test("stays where it is sideways on a phone while a search steps to hits in view, and scrolls no farther than another hit needs", async () => {
    const { page, api } = await fixture.openSignedIn({ viewport: narrowViewport, hasTouch: true, isMobile: true });
    await openAnswer(page, api, [9]);
    await citation(page, 1).tap();
    await expectEventually(() => isInView(page, "mark")).toBe(true);
    const readLeft = () => pages(page).evaluate(({ scrollLeft }) => scrollLeft);
    await expectEventually(readLeft).toBeGreaterThan(0);
    const left = await readLeft();
    await documentViewer(page, pdfName).getByRole("button", { name: "Find in the document" }).tap();
    const find = async (text: string) => {
      const search = page.getByRole("search", { name: "Find in the document" });
      await search.getByRole("textbox").fill(text);
      await expectEventually(() => search.getByRole("status").textContent()).toBe("1 of 1");
    };
    /** Returns the space beside the current hit, if this is between the top and the bottom of the view. */
    const readSpaces = () =>
      pages(page).evaluate((area) => {
        const [hit] = CSS.highlights.get("document-hit") ?? [];
        if (!(hit instanceof Range)) return null;
        const box = hit.getBoundingClientRect();
        const view = area.getBoundingClientRect();
        if (box.top < view.top || box.bottom > view.bottom) return null;
        return { left: Math.round(box.left - view.left), right: Math.round(view.left + area.clientWidth - box.right) };
      });
    await find("This standard assumes");
    await expectEventually(readSpaces).toMatchObject({ left: expect.toSatisfy((space: number) => space < 40) });
    expect(await readLeft()).toBe(left);

    await pages(page).evaluate((area) => {
      area.scrollLeft = 0;
    });
    await find("system supports the");
    await expectEventually(readSpaces).toMatchObject({ right: 16 });
    await pages(page).evaluate((area) => {
      area.scrollLeft = area.scrollWidth;
    });
    await find("This standard assumes");
    await expectEventually(readSpaces).toMatchObject({ left: 16 });
  });
});
