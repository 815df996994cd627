import { describe, expect, test } from "vitest";
import { findInvalidSchema, getFormNotice } from "./structuredForm.ts";

const person = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };
const json = (schema: unknown) => `json!({schema: ${JSON.stringify(schema)}}) Go`;
const violation = (text: string) => `This answer doesn’t match its schema: ${text}.`;

describe("[C5.10] the notice about an answer's form", () => {
  test("names the first place at which JSON violates its schema", async () => {
    const people = { type: "object", properties: { people: { type: "array", items: person } }, required: ["people"] };
    expect(await getFormNotice(json(people), '{"people": [{"name": "Ada"}, {"name": 3}]}')).toBe(
      violation("“people[1].name”: expected string, received number"),
    );
    expect(await getFormNotice(json(person), "```json\n{}\n```")).toBe(violation("“name” is missing"));
    expect(await getFormNotice(json({ ...person, additionalProperties: false }), '{"name": "a", "age": 1}')).toBe(
      violation("“age” isn’t allowed"),
    );
    expect(await getFormNotice(`json(${JSON.stringify(person)}) Go`, "[]")).toBe(
      violation("expected object, received array"),
    );
    expect(await getFormNotice('json!({properties: {a: {type: "string"}}, required: ["a"]}) Go', "{}")).toBe(
      violation("“a” is missing"),
    );
  });

  test.each<[schema: object, value: unknown, violation: string]>([
    [{ type: "object", required: ["x"] }, {}, "“x” is missing"],
    [{ properties: { a: person } }, { a: {} }, "“a.name” is missing"],
    [{ not: { required: ["a"] } }, { a: 1 }, "matches what “not” excludes"],
    [{ if: { required: ["a"] }, else: { required: ["b"] } }, { c: 1 }, "“b” is missing"],
    [{ maxProperties: 1 }, { b: 1, c: 2 }, "has more properties than allowed (1)"],
    [{ minProperties: 2 }, {}, "has fewer properties than required (2)"],
    [{ properties: { a: { type: ["string", "null"] } } }, { a: 1 }, "“a”: expected string or null, received number"],
    [{ items: { anyOf: [{ type: "string" }, person] } }, ["a", 1], "“[1]”: matches none of the alternatives"],
    [{ oneOf: [{ type: "number" }, { minimum: 1 }] }, 3, "matches 2 of the alternatives instead of one"],
    [{ properties: { a: { enum: ["b", 1] } } }, { a: "c" }, '“a”: expected one of "b", 1'],
    [{ const: { a: 1 } }, 2, 'expected {"a":1}'],
    [{ exclusiveMinimum: 3 }, 3, "3 is not greater than 3"],
    [{ maxLength: 2 }, "abc", "string is too long (3 > 2)"],
    [{ $ref: "#/$defs/word", $defs: { word: { type: "string" } } }, 1, "expected string, received number"],
    [
      { properties: { "a/b~c d#é": { type: "string" } } },
      { "a/b~c d#é": 1 },
      "“a/b~c d#é”: expected string, received number",
    ],
    [{ patternProperties: { "^a": false } }, { a: 1 }, "“a” isn’t allowed"],
  ])("names a violation of %j", async (schema, value, expected) => {
    expect(await getFormNotice(json(schema), JSON.stringify(value))).toBe(violation(expected));
  });

  test.each([
    [{ type: "objekt" }, '“type”: expected one of "array", "boolean", "integer"'],
    [{ properties: { a: { type: "strng" } } }, "“properties.a.type”: expected one of"],
    [{ $ref: "#/$defs/a", $defs: { a: { required: "b" } } }, "“$defs.a.required”: expected array, received string"],
    [{ properties: { a: { pattern: "(" } } }, '“properties.a.pattern”: string does not match format "regex"'],
    [{ type: "object", not: 3 }, "“not”: expected object or boolean, received number"],
    [{ $ref: "#/$defs/none" }, "it refers to “#/$defs/none”, which it doesn’t contain"],
    [JSON.parse('{"properties": {"\\ud800": {}}}'), "it is nested too deeply or has a name that isn’t valid Unicode"],
    [{ anyOf: [{ $id: "a", $defs: { b: { $id: "a" } } }] }, "its IDs contradict each other"],
  ])("says that the schema %j is not valid, and before it is sent too", async (schema, problem) => {
    const clause = `isn’t valid: ${problem}`;
    expect(await getFormNotice(json(schema), "{}")).toContain(
      `This answer wasn’t checked, because its schema ${clause}`,
    );
    expect(await findInvalidSchema(json(schema))).toContain(`The schema in json!( … ) ${clause}`);
    const fn = `fn({functions: [{name: "look", parameters: ${JSON.stringify(schema)}}]}) Go`;
    expect(await findInvalidSchema(fn)).toContain(`The schema of look in fn( … ) ${clause}`);
  });

  test("names no invalid schema where there is none", async () => {
    for (const text of [json(person), "json({}) Go", 'csv({columns: ["a"]}) Go', 'fn({functions: ["a"]}) Go', "Go"]) {
      expect(await findInvalidSchema(text)).toBeNull();
    }
  });

  test("is absent if the answer matches, there is no schema, or the schema cannot be checked", async () => {
    expect(await getFormNotice(json(person), '{"name": "Ada", "age": 36}')).toBeNull();
    expect(await getFormNotice("json({}) Go", '{"name": 3}')).toBeNull();
    expect(await getFormNotice(json({ $ref: "#" }), "1")).toBeNull();
    expect(await getFormNotice(json({ additionalProperties: { type: "string" } }), '{"\\ud800": 1}')).toBeNull();
    expect(await getFormNotice("Go", "{")).toBeNull();
  });

  test("says that JSON is not valid, or that a row of CSV has too few or too many fields", async () => {
    expect(await getFormNotice(json(person), '{"name": ')).toBe("This answer isn’t valid JSON.");
    const csv = 'csv({columns: ["name", "born"]}) Kings';
    expect(await getFormNotice(csv, "name,born\nLouis,1638\nAnne")).toBe(
      "Row 2 of this answer doesn’t have 2 columns.",
    );
    expect(await getFormNotice(csv, "name,born\nLouis,XIV,1638")).toBe("Row 1 of this answer doesn’t have 2 columns.");
    expect(await getFormNotice(csv, "name,born\nLouis,1638")).toBeNull();
  });
});
