import { searchMessages } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { decodeCursor, encodeCursor } from "../listCursor.ts";
import { findHits } from "../search/findHits.ts";

export const searchMessagesHandler = implement(searchMessages, async (ctx, { query, limit, cursor }) => {
  const after = cursor === undefined ? null : decodeCursor(cursor);
  const { hits, next } = await findHits(ctx, { query, limit, after });
  return { hits, nextCursor: next && encodeCursor(next) };
});
