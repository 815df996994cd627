import { afterAll, expect, test } from "vitest";
import { DocumentReadError } from "./documentReader.ts";
import { createOpenSheet, openCell } from "./testing/golden/createOpenSheet.ts";
import { createWorkbook } from "./testing/golden/createWorkbook.ts";
import { openTestReader } from "./testing/readTestDocument.ts";

const reader = await openTestReader({ memoryMb: 512 });
afterAll(() => reader.close());

const rows = [
  ["Boat", "Seats"],
  ["Heron", 4],
];

test("merged areas of the whole sheet, and thousands that overlap, add no cells", async () => {
  const overlapping = Array.from({ length: 20_000 }, (_, index) => `A${(index % 3) + 1}:XFD${1_048_576 - index}`);
  const { items } = await reader.read("merged.xlsx", createWorkbook([{ rows, merged: overlapping }]));
  expect(items).toHaveLength(2);
  expect(items.every(({ content }) => content.length < 100)).toBe(true);
});

test("a long text is not repeated in all rows and columns of its area", async () => {
  const long = "long text ".repeat(90);
  const cells = `<tr><td rowspan="65534" colspan="1000">${long}</td><td>a</td></tr>${"<tr><td>b</td></tr>".repeat(500)}`;
  const { items } = await reader.read("spans.html", `<table>${cells}</table>`);
  const text = items.map(({ content }) => content).join("\n");
  expect(text.split(long.trim())).toHaveLength(2);
});

test("rows without cells do not repeat a value that spans them", async () => {
  const cell = `<td rowspan="0" colspan="200">${"x".repeat(290)}</td>`;
  const { items } = await reader.read(
    "empty rows.html",
    `<table><tr>${cell}</tr>${"<tr></tr>".repeat(20_000)}</table>`,
  );
  expect(items.map(({ content }) => content.length)).toEqual([290]);
});

test("short texts that span too much are rejected with the limit", async () => {
  const cell = `<td rowspan="65534" colspan="200">${"x".repeat(290)}</td>`;
  await expect(
    reader.read("spans.html", `<table><tr>${cell}</tr>${"<tr><td>b</td></tr>".repeat(1_000)}</table>`),
  ).resolves.toBeDefined();
  const wideRow = openCell('table:number-columns-repeated="1000"', "value");
  const sheet = createOpenSheet({ Plan: [[wideRow]] });
  await expect(reader.read("wide.ods", sheet)).resolves.toBeDefined();
  const error: unknown = await reader.read("tall.ods", createTallSheet()).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(DocumentReadError);
  expect(error).toMatchObject({ failure: "tooMuch" });
});

test("a binary workbook of Excel 97 to 2003 is rejected with the advice to save it as xlsx", async () => {
  const signature = Buffer.from("d0cf11e0a1b11ae1", "hex");
  const oldWorkbook = Buffer.concat([
    signature,
    Buffer.alloc(600),
    Buffer.from("Workbook", "utf16le"),
    Buffer.alloc(100),
  ]);
  for (const name of ["old.xls", "renamed.xlsx"])
    await expect(reader.read(name, oldWorkbook)).rejects.toMatchObject({
      failure: "unsupported",
      userMessage: "This file type is not supported. Please save the file as xlsx.",
    });
  const encrypted = Buffer.concat([signature, Buffer.alloc(600), Buffer.from("EncryptedPackage", "utf16le")]);
  await expect(reader.read("closed.xls", encrypted)).rejects.toMatchObject({ failure: "encrypted" });
});

/** A row of a thousand values that the file repeats a million times. */
function createTallSheet(): Uint8Array {
  const cell = openCell('table:number-columns-repeated="1000"', "value");
  return createOpenSheet({
    Plan: [[`${cell}</table:table-row><table:table-row table:number-rows-repeated="1048576">${cell}`]],
  });
}
