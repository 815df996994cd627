import { expect, test } from "vitest";
import { sortByWordStart } from "./sortByWordStart.ts";

const sort = (search: string, ...names: string[]) =>
  sortByWordStart(
    names.map((name) => ({ name })),
    search,
  ).map(({ name }) => name);

test("a match at the start of a word comes before one inside a word", () => {
  expect(sort("thesis", "Photosynthesis explained", "Outline of my bachelor thesis", "(Thesis) notes")).toEqual([
    "Outline of my bachelor thesis",
    "(Thesis) notes",
    "Photosynthesis explained",
  ]);
});

test("a word that occurs inside a word first and then begins one is a match at the start", () => {
  expect(sort("art", "Smart parts", "Smart art")).toEqual(["Smart art", "Smart parts"]);
});

test("every searched word must begin a word, ignoring case and accents", () => {
  expect(sort("uber kant", "Kant darüber", "Über Kant")).toEqual(["Über Kant", "Kant darüber"]);
});
