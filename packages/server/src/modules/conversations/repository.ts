import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import type { ConversationsTable } from "../../platform/db/schema.ts";

export type ConversationRow = Selectable<ConversationsTable>;
export type NewConversationRow = Insertable<ConversationsTable>;
type Changes = Omit<Updateable<ConversationsTable>, "owner_id" | "id" | "revision" | "created_at">;

/** Without what a list does not show and what may be long. */
const summaryColumns = [
  "id",
  "name",
  "model_id",
  "folder_id",
  "tags",
  "group_type",
  "code_interpreter_assistant_id",
  "created_at",
  "updated_at",
] as const;
export type SummaryRow = Pick<ConversationRow, (typeof summaryColumns)[number]>;

/** The place of a conversation in the list of those last changed. */
export interface ListPosition {
  updatedAt: Date;
  id: string;
}

/** The conversations after that place, the last changed first. */
export async function listRecentConversations(
  db: Db,
  ownerId: string,
  after: ListPosition | null,
  limit: number,
): Promise<SummaryRow[]> {
  const all = db.selectFrom("conversations").select(summaryColumns).where("owner_id", "=", ownerId);
  const rest = after
    ? all.where((eb) =>
        eb.or([
          eb("updated_at", "<", after.updatedAt),
          eb.and([eb("updated_at", "=", after.updatedAt), eb("id", ">", after.id)]),
        ]),
      )
    : all;
  return rest.orderBy("updated_at", "desc").orderBy("id").limit(limit).execute();
}

export async function findConversation(db: Db, ownerId: string, id: string): Promise<ConversationRow | undefined> {
  return db
    .selectFrom("conversations")
    .selectAll()
    .where("owner_id", "=", ownerId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** The conversation and how many messages it has; nobody else writes to it until the transaction ends. */
export async function lockConversation(
  tx: Db,
  ownerId: string,
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

/** Gives the row, or nothing when the owner has a conversation of this id. */
export async function insertConversation(db: Db, row: NewConversationRow): Promise<ConversationRow | undefined> {
  return db
    .insertInto("conversations")
    .values(row)
    .onConflict((conflict) => conflict.columns(["owner_id", "id"]).doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Writes the changes and counts the revision up; gives the row as it is then. */
export async function updateConversationRow(
  db: Db,
  ownerId: string,
  id: string,
  changes: Changes,
): Promise<ConversationRow | undefined> {
  return db
    .updateTable("conversations")
    .set({ ...changes, revision: sql`revision + 1` })
    .where("owner_id", "=", ownerId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

/** Renames only while the name is `from`; otherwise nothing happens. */
export async function renameConversation(db: Db, ownerId: string, id: string, from: string, to: string): Promise<void> {
  await db
    .updateTable("conversations")
    .set({ name: to, revision: sql`revision + 1` })
    .where("owner_id", "=", ownerId)
    .where("id", "=", id)
    .where("name", "=", from)
    .execute();
}

/** Deletes with all messages; gives the ids of those that were there. */
export async function deleteConversations(db: Db, ownerId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  // In the order in which everybody locks several.
  const { rows } = await sql<{ id: string }>`
    delete from conversations where owner_id = ${ownerId} and id = any(array(
      select id from conversations where owner_id = ${ownerId} and id = any(${[...ids]}::text[]) order by id for update
    )) returning id`.execute(db);
  return rows.map((row) => row.id);
}

/** Every id of the owner in the database's order, and whether there are messages. */
export async function listConversationIds(db: Db, ownerId: string): Promise<{ id: string; isEmpty: boolean }[]> {
  return db
    .selectFrom("conversations")
    .select("id")
    .select(hasNoMessages.as("isEmpty"))
    .where("owner_id", "=", ownerId)
    .orderBy("id")
    .execute();
}

export interface IdRange {
  fromId: string;
  toId: string;
  emptyOnly: boolean;
}

/** The oldest come first, so that one made since the range was cut is what falls beyond the limit. */
export async function listConversationRange(db: Db, ownerId: string, range: IdRange, limit: number): Promise<ConversationRow[]> {
  const inRange = db
    .selectFrom("conversations")
    .selectAll()
    .where("owner_id", "=", ownerId)
    .where("id", ">=", range.fromId)
    .where("id", "<=", range.toId);
  return (range.emptyOnly ? inRange.where(hasNoMessages) : inRange)
    .orderBy("created_at")
    .orderBy("id")
    .limit(limit)
    .execute();
}

const hasNoMessages = sql<boolean>`not exists (
  select from messages where messages.owner_id = conversations.owner_id and messages.conversation_id = conversations.id)`;

/** Those of the ids that exist. */
export async function listExistingIds(db: Db, ownerId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("conversations")
    .select("id")
    .where("owner_id", "=", ownerId)
    .where("id", "in", ids)
    .execute();
  return rows.map(({ id }) => id);
}
