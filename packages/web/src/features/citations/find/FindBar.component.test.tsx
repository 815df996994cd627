import { describe, expect, test, vi } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { buildCitedPassage, createRiver, riverText, storeAnswer } from "../../../testing/citedAnswers.ts";
import { createPdf } from "../../../testing/createPdf.ts";
import { citation, documentPages, documentText, documentViewer, readTexts } from "../../../testing/documentViewer.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { createTextFile, stubFiles } from "../../../testing/stubFiles.ts";

vi.mock("pdfjs-dist/legacy/build/pdf.worker.min.mjs?worker", () => import("../../../testing/pdfWorker.ts"));

// Locators of Vitest do not know the role of this element.
const findSearch = () => document.querySelector("search");
const field = () => page.getByRole("textbox", { name: "Find in the document" });
const openButton = (name: string) => documentViewer(name).getByRole("button", { name: "Find in the document" });
const readCount = () => findSearch()?.querySelector("[role=status]")?.textContent;
const expectCount = (text: string) => expect.poll(readCount).toBe(text);
const expectClosed = () => expect.poll(findSearch).toBeNull();
const openFile = (name: string) => page.getByRole("button", { name, exact: true }).click();

/** Returns the text around the current hit, if this is in view, and the number of the other hits that are marked. */
function readMarks(within: Locator) {
  const [current] = CSS.highlights.get("document-hit") ?? [];
  const view = within.elements()[0]?.getBoundingClientRect();
  if (!(current instanceof Range) || !view) return null;
  const { top, bottom, left, right } = current.getBoundingClientRect();
  const isInView = top >= view.top && bottom <= view.bottom && left >= view.left && right <= view.right;
  return {
    current: isInView ? current.toString() : null,
    around: current.startContainer.textContent,
    others: CSS.highlights.get("document-hits")?.size ?? 0,
  };
}
const expectMarks = (within: Locator, marks: object) => expect.poll(() => readMarks(within)).toMatchObject(marks);

describe("a search in the open document", () => {
  test("finds all of its text from the view on, whatever the case, marks it beside the cited passage, steps with keys, and gives the focus back", async () => {
    await page.viewport(1440, 900);
    const river = createRiver();
    stubFiles(river);
    const sources = [buildCitedPassage(river.record, 1, 310), buildCitedPassage(river.record, 2, 7)];
    await storeAnswer("Sand [1]. Stone [2].", { rag: { sources } });
    await renderApp("#c=stored");
    await citation(1).click();
    const text = documentText("rivers.md");
    await expect.poll(() => readTexts(text, "mark")).toEqual([riverText(310)]);
    text.element().focus();
    await userEvent.keyboard("{Control>}f{/Control}");
    await expect.element(field()).toHaveFocus();

    // 5, 50 to 59 and 501 to 599, without the chapters.
    await userEvent.keyboard("PIECE 5");
    await expectCount("12 of 106");
    await expectMarks(text, { current: "Piece 5", around: riverText(501) });
    expect(readMarks(text)?.others).toBeGreaterThan(0);
    await userEvent.keyboard("{Shift>}{Enter}{/Shift}");
    await expectCount("11 of 106");
    await expectMarks(text, { current: "Piece 5", around: riverText(59) });
    await userEvent.keyboard("{Enter}{Enter}");
    await expectMarks(text, { current: "Piece 5", around: riverText(502) });
    await page.getByRole("button", { name: "Previous result" }).click();
    await expectCount("12 of 106");

    await field().fill("Piece 310");
    await expectMarks(text, { current: "Piece 310" });
    expect(readTexts(text, "mark")).toEqual([riverText(310)]);
    await field().fill("glacier");
    await expectCount("No results");
    await userEvent.keyboard("{Escape}");
    await expectClosed();
    await expect.element(text).toHaveFocus();
    expect(CSS.highlights.has("document-hits")).toBe(false);

    // Another passage has a place of its own, which a search would leave.
    await userEvent.keyboard("{Control>}f{/Control}");
    await field().fill("Piece 5");
    await expect.poll(readCount).toContain("of 106");
    await documentViewer("rivers.md").getByRole("button", { name: "Next source" }).click();
    await expect.poll(() => readTexts(text, "mark")).toEqual([riverText(7)]);
    expect(findSearch()).toBeNull();
    await userEvent.keyboard("{Escape}");
    await expect.element(documentViewer("rivers.md")).not.toBeInTheDocument();
  });

  test("counts pages of a PDF that have not been drawn, and goes on in its text", async () => {
    await page.viewport(1440, 900);
    const name = "standard.pdf";
    const pages = Array.from({ length: 30 }, (_, index) => [`Chapter ${index + 1}. The page of ${index + 1}`]);
    stubFiles(createTextFile({ name, type: "application/pdf" }, pages.flat(), createPdf(pages)));
    await renderApp("#page=home");
    await openFile(name);
    await expect.element(documentPages(name).getByRole("img", { name: "Page 1 of 30", exact: true })).toBeVisible();
    await openButton(name).click();
    await userEvent.keyboard("chapter 25. the");
    await expectCount("1 of 1");
    await expectMarks(documentPages(name), { current: "Chapter 25. The" });
    await documentViewer(name).getByText("Text", { exact: true }).click();
    await expectMarks(documentText(name), { current: "Chapter 25. The" });
  });
});
