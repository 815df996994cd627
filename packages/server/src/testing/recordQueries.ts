import pg from "pg";
import { vi } from "vitest";

export interface RecordedQuery {
  /** A text, or an object if the statement is prepared. */
  query: unknown;
  rowCount: number;
}

/** Records what this process sends to PostgreSQL servers until `vi.restoreAllMocks()`, in the order of the results. */
export function recordQueries(): RecordedQuery[] {
  const queries: RecordedQuery[] = [];
  const submit = pg.Client.prototype.query;
  vi.spyOn(pg.Client.prototype, "query").mockImplementation(async function (this: pg.Client, ...args: unknown[]) {
    const result = await Reflect.apply(submit, this, args);
    queries.push({ query: args[0], rowCount: result.rows.length });
    return result;
  });
  return queries;
}
