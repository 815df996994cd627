import { expect, test } from "vitest";
import { getBars } from "./getBars.ts";

const line = (left: number, top: number, width = 0.4) => ({ left, top, width, height: 0.02 });

test("lines that follow each other have one bar at the leftmost of them, also around the gap between paragraphs", () => {
  const bars = getBars([line(0.12, 0.1), line(0.1, 0.125), line(0.1, 0.17), { ...line(0.2, 0.125, 0.1), isKey: true }]);
  expect(bars).toHaveLength(1);
  expect(bars[0]?.left).toBe(0.1);
  expect(bars[0]?.top).toBe(0.1);
  expect(bars[0]?.height).toBeCloseTo(0.09);
});

test("the cells of a row have one bar", () => {
  expect(getBars([line(0.1, 0.1, 0.1), line(0.5, 0.1, 0.1), line(0.1, 0.13, 0.1)])).toHaveLength(1);
});

test("another column and text far below have bars of their own", () => {
  const bars = getBars([line(0.1, 0.85), line(0.1, 0.88), line(0.55, 0.1), line(0.55, 0.13), line(0.55, 0.6)]);
  expect(bars.map(({ left, top }) => [left, top])).toEqual([
    [0.1, 0.85],
    [0.55, 0.1],
    [0.55, 0.6],
  ]);
});

test("lines of a column have one bar, also if they begin at different places and a cell is higher than the one before", () => {
  const title = line(0.72, 0.1, 0.2);
  const cells = [line(0.82, 0.125, 0.15), line(0.71, 0.13, 0.1), line(0.82, 0.146, 0.15)];
  expect(getBars([line(0.1, 0.85), title, ...cells]).map(({ left, top }) => [left, top])).toEqual([
    [0.1, 0.85],
    [0.71, 0.1],
  ]);
});
