import { limits } from "@lectern/contract";
import { type Selectable, sql } from "kysely";
import type { Db, DbTransaction } from "../../../platform/db/database.ts";
import type { PendingFactsTable } from "../../../platform/db/schema.ts";
import type { OwnerId } from "../../access/service.ts";
import { listMemories, type MemoryRow } from "../repository.ts";
import { toTextKey } from "../toTextKey.ts";

export type PendingFactRow = Omit<Selectable<PendingFactsTable>, "owner_id" | "text_key">;

/**
 * Adds facts of messages. One that its message already has is left out, and the oldest are deleted if the owner has too
 * many. Returns the number of added ones.
 */
export async function insertPendingFacts(db: Db, ownerId: OwnerId, facts: readonly PendingFactRow[]): Promise<number> {
  if (facts.length === 0) return 0;
  const rows = facts.map((fact) => ({ ...fact, owner_id: ownerId, text_key: toTextKey(fact.content) }));
  const inserted = await db
    .insertInto("pending_facts")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .execute();
  await sql`
    delete from pending_facts where owner_id = ${ownerId} and id in (
      select id from pending_facts where owner_id = ${ownerId}
      order by created_at desc, id offset ${limits.pendingFacts}
    )`.execute(db);
  return inserted.length;
}

/** Stores that the person has deleted all memories. */
export async function storeClearing(tx: DbTransaction, ownerId: OwnerId, now: Date): Promise<void> {
  await tx
    .insertInto("memory_clearings")
    .values({ owner_id: ownerId, cleared_at: now })
    .onConflict((conflict) => conflict.column("owner_id").doUpdateSet({ cleared_at: now }))
    .execute();
}

/** Returns true if the person has deleted all memories at this time or later. */
export async function wereClearedSince(db: Db, ownerId: OwnerId, time: Date): Promise<boolean> {
  const row = await db
    .selectFrom("memory_clearings")
    .select("owner_id")
    .where("owner_id", "=", ownerId)
    .where("cleared_at", ">=", time)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteClearing(db: Db, ownerId: OwnerId): Promise<void> {
  await db.deleteFrom("memory_clearings").where("owner_id", "=", ownerId).execute();
}

/** A fact, and the memory that it contradicts, if there still is one. */
export type PendingFact = PendingFactRow & { replaced: MemoryRow | null };

/** Lists the pending facts of a conversation, or of all, oldest first. */
export async function listFacts(db: Db, ownerId: OwnerId, conversationId: string | null): Promise<PendingFact[]> {
  const query = db
    .selectFrom("pending_facts")
    .select([
      "id",
      "conversation_id",
      "message_id",
      "content",
      "replaces_id",
      "project_id",
      "assistant_id",
      "created_at",
    ])
    .where("owner_id", "=", ownerId)
    .orderBy("created_at")
    .orderBy("id");
  const rows = await (conversationId === null ? query : query.where("conversation_id", "=", conversationId)).execute();
  const ids = rows.flatMap(({ replaces_id }) => replaces_id ?? []);
  const memories = ids.length === 0 ? [] : await listMemories(db, ownerId, { ids });
  const memoriesById = new Map(memories.map((memory) => [memory.id, memory]));
  return rows.map((row) => ({ ...row, replaced: memoriesById.get(row.replaces_id ?? "") ?? null }));
}

export async function deletePendingFacts(db: Db, ownerId: OwnerId, ids: readonly string[]): Promise<void> {
  await db
    .deleteFrom("pending_facts")
    .where("owner_id", "=", ownerId)
    .where("id", "=", sql<string>`any(${[...ids]}::text[])`)
    .execute();
}

/** Deletes some of a person's pending facts. Returns the number. */
export async function deleteSomePendingFacts(db: Db, ownerId: OwnerId, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from pending_facts where owner_id = ${ownerId} and id in (
      select id from pending_facts where owner_id = ${ownerId} limit ${limit}
    ) returning 1`.execute(db);
  return rows.length;
}
