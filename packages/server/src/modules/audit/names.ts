import type { AuditedName } from "@lectern/contract";
import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";

/**
 * Finds what ids of the audit log stand for now. The names of what people own, such as their assistants and files, are
 * content and stay out; those of groups and of what belongs to groups are not.
 */
export async function findAuditNames(db: Db, ids: readonly string[]): Promise<Record<string, AuditedName>> {
  if (ids.length === 0) return {};
  const isOne = sql`id = any(${[...new Set(ids)]}::text[])`;
  const { rows } = await sql<AuditedName & { id: string }>`
    select id, case when erased_at is null then 'person' else 'erasedPerson' end as kind,
      case when erased_at is not null then '' when name in ('', email) then email else name || ' (' || email || ')' end as name
      from users where ${isOne}
    union all select id, 'group', name from groups where ${isOne}
    union all select id, 'service', name from services where ${isOne}
    union all select id, 'directoryGroup', name from directory_groups where ${isOne}
    union all select id, 'assistant', name from assistants where ${isOne} and deleted_at is null
      and (is_system or exists (select from groups where groups.id = assistants.owner_id))`.execute(db);
  return Object.fromEntries(rows.map(({ id, kind, name }) => [id, { kind, name }]));
}

/**
 * Finds the ids that a text names: itself, and the principal with this email address or name on the wire. Emails must be
 * folded.
 */
export async function findNamedIds(db: Db, name: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from users where email = ${name}
    union select id from groups where wire_id = ${name}
    union select id from services where wire_id = ${name}
    union select id from directory_groups where name = ${name}`.execute(db);
  return [name, ...rows.map(({ id }) => id)];
}
