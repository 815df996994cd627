import { afterAll, describe, expect, test } from "vitest";
import { checkNotes, type GoldenCase } from "./testing/golden/facts.ts";
import { htmlCases } from "./testing/golden/htmlCases.ts";
import { officeCases } from "./testing/golden/officeCases.ts";
import { pdfCases } from "./testing/golden/pdfCases.ts";
import { sheetCases } from "./testing/golden/sheetCases.ts";
import { struckCases } from "./testing/golden/struckCases.ts";
import { openTestReader } from "./testing/readTestDocument.ts";

const reader = await openTestReader();
afterAll(() => reader.close());

/** Add the cases of a format to its list, or a list here. */
const cases: readonly GoldenCase[] = [...sheetCases, ...htmlCases, ...officeCases, ...pdfCases, ...struckCases];

describe("a document of known content", () => {
  for (const golden of cases) {
    test(`${golden.file}: ${golden.facts.map(({ statement }) => statement).join("; ")}`, async () => {
      const read = await reader.read(golden.file, await golden.create());
      for (const { statement, check } of golden.facts) {
        try {
          check(read);
        } catch (cause) {
          throw new Error(`It does not hold that ${statement}.\n${describeRead(read.items)}`, { cause });
        }
      }
      checkNotes(read, golden);
    });
  }

  test("has a name of its own", () => {
    const files = cases.map(({ file }) => file);
    expect(new Set(files).size).toBe(files.length);
  });
});

const describeRead = (items: readonly { content: string }[]) => items.map(({ content }) => content).join("\n");
