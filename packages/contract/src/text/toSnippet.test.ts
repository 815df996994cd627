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
  ["**_both_** and _**both**_", "both and both"],
  ["The bound is $\\eta = 1 - \\frac{T_c}{T_h}$, **always**.", "The bound is η = 1 - T_c/T_h, always."],
  ["So\n\n$$\nE = mc^2\n$$\n\nholds, and \\(a_1 * b_1 * c\\) too", "So E = mc² holds, and a₁ * b₁ * c too"],
  ["`$HOME` and `*args`", "$HOME and *args"],
  ["| $|x|$ | 2 |", "|x| · 2"],
])("%j becomes a line without signs", (markdown, line) => {
  expect(toSnippet(markdown)).toBe(line);
});

test.each([
  "2 * 3 * 4",
  "snake_case",
  "C# and F#",
  "a|b",
  "x - y > z",
  "array[0](call",
  "\\*not emphasis\\*",
  "*args, **kwargs and _private",
  "**cut off",
  "cut off** here",
  "costs $5 and $10",
  "an $x without its end",
  "a ` alone",
  "~~ 3",
  "\uE0009\uE001",
])("%j stays as it is", (text) => expect(toSnippet(text)).toBe(text));
