import type { Log } from "../log.ts";
import type { Db } from "./database.ts";
import { openEmbedded } from "./openEmbedded.ts";
import { openPostgres } from "./openPostgres.ts";

export interface OpenDatabaseOptions {
  /** PostgreSQL to use; null: the embedded database in `dataDir`. */
  databaseUrl: string | null;
  dataDir: string;
  log: Log;
}

export interface OpenDatabase {
  db: Db;
  kind: "pglite" | "postgres";
  /** Ends all connections and gives the folder free. */
  close(): Promise<void>;
}

/** Opens the database that the configuration names. It may not be migrated yet. Throws DatabaseOpenError. */
export async function openDatabase({ databaseUrl, dataDir, log }: OpenDatabaseOptions): Promise<OpenDatabase> {
  if (databaseUrl === null) return { kind: "pglite", ...(await openEmbedded(dataDir, log)) };
  const db = await openPostgres(databaseUrl, log);
  return { kind: "postgres", db, close: () => db.destroy() };
}
