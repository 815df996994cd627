import { getFuzzRunCount } from "@lectern/contract/testing/getFuzzRunCount";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createAssembler, divideIntoPortions } from "./portions.ts";

function assemble(value: unknown, maxWeight?: number) {
  const portions = [...divideIntoPortions(value, maxWeight)];
  const assembler = createAssembler();
  for (const portion of structuredClone(portions)) assembler.add(portion);
  return { portions, value: assembler.getValue() };
}

test("any JSON value is the same after it was divided and put together", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 1, max: 12 }), (value, maxWeight) => {
      expect(assemble(value, maxWeight).value).toStrictEqual(value);
    }),
    { numRuns: getFuzzRunCount(1_000) },
  );
});

test("a small value is one portion", () => {
  expect(assemble({ a: [1, 2], b: "x" }).portions).toHaveLength(1);
});

test("no portion has more than a few values or characters, wherever they are", () => {
  const long = Array.from({ length: 40_000 }, (_, index) => ({ id: `${index}` }));
  const text = "x".repeat(600_000);
  const wide = Object.fromEntries(long.map(({ id }) => [`k${id}`, id]));
  const { portions, value } = assemble({ long, nested: { a: { long, wide } }, texts: Array(8).fill(text) });
  expect(value).toStrictEqual({ long, nested: { a: { long, wide } }, texts: Array(8).fill(text) });
  const lengths = portions.map((portion) => JSON.stringify(portion).length);
  expect(Math.max(...lengths)).toBeLessThan(1_100_000);
  const counts = portions.map((portion) => JSON.stringify(portion).split(",").length);
  expect(Math.max(...counts)).toBeLessThan(40_000);
});

test("a member named __proto__ stays a member", () => {
  const value: unknown = JSON.parse('{"__proto__":{"a":[1,2,3]},"b":[1,2,3]}');
  expect(Object.keys(Object(assemble(value, 2).value))).toEqual(["__proto__", "b"]);
});

test("a typed array is not divided", () => {
  const codes = new Uint32Array([1, 2, 3]);
  expect(assemble({ codes }, 1).value).toStrictEqual({ codes });
});
