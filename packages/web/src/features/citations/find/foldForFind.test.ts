import { expect, test } from "vitest";
import { findStarts, foldForFind, toQuery } from "./foldForFind.ts";

/** Returns the parts of a text that are found. */
function find(text: string, typedText: string): string[] {
  const folded = foldForFind(text);
  const query = toQuery(typedText);
  return findStarts(folded.text, query).map((start) =>
    text.slice(folded.offsets[start], (folded.offsets[start + query.length - 1] ?? 0) + 1),
  );
}

test.each([
  ["Über den Fluß, über alle", "ÜBER", ["Über", "über"]],
  ["Straße", "strasse", ["Straße"]],
  ["re\u0301sume\u0301, résumé", "resume", ["re\u0301sume", "résumé"]],
  ["the ﬁnal bound", "final", ["ﬁnal"]],
  ["two\n  words", "two words", ["two\n  words"]],
  ["the fi-\nnal bound", "final bound", ["fi-\nnal bound"]],
  ["a well-\nknown and well-known one", "well-known", ["well-\nknown", "well-known"]],
  ["vor- und nachher", "vor- und", ["vor- und"]],
  ["-5 and 2024-05", "-5", ["-5"]],
  ["aaaa", "aa", ["aa", "aa"]],
  ["disabled", "is able", []],
  ["anything", "  ", []],
])("in %j, a search for %j finds %j", (text, typedText, found) => {
  expect(find(text, typedText)).toEqual(found);
});
