import { PGlite, type PGliteOptions } from "@electric-sql/pglite";
import { valueParsers } from "./valueParsers.ts";

/** What the embedded database answers. `affectedRows` is 0 where the statement changes nothing. */
export interface EmbeddedResult<Row> {
  rows: Row[];
  affectedRows: number;
}

export interface EmbeddedSession {
  query<Row>(sql: string, parameters: readonly unknown[]): Promise<EmbeddedResult<Row>>;
}

/** An open transaction. Nothing else runs on the embedded database until it has ended. */
export interface EmbeddedTransaction extends EmbeddedSession {
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

/** The embedded database, in this thread or in its own. */
export interface EmbeddedClient extends EmbeddedSession {
  /** Runs several statements without parameters. */
  exec(sql: string): Promise<void>;
  begin(): Promise<EmbeddedTransaction>;
  /** Calls back with the payload of each notification. The reply ends it. */
  listen(channel: string, onNotification: (payload: string) => void): Promise<() => Promise<void>>;
  /** Idempotent. */
  close(): Promise<void>;
}

// PostgreSQL's own default, 128 MB, would be held twice over: this takes 150 MiB off an idle server, and files are cached anyway.
const startParams = [...PGlite.defaultStartParams, "-c", "shared_buffers=32MB"];

/** Opens PGlite in this thread: where it works, nothing else does. */
export async function openEmbeddedClient(options: Pick<PGliteOptions, "dataDir" | "loadDataDir">) {
  return createEmbeddedClient(await PGlite.create({ ...options, startParams, parsers: valueParsers }));
}

export function createEmbeddedClient(pglite: PGlite): EmbeddedClient {
  return {
    query: (sql, parameters) => query(pglite, sql, parameters),
    async exec(sql) {
      await pglite.exec(sql);
    },
    begin: () => begin(pglite),
    async listen(channel, onNotification) {
      const unlisten = await pglite.listen(channel, onNotification);
      return () => unlisten();
    },
    async close() {
      if (!pglite.closed) await pglite.close();
    },
  };
}

async function query<Row>(on: Pick<PGlite, "query">, sql: string, parameters: readonly unknown[]) {
  const { rows, affectedRows = 0 } = await on.query<Row>(sql, [...parameters]);
  return { rows, affectedRows };
}

/** PGlite's transactions are callbacks; this holds one open until it is told how to end. */
function begin(pglite: PGlite): Promise<EmbeddedTransaction> {
  const begun = Promise.withResolvers<EmbeddedTransaction>();
  const decision = Promise.withResolvers<"commit" | "rollback">();
  const ended = pglite.transaction(async (tx) => {
    begun.resolve({
      query: (sql, parameters) => query(tx, sql, parameters),
      async commit() {
        decision.resolve("commit");
        await ended;
      },
      async rollback() {
        decision.resolve("rollback");
        await ended;
      },
    });
    // PGlite answers nothing when its COMMIT of a failed transaction turns into a rollback: a query says so (25P02).
    if ((await decision.promise) === "commit") await tx.query("select 1");
    else await tx.rollback();
  });
  ended.catch(begun.reject); // it could not begin; once it has, this does nothing
  return begun.promise;
}
