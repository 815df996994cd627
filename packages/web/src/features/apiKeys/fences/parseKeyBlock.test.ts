import { readFileSync } from "node:fs";
import { join } from "node:path";
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

test("an amount may be a number, as models write it", () => {
  const parse = (rateLimit: object) =>
    parseKeyBlock(JSON.stringify({ OP: "CREATE", DATA: { appName: "Script", rateLimit } }));
  for (const [rate, text] of [
    [5, "5"],
    [12.5, "12.5"],
    [0.125, "0.13"],
    ["12.50", "12.50"],
  ] as const) {
    expect(parse({ period: "Daily", rate })).toMatchObject({
      settings: { rateLimit: { period: "Daily", rate: text } },
    });
  }
  for (const rate of [-1, "five", null]) expect(parse({ period: "Daily", rate })).toBeNull();
});

test("the examples in the instructions of the built-in assistant can be read", () => {
  const path = "../../../../../server/src/modules/assistants/builtIn/apiKeyManagerInstructions.ts";
  const instructions = readFileSync(join(import.meta.dirname, path), "utf8");
  const examples = [...instructions.matchAll(/^\{"OP".*$/gm)].map(([line]) => line);
  const data = [...instructions.matchAll(/\{"appName": "[^"]+"(?:, "updates": .*?\})?\}/g)].map(([text]) => text);
  expect([examples.length, data.length]).toEqual([1, 2]);
  for (const example of examples) expect(parseKeyBlock(example)).not.toBeNull();
  for (const text of data) {
    const op = text.includes("updates") ? "UPDATE" : "DEACTIVATE";
    // The day of the example may have passed.
    const block = `{"OP": "${op}", "DATA": ${text.replace(/\d{4}-\d\d-\d\d/, "2999-01-31")}}`;
    expect(parseKeyBlock(block)).toMatchObject({ op, reference: { appName: "Grading script" } });
  }
});
