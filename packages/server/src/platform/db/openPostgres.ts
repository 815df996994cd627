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
  // Without a listener the end of an idle connection (the server restarts) would end this process.
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
