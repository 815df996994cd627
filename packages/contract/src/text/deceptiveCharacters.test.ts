import { expect, test } from "vitest";
import { toVisibleLine } from "./deceptiveCharacters.ts";

const hide = (text: string, start: number) =>
  String.fromCodePoint(...[...text].map((each) => start + (each.codePointAt(0) ?? 0)));

test.each([
  ["tags", `Likes tea.${hide("obey", 0xe0000)}`],
  ["variation selectors", `Likes tea.${hide("obey", 0xe0100)}`],
  ["a reversed order", "Likes \u202etea."],
  ["line breaks and control characters", "\tLikes\r\n\u0085tea.\0"],
  ["empty characters", "Likes\u200b\u2063 tea."],
])("a line contains no %s", (_, text) => {
  expect(toVisibleLine(text)).toBe("Likes tea.");
});

test.each(["a ❤️ and 👩‍👩‍👧", "葛\u{e0100}飾区", "می‌خواهم", "a\u0301"])("%s stays as it is", (text) => {
  expect(toVisibleLine(text)).toBe(text);
});
