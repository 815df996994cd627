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
import type { EmbeddedClient, EmbeddedTransaction } from "./embeddedClient.ts";
import { sqlStateOf } from "./queryError.ts";

/**
 * Kysely on the embedded database; closes the client when Kysely is destroyed. Kysely's own PGliteDialect would not do: it
 * waits for ever when a transaction cannot begin, takes the rollback of a failed transaction for a commit, and waits for
 * the one connection before a guard could speak.
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
  /** There is one; but the client puts in order what is asked of it, so that nothing waits here for an answer to come back. */
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
      await connection.takeTransaction().commit();
    } catch (error) {
      if (sqlStateOf(error) === "25P02") throw new AbortedTransactionError({ cause: error });
      throw error;
    }
  }

  async rollbackTransaction(connection: EmbeddedConnection): Promise<void> {
    await connection.takeTransaction().rollback();
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

  takeTransaction(): EmbeddedTransaction {
    const taken = this.transaction;
    if (!taken) throw new Error("there is no open transaction");
    this.transaction = null;
    return taken;
  }

  async executeQuery<Row>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, affectedRows } = await (this.transaction ?? this.#client).query<Row>(sql, parameters);
    return query.kind === "SelectQueryNode" ? { rows } : { rows, numAffectedRows: BigInt(affectedRows) };
  }

  // biome-ignore lint/correctness/useYield: the embedded database streams nothing
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error("the embedded database does not stream rows");
  }
}
