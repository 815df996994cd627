import { getFuzzRunCount } from "@lectern/contract/testing/getFuzzRunCount";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { createPdf, pdfText } from "./testing/golden/createPdf.ts";
import { listNamedRows, listPdfRows } from "./testing/golden/facts.ts";
import { randomTable } from "./testing/golden/randomTable.ts";
import { escapePdf, writePdfTable } from "./testing/golden/writePdfTable.ts";
import { tableWriters, writeCsv } from "./testing/golden/writeTable.ts";
import { openTestReader } from "./testing/readTestDocument.ts";

const reader = await openTestReader();
afterAll(() => reader.close());

/** A failure prints the seed, with which `fc.assert` repeats it. */
const runs = { numRuns: getFuzzRunCount(25), endOnFailure: true };

describe("in a table with random merged cells", () => {
  for (const [extension, write] of Object.entries(tableWriters))
    test(`of ${extension}, every value stands under its own row and column`, async () => {
      await fc.assert(
        fc.asyncProperty(randomTable, async (table) => {
          const { items } = await reader.read(`random.${extension}`, write(table));
          expect(listNamedRows(items).map(withoutEmptyCells)).toEqual(table.expectedRows);
        }),
        runs,
      );
    });

  test("of csv, every value stands under its own row and column", async () => {
    const flatTable = randomTable.filter(({ headerRowCount }) => headerRowCount === 1);
    await fc.assert(
      fc.asyncProperty(flatTable, async (table) => {
        const { items } = await reader.read("random.csv", writeCsv(table));
        expect(listNamedRows(items).map(withoutEmptyCells)).toEqual(table.expectedRows);
      }),
      runs,
    );
  });
});

const wordArbitrary = fc.constantFrom("Heron", "Crane", "North Pier", "a (b)", "Tern Bay", "Gull", "R2-D2");
const numberArbitrary = fc.oneof(
  fc.integer({ min: -99_999, max: 9_999_999 }).map(String),
  fc.integer({ min: 0, max: 99_999 }).map((cents) => (cents / 100).toFixed(2)),
);
/** The first column has a name in each row, and the last a number; up to a third of the other cells are empty. */
const pdfTableArbitrary = fc
  .record({
    columnCount: fc.integer({ min: 3, max: 5 }),
    rows: fc.array(fc.array(fc.tuple(wordArbitrary, numberArbitrary, fc.nat(2)), { minLength: 6, maxLength: 6 }), {
      minLength: 4,
      maxLength: 20,
    }),
    numberColumns: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
    layout: fc.record({
      columnGap: fc.integer({ min: 11, max: 25 }),
      rowHeight: fc.integer({ min: 13, max: 24 }),
      rightAligned: fc.boolean(),
    }),
  })
  .map(({ columnCount, rows, numberColumns, layout }) => ({
    cells: [
      Array.from({ length: columnCount }, (_, column) => `Name ${column}`),
      ...rows.map((row, rowIndex) =>
        row.slice(0, columnCount).map(([word, number, emptiness], column) => {
          if (column === 0) return `${word} ${rowIndex}`;
          if (column === columnCount - 1) return number;
          if (emptiness === 0) return "";
          return numberColumns[column] ? number : word;
        }),
      ),
    ],
    layout: {
      ...layout,
      rightAligned: new Set(
        layout.rightAligned ? [...numberColumns.keys()].filter((column) => column > 0 && numberColumns[column]) : [],
      ),
    },
  }));

test("in a random table of a PDF, every value stands in its own row and column", async () => {
  await fc.assert(
    fc.asyncProperty(pdfTableArbitrary, async ({ cells, layout }) => {
      const { items } = await reader.read("random.pdf", createPdf({ content: writePdfTable(cells, layout) }));
      expect(listPdfRows(items)).toEqual(cells);
    }),
    runs,
  );
});

test("in a random list of a PDF, every item has its number and its figures", async () => {
  const itemArbitrary = fc.tuple(wordArbitrary, numberArbitrary);
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 90 }),
      fc.array(itemArbitrary, { minLength: 1, maxLength: 20 }),
      async (start, list) => {
        const lines = list.map(([word, number], index) => `${start + index}. ${word} costs ${number} Euro.`);
        const content = lines.map((line, row) => pdfText(72, 720 - row * 16, escapePdf(line))).join("\n");
        const { items } = await reader.read("random.pdf", createPdf({ content }));
        expect(items.map((item) => item.content).join("\n")).toBe(lines.join("\n"));
      },
    ),
    runs,
  );
});

test("in a random list of a page, every item has the number that a browser shows", async () => {
  const itemArbitrary = fc.option(fc.integer({ min: -5, max: 40 }), { freq: 4 });
  const listArbitrary = fc.record({
    start: fc.option(fc.integer({ min: -3, max: 30 })),
    items: fc.array(itemArbitrary, { minLength: 1, maxLength: 8 }),
  });
  await fc.assert(
    fc.asyncProperty(listArbitrary, async ({ start, items }) => {
      const lines = items.map((value, index) => `<li${value === null ? "" : ` value="${value}"`}>item ${index}</li>`);
      const { items: read } = await reader.read(
        "random.html",
        `<ol${start === null ? "" : ` start="${start}"`}>${lines.join("")}</ol>`,
      );
      let number = (start ?? 1) - 1;
      const expectedLines = items.map((value, index) => {
        number = value ?? number + 1;
        return `${number}. item ${index}`;
      });
      expect(read.map(({ content }) => content).join("\n")).toBe(expectedLines.join("\n"));
    }),
    runs,
  );
});

const withoutEmptyCells = (row: Record<string, string>) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== ""));
