import { searchMessages } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { decodeCursor, encodeCursor } from "../listCursor.ts";
import { findHits } from "../search/findHits.ts";

export const searchMessagesHandler = implement(searchMessages, async (ctx, { query, limit, cursor }) => {
  const afterPosition = cursor === undefined ? null : decodeCursor(cursor);
  const { hits, next } = await findHits(ctx, { query, limit, after: afterPosition });
  return { hits, nextCursor: next && encodeCursor(next) };
});
