import { expect, test } from "vitest";
import { describeObstacle, describeUse } from "./describeUse.ts";

const createUse = (name: string, isEarlier = false) => ({ id: `astp/${name}`, name, isEarlier });

test("a file names the assistants that use it, and earlier versions only if no present version has it", () => {
  expect(describeUse([])).toBe("No assistant uses it");
  expect(describeUse([createUse("Guide"), createUse("Tutor", true)])).toBe("Used by Guide");
  expect(describeUse([createUse("Tutor", true)])).toBe("Used by an earlier version of Tutor");
  expect(describeUse(["A", "B", "C", "D", "E"].map((name) => createUse(name)))).toBe("Used by A, B, C and 2 more");
});

test("a file that is used says what must happen before it can be deleted", () => {
  expect(describeObstacle("heat.txt", [createUse("Guide"), createUse("Tutor", true)])).toBe(
    "Delete heat.txt: Remove it from “Guide” first",
  );
  expect(describeObstacle("heat.txt", [createUse("Tutor", true)])).toBe(
    "Delete heat.txt: It can be deleted once the earlier version is no longer kept",
  );
});
