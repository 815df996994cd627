import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { browserFaults, serverFaults } from "./namedFaults.ts";

const root = join(import.meta.dirname, "../../../../..");

test.each([...serverFaults, ...browserFaults])("the fault '$fault' has its tests", ({ tests }) => {
  expect(tests.length).toBeGreaterThan(0);
  for (const { file, title } of tests) expect(readFileSync(join(root, file), "utf8")).toContain(title);
});
