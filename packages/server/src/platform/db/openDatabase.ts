import type { Log } from "../log.ts";
import type { Db } from "./database.ts";
import type { EmbeddedClient } from "./embedded/embeddedClient.ts";
import { openEmbedded } from "./embedded/openEmbedded.ts";
import { openPostgres } from "./openPostgres.ts";

export interface OpenDatabaseOptions {
  /** URL of a PostgreSQL server. Null selects the embedded database in `dataDir`. */
  databaseUrl: string | null;
  dataDir: string;
  log: Log;
}

export type OpenDatabase = {
  db: Db;
  /** Closes all connections. Releases the data folder of an embedded database. */
  close(): Promise<void>;
} & DatabaseAccess;

/** Access to the database without Kysely, for libraries that run their own statements. */
export type DatabaseAccess = { kind: "pglite"; client: EmbeddedClient } | { kind: "postgres"; databaseUrl: string };

/** Opens the configured database, which may not be migrated yet. Throws DatabaseOpenError. */
export async function openDatabase({ databaseUrl, dataDir, log }: OpenDatabaseOptions): Promise<OpenDatabase> {
  if (databaseUrl === null) return { kind: "pglite", ...(await openEmbedded(dataDir, log)) };
  const db = await openPostgres(databaseUrl, log);
  return { kind: "postgres", databaseUrl, db, close: () => db.destroy() };
}
