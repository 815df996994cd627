import { type Kysely, sql } from "kysely";

/**
 * Finds the documents whose embedding has failed, which administrators see beside those that are queued.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index documents_failed_embedding on documents (embedding_since) where embedding_state = 'failed'`.execute(
    db,
  );
}
