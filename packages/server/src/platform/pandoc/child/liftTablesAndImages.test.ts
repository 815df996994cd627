import { expect, test } from "vitest";
import { layOutSlides } from "./layOutSlides.ts";
import { liftTablesAndImages } from "./liftTablesAndImages.ts";
import { type Block, toPlainText } from "./pandocTree.ts";
import { toPandocBlocks } from "./toPandocBlocks.ts";

const parse = (markdown: string) => toPandocBlocks(markdown, { preservesLineBreaks: false });
const image = "![dot](data:image/png;base64,AAAA)";
const table = "| a | b |\n|---|---|\n| c | d |";

/** Describes a tree of blocks as text, such as `quote(x)`. */
function describe(block: Block): string {
  const join = (blocks: readonly Block[]) => blocks.map(describe).join(" ");
  switch (block.t) {
    case "Para":
    case "Plain":
      return block.c.some(({ t }) => t === "Image") ? "image" : toPlainText(block.c).trim();
    case "Header":
      return `heading(${toPlainText(block.c[2])})`;
    case "BlockQuote":
      return `quote(${join(block.c)})`;
    case "BulletList":
      return `list(${block.c.map(join).join(", ")})`;
    case "OrderedList":
      return `${block.c[0][0]}.(${block.c[1].map(join).join(", ")})`;
    default:
      return block.t.toLowerCase();
  }
}
const lift = (markdown: string) => parse(markdown).flatMap(liftTablesAndImages).map(describe);
const indentedTable = table.replaceAll("\n", "\n   ");

test.each([
  ["text alone", "a *b*\n\n> c\n\n- d", ["a b", "quote(c)", "list(d)"]],
  ["a paragraph", `before **${image}** ${image} after`, ["before", "image", "image", "after"]],
  ["a link", `[${image}](https://example.org)`, ["image"]],
  ["a heading", `## See ${image}`, ["heading(See dot)", "image"]],
  ["a cell", `| a | b |\n|---|---|\n| c | ${image} |`, ["table", "image"]],
  [
    "a quote",
    `> before\n>\n> more\n>\n> ${table.replaceAll("\n", "\n> ")}\n>\n> after`,
    ["quote(before more)", "table", "quote(after)"],
  ],
  [
    "a list",
    `- a\n- ${image}\n- before\n\n   ${indentedTable}\n\n   after\n- b`,
    ["list(a)", "image", "list(before)", "table", "after", "list(b)"],
  ],
  ["a numbered list", `3. a\n4. b\n\n   ${indentedTable}\n5. c`, ["3.(a, b)", "table", "5.(c)"]],
  ["a list in a quote", `> - a ${image}`, ["quote(list(a))", "image"]],
])("tables and images are lifted out of %s, which continues after them", (_, markdown, expected) => {
  expect(lift(markdown)).toEqual(expected);
});

test("the table or image of a short question is on a slide", () => {
  const layOut = (markdown: string) => layOutSlides([{ kind: "user", blocks: parse(markdown) }], "Title").map(describe);
  expect(layOut(`What is it? ${image}`)).toEqual([
    "heading(What is it? dot)",
    "quote(What is it?)",
    "heading(What is it? dot)",
    "image",
  ]);
  expect(layOut(`What is it?\n\n${table}`).slice(-2)).toEqual(["heading(What is it?)", "table"]);
});
