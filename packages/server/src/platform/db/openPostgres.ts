import { PostgresDialect, sql } from "kysely";
import pg from "pg";
import type { Log } from "../log.ts";
import { createDatabase, type Db } from "./database.ts";
import { DatabaseOpenError } from "./databaseOpenError.ts";
import { postgresTypes } from "./postgresTypes.ts";

const maximumConnections = 10;
const connectionTimeoutMs = 10_000;

/** Opens a pool and asks for one connection. Throws DatabaseOpenError; no message or cause holds the password. */
export async function openPostgres(databaseUrl: string, log: Log): Promise<Db> {
  // The error of a URL that cannot be parsed quotes it whole, password included: it is not passed on.
  if (!URL.canParse(databaseUrl)) throw new DatabaseOpenError("DATABASE_URL is not a valid address.");
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: maximumConnections,
    connectionTimeoutMillis: connectionTimeoutMs,
    application_name: "lectern",
    types: postgresTypes,
  });
  // Without listeners the end of a connection (the server restarts) would end this process: the pool listens for idle ones, and
  // leaves those that are in use to whoever uses them. Their query fails by itself.
  pool.on("connect", (client) => {
    client.on("error", (error) => log.debug({ reason: error.message }, "a database connection was lost"));
  });
  pool.on("error", (error) => log.warn({ reason: error.message }, "an idle database connection was lost"));
  const db = createDatabase(new PostgresDialect({ pool }));
  try {
    await sql`select 1`.execute(db);
  } catch (error) {
    await db.destroy();
    throw new DatabaseOpenError(`PostgreSQL at ${placeOf(databaseUrl)} cannot be used: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
  return db;
}

function placeOf(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  return `${host || "this machine"}${pathname}`;
}

function reasonOf(error: unknown): string {
  // Several addresses of one host name fail together, with an empty message of their own.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message.replace(/\.$/, "") : "the reason is unknown";
}
