import fc from "fast-check";
import { expect, test } from "vitest";
import { parseLooseJson } from "./looseJson.ts";

const read = (source: string) => {
  const result = parseLooseJson(source);
  return "problem" in result ? result.problem : result.value;
};

test("whatever JSON says is read as JSON.parse reads it", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (json) => {
      expect(read(json)).toEqual(JSON.parse(json));
    }),
  );
});

test("names without quotes, single quotes, comments, a comma at the end and a name alone are understood", () => {
  const source = "{ optional, regex: '^it\\'s$', // why\n list: ['a', \"b\",], /* and */ nested: {n: -1.5e3,}, }";
  expect(read(source)).toEqual({ optional: true, regex: "^it's$", list: ["a", "b"], nested: { n: -1500 } });
});

test.each([
  ["{a: b}", "“b” needs quotes around it"],
  ["{a: 'b}", "a text has no closing quote"],
  ["{a 1}", "something is missing after “a”"],
  ["{a: 1", "something is missing after “a”"],
  ["{a: 1}}", "“}” stands after its end"],
  ["{'\\u12': 1}", "an escaped character is not complete"],
  ["[".repeat(100), "it is nested too deep"],
  ["", "a value is missing"],
])("%s is told of in words", (source, problem) => {
  expect(read(source)).toBe(problem);
});

test("no text makes it throw, and a name such as __proto__ changes nothing else", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."{}[]():,'\"\\/*u0a \n") }), (source) => {
      expect(() => parseLooseJson(source)).not.toThrow();
    }),
    { numRuns: 2_000 },
  );
  const polluting = read('{"__proto__": {"polluted": true}}');
  expect(Object.getPrototypeOf(polluting)).toBe(Object.prototype);
  expect("polluted" in {}).toBe(false);
});

test("a million unclosed brackets, quotes or comments end", () => {
  for (const piece of ["[", "{a:", "'\\", "/*", "a,", "{'a':[{},"]) {
    expect(parseLooseJson(piece.repeat(1_000_000))).toHaveProperty("problem");
  }
});
