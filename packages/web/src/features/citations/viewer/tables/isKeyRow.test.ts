import { expect, test } from "vitest";
import { isKeyRow } from "./isKeyRow.ts";

const names = ["Station", "River", "Gauge"];

test("the key row is the one that was extracted as the key sentence, with or without the names of its columns", () => {
  expect(isKeyRow(["Station 7", "Rhine", "41"], names, "Station: Station 7; River: Rhine; Gauge: 41")).toBe(true);
  expect(isKeyRow(["Station 7", "", "41"], names, "Station: Station 7; Gauge: 41")).toBe(true);
  expect(isKeyRow(["Station 7", "Rhine", "41"], [null, null, null], "Station 7 | Rhine | 41")).toBe(true);
  expect(isKeyRow(["Rhine", "1233 km"], names, "| Rhine | 1233 km |")).toBe(true);
});

test("a row that only begins like the key sentence is another one", () => {
  expect(isKeyRow(["Station 70", "Rhine", "41"], names, "Station: Station 7; River: Rhine; Gauge: 41")).toBe(false);
  expect(isKeyRow(["a", "12"], [null, null], "a | 1")).toBe(false);
  expect(isKeyRow(["a", "1"], [null, null], null)).toBe(false);
  expect(isKeyRow(["", ""], [null, null], " | ")).toBe(false);
});

test("a long row of which the passage has only a part is the key row too", () => {
  const remark = "The gauge was read twice, because the first reading was doubtful.";
  expect(isKeyRow(["One", `${remark} ${remark}`], ["Station", "Remarks"], `Station: One; Remarks: ${remark}`)).toBe(
    true,
  );
});
