import { PGlite, type PGliteOptions } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { QueryError } from "../queryError.ts";
import { valueParsers } from "../valueParsers.ts";
import { createPreparedStatements, type PreparedStatements } from "./preparedStatements.ts";

/** A query result. `affectedRows` is 0 for statements that change nothing. */
export interface EmbeddedResult<Row> {
  rows: Row[];
  affectedRows: number;
}

export interface EmbeddedSession {
  query<Row>(sql: string, parameters: readonly unknown[]): Promise<EmbeddedResult<Row>>;
}

/** An open transaction. No other statement runs on the embedded database until it ends. */
export interface EmbeddedTransaction extends EmbeddedSession {
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

/** A client of the embedded database, which runs in this thread or in a worker thread. */
export interface EmbeddedClient extends EmbeddedSession {
  /**
   * Runs several statements without parameters and returns all their rows. If one fails, a transaction that they have
   * begun is rolled back.
   */
  exec(sql: string): Promise<unknown[]>;
  begin(): Promise<EmbeddedTransaction>;
  /** Calls back with the payload of each notification. Returns a function that unsubscribes. */
  listen(channel: string, onNotification: (payload: string) => void): Promise<() => Promise<void>>;
  /** Closes the database. Idempotent. */
  close(): Promise<void>;
}

// PGlite would allocate PostgreSQL's default of 128 MB twice. The smaller buffers save 150 MiB on an idle server, and
// the operating system caches the files anyway.
const bufferParams = ["-c", "shared_buffers=32MB"];
const startParams = [...PGlite.defaultStartParams, ...bufferParams];

/** Opens PGlite in this thread, which its queries block. */
export async function openEmbeddedClient(options: Pick<PGliteOptions, "dataDir" | "loadDataDir">) {
  return createEmbeddedClient(
    await PGlite.create({ ...options, startParams, parsers: valueParsers, extensions: { vector } }),
  );
}

export function createEmbeddedClient(pglite: PGlite): EmbeddedClient {
  const statements = createPreparedStatements(pglite);
  let lastTask: Promise<unknown> = Promise.resolve();

  /**
   * Runs tasks in the order they were added. Statements outside an open transaction wait until the transaction ends.
   */
  const enqueue = <Result>(task: () => Promise<Result>): Promise<Result> => {
    const result = lastTask.then(task);
    lastTask = result.catch(() => undefined); // The caller handles the error.
    return result;
  };
  const query = async <Row>(sql: string, parameters: readonly unknown[]): Promise<EmbeddedResult<Row>> => {
    const { rows, affectedRows } = await statements.run<Row>(sql, parameters);
    return { rows, affectedRows };
  };

  return {
    query: (sql, parameters) => enqueue(() => query(sql, parameters)),
    exec: (sql) =>
      enqueue(async () => {
        try {
          const results = await pglite.exec(sql);
          return results.flatMap(({ rows }) => rows);
        } catch (error) {
          await pglite.exec("rollback"); // Without an open transaction, PostgreSQL only warns.
          throw error;
        } finally {
          await statements.deallocateAll();
        }
      }),
    begin() {
      const transactionStart = Promise.withResolvers<EmbeddedTransaction>();
      const transactionEnd = Promise.withResolvers<void>();
      void enqueue(async () => {
        await statements.run("begin", []);
        const end = (command: "commit" | "rollback") =>
          endTransaction(statements, command).finally(transactionEnd.resolve);
        transactionStart.resolve({ query, commit: () => end("commit"), rollback: () => end("rollback") });
        await transactionEnd.promise;
      }).catch(transactionStart.reject);
      return transactionStart.promise;
    },
    async listen(channel, onNotification) {
      const unlisten = await enqueue(() => pglite.listen(channel, onNotification));
      return () => enqueue(() => unlisten());
    },
    close: () =>
      enqueue(async () => {
        if (!pglite.closed) await pglite.close();
      }),
  };
}

async function endTransaction(statements: PreparedStatements, command: "commit" | "rollback"): Promise<void> {
  const result = await statements.run(command, []);
  if (command === "rollback" || result.command === "COMMIT") return;
  const fields = { constraint: undefined, table: undefined, column: undefined, detail: undefined };
  throw new QueryError("a statement in the transaction failed, so it was rolled back", { code: "25P02", ...fields });
}
