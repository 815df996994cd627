import { type Kysely, sql } from "kysely";

/** @public Kysely finds it by its name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Which process writes the answer, and, while it does, a keyed hash of its conversation's id.
  await sql`alter table usage add column process_id text, add column conversation_hash text`.execute(db);
  // What a process that died has left may be there twice.
  await sql`
    update usage set settled_at = now(), outcome = 'interrupted'
    where settled_at is null and purpose = 'chat' and exists (
      select from usage newer where newer.user_id = usage.user_id and newer.request_id = usage.request_id
        and newer.settled_at is null and newer.purpose = 'chat' and (newer.opened_at, newer.id) > (usage.opened_at, usage.id)
    )`.execute(db);
  // The open row is the claim to a request: of several processes one gets it.
  await sql`
    create unique index usage_claims on usage (user_id, request_id) where settled_at is null and purpose = 'chat'`.execute(
    db,
  );
  await sql`create index usage_requests on usage (user_id, request_id) where purpose = 'chat'`.execute(db);
}
