import { Tokenizer, type Tokens } from "marked";
import { describe, expect, test, vi } from "vitest";
import { maskMath } from "../text/inlineMath.ts";
import { MarkdownLexer } from "./markdownLexer.ts";
import { splitTableRow } from "./tableRows.ts";

const lexInline = (text: string) => new MarkdownLexer().inlineTokens(text);
const joinRaw = (text: string) =>
  lexInline(text)
    .map(({ raw }) => raw)
    .join("");

describe("code spans", () => {
  test.each([
    ["`a`", ["codespan"]],
    ["``a`b``", ["codespan"]],
    ["``a`", ["text"]],
    ["`a` `b", ["codespan", "text"]],
    ["`` `a``` ``", ["codespan"]],
    ["*`a*`*", ["em"]],
    ["*`a* b`", ["text", "codespan"]],
    ["\\``a`", ["escape", "codespan"]],
  ])("end at the next run of as many backticks: %s", (text, types) => {
    expect(lexInline(text).map(({ type }) => type)).toEqual(types);
  });

  test("are searched for only where a run of as many backticks follows", () => {
    const search = vi.spyOn(Tokenizer.prototype, "codespan");
    // Few enough for prose, but each of another length.
    const runs = Array.from({ length: 60 }, (_, n) => "`".repeat(n + 1));
    expect(joinRaw(runs.join(" a "))).toBe(runs.join(" a "));
    expect(search).not.toHaveBeenCalled();
    lexInline(`${runs.join(" a ")} a \`\`\``);
    expect(search).toHaveBeenCalledTimes(1);
  });

  test("hide dollar signs from formulas up to the closing run", () => {
    expect(maskMath("``$a$`` $b$")).toBe("``$a$`` aaa");
    expect(maskMath("``$a$` $b$")).toBe("``aaa` aaa");
  });
});

test.each(["**_a", "*a", "_a|", "*a-", "_ "])(
  "a text with too many unclosed delimiters keeps its characters, and is not searched for the end of each: %s",
  (part) => {
    const search = vi.spyOn(Tokenizer.prototype, "emStrong");
    const text = part.repeat(19_900 / part.length);
    expect(joinRaw(text)).toBe(text);
    const vainCalls = search.mock.calls.filter((_, index) => search.mock.results[index]?.value === undefined);
    const sources = vainCalls.map(([rest]) => rest).filter((rest) => !/^[*_]+\s/.test(rest));
    const sum = (count: (rest: string) => number) => sources.reduce((total, rest) => total + count(rest), 0);
    expect(sum(({ length }) => length)).toBeLessThan(3_000_000 + 2 * text.length);
    // The search stops at each delimiter, which takes longer than reading what is between them.
    expect(sum((rest) => rest.match(/\*+|_+/g)?.length ?? 0)).toBeLessThan(3_000_000 / 50 + 2 * text.length);
  },
);

describe("many lines without an empty one", () => {
  const lexLines = (lines: string) => new MarkdownLexer().blockTokens(lines.repeat(3_000), []);

  test("are not searched for the end of a table that none of them starts", () => {
    const search = vi.spyOn(Tokenizer.prototype, "table");
    for (const lines of ["-- \n", "a|b\n|-\n", "a\n- - \n"]) lexLines(lines);
    expect(search).not.toHaveBeenCalled();
    expect(new MarkdownLexer().blockTokens("a | $|x|$\n:-|-\n1 | 2", [])).toMatchObject([{ type: "table" }]);
  });

  test("are searched for the underline of a heading a little way", () => {
    const search = vi.spyOn(Tokenizer.prototype, "lheading");
    lexLines("$$\na\n");
    expect(Math.max(...search.mock.calls.map(([src]) => src.length))).toBeLessThanOrEqual(500);
    expect(new MarkdownLexer().blockTokens(`Title\n---\n${"a\n".repeat(1_000)}`, [])[0]).toMatchObject({
      ...{ type: "heading", depth: 2, raw: "Title\n---\n" },
    });
  });

  test("are searched for a formula once, which is found where it stands", () => {
    const search = vi.spyOn(RegExp.prototype, "exec");
    lexLines("<!--\n");
    const searches = search.mock.contexts.filter((pattern) => `${pattern}`.startsWith("/\\n(?: {0,3}(?:\\$"));
    search.mockRestore();
    expect(searches.length).toBeGreaterThan(0);
    expect(searches.length).toBeLessThan(10);
    const blocks = new MarkdownLexer().blockTokens("<!--\n<!--\na\n$$\nx\n$$\nb\n$$\ny\n$$\n", []);
    expect(blocks.map(({ type }) => type)).toEqual(["paragraph", "math", "paragraph", "math"]);
  });
});

test("a long address is a link, and a very long one is text", () => {
  const create = (length: number) => `http://a.example/${")".repeat(length)}`;
  expect(lexInline(`http://a.example/${"b".repeat(2_000)}`)).toMatchObject([{ type: "link" }]);
  const search = vi.spyOn(Tokenizer.prototype, "url");
  expect(joinRaw(create(20_000))).toBe(create(20_000));
  expect(search).not.toHaveBeenCalled();
});

test("names with underscores do not end the emphasis of the text after them", () => {
  const tokens = lexInline(`${"snake_case * b ".repeat(1_250)} **bold**`);
  expect(tokens.at(-1)).toMatchObject({ type: "strong", text: "bold" });
});

test("the character before a dollar sign is not read from the text so far, which would be copied each time", () => {
  const read = vi.spyOn(String.prototype, "at");
  const text = "$a ".repeat(300);
  expect(joinRaw(text)).toBe(text);
  expect(read.mock.contexts.filter((context) => `${context}`.length > 2)).toEqual([]);
  read.mockRestore();
});

describe("Chinese, Japanese and Korean text", () => {
  const boldTexts = (text: string) => lexInline(text).flatMap((token) => (token.type === "strong" ? [token.text] : []));
  test.each([
    ["这里是**“潮汐”**的意思。", ["“潮汐”"]],
    ["**注意：**请先登录。", ["注意："]],
    ["**図書館（本館）**は九時に開きます。", ["図書館（本館）"]],
    ["**“도서관”**은 아홉 시에 엽니다.", ["“도서관”"]],
    ["**甲，**乙**丙。**丁", ["甲，", "丙。"]],
    ["**“a”**b **“c”** **d。**e", ["“c”", "d。"]],
    ["**😀**的", ["😀"]],
    ["甲 ** 乙 ** 丙", []],
  ])("has bold text beside punctuation without spaces: %s", (text, bold) => {
    expect(boldTexts(text)).toEqual(bold);
    expect(joinRaw(text)).toBe(text);
  });

  test("has strikethrough beside punctuation without spaces, and ranges stay ranges", () => {
    const deleted = (text: string) => lexInline(text).flatMap((token) => (token.type === "del" ? [token.text] : []));
    expect(deleted("以及~~「旧」~~は、~~終了。~~新")).toEqual(["「旧」", "終了。"]);
    expect(deleted("每天2~3次，每次6~7小时。")).toEqual([]);
  });

  test.each([
    ["链接：https://example.org/doc。后面的文字", "https://example.org/doc"],
    ["（https://example.org/a_(b)）", "https://example.org/a_(b)"],
    ["见 www.example.org”，", "www.example.org"],
    ["https://ja.example.org/潮汐、次", "https://ja.example.org/潮汐"],
    ["See https://example.org/path?x=1&y=2, or", "https://example.org/path?x=1&y=2"],
  ])("has addresses that end before its punctuation: %s", (text, address) => {
    expect(lexInline(text).flatMap((token) => (token.type === "link" ? [token.text] : []))).toEqual([address]);
    expect(joinRaw(text)).toBe(text);
  });
});

test("numbers in brackets that follow one another are links to their own definitions", () => {
  const lexer = new MarkdownLexer();
  const [paragraph] = lexer.lex("At six [1][2], [a][2].\n\n[1]: <https://one.example>\n[2]: <https://two.example>\n");
  const links = (paragraph as Tokens.Paragraph).tokens.flatMap((token) => (token.type === "link" ? [token] : []));
  expect(links.map(({ text, href }) => [text, href])).toEqual([
    ["1", "https://one.example"],
    ["2", "https://two.example"],
    ["a", "https://two.example"],
  ]);
});

describe("formulas in table cells", () => {
  const readRows = (source: string) =>
    new MarkdownLexer().lex(source).flatMap((token) => {
      if (token.type !== "table") return [];
      const table = token as Tokens.Table;
      return [...table.rows, table.header].map((row) => row.map(({ text }) => text));
    });
  const table = (...rows: string[]) => ["| A | B |", "| --- | --- |", ...rows].join("\n");
  const header = ["A", "B"];

  test.each([
    ["| absolute | $|x|$ |", ["absolute", "$|x|$"]],
    ["| set | $\\{x \\mid x > 0\\}$ |", ["set", "$\\{x \\mid x > 0\\}$"]],
    ["| conditional | $P(A|B)$ |", ["conditional", "$P(A|B)$"]],
    ["conditional | \\(P(A|B)\\)", ["conditional", "\\(P(A|B)\\)"]],
    ["| $5 | $6 |", ["$5", "$6"]],
    ["|$a|b$|", ["$a", "b$"]],
    ["| `$a|b$` | c |", ["`$a", "b$`"]],
    ["| $P(A\\|B)$ | c |", ["$P(A|B)$", "c"]],
  ])("may contain bars: %s", (row, cells) => {
    expect(readRows(table(row))).toEqual([cells, header]);
    const source = `${table(row)}\n\nText $|y|$.`;
    expect(
      new MarkdownLexer()
        .lex(source)
        .map(({ raw }) => raw)
        .join(""),
    ).toBe(source);
  });

  test.each([
    ["| a \\\\| b |\n|--|--|\n|1|2|", ["a \\\\", "b"]],
    ["| $x$ \\\\| $y$ \\\\|\n|--|--|\n|1|2|", ["$x$ \\\\", "$y$ \\\\"]],
    ["| $a\\\\|b$ | c |\n|--|--|\n|1|2|", ["$a\\\\|b$", "c"]],
    ["| a \\\\\\| b | c \\|\n|--|--|\n|1|2|", ["a \\\\| b", "c |"]],
  ])("end at a bar with an even number of backslashes before it: %s", (source, cells) => {
    expect(readRows(source)).toEqual([["1", "2"], cells]);
    const [line = ""] = source.split("\n");
    expect(splitTableRow(line, 2)).toHaveLength(2);
  });

  test("may stand in the header", () => {
    expect(readRows("| $|x|$ | y |\n|---|---|\n| 1 | 2 |")).toEqual([
      ["1", "2"],
      ["$|x|$", "y"],
    ]);
  });
});

describe("a fence with Markdown", () => {
  const nested = "```markdown\n# Tool\n\n```bash\nnpm ci\n```\n\n## Use\n```";
  const readBlocks = (source: string) => new MarkdownLexer().lex(source).map(({ type, raw }) => [type, raw]);

  test("ends after the fences within it", () => {
    const [block, , paragraph] = new MarkdownLexer().lex(`${nested}\n\nThat is all.`);
    expect(block).toMatchObject({ type: "code", lang: "markdown", text: "# Tool\n\n```bash\nnpm ci\n```\n\n## Use" });
    expect(paragraph?.raw).toBe("That is all.");
    const inItem = new MarkdownLexer().lex(`1. Write:\n\n   ${nested.replaceAll("\n", "\n   ")}\n2. Done.`);
    expect([...inItem]).toMatchObject([
      { items: [{ tokens: [{}, {}, { text: expect.stringMatching(/## Use$/) }] }, {}] },
    ]);
  });

  test("with bare fences, more marks, or another language ends as in CommonMark", () => {
    expect(readBlocks("```md\na\n```\nb")).toEqual([
      ["code", "```md\na\n```\n"],
      ["paragraph", "b"],
    ]);
    expect(readBlocks("````md\n```js\na\n````\nb")[0]).toEqual(["code", "````md\n```js\na\n````\n"]);
    expect(readBlocks("```bash\n```js\na\n```\nb")[0]).toEqual(["code", "```bash\n```js\na\n```\n"]);
    expect(readBlocks("```markdownlint\n```js\na\n```\nb")[0]).toEqual(["code", "```markdownlint\n```js\na\n```\n"]);
  });
});
