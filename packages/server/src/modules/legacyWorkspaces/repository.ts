import { type LegacyWorkspace, limits } from "@lectern/contract";
import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";

/** Stores a workspace of an address. Replaces the one with the same key. */
export async function upsertWorkspace(
  db: Db,
  email: string,
  { key, note, sharedAt, ...details }: LegacyWorkspace,
  content: string,
): Promise<void> {
  const row = { note, shared_at: sharedAt, details: JSON.stringify(details), content };
  await db
    .insertInto("legacy_workspaces")
    .values({ email, key, ...row })
    .onConflict((conflict) => conflict.columns(["email", "key"]).doUpdateSet(row))
    .execute();
}

/** Lists the workspaces of a verified address, newest first. */
export async function listWorkspaces(db: Db, email: string): Promise<LegacyWorkspace[]> {
  const rows = await db
    .selectFrom("legacy_workspaces")
    .select(["key", "note", "shared_at", "details"])
    .where("email", "=", email)
    .orderBy("shared_at", "desc")
    .orderBy("key")
    .limit(limits.legacyWorkspaces)
    .execute();
  return rows.map(({ key, note, shared_at, details }) => ({
    ...details,
    key,
    note,
    sharedAt: shared_at.toISOString(),
  }));
}

export async function findWorkspaceContent(db: Db, email: string, key: string): Promise<string | null> {
  const row = await db
    .selectFrom("legacy_workspaces")
    .select("content")
    .where("email", "=", email)
    .where("key", "=", key)
    .executeTakeFirst();
  return row?.content ?? null;
}

/** Deletes the workspaces of an address whose person is erased. */
export async function deleteWorkspaces(db: Db, email: string): Promise<void> {
  await sql`delete from legacy_workspaces where email = ${email}`.execute(db);
}
