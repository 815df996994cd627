import { sql } from "kysely";
import type { PgBoss } from "pg-boss";
import type { Db } from "../db/database.ts";
import { DatabaseOpenError } from "../db/databaseOpenError.ts";
import type { DatabaseAccess } from "../db/openDatabase.ts";
import { sqlStateOf } from "../db/queryError.ts";
import type { Log } from "../log.ts";
import { createEmbeddedJobsDatabase } from "./embeddedJobsDatabase.ts";

const schemaName = "jobs";
/** Maximum number of connections, in addition to the one that listens. */
const maxConnections = 2;
/**
 * Shorter on PostgreSQL, where other processes may die. With the embedded database, the jobs of a dead process are
 * found at the next start.
 */
const superviseIntervalSeconds = { postgres: 10, pglite: 60 };

export interface OpenPgBoss {
  boss: PgBoss;
  /** Makes pg-boss retry the jobs that a dead process was running. On PostgreSQL, pg-boss does this by itself. */
  reclaimFromDead(queues: readonly string[]): Promise<void>;
}

/**
 * Starts pg-boss, which creates missing tables and serializes processes that start at the same time. Throws
 * `DatabaseOpenError` if the database user may not create them.
 */
export async function openPgBoss(db: Db, access: DatabaseAccess, log: Log): Promise<OpenPgBoss> {
  const { PgBoss } = await import("pg-boss");
  const embeddedDatabase = access.kind === "pglite" ? createEmbeddedJobsDatabase(access.client) : null;
  const commonOptions = {
    schema: schemaName,
    // Without the privilege, even `create schema if not exists` fails for an existing schema.
    createSchema: !(await hasSchema(db)),
    schedule: false,
    useListenNotify: true,
    superviseIntervalSeconds: superviseIntervalSeconds[access.kind],
    monitorIntervalSeconds: superviseIntervalSeconds[access.kind],
    flowIntervalSeconds: 3_600, // no job depends on another
    monitorVacuum: false,
    reindex: false,
  };
  const boss =
    access.kind === "postgres"
      ? new PgBoss({
          ...commonOptions,
          connectionString: access.databaseUrl,
          max: maxConnections,
          application_name: "lectern",
        })
      : new PgBoss({ ...commonOptions, db: createEmbeddedJobsDatabase(access.client), backend: "pglite" });
  boss.on("error", (error) => log.warn({ err: error }, "background jobs reported an error"));
  boss.on("warning", ({ message }) => log.info({ message }, "background jobs reported a warning"));
  await boss.start().catch((cause: unknown) => {
    throw sqlStateOf(cause) === insufficientPrivilegeState
      ? new DatabaseOpenError(missingPrivilegeMessage, { cause })
      : cause;
  });
  return {
    boss,
    async reclaimFromDead(queues) {
      // On PostgreSQL an active job may belong to a live process; there pg-boss relies on missing heartbeats.
      if (!embeddedDatabase) return;
      for (const name of queues) {
        const selectActiveJobs = `select id from ${schemaName}.job where name = $1 and state = 'active'`;
        const { rows } = await embeddedDatabase.executeSql(selectActiveJobs, [name]);
        const ids = rows.map((row: { id: unknown }) => String(row.id));
        if (ids.length > 0) await boss.fail(name, ids, { message: "the server was stopped" });
      }
    },
  };
}

/** SQLSTATE insufficient_privilege. */
const insufficientPrivilegeState = "42501";
const missingPrivilegeMessage =
  "The database user is not allowed to create the tables for background jobs. Ask a database administrator to run: " +
  `create schema ${schemaName} authorization {the user of DATABASE_URL}`;

async function hasSchema(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regnamespace(${schemaName}) is not null as found`.execute(
    db,
  );
  return rows[0]?.found === true;
}
