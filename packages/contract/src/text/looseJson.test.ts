import fc from "fast-check";
import { expect, test } from "vitest";
import { getFuzzRunCount } from "../testing/getFuzzRunCount.ts";
import { parseLooseJson } from "./looseJson.ts";

const parseToValueOrProblem = (source: string) => {
  const result = parseLooseJson(source);
  return "problem" in result ? result.problem : result.value;
};

test("parses JSON exactly like JSON.parse", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (json) => {
      expect(parseToValueOrProblem(json)).toEqual(JSON.parse(json));
    }),
  );
});

test("accepts unquoted names, single quotes, comments, trailing commas and names without a value", () => {
  const source = "{ optional, regex: '^it\\'s$', // why\n list: ['a', \"b\",], /* and */ nested: {n: -1.5e3,}, }";
  expect(parseToValueOrProblem(source)).toEqual({
    optional: true,
    regex: "^it's$",
    list: ["a", "b"],
    nested: { n: -1500 },
  });
});

test.each([
  ["{a: b}", "“b” needs quotes around it"],
  ["{a: 'b}", "a closing quote is missing"],
  ["{a 1}", "something is missing after “a”"],
  ["{a: 1", "something is missing after “a”"],
  ["{a: 1}}", "there is extra text after the end: “}”"],
  ["{'\\u12': 1}", "an escape sequence is incomplete"],
  ["[".repeat(100), "it is nested too deeply"],
  ["", "a value is missing"],
])("%s fails with a description of the problem", (source, problem) => {
  expect(parseToValueOrProblem(source)).toBe(problem);
});

test("never throws, and __proto__ is a name like any other", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."{}[]():,'\"\\/*u0a \n") }), (source) => {
      expect(() => parseLooseJson(source)).not.toThrow();
    }),
    { numRuns: getFuzzRunCount(2_000) },
  );
  const parsedObject = parseToValueOrProblem('{"__proto__": {"polluted": true}}');
  expect(Object.getPrototypeOf(parsedObject)).toBe(Object.prototype);
  expect("polluted" in {}).toBe(false);
});

test("a million unclosed brackets, quotes or comments are rejected in linear time", () => {
  for (const piece of ["[", "{a:", "'\\", "/*", "a,", "{'a':[{},"]) {
    expect(parseLooseJson(piece.repeat(1_000_000))).toHaveProperty("problem");
  }
});
