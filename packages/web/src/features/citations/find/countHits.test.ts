import { expect, test } from "vitest";
import { countHits, getHit, getPosition, getTotal } from "./countHits.ts";

const counts = countHits(
  [
    { unit: 7, text: "river and river" },
    { unit: 2, text: "a river" },
    { unit: 3, text: "sand" },
  ],
  "river",
);

test("hits are counted in the order of the document, whichever part was read first", () => {
  expect(counts).toEqual([
    { unit: 2, count: 1 },
    { unit: 7, count: 2 },
  ]);
  expect(getTotal(counts)).toBe(3);
  expect(getPosition(counts, { unit: 7, ordinal: 1 })).toBe(2);
  expect(getPosition(counts, { unit: 3, ordinal: 0 })).toBe(-1);
  expect(getPosition(counts, { unit: 7, ordinal: 2 })).toBe(-1);
});

test("the step after the last hit leads to the first one, and the step before that back", () => {
  expect(getHit(counts, 1)).toEqual({ unit: 7, ordinal: 0 });
  expect(getHit(counts, 3)).toEqual({ unit: 2, ordinal: 0 });
  expect(getHit(counts, -1)).toEqual({ unit: 7, ordinal: 1 });
  expect(getHit([], 1)).toBeNull();
});
