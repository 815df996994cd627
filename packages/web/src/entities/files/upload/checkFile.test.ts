import { normalizeFileName } from "@lectern/contract";
import { expect, test } from "vitest";
import { isMadeUnique, makeUniqueName } from "./checkFile.ts";

test.each(["notes.txt", "Report.PDF", "LICENSE", "a.b_c.docx"])(
  "a unique name of %s is recognized as one",
  (fileName) => {
    const name = normalizeFileName(fileName);
    const uniqueName = makeUniqueName(name, new Set([name]));
    expect(uniqueName).not.toBe(name);
    expect(isMadeUnique(uniqueName, name)).toBe(true);
  },
);

test.each(["notes.txt", "notes_.txt", "notes_ab1.md", "notes_abcd.txt", "notes_AB1.txt", "my_notes_ab1.txt"])(
  "%s is no unique name of notes.txt",
  (name) => expect(isMadeUnique(name, "notes.txt")).toBe(false),
);
