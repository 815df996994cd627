import { type Dialect, Kysely, type Transaction } from "kysely";
import { createGuardedDialect } from "./guardedDialect.ts";
import type { Schema } from "./schema.ts";

/** A connection pool or an open transaction: a repository takes either. */
export type Db = Kysely<Schema>;
export type DbTransaction = Transaction<Schema>;

/** The pool that everything queries. A query on it inside an open transaction throws; see `transaction`. */
export function createDatabase(dialect: Dialect): Db {
  return new Kysely<Schema>({ dialect: createGuardedDialect(dialect) });
}
