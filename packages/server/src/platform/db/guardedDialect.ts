import type { CompiledQuery, DatabaseConnection, Dialect, Driver } from "kysely";
import { assertGuardedTransaction, assertNoOpenTransaction } from "./openTransactions.ts";
import { toQueryError } from "./queryError.ts";

/**
 * Wraps a dialect with the behaviour that both drivers share: a query on the pool inside an open transaction throws,
 * and the error of a rejected statement is a QueryError.
 */
export function createGuardedDialect(inner: Dialect): Dialect {
  const adapter = inner.createAdapter();
  return {
    createAdapter: () => adapter,
    createDriver: () => createGuardedDriver(inner.createDriver(), adapter),
    createIntrospector: (db) => inner.createIntrospector(db),
    createQueryCompiler: () => inner.createQueryCompiler(),
  };
}

function createGuardedDriver(inner: Driver, database: object): Driver {
  const innerConnections = new WeakMap<DatabaseConnection, DatabaseConnection>();
  const unwrap = (connection: DatabaseConnection) => innerConnections.get(connection) ?? connection;
  return {
    init: (options) => inner.init(options),
    async acquireConnection(options) {
      assertNoOpenTransaction(database);
      const connection = await inner.acquireConnection(options);
      const wrappedConnection = withQueryErrors(connection);
      innerConnections.set(wrappedConnection, connection);
      return wrappedConnection;
    },
    releaseConnection: (connection, options) => inner.releaseConnection(unwrap(connection), options),
    async beginTransaction(connection, settings) {
      assertGuardedTransaction(database);
      await inner.beginTransaction(unwrap(connection), settings);
    },
    commitTransaction: (connection) => inner.commitTransaction(unwrap(connection)),
    rollbackTransaction: (connection) => inner.rollbackTransaction(unwrap(connection)),
    destroy: (options) => inner.destroy(options),
  };
}

function withQueryErrors(inner: DatabaseConnection): DatabaseConnection {
  return {
    async executeQuery<Row>(query: CompiledQuery) {
      try {
        return await inner.executeQuery<Row>(query);
      } catch (error) {
        throw toQueryError(error);
      }
    },
    streamQuery: (query, chunkSize) => inner.streamQuery(query, chunkSize),
  };
}
