import * as z from "zod/mini";
import { defineOp } from "./defineOp.ts";
import { FileRef, Location, throughAssistant } from "./files.ts";
import { queryInteger, text } from "./primitives.ts";

/** A range of the items that were extracted from a file, by their index from 0. */
const ItemRange = z.object({
  key: FileRef,
  from: z._default(queryInteger(0, 10_000_000), 0),
  count: z._default(queryInteger(1, 500), 200),
  ...throughAssistant,
});

/** One extracted item of a document, in reading order. */
export const ContentItem = z.object({
  content: z.string(),
  tokens: z.number(),
  location: Location,
  canSplit: z.boolean(),
  kind: z._default(z.enum(["heading", "paragraph", "list", "table", "code"]), "paragraph"),
  /** The columns of a row's values, from 0; absent for other items and rows of documents that were read long ago. */
  columns: z.optional(z.array(z.number())),
  /** On the last row of a sheet's header, the names of all columns, by column; empty on the rows of the header above. */
  names: z.optional(z.array(z.nullable(z.string()))),
});
export type ContentItem = z.infer<typeof ContentItem>;

export const readFileContent = defineOp({
  method: "POST",
  path: "/files/content",
  keyScopes: ["full_access", "file_upload"],
  summary: "Returns a range of the items extracted from a file, each with its location.",
  isHeavy: true,
  input: ItemRange,
  output: z.object({
    name: z.string(),
    type: z.string(),
    totalItems: z.number(),
    locationProperties: z.array(z.string()),
    from: z.number(),
    items: z.array(ContentItem),
  }),
});
export type FileContent = z.infer<typeof readFileContent.output>;

export const locatePassage = defineOp({
  method: "POST",
  path: "/files/passage/locate",
  keyScopes: ["full_access", "file_upload"],
  summary:
    "Finds a quoted passage in a file that has been read again since: the items that have its text, if any. " +
    "If none has all of it, its longest lines and sentences are compared: 40 at most, and fewer in a very long file.",
  isHeavy: true,
  input: z.object({ key: FileRef, quote: text(20_000), ...throughAssistant }),
  output: z.object({
    /** Indexes of the items, from 0; empty if none has the text. */
    originalIndexes: z.array(z.number()),
  }),
});

/** A sheet of a workbook, or a CSV file. */
const Sheet = z.object({
  /** Null for a CSV file. */
  name: z.nullable(z.string()),
  /** The index of its first item, and the number of its items. Each row is an item. */
  from: z.number(),
  count: z.number(),
});
export type Sheet = z.infer<typeof Sheet>;

const TableColumn = z.object({
  /** Null if the column has no name. */
  name: z.nullable(z.string()),
  /** The length of the longest cell, as far as it was measured. */
  characters: z.number(),
  isNumeric: z.boolean(),
});
export type TableColumn = z.infer<typeof TableColumn>;

const TableRow = z.object({
  /** The row number as a spreadsheet program shows it, from 1. */
  row: z.number(),
  /** The cells by column. A single cell spans all columns. */
  cells: z.array(z.string()),
});
export type TableRow = z.infer<typeof TableRow>;

export const readFileTable = defineOp({
  method: "POST",
  path: "/files/table",
  keyScopes: ["full_access", "file_upload"],
  summary: "Returns a range of the rows of a spreadsheet or CSV file as cells, and the columns of their sheet.",
  isHeavy: true,
  /** The first item decides which sheet is returned. */
  input: ItemRange,
  output: z.object({
    /** Empty if the file is not a table. */
    sheets: z.array(Sheet),
    /** The rows above the header, as text. */
    titles: z.array(z.object({ row: z.number(), text: z.string() })),
    columns: z.array(TableColumn),
    /** The index of the first row below the header. */
    bodyFrom: z.number(),
    /** The rows from `from` to the end of the range or of the sheet. */
    rows: z.array(TableRow),
  }),
});
export type FileTable = z.infer<typeof readFileTable.output>;
