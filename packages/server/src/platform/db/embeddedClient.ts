import { PGlite, type PGliteOptions } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { createPreparedStatements, type PreparedStatements } from "./preparedStatements.ts";
import { QueryError } from "./queryError.ts";
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
  /** Runs several statements without parameters; gives the rows of all of them. Where one fails, a transaction among them is rolled back. */
  exec(sql: string): Promise<unknown[]>;
  begin(): Promise<EmbeddedTransaction>;
  /** Calls back with the payload of each notification. The reply ends it. */
  listen(channel: string, onNotification: (payload: string) => void): Promise<() => Promise<void>>;
  /** Idempotent. */
  close(): Promise<void>;
}

// PostgreSQL's own default, 128 MB, would be held twice over: this takes 150 MiB off an idle server, and files are cached anyway.
const smallBuffers = ["-c", "shared_buffers=32MB"];
// A prepared statement's plan would be kept from when its tables were small: nothing here gathers statistics that replace it.
const newPlans = ["-c", "plan_cache_mode=force_custom_plan"];
const startParams = [...PGlite.defaultStartParams, ...smallBuffers, ...newPlans];

/** Opens PGlite in this thread: where it works, nothing else does. */
export async function openEmbeddedClient(options: Pick<PGliteOptions, "dataDir" | "loadDataDir">) {
  return createEmbeddedClient(
    await PGlite.create({ ...options, startParams, parsers: valueParsers, extensions: { vector } }),
  );
}

export function createEmbeddedClient(pglite: PGlite): EmbeddedClient {
  const statements = createPreparedStatements(pglite);
  let lastTurn: Promise<unknown> = Promise.resolve();

  /** First come, first served: a statement outside waits for the end of an open transaction. */
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const turn = lastTurn.then(work);
    lastTurn = turn.catch(() => undefined); // whoever asked has the error
    return turn;
  };
  const query = async <Row>(sql: string, parameters: readonly unknown[]): Promise<EmbeddedResult<Row>> => {
    const { rows, affectedRows } = await statements.run<Row>(sql, parameters);
    return { rows, affectedRows };
  };

  return {
    query: (sql, parameters) => inTurn(() => query(sql, parameters)),
    exec: (sql) =>
      inTurn(async () => {
        try {
          const results = await pglite.exec(sql);
          return results.flatMap(({ rows }) => rows);
        } catch (error) {
          await pglite.exec("rollback"); // only a warning where none is open
          throw error;
        } finally {
          await statements.forgetAll();
        }
      }),
    begin() {
      const begun = Promise.withResolvers<EmbeddedTransaction>();
      const ended = Promise.withResolvers<void>();
      void inTurn(async () => {
        await statements.run("begin", []);
        const end = (command: "commit" | "rollback") => endTransaction(statements, command).finally(ended.resolve);
        begun.resolve({ query, commit: () => end("commit"), rollback: () => end("rollback") });
        await ended.promise;
      }).catch(begun.reject);
      return begun.promise;
    },
    async listen(channel, onNotification) {
      const unlisten = await inTurn(() => pglite.listen(channel, onNotification));
      return () => inTurn(() => unlisten());
    },
    close: () =>
      inTurn(async () => {
        if (!pglite.closed) await pglite.close();
      }),
  };
}

async function endTransaction(statements: PreparedStatements, command: "commit" | "rollback"): Promise<void> {
  const done = await statements.run(command, []);
  if (command === "rollback" || done.command === "COMMIT") return;
  const fields = { constraint: undefined, table: undefined, column: undefined, detail: undefined };
  throw new QueryError("a statement of the transaction had failed: it was rolled back", { code: "25P02", ...fields });
}
