import { PostgresDialect, sql } from "kysely";
import pg from "pg";
import type { Log } from "../log.ts";
import { createDatabase, type Db } from "./database.ts";
import { DatabaseOpenError } from "./databaseOpenError.ts";
import { postgresTypes } from "./postgresTypes.ts";
import { enablePreparedStatements } from "./preparedStatements.ts";
import { statementTimeoutMs } from "./statementTimeout.ts";

const maxConnections = 10;
const connectionTimeoutMs = 10_000;

/**
 * Opens a pool whose statements are cancelled after `timeoutMs`, and tests one connection. Throws DatabaseOpenError,
 * whose message and cause never contain the password.
 */
export async function openPostgres(databaseUrl: string, log: Log, timeoutMs = statementTimeoutMs): Promise<Db> {
  // Validate the URL here, because the driver's error would quote an invalid URL, including the password.
  if (!URL.canParse(databaseUrl)) throw new DatabaseOpenError("DATABASE_URL is not a valid URL.");
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: maxConnections,
    connectionTimeoutMillis: connectionTimeoutMs,
    application_name: "lectern",
    // A parameter of the connection, so it costs no statement.
    statement_timeout: timeoutMs,
    types: postgresTypes,
  });
  // Without error listeners, a lost connection would crash this process. The pool listens only on idle connections. On
  // an active connection, the query reports the loss.
  pool.on("connect", (client) => {
    enablePreparedStatements(client);
    client.on("error", (error) => log.debug({ reason: error.message }, "a database connection was lost"));
  });
  pool.on("error", (error) => log.warn({ reason: error.message }, "an idle database connection was lost"));
  const db = createDatabase(new PostgresDialect({ pool }));
  try {
    await sql`select 1`.execute(db);
  } catch (error) {
    await db.destroy();
    throw new DatabaseOpenError(`PostgreSQL at ${describeLocation(databaseUrl)} cannot be used: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
  return db;
}

/** Describes the host and the database without the credentials. */
function describeLocation(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  return `${host || "this machine"}${pathname}`;
}

function reasonOf(error: unknown): string {
  // If all addresses of a host name fail, the error is an AggregateError with an empty message.
  const firstError: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return firstError instanceof Error ? firstError.message.replace(/\.$/, "") : "the reason is unknown";
}
