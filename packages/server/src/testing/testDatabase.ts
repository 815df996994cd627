import { openAsBlob } from "node:fs";
import { pino } from "pino";
import { inject } from "vitest";
import { createDatabase, type Db } from "../platform/db/database.ts";
import { openEmbeddedClient } from "../platform/db/embedded/embeddedClient.ts";
import { createEmbeddedDialect } from "../platform/db/embedded/embeddedDialect.ts";
import type { DatabaseAccess } from "../platform/db/openDatabase.ts";
import { openPostgres } from "../platform/db/openPostgres.ts";

export const testDatabaseKinds = ["pglite", "postgres"] as const;
export type TestDatabaseKind = (typeof testDatabaseKinds)[number];

/**
 * The kind of database on which a project of the tests runs: PostgreSQL, which copies a template, while opening an
 * embedded database takes half a second of CPU time. `npm run test:all` runs the tests on the other kind, too.
 */
export const defaultDatabaseKind: TestDatabaseKind = inject("defaultDatabaseKind");

export interface TestDatabase {
  db: Db;
  access: DatabaseAccess;
  close(): Promise<void>;
}

/**
 * Creates an empty, migrated database for a test: on a real PostgreSQL server, or embedded in memory in this thread.
 * Name the kind only if the test is about it.
 */
export async function createTestDatabase(kind = defaultDatabaseKind): Promise<TestDatabase> {
  return kind === "pglite" ? createEmbeddedDatabase() : createDatabaseOnPostgres();
}

/**
 * State of a new database: `empty`; `migrated`, without rows; `prepared`, migrated and with the tables of background
 * jobs, so that a server that starts on it has nothing to create.
 */
type DatabaseState = "empty" | "migrated" | "prepared";

/** Creates a database on the PostgreSQL server of this test run, and returns its URL. */
export async function createPostgresDatabase(
  state: DatabaseState = "migrated",
): Promise<{ databaseUrl: string; drop(): Promise<void> }> {
  const databaseUrl = await requestFromSetup(`/postgres/create?name=${state}`);
  const name = new URL(databaseUrl).pathname.slice(1);
  return {
    databaseUrl,
    async drop() {
      await requestFromSetup(`/postgres/drop?name=${name}`);
    },
  };
}

/** Returns the path of a data folder in the state `prepared`, which tests share. Copy the folder before use. */
export function getPreparedDataFolder(): Promise<string> {
  return requestFromSetup("/pglite/folder");
}

async function createEmbeddedDatabase(): Promise<TestDatabase> {
  const client = await openEmbeddedClient({ loadDataDir: await openAsBlob(await requestFromSetup("/pglite/dump")) });
  const db = createDatabase(createEmbeddedDialect(client));
  return {
    db,
    access: { kind: "pglite", client },
    async close() {
      await db.destroy();
      await client.close(); // Kysely does not close a client that it has not used
    },
  };
}

async function createDatabaseOnPostgres(): Promise<TestDatabase> {
  const { databaseUrl, drop } = await createPostgresDatabase();
  const db = await openPostgres(databaseUrl, pino({ level: "silent" }));
  return {
    db,
    access: { kind: "postgres", databaseUrl },
    async close() {
      await db.destroy();
      await drop();
    },
  };
}

/** Sends a request to the server of `testDatabaseSetup`. */
async function requestFromSetup(path: string): Promise<string> {
  const response = await fetch(`${inject("testDatabases")}${path}`);
  const text = await response.text();
  if (!response.ok) throw new Error(`no test database: ${text}`);
  return text;
}
