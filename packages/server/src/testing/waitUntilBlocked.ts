import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { sql } from "kysely";
import type { DbTransaction } from "../platform/db/database.ts";

/** Waits until another transaction of this PostgreSQL database waits for a lock, or until `other` has settled. */
export async function waitUntilBlocked(tx: DbTransaction, other: Promise<unknown>): Promise<void> {
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  other.then(settle, settle);
  const isBlocked = async () => {
    // Otherwise a transaction sees the activity as it was at its first look.
    await sql`select pg_stat_clear_snapshot()`.execute(tx);
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(tx);
    return rows.length > 0;
  };
  while (!isSettled && !(await isBlocked())) await yieldToEventLoop();
}
