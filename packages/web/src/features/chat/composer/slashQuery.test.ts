import fc from "fast-check";
import { expect, test } from "vitest";
import { findSlashQuery } from "./slashQuery.ts";

const at = (marked: string) => {
  const caret = marked.indexOf("|");
  return findSlashQuery(marked.replace("|", ""), caret);
};

test("[C2.29] a slash at the start of a word opens the list with the text after it", () => {
  expect(at("/|")).toEqual({ start: 0, query: "" });
  expect(at("/sum|")).toEqual({ start: 0, query: "sum" });
  expect(at("Please /sum|mary")).toEqual({ start: 7, query: "sum" });
  expect(at("one\n/a|")).toEqual({ start: 4, query: "a" });
  expect(at("/über-|")).toEqual({ start: 0, query: "über-" });
});

test("[C2.29] a slash within a word, a path or an address does not, nor one after the caret", () => {
  for (const text of [
    "and/or|",
    "https://|",
    "https://a.org/b|",
    "/usr/bin|",
    "a /b c|",
    "|/a",
    "",
    "/ a|",
    "/a  |",
    "/a\nb|",
    `/${"x".repeat(80)}|`,
  ])
    expect(at(text)).toBeNull();
});

test("[C2.29] at the start of a message the text after a slash can have several words", () => {
  expect(at("/zebra |")).toEqual({ start: 0, query: "zebra " });
  expect(at("/zebra po|em")).toEqual({ start: 0, query: "zebra po" });
  expect(at("/要約\u3000テ|")).toEqual({ start: 0, query: "要約\u3000テ" });
  expect(findSlashQuery("@history tu", 11, "@")).toEqual({ start: 0, query: "history tu" });
});

test("[C2.29] within a message, a slash or an @ opens the list only when a word follows it", () => {
  for (const text of ["What belongs in /|", "What belongs in /etc?|", "See /etc.|", "one\n/|", "Reply with /-|"])
    expect(at(text)).toBeNull();
  for (const text of ["Write to @", "Write to anna@example", "Is it @example.org?"])
    expect(findSlashQuery(text, text.length, "@")).toBeNull();
  expect(at("What about /über-2|")).toEqual({ start: 11, query: "über-2" });
  expect(at(" \n/|")).toEqual({ start: 2, query: "" });
  expect(findSlashQuery("Ask @his", 8, "@")).toEqual({ start: 4, query: "his" });
});

test("for any text, a query starts with a slash at the start of a word and ends at the caret", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("/", " ", "a", "\n") }), fc.nat(40), (text, position) => {
      const caret = Math.min(position, text.length);
      const slashQuery = findSlashQuery(text, caret);
      if (!slashQuery) return;
      expect(text.slice(slashQuery.start, caret)).toBe(`/${slashQuery.query}`);
      expect(text.slice(0, slashQuery.start)).toMatch(/(^|\s)$/);
    }),
  );
});
