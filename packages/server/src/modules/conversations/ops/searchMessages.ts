import { searchMessages } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { readCursor, writeCursor } from "../listCursor.ts";
import { findHits } from "../search/findHits.ts";

export const searchMessagesHandler = implement(searchMessages, async (ctx, { query, limit, cursor }) => {
  const after = cursor === undefined ? null : readCursor(cursor);
  const { hits, next } = await findHits(ctx, { query, limit, after });
  return { hits, nextCursor: next && writeCursor(next) };
});
