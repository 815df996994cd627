import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { narrowViewport } from "../../support/browser/openBrowser.ts";
import { checkAxeInBothThemes } from "../../support/checks/checkAxe.ts";
import { buildCitedPassage, createAnsweredConversation } from "../../support/content/riverDocument.ts";
import { uploadAndExtract } from "../../support/content/uploadByApi.ts";
import { lastAnswer } from "../../support/pages/chatControls.ts";
import { documentViewer } from "../../support/pages/documentViewer.ts";
import { expectEventually, expectVisible, openWorkspace } from "../../support/pages/screen.ts";
import { createWorkspaceFixture } from "../../support/servers/createWorkspaceFixture.ts";

const fixture = createWorkspaceFixture();
const citation = (page: Page, number: number) =>
  lastAnswer(page).getByRole("button", { name: new RegExp(`^Source ${number},`) });
const table = (page: Page, name: string) => page.getByRole("region", { name: `Table of ${name}` });
const citedRows = (page: Page, name: string) => table(page, name).locator("tr[data-cited]");

const transparent = "rgba(0, 0, 0, 0)";
const rowCount = 10_000;
const stations = {
  name: "stations.csv",
  type: "text/csv",
  content: [
    "Station,River,Gauge (cm),Remarks,Operator,Latitude,Longitude,Catchment (km²)",
    ...Array.from(
      { length: rowCount },
      (_, row) => `Station ${row},River ${row % 40},${row % 700},"Read; at 9: noon",Survey,52.1,4.${row},${row * 3}`,
    ),
  ].join("\n"),
};

/** The text of a row as it is extracted. The header is the first item. */
const buildStationPassage = (row: number) =>
  `Station: Station ${row}; River: River ${row % 40}; Gauge (cm): ${row % 700}; Remarks: Read; at 9: noon`;

const areInView = (page: Page, name: string) =>
  citedRows(page, name).evaluateAll((rows) =>
    rows.map((row) => {
      const area = row.closest("section")?.getBoundingClientRect();
      const headBottom = row.closest("table")?.tHead?.getBoundingClientRect().bottom ?? 0;
      const { top, bottom } = row.getBoundingClientRect();
      return area !== undefined && top >= headBottom && bottom <= area.bottom;
    }),
  );

describe("a cited spreadsheet", () => {
  test("opens as a table with only the cited rows highlighted and in view, however long and wide it is, and steps through the passages", async () => {
    const { page, api } = await fixture.openSignedIn({ viewport: { width: 1440, height: 900 } });
    const file = await uploadAndExtract(api, fixture.url, stations);
    const cite = (number: number, rows: readonly number[]) => ({
      ...buildCitedPassage(file, number, 0, rows.map(buildStationPassage).join("\n")),
      locations: rows.map((row) => ({ row: row + 2 })),
      originalIndexes: rows.map((row) => row + 1),
    });
    const id = await createAnsweredConversation(api, "High at Station 7042 [1] and low [2].", {
      rag: { sources: [cite(1, [7_041, 7_042]), cite(2, [3])] },
    });
    await openWorkspace(page, fixture.url, `#c=${id}`);
    await citation(page, 1).click();
    await expectEventually(() =>
      citedRows(page, "stations.csv").locator("td:nth-of-type(1)").allTextContents(),
    ).toEqual(["Station 7041", "Station 7042"]);
    await expectEventually(() => areInView(page, "stations.csv")).toEqual([true, true]);
    // The row that answers is highlighted more strongly.
    const keyRows = table(page, "stations.csv").locator("tr[data-key-sentence]");
    expect(await keyRows.locator("td:nth-of-type(1)").allTextContents()).toEqual(["Station 7042"]);
    const getBackground = (row: number) =>
      citedRows(page, "stations.csv")
        .nth(row)
        .locator("td:nth-of-type(1)")
        .evaluate((cell) => getComputedStyle(cell).backgroundColor);
    expect(await getBackground(1)).not.toBe(transparent);
    expect(await getBackground(0)).toBe(transparent);
    const [firstCells] = await citedRows(page, "stations.csv").evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll("td")].map(({ textContent }) => textContent)),
    );
    expect(firstCells?.slice(0, 5)).toEqual(["Station 7041", "River 1", "41", "Read; at 9: noon", "Survey"]);
    const names = await table(page, "stations.csv").getByRole("columnheader").allTextContents();
    expect(names).toEqual(["Row", ...(stations.content.split("\n")[0] ?? "").split(",")]);
    expect(await table(page, "stations.csv").getByRole("table").getAttribute("aria-rowcount")).toBe(`${rowCount + 1}`);
    // Only a part of a long table is in the DOM.
    expect(await table(page, "stations.csv").getByRole("row").count()).toBeLessThan(120);
    // A wide table scrolls inside the viewer.
    const isWide = () =>
      table(page, "stations.csv").evaluate(
        (area) => area.scrollWidth > area.clientWidth && innerWidth >= area.clientWidth,
      );
    expect(await isWide()).toBe(true);
    await checkAxeInBothThemes(page, "a table in the viewer");

    await page.keyboard.press("n");
    await expectVisible(documentViewer(page, "stations.csv"), "2 of 2");
    await expectEventually(() => areInView(page, "stations.csv")).toEqual([true]);
    await expectVisible(citedRows(page, "stations.csv"), "Station 3");
    await expectEventually(async () => {
      await table(page, "stations.csv").press("End");
      return table(page, "stations.csv")
        .getByText(`Station ${rowCount - 1}`, { exact: true })
        .count();
    }).toBe(1);

    await page.keyboard.press("Escape");
    await page.setViewportSize(narrowViewport);
    await citation(page, 1).click();
    await expectEventually(() => areInView(page, "stations.csv")).toEqual([true, true]);
    await checkAxeInBothThemes(page, "a table in the viewer on a phone");
  });
});
