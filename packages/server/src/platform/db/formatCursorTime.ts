import { type RawBuilder, sql } from "kysely";

/** Formats a time for a cursor, with all digits that the database stores. `decodeTimeCursor` accepts it. */
export const formatCursorTime = (time: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`to_char(${time} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
