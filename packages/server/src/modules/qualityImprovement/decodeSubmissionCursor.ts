import { AppError } from "../../core/appError.ts";
import { decodeTimeCursor, type ListPosition } from "../../core/listCursor.ts";

/** Decodes a cursor of the list of submissions. Throws `invalidInput` for any other text. */
export function decodeSubmissionCursor(cursor: string | undefined): ListPosition | null {
  if (cursor === undefined) return null;
  const position = decodeTimeCursor(cursor);
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(position.id)) return position;
  throw new AppError("invalidInput", { issues: [{ path: "cursor", message: "is not a cursor of this list" }] });
}
