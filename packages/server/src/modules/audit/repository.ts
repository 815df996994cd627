import { type Insertable, type RawBuilder, type Selectable, sql } from "kysely";
import type { ListPosition } from "../../core/listCursor.ts";
import type { Db } from "../../platform/db/database.ts";
import { formatCursorTime } from "../../platform/db/formatCursorTime.ts";
import type { AuditTable } from "../../platform/db/schema.ts";

export async function insertAudit(db: Db, row: Insertable<AuditTable>): Promise<void> {
  await db.insertInto("audit").values(row).execute();
}

/** Absent conditions match every entry. */
export interface AuditConditions {
  /** The ids of who has done it; null: the server itself. */
  actorIds?: readonly string[] | null;
  verb?: string;
  objectType?: string;
  /** Entries about one of these objects. */
  objectIds?: readonly string[];
  from?: Date;
  /** Exclusive. */
  until?: Date;
}

export type AuditRow = Selectable<AuditTable> & { sortText: string };

/**
 * Lists entries that match, the latest first. The order is that of their times, and entries are never changed, so that pages
 * stay as they are while others are added.
 */
export async function listEntries(
  db: Db,
  conditions: AuditConditions,
  { after, limit }: { after: ListPosition | null; limit: number },
): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    select *, ${formatCursorTime(sql`at`)} as "sortText" from audit
    where ${sql.join(toConditions(conditions, after), sql` and `)}
    order by at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

function toConditions(conditions: AuditConditions, after: ListPosition | null): RawBuilder<boolean>[] {
  const { actorIds, verb, objectType, objectIds, from, until } = conditions;
  const list = [sql<boolean>`true`];
  if (actorIds === null) list.push(sql`actor_id is null`);
  else if (actorIds) list.push(sql`actor_id = any(${[...actorIds]}::text[])`);
  if (verb !== undefined) list.push(sql`verb = ${verb}`);
  if (objectType !== undefined) list.push(sql`object_type = ${objectType}`);
  if (objectIds) {
    // Contained arrays use the index.
    const isAbout = objectIds.map((id) => sql`object_ids @> ${JSON.stringify([id])}::jsonb`);
    list.push(isAbout.length === 0 ? sql`false` : sql`(${sql.join(isAbout, sql` or `)})`);
  }
  if (from) list.push(sql`at >= ${from}`);
  if (until) list.push(sql`at < ${until}`);
  if (after) list.push(sql`(at, id) < (${after.sortText}::timestamptz, ${after.id}::bigint)`);
  return list;
}

/** Lists the different values of a column, each found through the index instead of by reading all rows. */
export async function listDistinct(db: Db, column: "verb" | "object_type"): Promise<string[]> {
  const name = sql.ref(column);
  const { rows } = await sql<{ value: string }>`
    with recursive found (value) as (
      (select ${name} from audit order by ${name} limit 1)
      union all
      select (select ${name} from audit where ${name} > found.value order by ${name} limit 1) from found
      where found.value is not null
    ) select value from found where value is not null`.execute(db);
  return rows.map(({ value }) => value);
}

/** Finds the latest entry with a verb about an object. */
export async function findLastEntryOf(
  db: Db,
  { verb, objectType, objectId }: { verb: string; objectType: string; objectId: string },
): Promise<{ actorId: string | null; after: unknown } | null> {
  const conditions = { verb, objectType, objectIds: [objectId] };
  const [row] = await listEntries(db, conditions, { after: null, limit: 1 });
  return row ? { actorId: row.actor_id, after: row.after } : null;
}
