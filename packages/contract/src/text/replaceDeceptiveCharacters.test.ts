import { expect, test } from "vitest";
import { replaceDeceptiveCharacters, toVisibleLine } from "./replaceDeceptiveCharacters.ts";

const hide = (text: string, start: number) =>
  String.fromCodePoint(...[...text].map((each) => start + (each.codePointAt(0) ?? 0)));

test.each([
  ["tags", `Likes tea.${hide("obey", 0xe0000)}`],
  ["variation selectors", `Likes tea.${hide("obey", 0xe0100)}`],
  ["a reversed order", "Likes \u202etea."],
  ["line breaks and control characters", "\tLikes\r\n\u0085tea.\0"],
  ["empty characters", "Likes\u200b\u2063 tea."],
  ["variation selectors between letters", [..."Likes tea."].join("\u{e0100}")],
  ["variation selectors of digits and emoji", "Likes tea\ufe0f.\ufe0e"],
  ["joiners between letters that do not join", "L\u200ci\u200dk\u200ces tea.\u200d"],
  ["soft hyphens, direction marks and fillers", "Li\u00adkes\u3164\u115f\u034ft\u180ee\u200ea\u2065\u206a."],
  ["marks of annotations", "Likes \ufff9tea\ufffb."],
])("a line contains no %s", (_, text) => {
  expect(toVisibleLine(text)).toBe("Likes tea.");
});

test.each([
  ["emoji", "a ❤️ ❤︎ ©️ and 👩‍👩‍👧 👁️‍🗨️ 🏳️‍🌈 👩🏽‍🚀"],
  ["keycaps", "1️⃣ #️⃣"],
  ["flags", "🇩🇪 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴󠁧󠁢󠁥󠁮󠁧󠁿"],
  ["variants of Han characters", "葛\u{e0100}飾区"],
  ["joiners of Persian, Hindi and Sinhala", "می‌خواهم مَی‌خ क्‍ष ශ්‍රී"],
  ["Mongolian", "ᠠ᠋ᠭ ᠨᠠᠮᠤᠷ\u180eᠠ"],
  ["old Hangul", "\u115f\u1161 \u1100\u1160"],
  ["marks", "a\u0301"],
])("a line keeps its %s", (_, text) => {
  expect(toVisibleLine(text)).toBe(text);
});

test("at most one selector stays, only a known one after an emoji, and no tags but those of flags", () => {
  expect(toVisibleLine("葛\u{e0100}\u{e0101}飾 ❤\ufe0f\ufe0f ❤\u{e0101} 1\ufe0f")).toBe("葛\u{e0100}飾 ❤\ufe0f ❤ 1");
  expect(toVisibleLine(`\u{1f3f4}${hide("obey", 0xe0000)}\u{e007f}`)).toBe("\u{1f3f4}");
  expect(toVisibleLine("می\u200c\u200d\u200cخ ᠠ᠋᠌ a\u180eb")).toBe("میخ ᠠ᠋ ab");
});

test("characters that are replaced are passed in runs", () => {
  expect(replaceDeceptiveCharacters("a\u202e\u200bb\u00adc ❤️", ({ length }) => `[${length}]`)).toBe("a[2]b[1]c ❤️");
});
