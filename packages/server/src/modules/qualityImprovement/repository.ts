import { type Insertable, type RawBuilder, type Selectable, sql } from "kysely";
import type { ListPosition } from "../../core/listCursor.ts";
import type { Db } from "../../platform/db/database.ts";
import { escapeLike } from "../../platform/db/escapeLike.ts";
import { formatCursorTime } from "../../platform/db/formatCursorTime.ts";
import type { QualitySubmissionsTable } from "../../platform/db/schema.ts";
import type { OwnerId } from "../access/service.ts";

export async function insertSubmission(db: Db, row: Insertable<QualitySubmissionsTable>): Promise<void> {
  await db.insertInto("quality_submissions").values(row).execute();
}

/** A submission with the name and the address of its sender, which are null if it is anonymous. */
export interface ListedRow
  extends Pick<
    Selectable<QualitySubmissionsTable>,
    "id" | "owner_id" | "type" | "summary" | "data_source_count" | "message_count" | "submitted_at"
  > {
  senderName: string | null;
  senderEmail: string | null;
}

export type SubmissionRow = ListedRow & Pick<Selectable<QualitySubmissionsTable>, "purpose" | "comments" | "content">;

interface SubmissionQuery {
  /** A part of a text; empty: all. */
  query: string;
  after: ListPosition | null;
  limit: number;
}

const listedSummaryLength = 300;

/** Lists submissions with the beginnings of their summaries, the latest first. */
export async function listSubmissions(db: Db, query: SubmissionQuery): Promise<(ListedRow & ListPosition)[]> {
  const { rows } = await sql<ListedRow & ListPosition>`
    select ${figures}, left(summary, ${listedSummaryLength}) as summary, ${position} ${selectFrom(query)}`.execute(db);
  return rows;
}

/** Lists submissions with all their texts, in the same order. */
export async function listWholeSubmissions(db: Db, query: SubmissionQuery): Promise<(SubmissionRow & ListPosition)[]> {
  const { rows } = await sql<SubmissionRow & ListPosition>`
    select ${figures}, summary, purpose, comments, content, ${position} ${selectFrom(query)}`.execute(db);
  return rows;
}

export async function findSubmission(db: Db, id: string): Promise<SubmissionRow | undefined> {
  const { rows } = await sql<SubmissionRow>`
    select ${figures}, summary, purpose, comments, content from ${source} where submission.id = ${id}`.execute(db);
  return rows[0];
}

const source = sql`
  quality_submissions as submission
  left join users on users.id = submission.owner_id left join services on services.id = submission.owner_id`;

const senderName = sql`coalesce(users.name, services.wire_id)`;

const figures = sql`
  submission.id, submission.owner_id, type, data_source_count, message_count, submitted_at,
  ${senderName} as "senderName", users.email as "senderEmail"`;

const position = sql`${formatCursorTime(sql`submitted_at`)} as "sortText"`;

function selectFrom({ query, after, limit }: SubmissionQuery): RawBuilder<unknown> {
  const pattern = `%${escapeLike(query)}%`;
  const texts = [sql`summary`, sql`purpose`, sql`comments`, senderName, sql`users.email`];
  const isFound = sql.join(
    texts.map((text) => sql`coalesce(${text} ilike ${pattern}, false)`),
    sql` or `,
  );
  const isAfter = after && sql`(submitted_at, submission.id) < (${after.sortText}::timestamptz, ${after.id}::uuid)`;
  return sql`
    from ${source} where (${query === "" ? sql`true` : isFound}) and ${isAfter ?? sql`true`}
    order by submitted_at desc, submission.id desc limit ${limit}`;
}

/** Returns true if the submission existed. */
export async function deleteSubmission(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom("quality_submissions").where("id", "=", id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes up to `limit` submissions with the name of this owner. Returns how many were deleted. */
export async function deleteSomeSubmissions(db: Db, ownerId: OwnerId, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("quality_submissions")
    .where("id", "in", (eb) =>
      eb.selectFrom("quality_submissions").select("id").where("owner_id", "=", ownerId).limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
