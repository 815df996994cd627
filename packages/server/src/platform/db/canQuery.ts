import { sql } from "kysely";
import type { Db } from "./database.ts";

/** Returns true if the database currently responds to queries. */
export async function canQuery(db: Db): Promise<boolean> {
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
}
