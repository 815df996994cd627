import type { AssistantContent } from "@lectern/contract";
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import { type Author, selectAuthor } from "./selectAuthor.ts";

export interface VersionRow {
  id: string;
  version: number;
  name: string;
  savedBy: Author;
  savedAt: Date;
}

const author = selectAuthor(sql`saved_by`);

/** Finds one version. The caller has authorized the actor for the assistant. */
export async function findVersion(
  db: Db,
  assistantId: string,
  version: number,
): Promise<(VersionRow & { content: AssistantContent }) | undefined> {
  const { rows } = await sql<VersionRow & { content: AssistantContent }>`
    select id, version, content ->> 'name' as name, ${author} as "savedBy", saved_at as "savedAt", content
    from assistant_versions where assistant_id = ${assistantId} and version = ${version}`.execute(db);
  return rows[0];
}

/** Lists versions, newest first. The caller has authorized the actor for the assistant. */
export async function listVersions(
  db: Db,
  assistantId: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select id, version, summary ->> 'name' as name, ${author} as "savedBy", saved_at as "savedAt"
    from assistant_versions
    where assistant_id = ${assistantId} and (${before}::integer is null or version < ${before}::integer)
    order by version desc limit ${limit}`.execute(db);
  return rows;
}
