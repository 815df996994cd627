import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

/** Where a conversation is kept among the others. */
export interface Filing {
  id: string;
  folderId: string | null;
  tags: string[];
}

/** Those of the conversations that exist; nobody else writes to them until the transaction ends. */
export async function lockFoldersAndTags(tx: Db, ownerId: string, ids: readonly string[]): Promise<Filing[]> {
  // In the order in which everybody locks several.
  const rows = await tx
    .selectFrom("conversations")
    .select(["id", "folder_id", "tags"])
    .where("owner_id", "=", ownerId)
    .where("id", "=", sql<string>`any(${[...ids]}::text[])`)
    .orderBy("id")
    .forUpdate()
    .execute();
  return rows.map(({ id, folder_id, tags }) => ({ id, folderId: folder_id, tags }));
}

/** Writes those that differ from what is stored, and counts their revisions up. */
export async function updateFoldersAndTags(tx: Db, ownerId: string, filings: readonly Filing[]): Promise<void> {
  if (filings.length === 0) return;
  await sql`
    update conversations set folder_id = filing.folder_id, tags = filing.tags, revision = revision + 1
    from (
      select id, folder_id, tags::jsonb as tags
      from unnest(${filings.map(({ id }) => id)}::text[], ${filings.map(({ folderId }) => folderId)}::text[],
        ${filings.map(({ tags }) => JSON.stringify(tags))}::text[]) as given (id, folder_id, tags)
    ) as filing
    where conversations.owner_id = ${ownerId} and conversations.id = filing.id
      and (conversations.folder_id, conversations.tags) is distinct from (filing.folder_id, filing.tags)`.execute(tx);
}
