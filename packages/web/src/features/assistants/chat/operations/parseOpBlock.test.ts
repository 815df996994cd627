import { expect, test } from "vitest";
import { parseOpBlock, toParams } from "./parseOpBlock.ts";

test("[C2.10] a block is lines of a key and a value: three are special, the others are fields in their order", () => {
  const block = parseOpBlock(
    "_id: enrol\n_title: Enrol in a course\n\ncourse : 101\r\ndays: Monday\ns_pin:\n_button: Enrol now\ndays: Friday\nurl: https://uni.edu",
  );
  expect(block).toEqual({
    ...{ id: "enrol", title: "Enrol in a course", buttonLabel: "Enrol now" },
    fields: [
      { name: "course", isSecret: false, values: ["101"] },
      { name: "days", isSecret: false, values: ["Monday", "Friday"] },
      { name: "pin", isSecret: true, values: [""] },
      { name: "url", isSecret: false, values: ["https://uni.edu"] },
    ],
  });
  expect(toParams(block?.fields ?? [])).toEqual({
    ...{ course: "101", days: ["Monday", "Friday"], pin: "", url: "https://uni.edu" },
  });
});

test("a block can be a JSON object, in which a list is several values", () => {
  const values = { _id: "enrol", _button: "Go", course: 101, days: ["Monday", "Friday"], s_pin: "a: b", isNew: true };
  expect(parseOpBlock(`\n${JSON.stringify(values, null, 2)}`)).toEqual({
    ...{ id: "enrol", title: "", buttonLabel: "Go" },
    fields: [
      { name: "course", isSecret: false, values: ["101"] },
      { name: "days", isSecret: false, values: ["Monday", "Friday"] },
      { name: "pin", isSecret: true, values: ["a: b"] },
      { name: "isNew", isSecret: false, values: ["true"] },
    ],
  });
});

test("a field is secret if any of its lines says so", () => {
  expect(parseOpBlock("_id: a\nkey: 1\ns_key: 2")?.fields).toEqual([
    { name: "key", isSecret: true, values: ["1", "2"] },
  ]);
});

test.each([
  "",
  "course: 101",
  "_id:",
  "_id: enrol\nsome words",
  "_id: enrol\n: value",
  "_id: enrol\ns_: value",
  "_id: enrol\n_id: delete_all",
  '{"_id": "enrol"',
  '{"course": "101"}',
  '{"_id": ["a", "b"]}',
  '{"_id": "enrol", "course": {"id": 101}}',
  '{"_id": "enrol", "course": null}',
  `_id: enrol\n${"x".repeat(201)}: 1`,
  `_id: enrol\nx: ${"1".repeat(50_001)}`,
  `_id: enrol\n${"x: 1\n".repeat(101)}`,
  `_id: enrol\n${Array.from({ length: 101 }, (_, index) => `x${index}: 1`).join("\n")}`,
])("a block without an operation, with other lines or too much of something is malformed: %#", (code) => {
  expect(parseOpBlock(code)).toBeNull();
});
