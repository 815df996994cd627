import * as z from "zod/mini";
import { AppError } from "./appError.ts";

/** A position in a list: the text by which the list is sorted, and the id of the item. */
export interface ListPosition {
  sortText: string;
  id: string;
}

const maxLength = 1_000;
const storableText = z.string().check(
  z.maxLength(maxLength),
  z.refine((text) => !text.includes("\0") && text.isWellFormed(), { error: "the database cannot store this text" }),
);
const Cursor = z.tuple([storableText, storableText]);

/** Encodes a position as opaque text. The next page starts after this position. */
export function encodeListCursor({ sortText, id }: ListPosition): string {
  return Buffer.from(JSON.stringify([sortText, id])).toString("base64url");
}

/** Decodes a cursor. Throws `invalidInput` if the text is not an encoded cursor. */
export function decodeListCursor(cursor: string): ListPosition {
  try {
    const [sortText, id] = z.parse(Cursor, JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
    return { sortText, id };
  } catch (cause) {
    throw createCursorError(cause);
  }
}

const createCursorError = (cause?: unknown) =>
  new AppError("invalidInput", { issues: [{ path: "cursor", message: "is not a cursor of this list" }], cause });

/**
 * Decodes a cursor whose text is a time with milli- or microseconds. Throws `invalidInput` for any other text and for the
 * year 0, which the database would reject.
 */
export function decodeTimeCursor(cursor: string): ListPosition {
  const position = decodeListCursor(cursor);
  const { sortText } = position;
  if (/^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(\d{3})?Z$/.test(sortText) && !Number.isNaN(Date.parse(sortText)))
    return position;
  throw createCursorError();
}

/**
 * Splits the rows of a statement with the limit `limit + 1` into the rows of a page and the cursor of the next page;
 * null: there is none.
 */
export function toPage<Row extends ListPosition>(
  rows: readonly Row[],
  limit: number,
): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const lastRow = rows.length > limit ? page.at(-1) : undefined;
  return { page, nextCursor: lastRow ? encodeListCursor(lastRow) : null };
}
