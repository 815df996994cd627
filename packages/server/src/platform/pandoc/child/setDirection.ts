import type { Attributes, Block, Cell, Inline, Row, TableParts } from "./pandocTree.ts";

type Direction = "ltr" | "rtl";

/** Letters and marks with a direction of their own. */
const strongCharacter = /[\p{L}\u200e\u200f]/u;
/** Hebrew, Arabic and the other scripts of the blocks that Unicode reserves for writing from right to left. */
const rightToLeftCharacter = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const createAttributes = (direction: Direction): Attributes => ["", [], [["dir", direction]]];

/**
 * Marks the blocks that are written from right to left, by the rule of `dir="auto"`: the first strong character decides
 * for the whole block. In a list, quote or table, as on screen, each text is ordered in its own direction; a cell stays
 * in line with its column, but the mark of a list's item moves to the side where its text begins. Code and formulas do
 * not count and stay left to right.
 */
export function setDirection(block: Block): Block {
  const direction = findBlockDirection(block) ?? "ltr";
  const content = setWithin(block, direction);
  return direction === "rtl" ? { t: "Div", c: [createAttributes("rtl"), [content]] } : content;
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

/** Marks what within a block is written in another direction than the block. */
function setWithin(block: Block, direction: Direction): Block {
  const setAll = (blocks: readonly Block[]) => blocks.map((inner) => setText(inner, direction));
  switch (block.t) {
    case "Para":
    case "Plain":
      return direction === "rtl" ? { t: block.t, c: block.c.map(exceptInlineCode) } : block;
    case "Header":
      return direction === "rtl"
        ? { t: "Header", c: [block.c[0], block.c[1], block.c[2].map(exceptInlineCode)] }
        : block;
    case "BlockQuote":
      return { t: "BlockQuote", c: setAll(block.c) };
    case "Div":
      return { t: "Div", c: [block.c[0], setAll(block.c[1])] };
    case "BulletList":
      return { t: "BulletList", c: block.c.map(setAll) };
    case "OrderedList":
      return { t: "OrderedList", c: [block.c[0], block.c[1].map(setAll)] };
    case "Table":
      return { t: "Table", c: setTable(block.c, direction) };
    case "CodeBlock":
      return direction === "rtl" ? { t: "Div", c: [createAttributes("ltr"), [block]] } : block;
    case "HorizontalRule":
      return block;
    default:
      return block satisfies never;
  }
}

/** Marks a block within one of this direction. A list or table within another has the direction of the outer one. */
function setText(block: Block, outer: Direction): Block {
  const isText = block.t === "Para" || block.t === "Plain" || block.t === "Header";
  const direction = (isText ? findBlockDirection(block) : null) ?? outer;
  const content = setWithin(block, direction);
  return direction === outer ? content : { t: "Div", c: [createAttributes(direction), [content]] };
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

function setTable([attributes, caption, columns, head, bodies, foot]: TableParts, direction: Direction): TableParts {
  const setRow = ([rowAttributes, cells]: Row): Row => [
    rowAttributes,
    cells.map(([cellAttributes, alignment, rows, spanned, blocks], index) => {
      const isOther = (findFirst(blocks, findBlockDirection) ?? direction) !== direction;
      const column = columns[index]?.[0].t ?? "AlignDefault";
      return [
        ...([cellAttributes, isOther ? { t: alignOther(column, direction) } : alignment, rows, spanned] as const),
        blocks.map((block) => setText(block, direction)),
      ];
    }),
  ];
  return [
    attributes,
    caption,
    columns.map(([{ t }, width]) => [{ t: direction === "rtl" ? mirrored[t] : t }, width]),
    [head[0], head[1].map(setRow)],
    bodies.map(([bodyAttributes, level, headers, rows]) => [bodyAttributes, level, headers, rows.map(setRow)]),
    foot,
  ];
}

/** Aligns a cell whose text has another direction than its table as the column's other cells are. */
function alignOther(column: keyof typeof mirrored, table: Direction): keyof typeof mirrored {
  const side = column === "AlignDefault" ? (table === "rtl" ? "AlignRight" : "AlignLeft") : column;
  return table === "rtl" ? side : mirrored[side];
}
