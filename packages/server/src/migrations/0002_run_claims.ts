import { type Kysely, sql } from "kysely";

/** @public Kysely calls it by name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The process that writes the answer, and, while it does, a keyed hash of the conversation's id.
  await sql`alter table usage add column process_id text, add column conversation_hash text`.execute(db);
  // Dead processes may have left several open rows for one request; settle all but the newest.
  await sql`
    update usage set settled_at = now(), outcome = 'interrupted'
    where settled_at is null and purpose = 'chat' and exists (
      select from usage newer where newer.user_id = usage.user_id and newer.request_id = usage.request_id
        and newer.settled_at is null and newer.purpose = 'chat' and (newer.opened_at, newer.id) > (usage.opened_at, usage.id)
    )`.execute(db);
  // The open row claims a request, so that only one of several processes runs it.
  await sql`
    create unique index usage_claims on usage (user_id, request_id) where settled_at is null and purpose = 'chat'`.execute(
    db,
  );
  await sql`create index usage_requests on usage (user_id, request_id) where purpose = 'chat'`.execute(db);
}
