import type { Attributes, Block, Cell, Inline, Row, TableParts } from "./pandocTree.ts";

type Direction = "ltr" | "rtl";

/** Letters and marks with a direction of their own. */
const strongCharacter = /[\p{L}\u200e\u200f]/u;
/** Hebrew, Arabic and the other scripts of the blocks that Unicode reserves for writing from right to left. */
const rightToLeftCharacter = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const createAttributes = (direction: Direction): Attributes => ["", [], [["dir", direction]]];

/**
 * Marks a block that is written from right to left, by the rule of `dir="auto"`: the first strong character decides for the
 * whole block and all within it, while on screen each text of a list or table decides for itself. Code and formulas do not
 * count and stay left to right.
 */
export function setDirection(block: Block): Block {
  if (findBlockDirection(block) !== "rtl") return block;
  return { t: "Div", c: [createAttributes("rtl"), [exceptCode(block)]] };
}

/** Returns null if no character decides. */
function findBlockDirection(block: Block): Direction | null {
  switch (block.t) {
    case "Para":
    case "Plain":
      return findInlineDirection(block.c);
    case "Header":
      return findInlineDirection(block.c[2]);
    case "BlockQuote":
      return findFirst(block.c, findBlockDirection);
    case "Div":
      return findFirst(block.c[1], findBlockDirection);
    case "BulletList":
      return findFirst(block.c, (item) => findFirst(item, findBlockDirection));
    case "OrderedList":
      return findFirst(block.c[1], (item) => findFirst(item, findBlockDirection));
    case "Table":
      return findFirst(listCells(block.c), ([, , , , blocks]) => findFirst(blocks, findBlockDirection));
    case "CodeBlock":
    case "HorizontalRule":
      return null;
    default:
      return block satisfies never;
  }
}

function findInlineDirection(inlines: readonly Inline[]): Direction | null {
  return findFirst(inlines, (inline) => {
    switch (inline.t) {
      case "Str":
        return findTextDirection(inline.c);
      case "Strong":
      case "Emph":
      case "Strikeout":
        return findInlineDirection(inline.c);
      case "Link":
      case "Span":
        return findInlineDirection(inline.c[1]);
      default:
        return null;
    }
  });
}

function findTextDirection(text: string): Direction | null {
  const character = strongCharacter.exec(text)?.[0];
  if (character === undefined) return null;
  return rightToLeftCharacter.test(character) ? "rtl" : "ltr";
}

function findFirst<Item>(items: readonly Item[], find: (item: Item) => Direction | null): Direction | null {
  for (const item of items) {
    const direction = find(item);
    if (direction) return direction;
  }
  return null;
}

function listCells([, , , [, headRows], bodies]: TableParts): Cell[] {
  return [...headRows, ...bodies.flatMap(([, , , rows]) => rows)].flatMap(([, cells]) => cells);
}

/** Marks the code within a block from right to left. */
function exceptCode(block: Block): Block {
  switch (block.t) {
    case "Para":
    case "Plain":
      return { t: block.t, c: block.c.map(exceptInlineCode) };
    case "Header":
      return { t: "Header", c: [block.c[0], block.c[1], block.c[2].map(exceptInlineCode)] };
    case "BlockQuote":
      return { t: "BlockQuote", c: block.c.map(exceptCode) };
    case "Div":
      return { t: "Div", c: [block.c[0], block.c[1].map(exceptCode)] };
    case "BulletList":
      return { t: "BulletList", c: block.c.map((item) => item.map(exceptCode)) };
    case "OrderedList":
      return { t: "OrderedList", c: [block.c[0], block.c[1].map((item) => item.map(exceptCode))] };
    case "Table":
      return { t: "Table", c: changeTable(block.c) };
    case "CodeBlock":
      return { t: "Div", c: [createAttributes("ltr"), [block]] };
    case "HorizontalRule":
      return block;
    default:
      return block satisfies never;
  }
}

function exceptInlineCode(inline: Inline): Inline {
  switch (inline.t) {
    case "Code":
      return { t: "Span", c: [createAttributes("ltr"), [inline]] };
    case "Strong":
    case "Emph":
    case "Strikeout":
      return { t: inline.t, c: inline.c.map(exceptInlineCode) };
    case "Link":
      return { t: "Link", c: [inline.c[0], inline.c[1].map(exceptInlineCode), inline.c[2]] };
    default:
      return inline;
  }
}

/** In a paragraph from right to left, Word takes `left` for the side where lines begin. */
const mirrored = {
  AlignDefault: "AlignDefault",
  AlignCenter: "AlignCenter",
  AlignLeft: "AlignRight",
  AlignRight: "AlignLeft",
} as const;

function changeTable([attributes, caption, columns, head, bodies, foot]: TableParts): TableParts {
  const changeRow = ([rowAttributes, cells]: Row): Row => [
    rowAttributes,
    cells.map(([cellAttributes, alignment, rows, spanned, blocks]) => [
      ...([cellAttributes, alignment, rows, spanned] as const),
      blocks.map(exceptCode),
    ]),
  ];
  return [
    attributes,
    caption,
    columns.map(([{ t }, width]) => [{ t: mirrored[t] }, width]),
    [head[0], head[1].map(changeRow)],
    bodies.map(([bodyAttributes, level, headers, rows]) => [bodyAttributes, level, headers, rows.map(changeRow)]),
    foot,
  ];
}
