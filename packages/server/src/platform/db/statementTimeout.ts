import { sql } from "kysely";
import type { Db } from "./database.ts";

/**
 * PostgreSQL cancels a statement after this time, so that it does not occupy a connection for a response that nobody
 * awaits any more. The embedded database cannot interrupt a statement.
 */
export const statementTimeoutMs = 60_000;

/** Runs `work`, such as the creation of an index, on a connection whose statements may take any time. */
export function withoutStatementTimeout<Result>(db: Db, work: (connection: Db) => Promise<Result>): Promise<Result> {
  return db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    try {
      return await work(connection);
    } finally {
      // Fails only if the connection was lost, which is then not used again.
      await sql`reset statement_timeout`.execute(connection).catch(() => undefined);
    }
  });
}
