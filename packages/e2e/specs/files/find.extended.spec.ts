import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { uploadAndExtract } from "../../support/content/uploadByApi.ts";
import { documentViewer } from "../../support/pages/documentViewer.ts";
import { expectEventually } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();

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
});
