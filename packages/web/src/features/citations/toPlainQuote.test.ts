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

test("other text stays as it is", () => {
  const text = "a | b\n- one\n---\nissue #5 in C# #tag\n2 ** 3 and 4 ** 5";
  expect(toPlainQuote(text, "notes.md")).toBe(text);
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
