import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import type { OwnerId } from "../../access/service.ts";

/** The folder and the tags of a conversation. */
export interface FolderAndTags {
  id: string;
  folderId: string | null;
  tags: string[];
}

/** Locks these conversations until the transaction ends. Lists the folder and the tags of each one that exists. */
export async function lockFoldersAndTags(tx: Db, ownerId: OwnerId, ids: readonly string[]): Promise<FolderAndTags[]> {
  // All code locks conversations in the order of their ids, to avoid deadlocks.
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

/** Updates the conversations whose folder or tags differ, and increments their revisions. */
export async function updateFoldersAndTags(tx: Db, ownerId: OwnerId, rows: readonly FolderAndTags[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update conversations set folder_id = updated.folder_id, tags = updated.tags, revision = revision + 1
    from (
      select id, folder_id, tags::jsonb as tags
      from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ folderId }) => folderId)}::text[],
        ${rows.map(({ tags }) => JSON.stringify(tags))}::text[]) as given (id, folder_id, tags)
    ) as updated
    where conversations.owner_id = ${ownerId} and conversations.id = updated.id
      and (conversations.folder_id, conversations.tags) is distinct from (updated.folder_id, updated.tags)`.execute(tx);
}
