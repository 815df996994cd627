import type { CompiledQuery, DatabaseConnection, Dialect, Driver } from "kysely";
import { noteDiskFull } from "./fullDatabases.ts";
import { toDatabaseError } from "./isDatabaseUnreachable.ts";
import { assertGuardedTransaction, assertNoOpenTransaction } from "./openTransactions.ts";

/**
 * Wraps a dialect with the behaviour that both drivers share: a query on the pool inside an open transaction throws,
 * the error of a rejected statement is a QueryError, and that of a failed connection a DatabaseConnectionError.
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
  const guard = createGuard(database);
  const unwrap = (connection: DatabaseConnection) => innerConnections.get(connection) ?? connection;
  return {
    init: (options) => inner.init(options),
    async acquireConnection(options) {
      assertNoOpenTransaction(database);
      const connection = await guard(inner.acquireConnection(options));
      const wrappedConnection = withDatabaseErrors(connection, guard);
      innerConnections.set(wrappedConnection, connection);
      return wrappedConnection;
    },
    releaseConnection: (connection, options) => inner.releaseConnection(unwrap(connection), options),
    async beginTransaction(connection, settings) {
      assertGuardedTransaction(database);
      await guard(inner.beginTransaction(unwrap(connection), settings));
    },
    commitTransaction: (connection) => guard(inner.commitTransaction(unwrap(connection))),
    rollbackTransaction: (connection) => guard(inner.rollbackTransaction(unwrap(connection))),
    destroy: (options) => inner.destroy(options),
  };
}

function withDatabaseErrors(inner: DatabaseConnection, guard: Guard): DatabaseConnection {
  return {
    executeQuery: <Row>(query: CompiledQuery) => guard(inner.executeQuery<Row>(query)),
    streamQuery: (query, chunkSize) => inner.streamQuery(query, chunkSize),
  };
}

/** Awaits an operation of a driver and converts its error. */
type Guard = <Result>(operation: Promise<Result>) => Promise<Result>;

function createGuard(database: object): Guard {
  return async (operation) => {
    try {
      return await operation;
    } catch (cause) {
      const error = toDatabaseError(cause);
      noteDiskFull(database, error);
      throw error;
    }
  };
}
