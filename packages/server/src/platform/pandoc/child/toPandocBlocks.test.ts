import { describe, expect, test } from "vitest";
import { type Block, toPlainText } from "./pandocTree.ts";
import { toPandocBlocks } from "./toPandocBlocks.ts";

const parse = (markdown: string) => toPandocBlocks(markdown, { preservesLineBreaks: false });
/** Lists the texts of a tree of blocks, in order. */
const listTexts = (value: unknown): string[] =>
  typeof value === "string"
    ? [value]
    : value && typeof value === "object"
      ? Object.values(value).flatMap(listTexts)
      : [];
const joinTexts = (blocks: readonly Block[]) => listTexts(blocks).join(" ");
const dataUrl = `data:image/png;base64,${"iVBORw0KGgo+/A9z".repeat(7_200)}`;

describe("a block of more than 100,000 characters", () => {
  const before = "## Before\n\n**Bold** text.";
  const after = "| a | b |\n|---|---|\n| *c* | d |";

  const convertBetween = (longBlock: string): Block[] => {
    const blocks = parse(`${before}\n\n${longBlock}\n\n${after}`);
    const expectedBefore = parse(before);
    const expectedAfter = parse(after);
    expect(blocks.slice(0, expectedBefore.length)).toEqual(expectedBefore);
    expect(blocks.slice(-expectedAfter.length)).toEqual(expectedAfter);
    return blocks.slice(expectedBefore.length, -expectedAfter.length);
  };

  test.each([
    ["a paragraph of one line", "word *x* ".repeat(15_000)],
    ["a paragraph of many lines", "some *words* in a line\n".repeat(6_000).trimEnd()],
    ["a quote", `> ${"word ".repeat(25_000)}`],
  ])("stays whole as text if it is %s, and the rest is formatted", (_, block) => {
    const blocks = convertBetween(block);
    expect(blocks).toHaveLength(1);
    expect(["Para", "BlockQuote"]).toContain(blocks[0]?.t);
    expect(
      joinTexts(blocks)
        .match(/\w+/g)
        ?.filter((word) => word === "word" || word === "words").length,
    ).toBe(block.match(/words?\b/g)?.length);
  });

  test("is formatted if none of its parts is as long: a list, a table and code", () => {
    const [list, ...rest] = convertBetween("- an *item*\n".repeat(10_000));
    expect(rest).toEqual([]);
    expect(list?.t === "BulletList" && list.c.length).toBe(10_000);
    expect(list?.t === "BulletList" && list.c.at(-1)).toEqual([
      {
        t: "Plain",
        c: [
          { t: "Str", c: "an " },
          { t: "Emph", c: [{ t: "Str", c: "item" }] },
        ],
      },
    ]);
    const code = "let x = 1;\n".repeat(12_000).trimEnd();
    expect(convertBetween(`\`\`\`js\n${code}\n\`\`\``)).toEqual([{ t: "CodeBlock", c: [["", [], []], code] }]);
    const table = convertBetween(`| a | b |\n|---|---|\n${"| *c* | d |\n".repeat(10_000)}`);
    expect(table.map(({ t }) => t)).toEqual(["Table"]);
    expect(joinTexts(table).match(/Emph/g)).toHaveLength(10_000);
  });

  test("stays a picture if it is one, also inside a link, and beside formatted text", () => {
    const image = { t: "Image", c: [["", [], []], [{ t: "Str", c: "a dot" }], [dataUrl, ""]] };
    expect(convertBetween(`*See* ![a dot](${dataUrl}) [![a dot](${dataUrl})](https://example.org/)`)).toEqual([
      {
        t: "Para",
        c: [
          { t: "Emph", c: [{ t: "Str", c: "See" }] },
          { t: "Str", c: " " },
          image,
          { t: "Str", c: " " },
          { t: "Link", c: [["", [], []], [image], ["https://example.org/", ""]] },
        ],
      },
    ]);
    expect(convertBetween(`\`\`\`\n![a dot](${dataUrl})\n\`\`\``)).toEqual([
      { t: "CodeBlock", c: [["", [], []], `![a dot](${dataUrl})`] },
    ]);
    expect(joinTexts(convertBetween(`It is ${dataUrl} and \`${dataUrl}\`.`)).split(dataUrl)).toHaveLength(3);
  });
});

test("a message of 60,000 paragraphs or of 30,000 unclosed formulas is parsed without repeated searches", () => {
  // A search of the whole rest for each of them takes longer than this test may.
  expect(parse("some words here\n\n".repeat(60_000))).toHaveLength(60_000);
  expect(parse("$$\n".repeat(30_000))).toHaveLength(1);
});

test("a table that is mostly missing cells stays text, because it would become millions of cells", () => {
  const header = `|${" a |".repeat(1_000)}\n|${" - |".repeat(1_000)}\n`;
  const blocks = parse(`${header}${"| b |\n".repeat(5_000)}\n## After`);
  expect(blocks.map(({ t }) => t)).toEqual(["Para", "Header"]);
  expect(joinTexts(blocks).match(/b/g)).toHaveLength(5_000);
});

describe("a hostile message", () => {
  test.each([
    ["quotes", ">".repeat(50_000)],
    ["quotes and lists", "> - ".repeat(20_000)],
    ["emphasis", "*a _b ".repeat(10_000)],
    ["links", "[".repeat(50_000)],
  ])("with deeply nested %s keeps its text and the formatting of what follows", (_, nested) => {
    const blocks = parse(`${nested}deepest\n\n## After`);
    expect(joinTexts(blocks)).toContain("deepest");
    const last = blocks.at(-1);
    expect(last?.t === "Header" && toPlainText(last.c[2])).toBe("After");
  });
});
