import { AssistantContent } from "@lectern/contract";
import { type RawBuilder, sql } from "kysely";
import * as z from "zod/mini";
import type { ListPosition } from "../../../core/listCursor.ts";
import type { Db } from "../../../platform/db/database.ts";
import { escapeLike } from "../../../platform/db/escapeLike.ts";
import {
  isVisibleTo,
  type Role,
  type Subject,
  selectGroupLevels,
  selectRelatedIds,
  selectRole,
} from "../../access/service.ts";

import { type Author, selectAuthor } from "./selectAuthor.ts";

/** The content of a version without its long parts, as the column `summary` has it. */
const Summary = z.pick(AssistantContent, {
  name: true,
  description: true,
  tags: true,
  uri: true,
  provider: true,
  data: true,
});

/** The newest version of an assistant, without what only authors see. */
export interface AssistantSummaryRow extends ListPosition {
  ownerId: string;
  versionId: string;
  version: number;
  role: Role;
  isPublished: boolean;
  isSystem: boolean;
  updatedAt: Date;
  summary: z.infer<typeof Summary>;
  /** The group that owns it; null if a person does. */
  group: { id: string; name: string; types: string[] } | null;
  /** The person who shares it with the subject; null if it belongs to the subject or a group, or they were erased. */
  owner: Author;
  /** True if it was granted to the subject, and not only to a group. */
  isRemovable: boolean;
  /** By the group's types. */
  typeData: Record<string, { isDisabled?: boolean; disabledMessage?: string; isCustomized?: boolean }> | null;
}

export interface AssistantQuery {
  /** A part of the name or the description; empty: all. */
  query: string;
  /** The wire id of a group. */
  groupId: string | null;
  after: ListPosition | null;
  limit: number;
}

/** Lists the assistants that the subject may use, by name, in one statement. */
export async function listSummaries(
  db: Db,
  subject: Subject,
  { query, groupId, after, limit }: AssistantQuery,
): Promise<AssistantSummaryRow[]> {
  const pattern = sql`lower(${`%${escapeLike(query)}%`}::text)`;
  const matches = sql`(${sortText} like ${pattern} or lower(summary ->> 'description') like ${pattern})`;
  const conditions = [
    ...(query === "" ? [] : [matches]),
    ...(groupId === null ? [] : [sql`owner_id = (select id from groups where wire_id = ${groupId})`]),
    ...(after ? [sql`(${sortText}, assistants.id) > (${after.sortText}::text, ${after.id}::text)`] : []),
  ];
  // With `offset`, the planner looks each of them up instead of reading everybody's assistants.
  const candidates = sql`
    select assistants.* from (${selectRelatedIds(subject, "assistant", sql`my_groups`)}) as related
    cross join lateral (select * from assistants where assistants.id = related.id offset 0) as assistants`;
  return selectSummaries(db, subject, candidates, sql.join([sql`true`, ...conditions], sql` and `), limit);
}

/** Finds an assistant. Undefined if the subject has no role for it. */
export async function findSummary(
  db: Db,
  subject: Subject,
  assistantId: string,
): Promise<AssistantSummaryRow | undefined> {
  const candidates = sql`select * from assistants where id = ${assistantId}`;
  const [row] = await selectSummaries(db, subject, candidates, sql`true`, 1);
  return row;
}

const sortText = sql`lower(assistants.name)`;

/** `candidates` selects rows of assistants, from which the subject gets those that it may use. */
async function selectSummaries(
  db: Db,
  subject: Subject,
  candidates: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<AssistantSummaryRow[]> {
  const { rows } = await sql<AssistantSummaryRow>`
    with my_groups as materialized (${selectGroupLevels(subject)}), page as (
      select assistants.*, versions.id as version_id, summary, content, ${sortText} as sort_text
      from (${candidates}) as assistants
      cross join lateral (
        select * from assistant_versions
        where assistant_id = assistants.id and assistant_versions.version = assistants.version offset 0
      ) as versions
      where ${isVisibleTo(subject, "assistant", "use", sql`my_groups`)} and ${condition}
      order by sort_text, assistants.id limit ${limit}
    )
    select assistants.id, assistants.owner_id as "ownerId", version_id as "versionId", version,
      is_published as "isPublished", is_system as "isSystem", updated_at as "updatedAt", summary,
      sort_text as "sortText", ${selectRole(subject, "assistant", sql`my_groups`)} as role,
      case when groups.id is not null then
        jsonb_build_object('id', groups.wire_id, 'name', groups.name, 'types', groups.types)
      end as "group",
      case when owner_id <> ${subject.principalId} then ${selectAuthor(sql`owner_id`)} end as owner,
      exists (
        select from grants where object_type = 'assistant' and object_id = assistants.id
          and principal_id = ${subject.principalId}
      ) as "isRemovable",
      case when groups.types <> '[]'::jsonb then ${typeData} end as "typeData"
    from page as assistants left join groups on groups.id = assistants.owner_id
    order by sort_text, assistants.id`.execute(db);
  return rows.map((row) => ({ ...row, summary: z.parse(Summary, row.summary) }));
}

/** Without instructions and documents. `isCustomized`: there are any, or a message. */
const typeData = sql`(
  select jsonb_object_agg(type, jsonb_build_object(
    'isDisabled', each -> 'isDisabled', 'disabledMessage', each -> 'disabledMessage',
    'isCustomized', coalesce(each -> 'isDisabled' = 'true', false) or coalesce(each ->> 'disabledMessage' <> '', false)
      or coalesce(each ->> 'additionalInstructions' <> '', false) or coalesce(each -> 'dataSources' <> '[]', false)
  )) from jsonb_each(content #> '{data,groupTypeData}') as member (type, each)
)`;
