import { AssistantContent } from "@lectern/contract";
import { sql } from "kysely";
import * as z from "zod/mini";
import type { Db } from "../../../platform/db/database.ts";

const content = JSON.stringify(z.parse(AssistantContent, { name: "Course", instructions: "Be kind." }));

/** Inserts principals `{name}1` and so on, each with the same number of published assistants. */
export async function insertManyAssistants(
  db: Db,
  { name, kind = "person", owners, each }: { name: string; kind?: "person" | "group"; owners: number; each: number },
): Promise<void> {
  const numbers = sql`generate_series(1, ${owners}::integer) as owner`;
  await sql`insert into principals (id, kind) select ${name}::text || owner, ${kind} from ${numbers}`.execute(db);
  if (kind === "group") {
    await sql`
      insert into groups (id, wire_id, name, created_at)
      select ${name}::text || owner, ${name}::text || owner, 'Group ' || owner, now() from ${numbers}`.execute(db);
  }
  await sql`
    insert into assistants (id, owner_id, name, version, is_published, created_at, updated_at)
    select 'astp/' || ${name}::text || owner || '-' || n, ${name}::text || owner, 'Course ' || n, 1, true, now(), now()
    from ${numbers} cross join generate_series(1, ${each}::integer) n`.execute(db);
  await sql`
    insert into assistant_versions (assistant_id, version, id, content, saved_at)
    select id, 1, 'v' || id, ${content}::jsonb, now() from assistants where id like ${`astp/${name}%`}`.execute(db);
  await sql`analyze`.execute(db);
}

/** Shares assistants of `{friend}1` with the reader and makes the reader a member of the groups `{group}1` and so on. */
export async function connectReader(
  db: Db,
  { readerId, friend, group }: { readerId: string; friend: string; group: string },
): Promise<void> {
  await sql`
    insert into group_members (group_id, principal_id, level, created_at)
    select id, ${readerId}, 'read', now() from groups where id like ${`${group}%`}`.execute(db);
  await sql`
    insert into grants (object_type, object_id, principal_id, role, granted_by, created_at)
    select 'assistant', id, ${readerId}, 'use', ${`${friend}1`}, now()
    from assistants where owner_id = ${`${friend}1`}`.execute(db);
}
