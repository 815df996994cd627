import { expect, test } from "vitest";
import { toPlainText } from "./toPlainText.ts";

test("markdown becomes plain text without its syntax; citation numbers stay", () => {
  const source = [
    "# The **river**",
    "",
    "It carries *sand* and `mud` [1], see [the map](https://example.org) &amp; 2 * 3.",
    "",
    "> Quoted ~~not~~ text",
    "",
    "3. third",
    "4. fourth\n   - inner **one**",
    "",
    "| Year | Sand |",
    "| --- | --- |",
    "| 2024 | **12** t |",
    "",
    "---",
    "",
    "```ts",
    "const a = 1;",
    "```",
    "",
    "$$x^2$$",
  ].join("\n");
  expect(toPlainText(source).split("\n")).toEqual([
    "The river",
    "It carries sand and mud [1], see the map & 2 * 3.",
    "Quoted not text",
    "3. third",
    "4. fourth",
    "inner one",
    "Year, Sand",
    "2024, 12 t",
    "const a = 1;",
    "x^2",
  ]);
});

test("text without syntax stays unchanged, and link definitions are left out", () => {
  expect(toPlainText("Plain words.")).toBe("Plain words.");
  expect(toPlainText("See [here][a].\n\n[a]: https://example.org")).toBe("See here.");
});

test("a request for an artifact, which is addressed to a program, is left out", () => {
  expect(toPlainText('Here it is.\n\n```autoArtifacts\n{"name": "Chart"}\n```')).toBe("Here it is.");
});
