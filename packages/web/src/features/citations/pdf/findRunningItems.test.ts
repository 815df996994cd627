import { expect, test } from "vitest";
import { findRunningItems } from "./findRunningItems.ts";

/** A page of 100 × 200 units, whose origin is at the bottom left. */
const geometry = { width: 100, height: 200, convertToViewportPoint: (x: number, y: number) => [x, 200 - y] };
const buildPage = (...lines: [text: string, y: number][]) => ({
  items: lines.map(([str, y]) => ({ str, transform: [10, 0, 0, 10, 10, y], width: str.length * 5, height: 10 })),
  geometry,
});

test("running headers and page numbers are what neighbouring pages repeat near their edges", () => {
  const page = buildPage(["Chapter 3.", 190], ["The Root Filesystem", 190], ["The text.", 150], ["17", 10]);
  const next = buildPage(["Chapter 3. The Root Filesystem", 190], ["The text.", 150], ["18", 10]);
  expect([...findRunningItems(page, [next])]).toEqual([0, 1, 3]);
  expect(findRunningItems(page, []).size).toBe(0);
});

test("the same text at another height, or another text at the same height, is part of the page", () => {
  const page = buildPage(["Purpose", 190], ["Last line", 20]);
  const other = buildPage(["Scope", 190], ["Purpose", 180], ["Last line", 14]);
  expect(findRunningItems(page, [other]).size).toBe(0);
});
