import { extractionNoteCodes } from "@lectern/contract";
import { expect, test } from "vitest";
import { describeNote, describeNotes } from "./describeNote.ts";

test("a note is a sentence with its number and its detail", () => {
  expect(describeNote({ code: "leftOutComments", count: 2 })).toBe("Left out: 2 comments.");
  expect(describeNote({ code: "encodingGuessed", detail: "windows-1251" })).toBe("Encoding guessed: windows-1251.");
  expect(
    describeNotes([
      { code: "formulasWithoutResult", count: 1 },
      { code: "embeddedFiles", count: 2, detail: "a.pdf, b.pdf" },
    ]),
  ).toBe("1 formula without a stored result. Not read: 2 embedded files: a.pdf, b.pdf.");
});

test("every code has a sentence, with and without a number", () => {
  for (const code of extractionNoteCodes)
    for (const note of [{ code }, { code, count: 3 }]) expect(describeNote(note)).toMatch(/^.{8,}\.$/);
});
