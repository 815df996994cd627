import { expect, test } from "vitest";
import { parseKeyBlock } from "./parseKeyBlock.ts";

test("a block that would change nothing is none: a day that has passed is as good as no day", () => {
  const parseUpdate = (updates: object) =>
    parseKeyBlock(JSON.stringify({ OP: "UPDATE", DATA: { appName: "Script", updates } }));
  expect(parseUpdate({ expirationDate: "2020-01-01" })).toBeNull();
  expect(parseUpdate({ expirationDate: "2020-01-01", accessTypes: ["chat"] })).toEqual({
    op: "UPDATE",
    reference: { apiKeyId: undefined, appName: "Script" },
    settings: { accessTypes: ["chat"] },
  });
});
