import { Id } from "@lectern/contract";
import * as z from "zod/mini";
import { AppError } from "../../core/appError.ts";
import type { ListPosition } from "./repository.ts";

const Cursor = z.tuple([z.iso.datetime(), Id]);

/** Encodes a position as opaque text. The next page starts after this position. */
export function encodeCursor(position: ListPosition): string {
  return Buffer.from(JSON.stringify([position.updatedAt.toISOString(), position.id])).toString("base64url");
}

/** Decodes a cursor. Throws `invalidInput` if the text is not an encoded cursor. */
export function decodeCursor(cursor: string): ListPosition {
  try {
    const [updatedAt, id] = z.parse(Cursor, JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
    return { updatedAt: new Date(updatedAt), id };
  } catch (cause) {
    throw new AppError("invalidInput", {
      issues: [{ path: "cursor", message: "is not a cursor of this list" }],
      cause,
    });
  }
}
