import { expect, test } from "vitest";
import { limitCombiningMarks } from "./limitCombiningMarks.ts";

test("a character has at most 30 marks; marks of languages, emoji and code are unchanged", () => {
  const acute = "\u0301";
  expect(limitCombiningMarks(`a${acute.repeat(200_000)}b`)).toBe(`a${acute.repeat(30)}b`);
  expect(limitCombiningMarks(`a${`${acute}\u200d`.repeat(1_000)}`)).toHaveLength(31);
  for (const text of [`a${acute.repeat(30)}`.repeat(1_000), "क्षत्रिय शुक्लाः", "นี้น้ำ", "👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿", "a\r\n\tb"]) {
    expect(limitCombiningMarks(text)).toBe(text);
  }
});
