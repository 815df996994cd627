import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import { prepared } from "../../platform/db/preparedStatements.ts";
import type { ConversationsTable } from "../../platform/db/schema.ts";
import type { OwnerId } from "../access/service.ts";
import type { NewMessageRow } from "./messages/repository.ts";

export type ConversationRow = Selectable<ConversationsTable>;
export type NewConversationRow = Insertable<ConversationsTable>;
type ConversationChanges = Omit<Updateable<ConversationsTable>, "owner_id" | "id" | "revision" | "created_at">;

/** The columns of a list entry, which exclude the long columns. */
const summaryColumns = [
  "id",
  "name",
  "model_id",
  "folder_id",
  "tags",
  "group_type",
  "code_interpreter_assistant_id",
  "is_pinned",
  "is_archived",
  "created_at",
  "updated_at",
] as const;
export type SummaryRow = Pick<ConversationRow, (typeof summaryColumns)[number]>;

/** A position in the list of conversations, which starts with the most recently changed one. */
export interface ListPosition {
  updatedAt: Date;
  id: string;
}

/**
 * Lists the conversations after a position (null: from the start), most recently changed first. `isArchived`: only the
 * archived ones, or only the others; null: both.
 */
export async function listRecentConversations(
  db: Db,
  ownerId: OwnerId,
  afterPosition: ListPosition | null,
  limit: number,
  isArchived: boolean | null = null,
): Promise<SummaryRow[]> {
  const ownQuery = db.selectFrom("conversations").select(summaryColumns).where("owner_id", "=", ownerId);
  const baseQuery = isArchived === null ? ownQuery : ownQuery.where("is_archived", "=", isArchived);
  const pageQuery = afterPosition
    ? baseQuery.where((eb) =>
        eb.or([
          eb("updated_at", "<", afterPosition.updatedAt),
          eb.and([eb("updated_at", "=", afterPosition.updatedAt), eb("id", ">", afterPosition.id)]),
        ]),
      )
    : baseQuery;
  return pageQuery.orderBy("updated_at", "desc").orderBy("id").limit(limit).execute();
}

export async function findSummary(db: Db, ownerId: OwnerId, id: string): Promise<SummaryRow | undefined> {
  return db
    .selectFrom("conversations")
    .select(summaryColumns)
    .where("owner_id", "=", ownerId)
    .where("id", "=", id)
    .executeTakeFirst();
}

export async function findConversation(db: Db, ownerId: OwnerId, id: string): Promise<ConversationRow | undefined> {
  return db
    .selectFrom("conversations")
    .selectAll()
    .where("owner_id", "=", ownerId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/**
 * Locks a conversation until the transaction ends. Returns it with its message count; undefined if it does not exist.
 */
export async function lockConversation(
  tx: Db,
  ownerId: OwnerId,
  id: string,
): Promise<(ConversationRow & { messageCount: number }) | undefined> {
  return tx
    .selectFrom("conversations")
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom("messages")
        .select((count) => count.fn.countAll<number>().as("count"))
        .whereRef("messages.owner_id", "=", "conversations.owner_id")
        .whereRef("messages.conversation_id", "=", "conversations.id")
        .$asScalar()
        .$notNull()
        .as("messageCount"),
    )
    .where("owner_id", "=", ownerId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** Inserts a conversation. Returns undefined if the owner already has a conversation with this id. */
export async function insertConversation(db: Db, row: NewConversationRow): Promise<ConversationRow | undefined> {
  return db
    .insertInto("conversations")
    .values(row)
    .onConflict((conflict) => conflict.columns(["owner_id", "id"]).doNothing())
    .returningAll()
    .executeTakeFirst();
}

/**
 * Executes `claim`, an insert that returns a row if it succeeds. If it does and the owner has no conversation with this
 * id, inserts the conversation and its messages, all in one statement. `isMet`: the claim succeeded; `isInserted`: the
 * conversation was inserted, too.
 */
export async function insertConversationIf(
  db: Db,
  claim: RawBuilder<unknown>,
  conversation: NewConversationRow,
  messages: readonly NewMessageRow[],
): Promise<{ isMet: boolean; isInserted: boolean }> {
  const columnEntries = Object.entries(conversation);
  const { rows } = await sql<{ is_met: boolean; is_inserted: boolean }>`
    with claim as (${claim}), conversation as (
      insert into conversations (${sql.join(columnEntries.map(([name]) => sql.ref(name)))})
      select ${sql.join(columnEntries.map(([, value]) => sql`${value}`))} where exists (select from claim)
      on conflict (owner_id, id) do nothing returning owner_id, id, revision
    ), inserted as (
      insert into messages (owner_id, conversation_id, revision, id, parent_id, role, content, label, type, data, topic_data, created_at)
      select conversation.owner_id, conversation.id, conversation.revision, message.id, message.parent_id, message.role,
        message.content, message.label, message.type, message.data::jsonb, message.topic_data::jsonb, message.created_at
      from conversation, json_to_recordset(${JSON.stringify(messages)}::json) as message (id text, parent_id text, role text,
        content text, label text, type text, data text, topic_data text, created_at timestamptz)
    )
    select exists (select from claim) as is_met, exists (select from conversation) as is_inserted
    ${prepared}`.execute(db);
  return { isMet: rows[0]?.is_met ?? false, isInserted: rows[0]?.is_inserted ?? false };
}

/** Updates a conversation and increments its revision. Returns the updated row; undefined if it does not exist. */
export async function updateConversationRow(
  db: Db,
  ownerId: OwnerId,
  id: string,
  changes: ConversationChanges,
): Promise<ConversationRow | undefined> {
  return db
    .updateTable("conversations")
    .set({ ...changes, revision: sql`revision + 1` })
    .where("owner_id", "=", ownerId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

/** Renames a conversation if its name still equals `oldName`. Returns the new revision, or null. */
export async function renameConversation(
  db: Db,
  ownerId: OwnerId,
  id: string,
  oldName: string,
  newName: string,
): Promise<number | null> {
  const row = await db
    .updateTable("conversations")
    .set({ name: newName, revision: sql`revision + 1` })
    .where("owner_id", "=", ownerId)
    .where("id", "=", id)
    .where("name", "=", oldName)
    .returning("revision")
    .modifyEnd(prepared)
    .executeTakeFirst();
  return row?.revision ?? null;
}

/** Deletes conversations with all their messages. Returns the ids of those that existed. */
export async function deleteConversations(db: Db, ownerId: OwnerId, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  // All code locks conversations in the order of their ids, to avoid deadlocks.
  const { rows } = await sql<{ id: string }>`
    delete from conversations where owner_id = ${ownerId} and id = any(array(
      select id from conversations where owner_id = ${ownerId} and id = any(${[...ids]}::text[]) order by id for update
    )) returning id`.execute(db);
  return rows.map((row) => row.id);
}

/** Deletes some of the owner's conversations with their messages. Returns their number. */
export async function deleteSomeConversations(db: Db, ownerId: OwnerId, limit: number): Promise<number> {
  const rows = await db
    .selectFrom("conversations")
    .select("id")
    .where("owner_id", "=", ownerId)
    .orderBy("id")
    .limit(limit)
    .execute();
  return (
    await deleteConversations(
      db,
      ownerId,
      rows.map(({ id }) => id),
    )
  ).length;
}

/** Lists the ids of the owner's conversations in the database's sort order. */
export async function listConversationIds(db: Db, ownerId: OwnerId): Promise<{ id: string; isEmpty: boolean }[]> {
  return db
    .selectFrom("conversations")
    .select("id")
    .select(emptyCondition.as("isEmpty"))
    .where("owner_id", "=", ownerId)
    .orderBy("id")
    .execute();
}

export interface IdRange {
  fromId: string;
  toId: string;
  emptyOnly: boolean;
}

/** Lists the range's conversations oldest first, so that newly created ones displace none from a full page. */
export async function listConversationRange(
  db: Db,
  ownerId: OwnerId,
  range: IdRange,
  limit: number,
): Promise<ConversationRow[]> {
  const rangeQuery = db
    .selectFrom("conversations")
    .selectAll()
    .where("owner_id", "=", ownerId)
    .where("id", ">=", range.fromId)
    .where("id", "<=", range.toId);
  return (range.emptyOnly ? rangeQuery.where(emptyCondition) : rangeQuery)
    .orderBy("created_at")
    .orderBy("id")
    .limit(limit)
    .execute();
}

const emptyCondition = sql<boolean>`not exists (
  select from messages where messages.owner_id = conversations.owner_id and messages.conversation_id = conversations.id)`;

/** Returns those of the ids that belong to the owner's conversations. */
export async function listExistingIds(db: Db, ownerId: OwnerId, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("conversations")
    .select("id")
    .where("owner_id", "=", ownerId)
    .where("id", "in", ids)
    .execute();
  return rows.map(({ id }) => id);
}
