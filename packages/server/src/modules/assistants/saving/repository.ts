import type { AssistantContent, AssistantOperation } from "@lectern/contract";
import { sql } from "kysely";
import type { Db, DbTransaction } from "../../../platform/db/database.ts";

/** Locks the row of an assistant until the transaction ends. */
export async function lockAssistant(tx: DbTransaction, assistantId: string): Promise<void> {
  await tx.selectFrom("assistants").where("id", "=", assistantId).select("id").forUpdate().execute();
}

export interface NewVersion {
  assistantId: string;
  versionId: string;
  version: number;
  content: AssistantContent;
  isPublished: boolean;
  /** The principal; null for the server itself. */
  savedBy: string | null;
  now: Date;
}

export async function insertAssistant(
  tx: DbTransaction,
  version: NewVersion,
  { ownerId, isSystem }: { ownerId: string; isSystem: boolean },
): Promise<void> {
  await tx
    .insertInto("assistants")
    .values({
      id: version.assistantId,
      owner_id: ownerId,
      name: version.content.name,
      version: version.version,
      is_published: version.isPublished,
      is_system: isSystem,
      created_at: version.now,
      updated_at: version.now,
      deleted_at: null,
    })
    .execute();
  await insertVersion(tx, version);
}

/** Adds a version and makes it the newest one. The assistant's row is locked. */
export async function addVersion(tx: DbTransaction, version: NewVersion): Promise<void> {
  await tx
    .updateTable("assistants")
    .set({
      name: version.content.name,
      version: version.version,
      is_published: version.isPublished,
      updated_at: version.now,
    })
    .where("id", "=", version.assistantId)
    .execute();
  await insertVersion(tx, version);
}

async function insertVersion(
  tx: DbTransaction,
  { assistantId, versionId, version, content, savedBy, now }: NewVersion,
): Promise<void> {
  await tx
    .insertInto("assistant_versions")
    .values({
      assistant_id: assistantId,
      version,
      id: versionId,
      content: JSON.stringify(content),
      saved_by: savedBy,
      saved_at: now,
    })
    .execute();
}

/** Returns if an assistant exists. The ids of deleted ones are never used again. */
export async function findExistence(tx: DbTransaction, id: string): Promise<"none" | "exists" | "deleted"> {
  const row = await tx.selectFrom("assistants").where("id", "=", id).select("deleted_at").executeTakeFirst();
  if (!row) return "none";
  return row.deleted_at === null ? "exists" : "deleted";
}

/** Finds the oldest assistant of an owner with this name, except those of the server itself. */
export async function findAssistantByName(
  tx: DbTransaction,
  ownerId: string,
  name: string,
): Promise<string | undefined> {
  const row = await tx
    .selectFrom("assistants")
    .where("owner_id", "=", ownerId)
    .where("name", "=", name)
    .where("is_system", "=", false)
    .where("deleted_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .select("id")
    .executeTakeFirst();
  return row?.id;
}

/** Counts the assistants of an owner, who gets no others until the transaction ends. */
export async function countAssistants(tx: DbTransaction, ownerId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`assistants of ${ownerId}`}, 0))`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from assistants where owner_id = ${ownerId} and deleted_at is null`.execute(tx);
  return rows[0]?.count ?? 0;
}

/**
 * Deletes the versions of an assistant before `firstKept`, except those that have answered: conversations refer to them.
 * The assistant's row is locked.
 */
export async function pruneVersions(tx: DbTransaction, assistantId: string, firstKept: number): Promise<void> {
  await sql`
    delete from assistant_versions as old
    where old.assistant_id = ${assistantId} and version < ${firstKept}
      and not exists (select from usage where usage.assistant_id = old.id)`.execute(tx);
}

/** Finds the newest version of an assistant of the server itself. */
export async function findSystemAssistant(
  tx: DbTransaction,
  id: string,
): Promise<{ version: number; isPublished: boolean; content: AssistantContent } | undefined> {
  return tx
    .selectFrom("assistants")
    .innerJoin("assistant_versions", (join) =>
      join
        .onRef("assistant_versions.assistant_id", "=", "assistants.id")
        .onRef("assistant_versions.version", "=", "assistants.version"),
    )
    .where("assistants.id", "=", id)
    .select(["assistants.version", "assistants.is_published as isPublished", "assistant_versions.content"])
    .executeTakeFirst();
}

export interface AttachedSource {
  id: string;
  name: string;
  type: string;
}

/** Lists the data sources that versions of an assistant have or had, with those of group types, each once. */
export async function listAttachedSources(db: Db, assistantId: string): Promise<AttachedSource[]> {
  const { rows } = await sql<AttachedSource>`
    select distinct on (source ->> 'id') source ->> 'id' as id, source ->> 'name' as name, source ->> 'type' as type
    from assistant_versions
    cross join lateral (
      select jsonb_path_query(content, '$.dataSources[*]') as source
      union all select jsonb_path_query(content, '$.data.groupTypeData.*.dataSources[*]')
    ) as sources
    where assistant_id = ${assistantId}
    order by source ->> 'id', version desc`.execute(db);
  return rows;
}

/**
 * Deletes the versions of assistants, the grants to them, and their names. The rows stay, so that the ids are never used
 * again. Returns the ids of those that existed.
 */
export async function markDeleted(
  tx: DbTransaction,
  which: { id: string } | { ownerId: string },
  now: Date,
): Promise<string[]> {
  const condition = "id" in which ? sql`id = ${which.id}` : sql`owner_id = ${which.ownerId}`;
  const { rows } = await sql<{ id: string }>`
    update assistants set deleted_at = ${now}, name = '' where ${condition} and deleted_at is null
    returning id`.execute(tx);
  const ids = rows.map(({ id }) => id);
  await deletePartsOf(tx, ids);
  return ids;
}

async function deletePartsOf(tx: DbTransaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.deleteFrom("assistant_versions").where("assistant_id", "in", ids).execute();
  await tx.deleteFrom("grants").where("object_type", "=", "assistant").where("object_id", "in", ids).execute();
}

/** Deletes assistants of an erased person, at most `limit`. Returns their number. */
export async function deleteSomeAssistants(db: Db, ownerId: string, limit: number): Promise<number> {
  const { rows } = await sql`
    with portion as (select id from assistants where owner_id = ${ownerId} limit ${limit}), given as (
      delete from grants where object_type = 'assistant' and object_id in (select id from portion)
    )
    delete from assistants where id in (select id from portion) returning id`.execute(db);
  return rows.length;
}

/** Removes an erased person from the versions that they have saved of the assistants of others. */
export async function forgetAuthor(db: Db, personId: string): Promise<void> {
  await db.updateTable("assistant_versions").set({ saved_by: null }).where("saved_by", "=", personId).execute();
}

/** Lists the principals that have a grant for an assistant. */
export async function listGrantees(tx: DbTransaction, assistantId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("grants")
    .where("object_type", "=", "assistant")
    .where("object_id", "=", assistantId)
    .select("principal_id")
    .execute();
  return rows.flatMap(({ principal_id }) => principal_id ?? []);
}

type StoredRequest = Pick<AssistantOperation, "id" | "url" | "headers" | "auth">;

/** Lists where custom APIs of an assistant go and their sealed secrets, of all versions, each once, the newest first. */
export async function listStoredRequests(
  db: Db,
  assistantId: string,
  operationIds: readonly string[],
): Promise<StoredRequest[]> {
  const { rows } = await sql<{ request: StoredRequest }>`
    select jsonb_strip_nulls(jsonb_build_object(
      'id', operation -> 'id', 'url', operation -> 'url', 'headers', operation -> 'headers', 'auth', operation -> 'auth'
    )) as request
    from assistant_versions
    cross join lateral jsonb_array_elements(content #> '{data,operations}') as operation
    where assistant_id = ${assistantId} and operation ->> 'type' = 'http'
      and operation ->> 'id' = any(${[...operationIds]}::text[])
    group by request
    order by max(version) desc`.execute(db);
  return rows.map(({ request }) => request);
}
