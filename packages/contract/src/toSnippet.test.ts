import { expect, test } from "vitest";
import { toSnippet } from "./toSnippet.ts";

test.each([
  [
    "## The **Carnot** bound\n\n- holds for _every_ engine\n* and `always`",
    "The Carnot bound holds for every engine and always",
  ],
  ["> quoted\n> > twice", "quoted twice"],
  ["See [the notes](https://example.org/a) and ![a plot](plot.png).", "See the notes and a plot."],
  ["| Year | Cost |\n| ---- | ---: |\n| 2026 | 12 |", "Year · Cost 2026 · 12"],
  ["```python\nprint(2)\n```\n\n---\ndone", "print(2) done"],
  ["~~old~~ ***new***, (`code`)", "old new, (code)"],
])("%j becomes a line without signs", (markdown, line) => {
  expect(toSnippet(markdown)).toBe(line);
});

test.each(["2 * 3 * 4", "snake_case", "C# and F#", "a|b", "x - y > z", "array[0](call", "\\*not emphasis\\*"])(
  "%j stays as it is",
  (text) => expect(toSnippet(text)).toBe(text),
);
