import { FileKey, FileSort } from "@lectern/contract";
import * as z from "zod/mini";
import { AppError } from "../../core/appError.ts";
import type { FilePlace, FileQuery } from "./repository.ts";

type Order = Pick<FileQuery, "sort" | "ascending">;

const PageKey = z.tuple([FileSort, z.boolean(), z.string().check(z.maxLength(2_000)), FileKey]);

/** Where the next page begins, as a client carries it. It goes with one order of the list. */
export function writePageKey({ sort, ascending }: Order, { value, id }: FilePlace): string {
  const text = value instanceof Date ? value.toISOString() : value;
  return Buffer.from(JSON.stringify([sort, ascending, text, id])).toString("base64url");
}

/** Throws `invalidInput` for what `writePageKey` did not write, or not for this order. */
export function readPageKey(order: Order, pageKey: string): FilePlace {
  try {
    const [sort, ascending, text, id] = z.parse(
      PageKey,
      JSON.parse(Buffer.from(pageKey, "base64url").toString("utf8")),
    );
    if (sort !== order.sort || ascending !== order.ascending) throw new Error("of another order");
    return { value: sort === "createdAt" ? dateOf(text) : plainText(text), id };
  } catch (cause) {
    throw new AppError("invalidInput", {
      issues: [{ path: "pageKey", message: "is not a place in this list" }],
      cause,
    });
  }
}

function dateOf(text: string): Date {
  return new Date(z.parse(z.iso.datetime(), text));
}

function plainText(text: string): string {
  if (text.includes("\0") || !text.isWellFormed()) throw new Error("no text of the database");
  return text;
}
