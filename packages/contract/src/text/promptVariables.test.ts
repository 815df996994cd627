import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { getFuzzRunCount } from "../testing/getFuzzRunCount.ts";
import {
  distinctVariables,
  fillPromptVariables,
  formatPromptVariable,
  parsePromptVariables,
  type Variable,
  type VariableOptions,
  variableTypes,
} from "./promptVariables.ts";

const parseSingle = (text: string) => {
  const [first, ...others] = parsePromptVariables(text);
  if (!first || others.length > 0) throw new Error(`${others.length + (first ? 1 : 0)} variables`);
  const { start: _, end: __, ...variable } = first;
  return variable;
};

describe("the syntax", () => {
  test.each([
    ["{{Topic}}", "text", {}],
    ["{{Topic:text}}", "text", {}],
    ["{{Topic:file}}", "file", {}],
    ["{{Topic:files(optional: true, includeMetadata: true)}}", "files", { optional: true, includeMetadata: true }],
    ["{{Topic:boolean(default: true)}}", "boolean", { default: true }],
    ["{{Topic:options[short, long answer]}}", "options", { options: ["short", "long answer"] }],
    ["{{Topic:options[a,b](optional)}}", "options", { options: ["a", "b"], optional: true }],
    ['{{Topic:options[calm, "loud, very"]}}', "options", { options: ["calm", "loud, very"] }],
    [`{{Topic:options['a]', "say \\"b\\"", it's, "c]}}`, "options", { options: ["a]", 'say "b"', "it's", '"c'] }],
    ["{{Topic:options(options: \"a, 'b, c'\")}}", "options", { options: ["a", "b, c"] }],
    ['{{Topic:options(options: ["a", "b"])}}', "options", { options: ["a", "b"] }],
    ["{{Topic:conversation({startsWith: 'Lab'})}}", "conversation", { startsWith: "Lab" }],
    ['{{ Topic : template(type: "automation") }}', "template", { type: "automation" }],
    ["{{Topic:uniqueId}}", "uniqueId", {}],
    ["{{Topic:UNIQUEID}}", "uniqueId", {}],
  ])("[C5.21] %s", (text, type, options) => {
    expect(parseSingle(text)).toEqual({ name: "Topic", type, options, problem: null });
  });

  test("[C5.22] every option is parsed to its type", () => {
    const text =
      '{{Data:text(optional: true, includeMetadata: false, lineNumbers: true, escape: true, truncate: "120", truncateFromEnd: true, regex: "^(a|b){2}$", startsWith: "a", options: "x, y")}}';
    expect(parseSingle(text).options).toEqual({
      optional: true,
      includeMetadata: false,
      lineNumbers: true,
      escape: true,
      truncate: 120,
      truncateFromEnd: true,
      regex: "^(a|b){2}$",
      startsWith: "a",
      options: ["x", "y"],
    });
  });

  test("[C5.22] an option with a value of the wrong type is ignored, an unknown option is preserved", () => {
    const { options } = parseSingle("{{D:text(type: 'other', colour: 'red')}}");
    expect(options).toEqual({ colour: "red" });
    for (const option of [
      "optional: 3",
      "includeMetadata: 3",
      "lineNumbers: 3",
      "escape: 'yes'",
      "truncateFromEnd: 3",
      "truncate: -1",
      "truncate: 'long'",
      "regex: []",
      "startsWith: 3",
      "options: true",
    ]) {
      expect(parseSingle(`{{D:text(${option})}}`).options, option).toEqual({});
    }
    expect(parseSingle("{{D:text(truncate: 2.9)}}").options).toEqual({ truncate: 2 });
  });

  test("[C5.23] a template's type is prompt or automation, and no variable is optional by default", () => {
    expect(parseSingle("{{T:template(type: 'prompt')}}").options).toEqual({ type: "prompt" });
    expect(parseSingle("{{T:template(type: 'automation')}}").options).toEqual({ type: "automation" });
    expect(parseSingle("{{T:template(type: 'root_prompt')}}").options).toEqual({});
    expect(parseSingle("{{T:file(lineNumbers: true)}}").options.optional).toBeUndefined();
  });

  test("a colon without a type after it belongs to the name, and so do parentheses", () => {
    expect(parseSingle("{{Note: what you saw}}")).toMatchObject({ name: "Note: what you saw", type: "text" });
    expect(parseSingle("{{Name (the client's)}}")).toMatchObject({ name: "Name (the client's)", type: "text" });
    expect(parseSingle("{{When:text of the day}}")).toMatchObject({ name: "When:text of the day", type: "text" });
  });

  test("a variable with invalid options is still a variable, and has a description of the problem", () => {
    expect(parseSingle("{{D:text(optional: maybe)}}")).toEqual({
      name: "D",
      type: "text",
      options: {},
      problem: "“maybe” needs quotes around it",
    });
    expect(parseSingle("{{D:text(default: it's)}} and")).toMatchObject({
      name: "D",
      problem: expect.stringMatching(/./),
    });
    expect(parseSingle("{{D:options[a,b}}")).toMatchObject({ problem: "a closing bracket is missing" });
  });

  test("braces that do not form a variable are text", () => {
    for (const text of ["{{", "}}", "{{}}", "{{ }}", "{ {a}}", "{{a}", "{{a\nb}}", "{{:text}}"]) {
      expect(parsePromptVariables(text)).toEqual([]);
    }
    expect(parsePromptVariables("{{ one {{two}} }}").map(({ name }) => name)).toEqual(["two"]);
    expect(parsePromptVariables("{{{three}}}")).toMatchObject([{ name: "three", start: 1, end: 10 }]);
    expect(parsePromptVariables("{{a:text( {{b}}")).toMatchObject([{ name: "b" }]);
  });

  test("braces within an option do not end the variable", () => {
    expect(parseSingle("{{D:text(regex: 'x}}', default: {a: {b: {}}})}}").options).toEqual({
      regex: "x}}",
      default: { a: { b: {} } },
    });
  });
});

const anyWord = fc.string({ unit: "grapheme", maxLength: 20 });
const anyOptions: fc.Arbitrary<VariableOptions> = fc.record(
  {
    optional: fc.boolean(),
    includeMetadata: fc.boolean(),
    lineNumbers: fc.boolean(),
    escape: fc.boolean(),
    truncate: fc.nat(),
    truncateFromEnd: fc.boolean(),
    regex: fc.oneof(anyWord, fc.constantFrom("{{", "}}", "({{a}})", "\\", '"')),
    startsWith: anyWord,
    options: fc.array(fc.oneof(anyWord, fc.constantFrom("a", "b c", "1, 2", "]", '"q"')), { maxLength: 4 }),
    type: fc.constantFrom("prompt" as const, "automation" as const),
    default: fc.oneof(anyWord, fc.boolean(), fc.constant(null)),
    "other key": anyWord,
  },
  { requiredKeys: [] },
);
const anyVariable: fc.Arbitrary<Variable> = fc.record({
  name: fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 30 })
    .map((name) => name.replaceAll(/[{}:()\r\n\u2028\u2029]/g, "").trim())
    .filter((name) => name !== ""),
  type: fc.constantFrom(...variableTypes),
  options: anyOptions,
});

describe("for any text", () => {
  test("[C5.21] parsing a formatted variable gives the same variable", () => {
    fc.assert(
      fc.property(anyWord, anyVariable, anyWord, (before, original, after) => {
        const text = formatPromptVariable(original);
        const [parsedVariable] = parsePromptVariables(text);
        expect(parsedVariable).toEqual({ ...original, start: 0, end: text.length, problem: null });
        const surroundedText = `${before.replaceAll(/[{}]/g, "")} ${text} ${after.replaceAll(/[{}]/g, "")}`;
        expect(fillPromptVariables(surroundedText, () => "")).toBe(surroundedText.replace(text, ""));
      }),
      { numRuns: getFuzzRunCount(1_000) },
    );
  });

  test("positions are ascending, do not overlap and span exactly the braces; nothing throws", () => {
    const piece = fc.constantFrom(
      "{{",
      "}}",
      "{",
      "}",
      "a",
      ":",
      "text",
      "options",
      "(",
      ")",
      "[",
      "]",
      "'",
      '"',
      "\\",
      "\n",
      "x: 1",
      ",",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join("");
        let from = 0;
        for (const { start, end } of parsePromptVariables(text)) {
          expect(start).toBeGreaterThanOrEqual(from);
          expect(text.slice(start, end)).toMatch(/^\{\{.+\}\}$/s);
          from = end;
        }
        expect(fillPromptVariables(text, () => null)).toBe(text);
      }),
      { numRuns: getFuzzRunCount(3_000) },
    );
  });

  test("a megabyte of hostile text is parsed in linear time", () => {
    for (const piece of [
      "{{",
      "{{a",
      "{{a:text(",
      "{{a:text('",
      "{{a}} ",
      "{{a:text(')}} ",
      "}}",
      "{ ",
      "(",
      "{{a:options[",
      '{{a:options["',
      "{{a:options[a,",
      ",' ",
    ]) {
      const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
      expect(parsePromptVariables(text).length).toBeLessThanOrEqual(text.length / 5);
    }
    expect(parsePromptVariables(`{{a:text('${" }}".repeat(300_000)}`)).toHaveLength(1);
  });
});

describe("filling in values", () => {
  test("replaces every occurrence, and does not parse the values", () => {
    const text = "{{a}} and {{b}} and {{a}}";
    const filledText = fillPromptVariables(text, ({ name }) => (name === "a" ? "{{b}} $1 $&" : "B"));
    expect(filledText).toBe("{{b}} $1 $& and B and {{b}} $1 $&");
  });

  test("a variable that occurs twice is requested once, with its more specific type", () => {
    const variables = distinctVariables(parsePromptVariables("{{b}} {{a}} {{a:boolean}} {{a:file}} {{b}}"));
    expect(variables.map(({ name, type }) => [name, type])).toEqual([
      ["b", "text"],
      ["a", "boolean"],
    ]);
  });
});
