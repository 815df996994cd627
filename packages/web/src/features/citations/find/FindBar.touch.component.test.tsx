import { readFileContent } from "@lectern/contract";
import { describe, expect, test, vi } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { createRiver, riverText } from "../../../testing/citedAnswers.ts";
import { documentText, documentViewer } from "../../../testing/documentViewer.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import { createSheetFile, stubFiles } from "../../../testing/stubFiles.ts";
import { failOp } from "../../../testing/stubServer.ts";

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
  test("is one row on a phone, where Esc closes it before the document; goes to any row of a table, and says if not all could be searched", async () => {
    await page.viewport(390, 844);
    const name = "gauges.csv";
    const rows = Array.from({ length: 3_000 }, (_, row) => [
      `Gauge ${row}`,
      `Zürich ${row % 7}`,
      "long remark ".repeat(9),
    ]);
    const gauges = createSheetFile({ name }, { name: null, columns: ["Name", "Town", "Remark"], rows });
    stubFiles(createRiver(), gauges);
    await renderApp("#page=home");
    await openFile(name);
    const table = page.getByRole("region", { name: `Table of ${name}` });
    await expect.element(table.getByRole("cell", { name: "Gauge 0", exact: true })).toBeVisible();
    await openButton(name).click();
    await field().fill("gauge 2999 zurich");
    await expectCount("1 of 1");
    await expectMarks(table, { around: "Gauge 2999" });
    await field().fill("zurich 3");
    await expectCount("429 of 429");
    await expectMarks(table, { current: "Zürich 3" });
    const controls = [...(findSearch()?.querySelectorAll("input, button") ?? [])];
    const boxes = controls.map((control) => control.getBoundingClientRect());
    expect(boxes).toHaveLength(4);
    expect(new Set(boxes.map(({ top }) => Math.round(top))).size).toBe(1);
    for (const { width, height } of boxes) expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    field().element().focus();
    await userEvent.keyboard("{Escape}");
    await expectClosed();
    await expect.element(openButton(name)).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(documentViewer(name)).not.toBeInTheDocument();

    await openFile("rivers.md");
    await expect.element(documentText("rivers.md").getByText(riverText(1))).toBeVisible();
    failOp(readFileContent, "The disk is being changed.");
    await openButton("rivers.md").click();
    await field().fill("sand");
    await expect
      .poll(() => findSearch()?.querySelector("[role=alert]")?.textContent)
      .toBe("A part of the document couldn’t be searched.");
  });
});
