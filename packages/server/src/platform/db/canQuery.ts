import { sql } from "kysely";
import type { Db } from "./database.ts";

/** True if the database answers a query now. */
export async function canQuery(db: Db): Promise<boolean> {
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
}
