import { type RawBuilder, sql } from "kysely";
import * as z from "zod/mini";
import type { ListPosition } from "../../core/listCursor.ts";
import type { Db, DbTransaction } from "../../platform/db/database.ts";
import type { DisclosureDocumentsTable } from "../../platform/db/schema.ts";

const DisclosureSettings = z.object({ version: z.string() });

/** Finds the version of the agreement that people must accept; null if there is no agreement. */
export async function findRequiredDisclosure(db: Db): Promise<string | null> {
  const row = await db.selectFrom("settings").select("value").where("name", "=", "dataDisclosure").executeTakeFirst();
  return z.safeParse(DisclosureSettings, row?.value).data?.version ?? null;
}

/** Makes a version the one that people must accept. */
export async function setRequiredDisclosure(
  tx: DbTransaction,
  { version, savedBy, now }: { version: string; savedBy: string; now: Date },
): Promise<void> {
  const row = { value: JSON.stringify({ version }), updated_at: now, updated_by: savedBy };
  await tx
    .insertInto("settings")
    .values({ name: "dataDisclosure", ...row })
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet((eb) => ({ ...row, revision: eb("settings.revision", "+", 1) })),
    )
    .execute();
}

/**
 * Selects the version that a principal has accepted last, for use inside another statement. The owner of a service
 * accepts for it; for that of a group, an administrator of the group.
 */
export function selectAcceptedDisclosure(principalId: RawBuilder<string>): RawBuilder<string | null> {
  return sql<string | null>`(
    select version from disclosure_acceptances
    where principal_id = any(array(
      select coalesce((select owner_id from services service where service.id = ${principalId}), ${principalId})
      union all
      select member.principal_id from services service
      join group_members member on member.group_id = service.owner_id and member.level = 'admin'
      where service.id = ${principalId}
    ))
    order by accepted_at desc limit 1
  )`;
}

/** Finds the version that a principal has accepted last. */
export async function findAcceptedDisclosure(db: Db, principalId: string): Promise<string | null> {
  const { rows } = await sql<{ version: string | null }>`
    select ${selectAcceptedDisclosure(sql.val(principalId))} as version`.execute(db);
  return rows[0]?.version ?? null;
}

/**
 * Stores that a principal accepts a version. The time stays if it is sent again, unless the principal has accepted another
 * version since: then this one has come back.
 */
export async function insertAcceptance(
  db: Db,
  { principalId, version, now }: { principalId: string; version: string; now: Date },
): Promise<void> {
  await sql`
    insert into disclosure_acceptances as mine (principal_id, version, accepted_at)
    values (${principalId}, ${version}, ${now})
    on conflict (principal_id, version) do update set accepted_at = excluded.accepted_at
    where exists (
      select from disclosure_acceptances other
      where other.principal_id = mine.principal_id and other.version <> mine.version
        and other.accepted_at >= mine.accepted_at
    )`.execute(db);
}

export async function countAcceptances(db: Db, version: string): Promise<number> {
  const { count } = await db
    .selectFrom("disclosure_acceptances")
    .where("version", "=", version)
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export interface AcceptanceRow extends ListPosition {
  email: string;
  name: string;
  version: string;
  fileName: string | null;
  acceptedAt: Date;
}

/** Lists acceptances, the oldest first. `after.sortText`: a time in ISO 8601. */
export async function listAcceptances(
  db: Db,
  { after, limit }: { after: ListPosition | null; limit: number },
): Promise<AcceptanceRow[]> {
  const id = sql`principal_id || ' ' || acceptances.version`;
  const isAfter = after ? sql`(accepted_at, ${id}) > (${after.sortText}::timestamptz, ${after.id})` : sql`true`;
  const { rows } = await sql<Omit<AcceptanceRow, "sortText">>`
    select ${id} as id, users.email, users.name, acceptances.version, file_name as "fileName", accepted_at as "acceptedAt"
    from disclosure_acceptances acceptances
    join users on users.id = principal_id
    left join disclosure_documents documents on documents.version = acceptances.version
    where ${isAfter}
    order by accepted_at, ${id} limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, sortText: row.acceptedAt.toISOString() }));
}

export async function insertDocument(db: Db, document: StoredDocument & { html: string }): Promise<void> {
  await db.insertInto("disclosure_documents").values(document).execute();
}

export type StoredDocument = Omit<DisclosureDocumentsTable, "uploaded_at" | "html"> & { uploaded_at: Date };

export interface PresentedDocument extends StoredDocument {
  /** Null if the person was erased. */
  uploadedByEmail: string | null;
}

/** Finds a version without its text. */
export async function findDocument(db: Db, version: string): Promise<PresentedDocument | null> {
  const row = await db
    .selectFrom("disclosure_documents")
    .leftJoin("users", "users.id", "uploaded_by")
    .where("version", "=", version)
    .select(["version", "file_name", "blob_key", "bytes", "uploaded_by", "uploaded_at"])
    .select(sql<string | null>`nullif(users.email, '')`.as("uploadedByEmail"))
    .executeTakeFirst();
  return row ?? null;
}

export async function findDocumentHtml(db: Db, version: string): Promise<string | null> {
  const row = await db
    .selectFrom("disclosure_documents")
    .where("version", "=", version)
    .select("html")
    .executeTakeFirst();
  return row?.html ?? null;
}
