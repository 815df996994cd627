import { sql } from "kysely";
import { isDiskFull } from "../isDiskFull.ts";
import type { Db } from "./database.ts";
import { noteRoom, wasFull } from "./fullDatabases.ts";
import { databaseOf, transaction } from "./transaction.ts";

/**
 * Returns false while the disk of the database is full. Writes only after a write has failed: a probe each time would
 * fill the catalogue of the embedded database, which is never vacuumed.
 */
export async function hasRoom(db: Db): Promise<boolean> {
  const database = databaseOf(db);
  if (!wasFull(database)) return true;
  const canWrite = await tryWrite(db);
  if (canWrite) noteRoom(database);
  return canWrite;
}

async function tryWrite(db: Db): Promise<boolean> {
  try {
    await transaction(db, (tx) =>
      sql`create temporary table room_probe on commit drop as
        select repeat('x', 1000) as text from generate_series(1, 2000)`.execute(tx),
    );
    return true;
  } catch (error) {
    // A user who may not create temporary tables learns only from requests.
    return !isDiskFull(error);
  }
}
