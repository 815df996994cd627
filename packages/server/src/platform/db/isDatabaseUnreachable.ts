import { sqlStateOf } from "./queryError.ts";

/**
 * SQLSTATEs of connection failures (class 08) and of a server that is shutting down, has crashed or is starting (57P01
 * to 57P03).
 */
const unreachableSqlStatePattern = /^(08|57P0[123])/;
const unreachableCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);
/** Messages of the pg driver's own connection errors, which have no code. */
const unreachableMessagePattern =
  /^(Connection terminated|Client has encountered a connection error|timeout expired|timeout exceeded when)/;

/**
 * True if a query failed because the database is unreachable, and not because the database rejected the query. Cannot
 * distinguish the network errors of other connections, such as ECONNREFUSED.
 */
export function isDatabaseUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const state = sqlStateOf(error);
  if (state !== null) return unreachableSqlStatePattern.test(state);
  return unreachableMessagePattern.test(error.message) || ("code" in error && unreachableCodes.has(String(error.code)));
}
