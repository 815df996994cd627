import { expect, test } from "vitest";
import { findCitedRows } from "./findCitedRows.ts";

const rows = [
  ["River", "Length"],
  ["Rhine", "1233 km"],
  ["Danube", "2850 km"],
  ["Volga", "3531 km"],
];

test("only the rows that contain the quote are cited", () => {
  expect([...findCitedRows(rows, "Rhine  1233 km")]).toEqual([1]);
  expect([...findCitedRows(rows, "1233 km\nDanube 2850")]).toEqual([1, 2]);
});

test("the signs between the cells of a quote are in no cell", () => {
  const rowsWithEmptyCell = [...rows, ["Oder", "", "854 km"]];
  expect([...findCitedRows(rowsWithEmptyCell, "Volga | 3531 km\nOder |  | 854 km")]).toEqual([3, 4]);
});

test("a quote that goes on after the table marks its last rows", () => {
  expect([...findCitedRows(rows, "Danube 2850 km Volga 3531 km. The Volga is the longest.")]).toEqual([2, 3]);
});

test("all rows are cited by a quote that is not found or that contains them", () => {
  expect([...findCitedRows(rows, "an older text")]).toEqual([0, 1, 2, 3]);
  expect([...findCitedRows(rows, `Table 1. ${rows.flat().join(" ")} Source: none`)]).toEqual([0, 1, 2, 3]);
});
