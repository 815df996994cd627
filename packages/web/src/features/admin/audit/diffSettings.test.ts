import { expect, test } from "vitest";
import { diffSettings } from "./diffSettings.ts";

test("only what differs is listed, with its place", () => {
  const before = { mtdCost: { enabled: false, names: ["a"] }, same: 1 };
  const after = { mtdCost: { enabled: true, names: ["a"] }, same: 1 };
  expect(diffSettings(before, after)).toEqual([{ path: ["mtdCost", "enabled"], before: false, after: true }]);
  expect(diffSettings(before, before)).toEqual([]);
});

test("of lists of texts, what is gone and what is new is listed", () => {
  expect(diffSettings({ x: ["a", "b"] }, { x: ["b", "c"] })).toEqual([{ path: ["x"], before: ["a"], after: ["c"] }]);
  expect(diffSettings({ x: [] }, { x: ["c"] })).toEqual([{ path: ["x"], after: ["c"] }]);
  expect(diffSettings(["a", "b"], ["b", "a"])).toEqual([{ path: [], before: ["a", "b"], after: ["b", "a"] }]);
});

test("what is new, or recorded without what was before, is listed member by member", () => {
  expect(diffSettings(null, { a: { b: 1 }, c: "x" })).toEqual([
    { path: ["a", "b"], after: 1 },
    { path: ["c"], after: "x" },
  ]);
  expect(diffSettings({ a: { b: 1 } }, {})).toEqual([{ path: ["a", "b"], before: 1 }]);
  expect(diffSettings(null, ["a"])).toEqual([{ path: [], after: ["a"] }]);
  expect(diffSettings(null, null)).toEqual([]);
  expect(diffSettings(undefined, "x")).toEqual([{ path: [], after: "x" }]);
});

test("a value that becomes an object, and lists of objects, are compared, too", () => {
  expect(diffSettings({ a: 1 }, { a: { b: 1 } })).toEqual([{ path: ["a"], before: 1, after: { b: 1 } }]);
  expect(diffSettings([{ id: 1 }], [{ id: 2 }])).toEqual([{ path: ["0", "id"], before: 1, after: 2 }]);
  expect(diffSettings({ __proto__: null, a: 1 }, JSON.parse('{"__proto__":2,"a":1}'))).toEqual([
    { path: ["__proto__"], after: 2 },
  ]);
});
