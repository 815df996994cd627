import { type Dialect, Kysely, type Transaction } from "kysely";
import { createGuardedDialect } from "./guardedDialect.ts";
import type { Schema } from "./schema.ts";

/** A connection pool or an open transaction. Repositories accept either. */
export type Db = Kysely<Schema>;
export type DbTransaction = Transaction<Schema>;

/** Creates the connection pool. A query on the pool inside an open transaction throws; see `transaction`. */
export function createDatabase(dialect: Dialect): Db {
  return new Kysely<Schema>({ dialect: createGuardedDialect(dialect) });
}
