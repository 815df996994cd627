import { readFile } from "node:fs/promises";
import type { ApiDocumentKind } from "@lectern/contract";
import { parse } from "csv-parse/sync";
import * as z from "zod/mini";
import { AppError } from "../../core/appError.ts";

/** Throws `invalidInput` unless the file is what its name says. It is small enough to be read into memory. */
export async function checkApiDocument(kind: ApiDocumentKind, path: string): Promise<void> {
  const bytes = await readFile(path);
  switch (kind) {
    case "pdf":
      // A PDF may begin with other bytes.
      if (!bytes.subarray(0, 1_024).includes("%PDF-")) throw createContentError("This file is not a PDF.");
      return;
    case "csv":
      if (!isCsv(bytes)) throw createContentError("This file is not a CSV file with a heading for each column.");
      return;
    case "postman":
      if (!isPostmanCollection(bytes)) throw createContentError("This file is not a Postman collection.");
      return;
    default:
      throw new Error(`unknown ${kind satisfies never}`);
  }
}

const checkedCharacters = 100_000;

/** True for text whose beginning has records of at least two fields. */
function isCsv(bytes: Buffer): boolean {
  const text = decode(bytes);
  if (text === null || text.includes("\0")) return false;
  const beginning = text.slice(0, checkedCharacters);
  try {
    const records: string[][] = parse(beginning, { bom: true, to: 2, relax_column_count: true });
    return (records[0]?.length ?? 0) >= 2;
  } catch {
    return false;
  }
}

const PostmanCollection = z.object({
  info: z.object({ name: z.string(), schema: z.string().check(z.includes("getpostman.com")) }),
  item: z.array(z.unknown()),
});

function isPostmanCollection(bytes: Buffer): boolean {
  const text = decode(bytes);
  try {
    return text !== null && z.safeParse(PostmanCollection, JSON.parse(text)).success;
  } catch {
    return false;
  }
}

/** Returns null if the bytes are not UTF-8. */
function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const createContentError = (userMessage: string) => new AppError("invalidInput", { userMessage });
