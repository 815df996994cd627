import { isNetworkError } from "../isNetworkError.ts";
import { sqlStateOf, toQueryError } from "./queryError.ts";

/**
 * SQLSTATEs of connection failures (class 08) and of a server that is shutting down, has crashed or is starting (57P01
 * to 57P03).
 */
const unreachableSqlStatePattern = /^(08|57P0[123])/;
/** Messages of the pg driver's own connection errors, which have no code. */
const unreachableMessagePattern =
  /^(Connection terminated|Client has encountered a connection error|timeout expired|timeout exceeded when)/;

/** The connection to the database failed. */
export class DatabaseConnectionError extends Error {
  constructor(cause: Error) {
    super(`the connection to the database failed: ${cause.message}`, { cause });
    this.name = "DatabaseConnectionError";
  }
}

/** Converts an error of a database driver: to a QueryError, to a DatabaseConnectionError, or not at all. */
export function toDatabaseError(error: unknown): unknown {
  if (error instanceof Error && sqlStateOf(error) === null) {
    const isConnectionError = isNetworkError(error) || unreachableMessagePattern.test(error.message);
    return isConnectionError ? new DatabaseConnectionError(error) : error;
  }
  return toQueryError(error);
}

/** True if a query failed because the database is unreachable, and not because the database rejected the query. */
export function isDatabaseUnreachable(error: unknown): boolean {
  if (error instanceof DatabaseConnectionError) return true;
  return unreachableSqlStatePattern.test(sqlStateOf(error) ?? "");
}
