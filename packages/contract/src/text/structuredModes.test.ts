import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { getFuzzRunCount } from "../testing/getFuzzRunCount.ts";
import { buildStructuredInstruction, parseStructuredMode, validateStructuredAnswer } from "./structuredModes.ts";

const schema = { type: "object", properties: { a: { type: "string" } } };

describe("the start of a message", () => {
  test("[C5.10] json, json!, csv and fn with their options select a mode, and the whole prefix is removed", () => {
    expect(parseStructuredMode("json({}) List the planets (all)")).toEqual({
      mode: { kind: "json", schema: null },
      text: "List the planets (all)",
    });
    expect(parseStructuredMode("json({schema: {type: 'object', properties: {a: {type: 'string'}}}})\nGo")).toEqual({
      mode: { kind: "json", schema },
      text: "Go",
    });
    expect(parseStructuredMode(`json!({schema: ${JSON.stringify(schema)}, name: "my answer"}) Go`)).toEqual({
      mode: { kind: "jsonSchema", name: "my_answer", schema, strict: false },
      text: "Go",
    });
    expect(parseStructuredMode(" csv ({columns: ['name', \"year\"]}) Kings")).toEqual({
      mode: { kind: "csv", columns: ["name", "year"] },
      text: "Kings",
    });
    expect(
      parseStructuredMode("fn({functions: [{name: 'weather', description: 'Tells it.'}], call: 'weather'}) Bern"),
    ).toEqual({
      mode: {
        kind: "functions",
        functions: [{ name: "weather", description: "Tells it.", parameters: { type: "object", properties: {} } }],
        call: { name: "weather" },
      },
      text: "Bern",
    });
  });

  test("[C5.10] anything else is plain chat, unchanged", () => {
    for (const message of [
      "",
      "json",
      "json: a",
      "json(a)",
      "What is json({}) ?",
      "csv, please",
      "fn (x) = x",
      "jsonp({}) x",
    ]) {
      expect(parseStructuredMode(message)).toEqual({ mode: null, text: message });
    }
  });

  test("parentheses and quotes within the options do not end them", () => {
    const parseResult = parseStructuredMode(`csv({columns: ["price (in $)", "it's )", 'a \\' b']}) Go (now)`);
    expect(parseResult).toEqual({
      mode: { kind: "csv", columns: ["price (in $)", "it's )", "a ' b"] },
      text: "Go (now)",
    });
  });

  test.each([
    ["json({a: b}) x", /can’t be read: “b” needs quotes around it/],
    ["json({} x", /no closing parenthesis/],
    ["json!({}) x", /needs a JSON schema/],
    ["csv({}) x", /needs columns/],
    ["fn({}) x", /needs functions/],
    ["fn({functions: ['two words']}) x", /has an invalid function name/],
    ["fn({functions: ['a', 'a']}) x", /twice/],
    ["fn({functions: ['a'], call: 'b'}) x", /not among its functions/],
    ["json({})  ", /Write your question after/],
  ])("an invalid prefix is reported, and so is that nothing was sent: %s", (message, problem) => {
    const parseResult = parseStructuredMode(message);
    expect(parseResult).toHaveProperty("problem", expect.stringMatching(problem));
    expect(parseResult).toHaveProperty("problem", expect.stringMatching(/The message wasn’t sent\.$/));
  });

  test("the options may be the schema itself; a schema that requires all its members is strict", () => {
    const closedSchema = { ...schema, required: ["a"], additionalProperties: false };
    expect(parseStructuredMode(`json!(${JSON.stringify({ ...closedSchema, title: "Person" })}) Go`)).toMatchObject({
      mode: { kind: "jsonSchema", name: "Person", strict: true },
    });
    expect(parseStructuredMode(`json!({schema: ${JSON.stringify(closedSchema)}, strict: false}) Go`)).toMatchObject({
      mode: { strict: false },
    });
  });

  test("any JSON options are parsed, whatever text follows them", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.json()), fc.string(), (properties, question) => {
        const text = `x${question}`;
        const anySchema = { type: "object", properties };
        expect(parseStructuredMode(`json({"schema":${JSON.stringify(anySchema)}})${text}`)).toEqual({
          mode: { kind: "json", schema: JSON.parse(JSON.stringify(anySchema)) },
          text: text.trim(),
        });
      }),
    );
  });

  test("never throws, and parses a megabyte in linear time", () => {
    const piece = fc.constantFrom(
      "json",
      "json!",
      "csv",
      "fn",
      "(",
      ")",
      "({",
      "})",
      "'",
      '"',
      "\\",
      "columns:",
      "[",
      "]",
      "a",
      " ",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        expect(() => parseStructuredMode(pieces.join(""))).not.toThrow();
      }),
      { numRuns: getFuzzRunCount(2_000) },
    );
    for (const openText of ["(", "'", "{a:[", "\\'", ")"]) {
      const parseResult = parseStructuredMode(`json({${openText.repeat(1_000_000)}`);
      expect("problem" in parseResult || parseResult.mode === null).toBe(true);
    }
  });
});

describe("the answer", () => {
  const csv = { kind: "csv", columns: ["name", "born, year"] } as const;

  test("is requested in its format, with the columns as a line of CSV", () => {
    expect(buildStructuredInstruction({ ...csv, columns: [...csv.columns] })).toContain('\nname,"born, year"');
    expect(buildStructuredInstruction({ kind: "json", schema })).toContain(JSON.stringify(schema));
  });

  test("is validated as CSV: columns, width of each row, quotation marks; a fence around it is ignored", () => {
    const validate = (answer: string) => validateStructuredAnswer({ ...csv, columns: [...csv.columns] }, answer);
    expect(validate('name,"born, year"\nAda,1815\n"Lovelace, A.",""\n')).toBeNull();
    expect(validate('```csv\r\nname,"born, year"\r\nAda,1815\r\n```')).toBeNull();
    expect(validate("name,year\nAda,1815")).toBe("This answer doesn’t start with the columns name, born, year.");
    expect(validate('name,"born, year"\nAda,1815\nGrace')).toBe("Row 2 of this answer doesn’t have 2 columns.");
    expect(validate('name,"born, year"\n"Ada,1815')).toMatch(/quotation mark/);
  });

  test("is validated as JSON", () => {
    expect(validateStructuredAnswer({ kind: "json", schema: null }, ' ```json\n{"a": 1}\n``` ')).toBeNull();
    expect(validateStructuredAnswer({ kind: "json", schema: null }, "Here it is: {}")).toBe(
      "This answer isn’t valid JSON.",
    );
  });
});
