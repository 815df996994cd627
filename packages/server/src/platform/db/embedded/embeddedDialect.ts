import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PGliteAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import { sqlStateOf } from "../queryError.ts";
import type { EmbeddedClient, EmbeddedTransaction } from "./embeddedClient.ts";

/**
 * Creates a Kysely dialect for the embedded database. Destroying Kysely closes the client. Kysely's own PGliteDialect
 * hangs if a transaction cannot begin, treats the rollback of a failed transaction as a commit, and waits for the only
 * connection before the guard of open transactions can throw.
 */
export function createEmbeddedDialect(client: EmbeddedClient): Dialect {
  return {
    createAdapter: () => new EmbeddedAdapter(),
    createDriver: () => new EmbeddedDriver(client),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class EmbeddedAdapter extends PGliteAdapter {
  /** The database has only one connection, but the client queues statements itself, so Kysely need not queue them. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class EmbeddedDriver implements Driver {
  readonly #client: EmbeddedClient;

  constructor(client: EmbeddedClient) {
    this.#client = client;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<EmbeddedConnection> {
    return new EmbeddedConnection(this.#client);
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(connection: EmbeddedConnection): Promise<void> {
    connection.transaction = await this.#client.begin();
  }

  async commitTransaction(connection: EmbeddedConnection): Promise<void> {
    try {
      await connection.detachTransaction().commit();
    } catch (error) {
      if (sqlStateOf(error) === "25P02") throw new AbortedTransactionError({ cause: error });
      throw error;
    }
  }

  async rollbackTransaction(connection: EmbeddedConnection): Promise<void> {
    await connection.detachTransaction().rollback();
  }

  async destroy(): Promise<void> {
    await this.#client.close();
  }
}

class EmbeddedConnection implements DatabaseConnection {
  transaction: EmbeddedTransaction | null = null;
  readonly #client: EmbeddedClient;

  constructor(client: EmbeddedClient) {
    this.#client = client;
  }

  detachTransaction(): EmbeddedTransaction {
    const detachedTransaction = this.transaction;
    if (!detachedTransaction) throw new Error("there is no open transaction");
    this.transaction = null;
    return detachedTransaction;
  }

  async executeQuery<Row>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, affectedRows } = await (this.transaction ?? this.#client).query<Row>(sql, parameters);
    return query.kind === "SelectQueryNode" ? { rows } : { rows, numAffectedRows: BigInt(affectedRows) };
  }

  // biome-ignore lint/correctness/useYield: the embedded database does not stream
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error("the embedded database does not stream rows");
  }
}
