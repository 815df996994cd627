import { sql } from "kysely";
import type { Db, DbTransaction } from "../../../platform/db/database.ts";

export interface StoredTemplate {
  fileId: string;
  name: string;
  isAvailable: boolean;
  /** Names. */
  directoryGroups: string[];
  bytes: number;
  uploadedAt: Date;
  /** The address of who uploaded it; null if the person has been erased. */
  uploadedBy: string | null;
}

const selectTemplates = sql`
  select pptx_templates.file_id as "fileId", pptx_templates.name, is_available as "isAvailable",
    array(
      select directory_groups.name from pptx_template_directory_groups chosen
      join directory_groups on directory_groups.id = directory_group_id
      where chosen.file_id = pptx_templates.file_id order by directory_groups.name
    ) as "directoryGroups",
    bytes::float8 as bytes, site_files.created_at as "uploadedAt", nullif(users.email, '') as "uploadedBy"
  from pptx_templates join site_files on site_files.id = pptx_templates.file_id
  left join users on users.id = uploaded_by`;

/** Lists all templates by name. */
export async function listTemplates(db: Db): Promise<StoredTemplate[]> {
  const { rows } = await sql<StoredTemplate>`${selectTemplates} order by lower(pptx_templates.name)`.execute(db);
  return rows;
}

/** Lists the templates that everybody may choose, and those for the members of these directory groups. */
export async function listTemplatesFor(db: Db, directoryGroups: readonly string[]): Promise<StoredTemplate[]> {
  const { rows } = await sql<StoredTemplate>`
    ${selectTemplates} where is_available or exists (
      select from pptx_template_directory_groups chosen
      join directory_groups on directory_groups.id = directory_group_id
      where chosen.file_id = pptx_templates.file_id and directory_groups.name = any(${[...directoryGroups]}::text[])
    ) order by lower(pptx_templates.name)`.execute(db);
  return rows;
}

/** Finds a template by its name in any case. */
export async function findTemplate(db: Db, name: string): Promise<StoredTemplate | undefined> {
  const { rows } = await sql<StoredTemplate>`
    ${selectTemplates} where lower(pptx_templates.name) = lower(${name}::text)`.execute(db);
  return rows[0];
}

/** Locks the template's row until the transaction ends. */
export async function lockTemplate(tx: DbTransaction, name: string): Promise<StoredTemplate | undefined> {
  await sql`select from pptx_templates where lower(name) = lower(${name}::text) for update`.execute(tx);
  return findTemplate(tx, name);
}

/** Returns false, and inserts nothing, if a template has the name. */
export async function insertTemplate(
  tx: DbTransaction,
  row: { file_id: string; name: string; is_available: boolean },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("pptx_templates")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function deleteTemplate(tx: DbTransaction, fileId: string): Promise<void> {
  await tx.deleteFrom("pptx_templates").where("file_id", "=", fileId).execute();
}

export async function setAvailable(tx: DbTransaction, fileId: string, isAvailable: boolean): Promise<void> {
  await tx.updateTable("pptx_templates").set({ is_available: isAvailable }).where("file_id", "=", fileId).execute();
}

/** Ignores ids of groups that do not exist any more. */
export async function replaceDirectoryGroups(
  tx: DbTransaction,
  fileId: string,
  directoryGroupIds: readonly string[],
): Promise<void> {
  await tx.deleteFrom("pptx_template_directory_groups").where("file_id", "=", fileId).execute();
  await sql`
    insert into pptx_template_directory_groups (file_id, directory_group_id)
    select ${fileId}::uuid, id from directory_groups where id = any(${[...directoryGroupIds]}::text[])`.execute(tx);
}
