import type { Log } from "../log.ts";
import type { Db } from "./database.ts";
import type { EmbeddedClient } from "./embeddedClient.ts";
import { openEmbedded } from "./openEmbedded.ts";
import { openPostgres } from "./openPostgres.ts";

export interface OpenDatabaseOptions {
  /** PostgreSQL to use; null: the embedded database in `dataDir`. */
  databaseUrl: string | null;
  dataDir: string;
  log: Log;
}

export type OpenDatabase = {
  db: Db;
  /** Ends all connections and gives the folder free. */
  close(): Promise<void>;
} & DatabaseAccess;

/** How else than through Kysely the database can be reached: what a library brings its own statements for. */
export type DatabaseAccess = { kind: "pglite"; client: EmbeddedClient } | { kind: "postgres"; databaseUrl: string };

/** Opens the database that the configuration names. It may not be migrated yet. Throws DatabaseOpenError. */
export async function openDatabase({ databaseUrl, dataDir, log }: OpenDatabaseOptions): Promise<OpenDatabase> {
  if (databaseUrl === null) return { kind: "pglite", ...(await openEmbedded(dataDir, log)) };
  const db = await openPostgres(databaseUrl, log);
  return { kind: "postgres", databaseUrl, db, close: () => db.destroy() };
}
