import { sql } from "kysely";
import type { PgBoss } from "pg-boss";
import type { Db } from "../db/database.ts";
import { DatabaseOpenError } from "../db/databaseOpenError.ts";
import type { DatabaseAccess } from "../db/openDatabase.ts";
import { sqlStateOf } from "../db/queryError.ts";
import type { Log } from "../log.ts";
import { createEmbeddedJobsDatabase } from "./jobsDatabase.ts";

const schema = "jobs";
/** Connections beside the one that listens. */
const mostConnections = 2;
/** Where several processes may be on one database; where one is, whoever died is known at its start. */
const lookForDeadEverySeconds = { postgres: 10, pglite: 60 };

export interface OpenPgBoss {
  boss: PgBoss;
  /** Has those jobs of these queues tried again that a dead process was at. */
  takeFromDead(queues: readonly string[]): Promise<void>;
}

/**
 * Starts pg-boss, which makes its tables where they are not there; processes that start together take turns. Throws `DatabaseOpenError` where this
 * user may not.
 */
export async function openPgBoss(db: Db, access: DatabaseAccess, log: Log): Promise<OpenPgBoss> {
  const { PgBoss } = await import("pg-boss");
  const embedded = access.kind === "pglite" ? createEmbeddedJobsDatabase(access.client) : null;
  const common = {
    schema,
    // Who may not create schemas may not say "if it is not there" either.
    createSchema: !(await hasSchema(db)),
    schedule: false,
    useListenNotify: true,
    superviseIntervalSeconds: lookForDeadEverySeconds[access.kind],
    monitorIntervalSeconds: lookForDeadEverySeconds[access.kind],
    flowIntervalSeconds: 3_600, // no job waits for another
    monitorVacuum: false,
    reindex: false,
  };
  const boss =
    access.kind === "postgres"
      ? new PgBoss({
          ...common,
          connectionString: access.databaseUrl,
          max: mostConnections,
          application_name: "lectern",
        })
      : new PgBoss({ ...common, db: createEmbeddedJobsDatabase(access.client), backend: "pglite" });
  boss.on("error", (error) => log.warn({ err: error }, "background jobs are in trouble"));
  boss.on("warning", ({ message }) => log.info({ message }, "a word on background jobs"));
  await boss.start().catch((cause: unknown) => {
    throw sqlStateOf(cause) === notAllowed ? new DatabaseOpenError(mayNotMakeTables, { cause }) : cause;
  });
  return {
    boss,
    async takeFromDead(queues) {
      // On PostgreSQL other processes may live: there it is the missing heartbeat that tells.
      if (!embedded) return;
      for (const name of queues) {
        const active = `select id from ${schema}.job where name = $1 and state = 'active'`;
        const { rows } = await embedded.executeSql(active, [name]);
        const ids = rows.map((row: { id: unknown }) => String(row.id));
        if (ids.length > 0) await boss.fail(name, ids, { message: "the server ended" });
      }
    },
  };
}

/** SQLSTATE of a right that is missing. */
const notAllowed = "42501";
const mayNotMakeTables = `This user of the database may not make the tables of background jobs. Have an administrator of the database run: create schema ${schema} authorization {the user of DATABASE_URL}`;

async function hasSchema(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regnamespace(${schema}) is not null as found`.execute(db);
  return rows[0]?.found === true;
}
