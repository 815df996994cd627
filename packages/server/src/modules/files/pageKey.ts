import { FileKey, FileSort } from "@lectern/contract";
import * as z from "zod/mini";
import { AppError } from "../../core/appError.ts";
import type { FileCursor, FileQuery } from "./repository.ts";

type SortOrder = Pick<FileQuery, "sort" | "ascending">;

const PageKey = z.tuple([FileSort, z.boolean(), z.string().check(z.maxLength(2_000)), FileKey]);

/** Encodes where the next page begins. The key is only valid for the same sort order. */
export function encodePageKey({ sort, ascending }: SortOrder, { value, id }: FileCursor): string {
  const text = value instanceof Date ? value.toISOString() : value;
  return Buffer.from(JSON.stringify([sort, ascending, text, id])).toString("base64url");
}

/** Throws `invalidInput` if the key is malformed or belongs to another sort order. */
export function decodePageKey(order: SortOrder, pageKey: string): FileCursor {
  try {
    const [sort, ascending, text, id] = z.parse(
      PageKey,
      JSON.parse(Buffer.from(pageKey, "base64url").toString("utf8")),
    );
    if (sort !== order.sort || ascending !== order.ascending) throw new Error("the key belongs to another order");
    return { value: sort === "createdAt" ? parseDate(text) : parseStorableText(text), id };
  } catch (cause) {
    throw new AppError("invalidInput", {
      issues: [{ path: "pageKey", message: "is not a valid page key for this list" }],
      cause,
    });
  }
}

function parseDate(text: string): Date {
  return new Date(z.parse(z.iso.datetime(), text));
}

function parseStorableText(text: string): string {
  if (text.includes("\0") || !text.isWellFormed()) throw new Error("the database cannot store this text");
  return text;
}
