import { expect, test } from "vitest";
import { describeLocations } from "./describeLocations.ts";

test.each([
  [[], ""],
  [[{}], ""],
  [[{ page: 3 }], "page 3"],
  [[{ page: 3 }, { page: 5 }, { page: 4 }], "pages 3-5"],
  [
    [
      { sheet: "2024", row: 17 },
      { sheet: "2024", row: 40 },
    ],
    'sheet "2024", rows 17-40',
  ],
  [[{ page: 2, heading: "Rain" }, { page: 2 }], 'page 2, heading "Rain"'],
  [[{ heading: "a" }, { heading: "b" }, { heading: "c" }, { heading: "d" }], 'heading "a", "b", "c", …'],
])("%j is %j", (locations, description) => expect(describeLocations(locations)).toBe(description));

test("a long heading is truncated", () => {
  expect(describeLocations([{ heading: "x".repeat(500) }]).length).toBeLessThan(100);
});
