import { readFileTable } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { buildCitedPassage, storeAnswer } from "../../../testing/citedAnswers.ts";
import { citation, documentText, documentViewer, findAll, readTexts } from "../../../testing/documentViewer.ts";
import { renderApp } from "../../../testing/renderApp.tsx";
import {
  createSheetFile,
  createTextFile,
  type StubbedFile,
  type StubbedSheet,
  stubFiles,
} from "../../../testing/stubFiles.ts";
import { failOp } from "../../../testing/stubServer.ts";

const transparent = "rgba(0, 0, 0, 0)";
const table = (name: string) => page.getByRole("region", { name: `Table of ${name}` });
const sheetTab = (name: string) => page.getByRole("tab", { name, exact: true });
const readColour = (element: Element) => getComputedStyle(element).backgroundColor;

/** A citation of rows of a file with one sheet, which are numbered from 0 below the names of the columns. */
const citeRows = ({ record }: StubbedFile, number: number, rows: readonly number[], texts: readonly string[]) => ({
  ...buildCitedPassage(record, number, 0, texts.join("\n")),
  locations: rows.map((row) => ({ row: row + 2 })),
  originalIndexes: rows.map((row) => row + 1),
});

async function openAnswer(file: StubbedFile, text: string, sources: readonly object[]): Promise<void> {
  await page.viewport(1440, 900);
  stubFiles(file);
  await storeAnswer(text, { rag: { sources: [...sources] } });
  await renderApp("#c=stored");
}

describe("a cited spreadsheet", () => {
  test("of which nearly every row is cited has a tint only on the row that answers, and a bar at the others", async () => {
    const name = "lengths.csv";
    const rows = ["Rhine,1233", "Danube,2850", "Volga,3531", "Elbe,1094", "Oder,866", "Main,525"].map((row) =>
      row.split(","),
    );
    const file = createSheetFile({ name }, { name: null, columns: ["River", "Length"], rows });
    const cite = (number: number, cited: readonly number[]) =>
      citeRows(
        file,
        number,
        cited,
        cited.map((row) => `River: ${rows[row]?.join("; Length: ")}`),
      );
    await openAnswer(file, "The Elbe has 1094 km [1], and others too [2].", [
      cite(1, [0, 1, 2, 3, 4]),
      cite(2, [0, 1]),
    ]);
    await citation(1).click();
    const listTinted = () =>
      findAll(table(name), "tbody tr td:nth-of-type(1)")
        .filter((cell) => readColour(cell) !== transparent)
        .map(({ textContent }) => textContent);
    await expect.poll(listTinted).toEqual(["Elbe"]);
    // Its columns stay together at the left of a wide viewer.
    const area = table(name).element();
    expect(area.clientWidth - (area.querySelector("table")?.offsetWidth ?? 0)).toBeGreaterThan(300);
    const marks = findAll(table(name), "tr[data-cited] th");
    expect(marks.map(({ textContent }) => textContent)).toEqual([
      "2, cited",
      "3, cited",
      "4, cited",
      "5, cited",
      "6, cited",
    ]);
    for (const mark of marks) expect(getComputedStyle(mark).boxShadow).toContain("inset");
    // A few rows among many are tinted.
    await userEvent.keyboard("n");
    await expect.poll(listTinted).toEqual(["Rhine", "Danube"]);
  });

  test("shows a cited row with its whole text and the others on one line, until a click or Enter opens them", async () => {
    const name = "remarks.csv";
    const remark = "The gauge was read twice, because the first reading was doubtful. ".repeat(6).trim();
    const rows = [
      ["One", remark],
      ["Two", "Short"],
      ["Three", remark],
    ];
    const file = createSheetFile({ name }, { name: null, columns: ["Station", "Remarks"], rows });
    await openAnswer(file, "High [1].", [citeRows(file, 1, [0], [`Station: One; Remarks: ${remark}`])]);
    await citation(1).click();
    const row = (text: string) => table(name).getByRole("row").filter({ hasText: text });
    const heightOf = (text: string) => row(text).element().getBoundingClientRect().height;
    const isOneLine = (text: string) => heightOf(text) === heightOf("Two");
    const button = (number: number) => page.getByRole("button", { name: `Full text of row ${number}` });
    await expect.element(row("Three")).toBeVisible();
    expect(isOneLine("One")).toBe(false);
    expect(isOneLine("Three")).toBe(true);
    expect(button(3).elements()).toEqual([]);

    button(4).element().focus();
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => isOneLine("Three")).toBe(false);
    await expect.element(button(4)).toHaveAttribute("aria-expanded", "true");
    await row("Three").getByRole("cell", { name: "Three" }).click();
    await expect.poll(() => isOneLine("Three")).toBe(true);
    await expect.element(button(4)).toHaveAttribute("aria-expanded", "false");
    await button(2).click();
    await expect.poll(() => isOneLine("One")).toBe(true);
  });

  test("has a tab for each sheet and opens the one with the passage, below the titles of the sheet", async () => {
    const name = "deaths.xlsx";
    const createSheet = (sheet: string): StubbedSheet => ({
      name: sheet,
      titles: [`All of ${sheet}`],
      columns: ["Name", "Born", "Died"],
      rows: Array.from({ length: 8 }, (_, row) => [`${sheet} ${row}`, `18${row}0`, `19${row}0`]),
    });
    const file = createSheetFile(
      { name, type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" },
      createSheet("Painters"),
      createSheet("Poets"),
    );
    // The second sheet starts with the eleventh item, its title.
    const passage = { ...buildCitedPassage(file.record, 1, 10 + 2 + 2), locations: [{ sheet: "Poets", row: 5 }] };
    await openAnswer(file, "She died [1].", [passage]);
    await citation(1).click();
    await expect.element(sheetTab("Poets")).toHaveAttribute("aria-selected", "true");
    await expect.poll(() => readTexts(table(name), "tr[data-cited] td")).toEqual(["Poets 2", "1820", "1920"]);
    await expect.element(documentViewer(name).getByText("All of Poets")).toBeVisible();

    sheetTab("Poets").element().focus();
    await userEvent.keyboard("{ArrowLeft}");
    await expect.element(sheetTab("Painters")).toHaveAttribute("aria-selected", "true");
    await expect.poll(() => readTexts(table(name), "tbody td")).toContain("Painters 0");
    expect(findAll(table(name), "tr[data-cited]")).toEqual([]);
  });

  test("offers to try again if it cannot be loaded, and opens as text if it is not a table", async () => {
    const small = createSheetFile(
      { name: "small.csv" },
      {
        name: null,
        columns: ["a", "b"],
        rows: [
          ["c", "d"],
          ["e", "f"],
        ],
      },
    );
    const prose = createTextFile({ name: "prose.csv", type: "text/csv" }, ["Handbook"]);
    stubFiles(small, prose);
    failOp(readFileTable, "The disk is being changed.");
    await renderApp("#page=home");
    const open = (name: string) => page.getByRole("button", { name, exact: true }).click();
    await open("small.csv");
    await expect.element(documentViewer("small.csv").getByText("The disk is being changed.")).toBeVisible();
    stubFiles(small, prose);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.poll(() => readTexts(table("small.csv"), "td")).toEqual(["c", "d", "e", "f"]);
    await open("prose.csv");
    await expect.element(documentText("prose.csv").getByText("Handbook")).toBeVisible();
  });
});
