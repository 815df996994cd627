import type { Kysely, Transaction } from "kysely";
import type { Schema } from "./schema.ts";

/** A connection pool or an open transaction: a repository takes either. */
export type Db = Kysely<Schema>;
export type DbTransaction = Transaction<Schema>;
