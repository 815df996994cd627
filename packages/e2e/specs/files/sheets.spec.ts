import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readFileTable } from "@lectern/contract";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { createSampleWord } from "../../../server/src/platform/documents/testing/samples.ts";
import { lastAnswer } from "../../support/chatControls.ts";
import { checkAxeInBothThemes } from "../../support/checkAxe.ts";
import { createWorkspaceFixture } from "../../support/createWorkspaceFixture.ts";
import { documentViewer } from "../../support/documentViewer.ts";
import { failOp } from "../../support/interceptOp.ts";
import { narrowViewport } from "../../support/openBrowser.ts";
import { buildCitedPassage, createAnsweredConversation } from "../../support/riverDocument.ts";
import { expectEventually, expectVisible, openWorkspace } from "../../support/screen.ts";
import { uploadAndExtract } from "../../support/uploadByApi.ts";

const fixture = createWorkspaceFixture();
const citation = (page: Page, number: number) =>
  lastAnswer(page).getByRole("button", { name: new RegExp(`^Source ${number},`) });
const table = (page: Page, name: string) => page.getByRole("region", { name: `Table of ${name}` });
const citedRows = (page: Page, name: string) => table(page, name).locator("tr[data-cited]");
const sheetTab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });

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

  test("of which nearly every row is cited has a tint only on the row that answers, and a bar at the others", async () => {
    const { page, api } = await fixture.openSignedIn({ viewport: { width: 1440, height: 900 } });
    const lengths = ["Rhine,1233", "Danube,2850", "Volga,3531", "Elbe,1094", "Oder,866", "Main,525"];
    const content = ["River,Length", ...lengths].join("\n");
    const file = await uploadAndExtract(api, fixture.url, { name: "lengths.csv", type: "text/csv", content });
    const cite = (number: number, rows: readonly number[]) => ({
      ...buildCitedPassage(
        file,
        number,
        0,
        rows.map((row) => `River: ${lengths[row]?.replace(",", "; Length: ")}`).join("\n"),
      ),
      locations: rows.map((row) => ({ row: row + 2 })),
      originalIndexes: rows.map((row) => row + 1),
    });
    const id = await createAnsweredConversation(api, "The Elbe has 1094 km [1], and others too [2].", {
      rag: { sources: [cite(1, [0, 1, 2, 3, 4]), cite(2, [0, 1])] },
    });
    await openWorkspace(page, fixture.url, `#c=${id}`);
    await citation(page, 1).click();
    const listTinted = () =>
      table(page, "lengths.csv")
        .locator("tbody tr td:nth-of-type(1)")
        .evaluateAll(
          (cells, none) =>
            cells.flatMap((cell) => (getComputedStyle(cell).backgroundColor === none ? [] : cell.textContent)),
          transparent,
        );
    await expectEventually(listTinted).toEqual(["Elbe"]);
    // Its columns stay together at the left of a wide viewer.
    const emptyWidth = await table(page, "lengths.csv").evaluate(
      (area) => area.clientWidth - (area.querySelector("table")?.offsetWidth ?? 0),
    );
    expect(emptyWidth).toBeGreaterThan(300);
    const marks = citedRows(page, "lengths.csv").getByRole("rowheader");
    expect(await marks.allTextContents()).toEqual(["2, cited", "3, cited", "4, cited", "5, cited", "6, cited"]);
    const bars = await marks.evaluateAll((heads) => heads.map((head) => getComputedStyle(head).boxShadow));
    expect(bars.every((bar) => bar.includes("inset"))).toBe(true);
    // A few rows among many are tinted.
    await page.keyboard.press("n");
    await expectEventually(listTinted).toEqual(["Rhine", "Danube"]);
  });

  test("shows a cited row with its whole text and the others on one line, until a click or Enter opens them", async () => {
    const { page, api } = await fixture.openSignedIn({ viewport: { width: 1440, height: 900 } });
    const remark = "The gauge was read twice, because the first reading was doubtful. ".repeat(6).trim();
    const file = await uploadAndExtract(api, fixture.url, {
      name: "remarks.csv",
      type: "text/csv",
      content: ["Station,Remarks", `One,${remark}`, "Two,Short", `Three,${remark}`].join("\n"),
    });
    const cited = buildCitedPassage(file, 1, 0, `Station: One; Remarks: ${remark}`);
    const id = await createAnsweredConversation(api, "High [1].", {
      rag: { sources: [{ ...cited, locations: [{ row: 2 }], originalIndexes: [1] }] },
    });
    await openWorkspace(page, fixture.url, `#c=${id}`);
    await citation(page, 1).click();
    const row = (name: string) => table(page, "remarks.csv").getByRole("row").filter({ hasText: name });
    const isOneLine = async (name: string) => {
      const [height, lineHeight] = await Promise.all(
        [row(name), row("Two")].map(async (each) => (await each.boundingBox())?.height),
      );
      return height === lineHeight;
    };
    const button = (number: number) => page.getByRole("button", { name: `Full text of row ${number}` });
    await row("Three").waitFor();
    expect(await isOneLine("One")).toBe(false);
    expect(await isOneLine("Three")).toBe(true);
    expect(await button(3).count()).toBe(0);

    await button(4).press("Enter");
    await expectEventually(() => isOneLine("Three")).toBe(false);
    expect(await button(4).getAttribute("aria-expanded")).toBe("true");
    await row("Three").getByRole("cell", { name: "Three" }).click();
    await expectEventually(() => isOneLine("Three")).toBe(true);
    expect(await button(4).getAttribute("aria-expanded")).toBe("false");
    await button(2).click();
    await expectEventually(() => isOneLine("One")).toBe(true);
  });

  test("has a tab for each sheet and opens the one with the passage, below the titles of the sheet", async () => {
    const { page, api } = await fixture.openSignedIn();
    const name = "deaths.xlsx";
    const bytes = await readFile(join(import.meta.dirname, "../../../bench/corpus/documents", name));
    const type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    const file = await uploadAndExtract(api, fixture.url, { name, type, content: new Uint8Array(bytes) });
    const { sheets } = await api.call(readFileTable, { key: file.id });
    const [first, second] = sheets;
    if (!first?.name || !second?.name) throw new Error("The workbook has two sheets.");
    const { bodyFrom, rows } = await api.call(readFileTable, { key: file.id, from: second.from });
    const cited = bodyFrom + 2;
    const id = await createAnsweredConversation(api, "She died [1].", {
      rag: { sources: [{ ...buildCitedPassage(file, 1, cited), locations: [{ sheet: second.name, row: 8 }] }] },
    });
    await openWorkspace(page, fixture.url, `#c=${id}`);
    await citation(page, 1).click();
    await expectEventually(() => sheetTab(page, second.name ?? "").getAttribute("aria-selected")).toBe("true");
    const cells = rows[cited - second.from]?.cells ?? [];
    expect(cells.length).toBeGreaterThan(2);
    await expectEventually(() => citedRows(page, name).locator("td").allTextContents()).toEqual(cells);
    await checkAxeInBothThemes(page, "the sheets of a workbook");

    await sheetTab(page, second.name).press("ArrowLeft");
    await expectEventually(() => sheetTab(page, first.name ?? "").getAttribute("aria-selected")).toBe("true");
    await expectEventually(() => table(page, name).getByRole("columnheader").count()).toBeGreaterThan(2);
    expect(await citedRows(page, name).count()).toBe(0);
  });

  test("offers to try again if it cannot be loaded, and opens as text if it is not a table", async () => {
    const { page, api } = await fixture.openSignedIn();
    await uploadAndExtract(api, fixture.url, { name: "small.csv", type: "text/csv", content: "a,b\nc,d\ne,f" });
    const restore = await failOp(page, readFileTable, "The disk is being changed.");
    await page.goto(`${fixture.url}/#page=home`);
    await page.getByRole("button", { name: "small.csv", exact: true }).click();
    await expectVisible(documentViewer(page, "small.csv"), "The disk is being changed.");
    await restore();
    await page.getByRole("button", { name: "Try again" }).click();
    await expectEventually(() => table(page, "small.csv").getByRole("cell").allTextContents()).toEqual([
      "c",
      "d",
      "e",
      "f",
    ]);
    await page.keyboard.press("Escape");

    await uploadAndExtract(api, fixture.url, {
      name: "prose.csv",
      type: "text/csv",
      content: new Uint8Array(createSampleWord()),
    });
    await page.reload();
    await page.getByRole("button", { name: "prose.csv", exact: true }).click();
    await expectVisible(documentViewer(page, "prose.csv"), "Handbook");
  });
});
