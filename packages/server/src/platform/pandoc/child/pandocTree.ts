/** The elements of pandoc's document tree that we build, as JSON. They exclude raw content, such as HTML. */
export type Inline =
  | { t: "Str"; c: string }
  | { t: "SoftBreak" | "LineBreak" | "Space" }
  | { t: "Strong" | "Emph" | "Strikeout"; c: Inline[] }
  | { t: "Code"; c: [Attributes, string] }
  | { t: "Math"; c: [{ t: "InlineMath" | "DisplayMath" }, string] }
  | { t: "Span"; c: [Attributes, Inline[]] }
  | { t: "Link" | "Image"; c: [Attributes, Inline[], [url: string, title: string]] };

export type Block =
  | { t: "Para" | "Plain"; c: Inline[] }
  | { t: "Header"; c: [number, Attributes, Inline[]] }
  | { t: "CodeBlock"; c: [Attributes, string] }
  | { t: "BlockQuote"; c: Block[] }
  | { t: "BulletList"; c: Block[][] }
  | { t: "OrderedList"; c: [[number, { t: "Decimal" }, { t: "Period" }], Block[][]] }
  | { t: "HorizontalRule" }
  | { t: "Div"; c: [Attributes, Block[]] }
  | { t: "Table"; c: TableParts };

export type Attributes = [id: string, classes: string[], pairs: [string, string][]];
type Alignment = { t: "AlignDefault" | "AlignLeft" | "AlignCenter" | "AlignRight" };
type Width = { t: "ColWidth"; c: number };
export type Cell = [Attributes, Alignment, 1, 1, Block[]];
export type Row = [Attributes, Cell[]];
type TableBody = [Attributes, 0, Row[], Row[]];
export type TableParts = [
  Attributes,
  caption: [null, Block[]],
  columns: [Alignment, Width][],
  head: [Attributes, Row[]],
  bodies: TableBody[],
  foot: [Attributes, Row[]],
];

/** Attributes of an element without an id, classes or key-value pairs. */
export const noAttributes: Attributes = ["", [], []];
export const createStyleAttributes = (style: string): Attributes => ["", [], [["custom-style", style]]];

export const createText = (content: string): Inline => ({ t: "Str", c: content });
export const createParagraph = (content: Inline[]): Block => ({ t: "Para", c: content });
export const createHeader = (level: number, content: Inline[]): Block => ({
  t: "Header",
  c: [level, noAttributes, content],
});

export interface TableColumn {
  alignment: "center" | "left" | "right" | null;
  /** Share of the page width, 0 to 1. */
  width: number;
}

const alignments = { center: "AlignCenter", left: "AlignLeft", right: "AlignRight" } as const;

/** Creates a table with one header row. Missing cells are empty. */
export function createTable(columns: readonly TableColumn[], headers: Inline[][], rows: Inline[][][]): Block {
  const createCell = (content: Inline[]): Cell => [
    noAttributes,
    { t: "AlignDefault" },
    1,
    1,
    [{ t: "Plain", c: content }],
  ];
  const createRow = (cells: Inline[][]): Row => [
    noAttributes,
    columns.map((_, index) => createCell(cells[index] ?? [])),
  ];
  const columnSpecs = columns.map(({ alignment, width }): [Alignment, Width] => [
    { t: alignment === null ? "AlignDefault" : alignments[alignment] },
    { t: "ColWidth", c: width },
  ]);
  return {
    t: "Table",
    c: [
      noAttributes,
      [null, []],
      columnSpecs,
      [noAttributes, [createRow(headers)]],
      [[noAttributes, 0, [], rows.map(createRow)]],
      [noAttributes, []],
    ],
  };
}

/** Returns the text of inlines without formatting. Line breaks become spaces. */
export function toPlainText(inlines: readonly Inline[]): string {
  return inlines
    .map((inline): string => {
      switch (inline.t) {
        case "Str":
          return inline.c;
        case "Strong":
        case "Emph":
        case "Strikeout":
          return toPlainText(inline.c);
        case "Code":
        case "Math":
          return inline.c[1];
        case "Span":
        case "Link":
        case "Image":
          return toPlainText(inline.c[1]);
        default:
          return " ";
      }
    })
    .join("");
}
