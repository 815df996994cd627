import type { PgBoss } from "pg-boss";
import type { DatabaseAccess } from "../db/openDatabase.ts";
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

/** Starts pg-boss, which makes its tables where they are not there; processes that start together take turns. */
export async function openPgBoss(access: DatabaseAccess, log: Log): Promise<OpenPgBoss> {
  const { PgBoss } = await import("pg-boss");
  const embedded = access.kind === "pglite" ? createEmbeddedJobsDatabase(access.client) : null;
  const common = {
    schema,
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
  await boss.start();
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
