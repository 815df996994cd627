import type { ContentItem } from "@lectern/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createItemCollector } from "../../../platform/documents/child/itemCollector.ts";
import { createSheetAdder } from "../../../platform/documents/formats/addSheet.ts";
import { describeTable, toTableRow } from "./describeTable.ts";
import { findSheets } from "./findSheets.ts";

/** Extracts a sheet as the document reader does. */
function extract(
  rows: readonly (readonly string[])[],
  sheet = "2024",
  options?: Parameters<typeof createSheetAdder>[2],
): ContentItem[] {
  const collector = createItemCollector();
  const adder = createSheetAdder(sheet, collector, options);
  for (const [index, cells] of rows.entries()) adder.add({ row: index + 1, cells });
  adder.end();
  return collector.collectedItems.map((item) => ({ ...item, tokens: 1 }));
}

/** Forgets the columns, the names and the places of empty cells, as in documents of older readers. */
const withoutColumns = (items: readonly ContentItem[]): ContentItem[] =>
  items.map(({ columns: _, names: __, content, ...item }) => ({
    ...item,
    content: content
      .split(" | ")
      .filter((text) => text.trim() !== "")
      .join(" | "),
  }));

/** Converts the only sheet of a document back to cells. */
function convert(items: readonly ContentItem[]) {
  const [sheet] = findSheets(items);
  if (!sheet) throw new Error("There is no table.");
  const layout = describeTable(items, sheet);
  const bodyFrom = layout.headerIndex === null ? 0 : layout.headerIndex + 1;
  return {
    titles: items.slice(0, layout.headerIndex ?? 0).map(({ content }) => content),
    names: layout.columns.map(({ name }) => name),
    columns: layout.columns,
    rows: items.slice(bodyFrom).map((item) => toTableRow(item, layout)),
  };
}

describe("the extracted rows of a sheet", () => {
  test("become cells again, below the names of their columns and the titles above them", () => {
    const table = convert(
      extract([
        ["Rivers of Europe"],
        ["River", "Length", "Mouth"],
        ["Rhine", "1,233", "North Sea"],
        ["Danube", "2,850", ""],
        ["Volga", "3,531", "Caspian Sea"],
      ]),
    );
    expect(table).toMatchObject({ titles: ["Rivers of Europe"], names: ["River", "Length", "Mouth"] });
    expect(table.rows).toEqual([
      { row: 3, cells: ["Rhine", "1,233", "North Sea"] },
      { row: 4, cells: ["Danube", "2,850", ""] },
      { row: 5, cells: ["Volga", "3,531", "Caspian Sea"] },
    ]);
    expect(table.columns.map(({ isNumeric }) => isNumeric)).toEqual([false, true, false]);
    expect(table.columns.map(({ characters }) => characters)).toEqual([6, 6, 11]);
  });

  test("have a column without a name if some have a value before the others", () => {
    const table = convert(
      extract([
        ["", "Year", "Length"],
        ["", "first", "5"],
        ["new", "second", "7"],
        ["", "third", "9"],
      ]),
    );
    expect(table.names).toEqual([null, "Year", "Length"]);
    expect(table.rows.map(({ cells }) => cells)).toEqual([
      ["", "first", "5"],
      ["new", "second", "7"],
      ["", "third", "9"],
    ]);
  });

  test("keep their columns without a header, and where a cell is empty", () => {
    const rows = [
      ["", "", "12", "15"],
      ["", "Income", "5", "7"],
      ["", "Costs", "", "4"],
    ];
    const table = convert(extract(rows));
    expect(table.names).toEqual([null, null, null]);
    expect(table.rows.map(({ cells }) => cells)).toEqual(rows.map((cells) => cells.slice(1)));
  });

  test("have the names of two levels, and those of columns with equal names", () => {
    const table = convert(
      extract([
        ["Course", "Winter", "", "Summer", ""],
        ["", "Room", "Room", "Room", "Teacher"],
        ["Sailing", "B1", "B5", "B2", "Stork"],
        ["Rowing", "", "B6", "B4", "Swan"],
      ]),
    );
    expect(table.names).toEqual(["Course", "Winter / Room", "Winter / Room (2)", "Summer / Room", "Summer / Teacher"]);
    expect(table.rows).toEqual([
      { row: 3, cells: ["Sailing", "B1", "B5", "B2", "Stork"] },
      { row: 4, cells: ["Rowing", "", "B6", "B4", "Swan"] },
    ]);
  });

  test("span the columns if a cell contains what separates cells", () => {
    const table = convert(
      extract([
        ["1", "2"],
        ["3 | 4", "5"],
      ]),
    );
    expect(table.rows.map(({ cells }) => cells)).toEqual([["1", "2"], ["3 | 4 | 5"]]);
  });

  test("of an older reader, without a header, are cells if none is empty, and else one text each, because the columns are unknown", () => {
    expect(
      convert(
        withoutColumns(
          extract([
            ["1", "2"],
            ["3", "4"],
          ]),
        ),
      ).rows.map(({ cells }) => cells),
    ).toEqual([
      ["1", "2"],
      ["3", "4"],
    ]);
    const gap = convert(
      withoutColumns(
        extract([
          ["1", "2", "3"],
          ["4", "", "6"],
        ]),
      ),
    );
    expect(gap).toMatchObject({ names: [null], rows: [{ cells: ["1 | 2 | 3"] }, { cells: ["4 | 6"] }] });
  });

  test("of an older reader span the columns if they have none of them", () => {
    const rows = Array.from({ length: 900 }, (_, index) => [`River ${index}`, String(index)]);
    const table = convert(withoutColumns(extract([["Name", "Length"], ...rows, ["", "", "Source: the survey"]])));
    expect(table.rows.at(-2)?.cells).toEqual(["River 899", "899"]);
    expect(table.rows.at(-1)?.cells).toEqual(["Source: the survey"]);
  });

  test("become the same cells whatever their texts are", () => {
    const cell = fc.stringMatching(/^[a-z]{1,5}( [a-z0-9.,]{1,5}){0,2}$/);
    const name = cell.map((text) => text.charAt(0).toUpperCase() + text.slice(1));
    const table = fc.integer({ min: 3, max: 6 }).chain((width) =>
      fc.record({
        header: fc.uniqueArray(name, { minLength: width, maxLength: width }),
        rows: fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 30 }),
      }),
    );
    fc.assert(
      fc.property(table, ({ header, rows }) => {
        // Texts alone do not tell the header, so a frozen row marks it.
        const items = extract([header, ...rows], "2024", { frozenRows: 1 });
        for (const each of [items, withoutColumns(items)]) {
          const { names, rows: converted } = convert(each);
          expect(names).toEqual(header);
          expect(converted.map(({ cells }) => cells)).toEqual(rows);
        }
      }),
    );
  });

  test("never make the conversion fail", () => {
    const cell = fc.constantFrom("", "a", "b", "a: b", "a; b", " | ", ": ", "; a: ", "1");
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 5 }), { maxLength: 20 }), (rows) => {
        const items = extract(rows);
        if (items.length === 0) return;
        for (const each of [items, withoutColumns(items)]) {
          const { columns, rows: converted } = convert(each);
          for (const { cells } of converted) expect([1, columns.length]).toContain(cells.length);
        }
      }),
    );
  });
});

describe("a document", () => {
  test("consists of its sheets in order", () => {
    const items = [...extract([["a"], ["b"]], "First"), ...extract([["c"]], "Second")];
    expect(findSheets(items)).toEqual([
      { name: "First", from: 0, count: 2 },
      { name: "Second", from: 2, count: 1 },
    ]);
  });

  test("with anything but rows is not a table", () => {
    const [row] = extract([["a", "b"]]);
    if (!row) throw new Error("There is no row.");
    expect(findSheets([row, { ...row, kind: "paragraph" }])).toEqual([]);
    expect(findSheets([{ ...row, location: { page: 3 } }])).toEqual([]);
    expect(findSheets([])).toEqual([]);
  });
});
