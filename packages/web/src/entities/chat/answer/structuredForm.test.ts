import { describe, expect, test } from "vitest";
import { getFormNotice } from "./structuredForm.ts";

const person = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };
const json = (schema: unknown) => `json!({schema: ${JSON.stringify(schema)}}) Go`;
const violation = (text: string) => `This answer does not match its schema: ${text}.`;

describe("[C5.10] the notice about an answer's form", () => {
  test("names the first place at which JSON violates its schema", async () => {
    const people = { type: "object", properties: { people: { type: "array", items: person } }, required: ["people"] };
    expect(await getFormNotice(json(people), '{"people": [{"name": "Ada"}, {"name": 3}]}')).toBe(
      violation("“people[1].name”: expected string, received number"),
    );
    expect(await getFormNotice(json(person), "```json\n{}\n```")).toBe(
      violation("“name”: expected string, received undefined"),
    );
    expect(await getFormNotice(json({ ...person, additionalProperties: false }), '{"name": "a", "age": 1}')).toBe(
      violation('unrecognized key: "age"'),
    );
    expect(await getFormNotice(`json(${JSON.stringify(person)}) Go`, "[]")).toBe(
      violation("expected object, received array"),
    );
    expect(await getFormNotice('json!({properties: {a: {type: "string"}}, required: ["a"]}) Go', "{}")).toBe(
      violation("“a”: expected string, received undefined"),
    );
  });

  test("is absent if the answer matches, there is no schema, or the schema cannot be checked", async () => {
    expect(await getFormNotice(json(person), '{"name": "Ada", "age": 36}')).toBeNull();
    expect(await getFormNotice("json({}) Go", '{"name": 3}')).toBeNull();
    expect(await getFormNotice(json({ type: "object", not: { required: ["a"] } }), '{"a": 1}')).toBeNull();
    expect(await getFormNotice("Go", "{")).toBeNull();
  });

  test("says that JSON is not valid, or that a row of CSV has too few or too many fields", async () => {
    expect(await getFormNotice(json(person), '{"name": ')).toBe("This answer is not valid JSON.");
    const csv = 'csv({columns: ["name", "born"]}) Kings';
    expect(await getFormNotice(csv, "name,born\nLouis,1638\nAnne")).toBe(
      "Row 2 of this answer does not have 2 columns.",
    );
    expect(await getFormNotice(csv, "name,born\nLouis,XIV,1638")).toBe("Row 1 of this answer does not have 2 columns.");
    expect(await getFormNotice(csv, "name,born\nLouis,1638")).toBeNull();
  });
});
