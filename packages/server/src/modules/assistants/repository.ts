import type { AssistantContent } from "@lectern/contract";
import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import { prepared } from "../../platform/db/preparedStatements.ts";
import { type Role, type Subject, selectGroupLevels, selectRole } from "../access/service.ts";

/** An assistant in its newest version, with the subject's role. */
export interface AssistantRow {
  id: string;
  ownerId: string;
  /** The group that owns it; null if a person does. */
  groupId: string | null;
  /** The types of that group. */
  groupTypes: readonly string[] | null;
  /** True if it belongs to a group whose conversations are analyzed. */
  isAnalyzed: boolean;
  versionId: string;
  /** Who saved this version; null if the person has been erased. */
  authorId: string | null;
  content: AssistantContent;
  role: Role;
}

/** Finds the newest version of an assistant in one statement. Undefined if the subject has no role for it. */
export async function findAssistant(db: Db, subject: Subject, assistantId: string): Promise<AssistantRow | undefined> {
  const { rows } = await sql<AssistantRow>`
    with my_groups as materialized (${selectGroupLevels(subject)}), found as (
      select assistants.*, ${selectRole(subject, "assistant", sql`my_groups`)} as role
      from assistants where assistants.id = ${assistantId}
    )
    select found.id, owner_id as "ownerId", groups.id as "groupId", groups.types as "groupTypes",
      coalesce(groups.supports_analysis, false) as "isAnalyzed",
      assistant_versions.id as "versionId", saved_by as "authorId", content, role
    from found join assistant_versions
      on assistant_versions.assistant_id = found.id and assistant_versions.version = found.version
    left join groups on groups.id = found.owner_id
    where role is not null ${prepared}`.execute(db);
  return rows[0];
}

/** Finds the assistant to which a version belongs. Null if the assistant has been deleted. */
export async function findAssistantIdOfVersion(db: Db, versionId: string): Promise<string | null> {
  const row = await db
    .selectFrom("assistant_versions")
    .select("assistant_id")
    .where("id", "=", versionId)
    .executeTakeFirst();
  return row?.assistant_id ?? null;
}

/** Finds the newest versions of the assistants of an owner with these names, except of those of the server itself. */
export async function findNamedVersions(
  db: Db,
  ownerId: string,
  names: readonly string[],
): Promise<{ name: string; assistantId: string; version: number; versionId: string }[]> {
  const { rows } = await sql<{ name: string; assistantId: string; version: number; versionId: string }>`
    select assistants.name, assistants.id as "assistantId", assistants.version, assistant_versions.id as "versionId"
    from assistants join assistant_versions
      on assistant_versions.assistant_id = assistants.id and assistant_versions.version = assistants.version
    where owner_id = ${ownerId} and assistants.name = any(${[...names]}::text[])
      and not is_system and deleted_at is null
    order by assistants.created_at, assistants.id`.execute(db);
  return rows;
}
