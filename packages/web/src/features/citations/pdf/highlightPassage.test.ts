import type { PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { expect, test } from "vitest";
import { highlightPassage } from "./highlightPassage.ts";

/** A page of 400 × 200 units with these lines of text at these heights above its lower edge. */
function buildPage(...lines: [text: string, y: number][]): PDFPageProxy {
  const items = lines.map(([str, y]) => ({
    ...{ str, transform: [10, 0, 0, 10, 10, y] },
    ...{ width: str.length * 5, height: 10 },
  }));
  const viewport = { width: 400, height: 200, convertToViewportPoint: (x: number, y: number) => [x, 200 - y] };
  const page = { getTextContent: async () => ({ items }), getViewport: () => viewport };
  return page as unknown as PDFPageProxy; // all that is used
}

const { signal } = new AbortController();
const quote = "The Root Filesystem\nThe contents of the root filesystem must be adequate to boot.";
const text = "The contents of the root filesystem must be adequate to boot.";

test("a passage is marked from its own text on, not from the running header", async () => {
  const page = buildPage(["The Root Filesystem", 190], [text, 160]);
  const next = buildPage(["The Root Filesystem", 190], ["Something else.", 160]);
  const highlights = await highlightPassage(page, [next], { quote }, signal);
  expect(highlights).toHaveLength(1);
  expect(highlights[0]?.top).toBeGreaterThan(0.1);
});

test("a heading that only this page has is marked with its passage", async () => {
  const page = buildPage(["The Root Filesystem", 190], [text, 160]);
  const highlights = await highlightPassage(page, [buildPage(["The kernel", 190])], { quote }, signal);
  expect(highlights).toHaveLength(2);
});

test("a passage that is only in the header is marked there", async () => {
  const page = buildPage(["The Root Filesystem", 190]);
  expect(await highlightPassage(page, [page], { quote: "The Root Filesystem" }, signal)).toHaveLength(1);
});

test("the key sentence is marked within the passage, on its own lines", async () => {
  const page = buildPage(
    ["Something must be adequate to boot, too.", 190],
    [`${text} To boot a`, 160],
    ["system, it is read.", 140],
  );
  const keySentence = "To boot a system, it is read.";
  const highlights = await highlightPassage(page, [], { quote: `${text} ${keySentence}`, keySentence }, signal);
  const keys = highlights.filter(({ isKey }) => isKey);
  expect(keys).toHaveLength(2);
  expect(keys[0]?.left).toBeGreaterThan(0.5);
  expect(keys[1]?.left).toBeLessThan(0.1);
  expect(highlights.filter(({ isKey }) => !isKey)).toHaveLength(2);
});

test("a word of which a passage has only a part is not marked, and a section's number is one word", async () => {
  const page = buildPage(
    ["The next corner", 190],
    [text, 160],
    ["3.13.1. Purpose", 140],
    ["犬は市役所で登録しなければなりません。", 100],
  );
  const [first, ...others] = await highlightPassage(page, [], { quote: `r ${text} 3.13.2. Requirements` }, signal);
  expect(first?.left).toBeCloseTo(10 / 400);
  expect(first?.width).toBeCloseTo((text.length * 5) / 400, 1);
  expect(others).toEqual([]);
  // Scripts without spaces are marked to the letter.
  const [part] = await highlightPassage(page, [], { quote: "市役所で登録しなければなりません" }, signal);
  expect(part?.left).toBeGreaterThan(10 / 400);
});
