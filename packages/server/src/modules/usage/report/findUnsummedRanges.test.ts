import { expect, test } from "vitest";
import { findUnsummedRanges } from "./findUnsummedRanges.ts";

const all = { from: null, before: null };
const summedDays = { first: "2026-11-02", last: "2026-11-29", stale: ["2026-11-10", "2026-11-11"] };

test("what is before, after and stale among the summed days is read", () => {
  expect(findUnsummedRanges(all, null)).toEqual([all]);
  expect(findUnsummedRanges(all, summedDays)).toEqual([
    { from: null, before: "2026-11-02" },
    { from: "2026-11-10", before: "2026-11-11" },
    { from: "2026-11-11", before: "2026-11-12" },
    { from: "2026-11-30", before: null },
  ]);
});

test("only as far as it is in the period", () => {
  expect(findUnsummedRanges({ from: "2026-11-11", before: "2026-12-01" }, summedDays)).toEqual([
    { from: "2026-11-11", before: "2026-11-12" },
    { from: "2026-11-30", before: "2026-12-01" },
  ]);
  expect(findUnsummedRanges({ from: "2026-11-12", before: "2026-11-30" }, summedDays)).toEqual([]);
});
