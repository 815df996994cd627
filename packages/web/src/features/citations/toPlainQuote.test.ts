import { expect, test } from "vitest";
import { toPlainQuote } from "./toPlainQuote.ts";

test("a quoted table is shown without its signs", () => {
  expect(
    toPlainQuote("Rivers:\n\n| River | Length |\n| --- | ---: |\n| Rhine | 1,233 km |\n| a\\|b | 2 |", "r.xlsx"),
  ).toBe("Rivers:\n\nRiver · Length\nRhine · 1,233 km\na|b · 2");
});

test("notes beside the table of a sheet are shown without the signs between their cells", () => {
  expect(toPlainQuote("Some | notes\nat the top\n| A | B |\n| --- | --- |\n| 1 | 2 |", "r.xlsx")).toBe(
    "Some · notes\nat the top\nA · B\n1 · 2",
  );
});

test("headings and strong text are shown without their signs", () => {
  expect(toPlainQuote("## Erster Dialog\n\nNachdem **er kam**\n### 2. Second", "dialogs.md")).toBe(
    "Erster Dialog\n\nNachdem er kam\n2. Second",
  );
});

test.each(["notes.md", "notes.docx", "notes.txt"])("the entries of lists in %s have bullets", (name) => {
  expect(toPlainQuote("- one\n  * two\n+ three\n1. four", name)).toBe("• one\n  • two\n• three\n1. four");
});

test("Markdown is shown without the signs of links, images, emphasis, code, quotes and lines", () => {
  const text = [
    "> See [the *guide*](https://example.org/a_(b)) or <https://example.org>, ![a plan](plan.png)",
    "---",
    "__Never__ run `rm *_*` or _that_, ~~maybe~~ \\*later\\*",
    "===",
    "```sh",
    "echo *a* # b",
    "```",
  ].join("\n");
  expect(toPlainQuote(text, "notes.md")).toBe(
    "See the guide or https://example.org, a plan\nNever run rm *_* or that, maybe *later*\necho *a* # b",
  );
});

test.each(["notes.md", "notes.docx"])(
  "asterisks within code in %s stay, and strong text around code has none",
  (name) => {
    const shown = toPlainQuote("Skip `**/test/**` and **run `a*b` now**, see `x` **and** `y`", name);
    const code = (text: string) => (name === "notes.md" ? text : `\`${text}\``);
    expect(shown).toBe(`Skip ${code("**/test/**")} and run ${code("a*b")} now, see ${code("x")} and ${code("y")}`);
  },
);

test("code in the address of a link goes with it", () => {
  expect(toPlainQuote("[a `b`](`c`) `d` \ue0001\ue001", "notes.md")).toBe("a b d  1");
});

test.each([
  ["~~~", "~~~"],
  ["~~~~sh", "~~~~~"],
  ["````md", "````"],
])("blocks of code between %s and %s keep their signs, but not these lines", (start, end) => {
  const code = "- **/x/** _y_\n```\n# Title\n```\n> z";
  const text = `**Run**\n\n${start}\n${code}\n${end}\n\n- **once**`;
  expect(toPlainQuote(text, "notes.md")).toBe(`Run\n\n${code}\n\n• once`);
  expect(toPlainQuote(text, "notes.docx")).toBe(`Run\n\n${start}\n${code}\n${end}\n\n• once`);
});

test("signs of code around a part of a line are no block of code", () => {
  expect(toPlainQuote("```a``` is **code**\n- b", "notes.md")).toBe("a is code\n• b");
});

test("a number below zero in plain text keeps its sign", () => {
  const text = "- 5 °C\n  + 3 °C\n* 2 °C";
  expect(toPlainQuote(text, "weather.txt")).toBe(text);
});

test("an image that is a link is its text", () => {
  expect(toPlainQuote("See [![the plan](plan.png)](https://example.org) and [![a](a.png) b](c)", "notes.md")).toBe(
    "See the plan and a b",
  );
});

test("headings in plain text that is written as Markdown are shown without their signs", () => {
  expect(toPlainQuote("# Rivers\n\nLong.\n## The Rhine\nIn C# #1", "notes.txt")).toBe(
    "Rivers\n\nLong.\nThe Rhine\nIn C# #1",
  );
});

test("other text stays as it is", () => {
  const text = "a | b\nissue #5 in C# #tag, snake_case_name\n2 ** 3 and 4 ** 5, 2 * 3 * 4 [1] a-b";
  expect(toPlainQuote(text, "notes.md")).toBe(text);
  const code = "- x\n---\n*a* _b_ [c](d)";
  expect(toPlainQuote(code, "clean.py")).toBe(code);
});

test.each(["x**2 + y**2", "2**3**4", "f(**first) + g(**second)"])("the expression %s stays as it is", (expression) => {
  for (const name of ["power.py", "power.md", "power"]) expect(toPlainQuote(expression, name)).toBe(expression);
});

test("number signs stay where they are comments: in documents that are not extracted as Markdown, and in blocks of code", () => {
  const comment = "# Do not run\nrm -r **/*.tmp";
  for (const name of ["clean.py", "clean.txt", "clean.pdf", "clean"]) expect(toPlainQuote(comment, name)).toBe(comment);
  for (const block of [`\`\`\`sh\n${comment}\n\`\`\``, `\`\`\`sh\n${comment}`])
    expect(toPlainQuote(`# Clean\n\n${block}`, "clean.docx")).toBe(`Clean\n\n${block}`);
});

test("a cell of very many spaces, as a stored chat may have, is shown at once", () => {
  const spaces = " ".repeat(200_000);
  expect(toPlainQuote(`a${spaces}b\n| c${spaces}d |`, "r.xlsx")).toBe(`a${spaces}b\nc${spaces}d`);
  expect(toPlainQuote(`| c${spaces}d |\n|${spaces}x`, "r.md")).toBe(`c${spaces}d\n|${spaces}x`);
});

test("a line of very many signs of code, as a stored chat may have, is shown at once", () => {
  const line = `a ${"`".repeat(80_000)}${"a".repeat(80_000)}`;
  expect(toPlainQuote(line, "r.md")).toBe(line);
});

test("very many signs of blocks of code are shown at once", () => {
  const signs = "`".repeat(80_000);
  expect(toPlainQuote(`a\n${signs}x\``, "r.md")).toBe(`a\n${signs}x\``);
  expect(toPlainQuote(`${"~".repeat(80_000)}\n${"~~~\n".repeat(50_000)}`, "r.md")).toBe("~~~\n".repeat(50_000).trim());
});
