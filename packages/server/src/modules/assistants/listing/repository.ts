import { AssistantContent, type IntegrationId } from "@lectern/contract";
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
import { listIntegrationOperations } from "../../operations/service.ts";
import "../objectType.ts";
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
  /** Who saved this version; null if the person has been erased. */
  authorId: string | null;
  role: Role;
  isPublished: boolean;
  isSystem: boolean;
  updatedAt: Date;
  /** Without operations. */
  summary: z.infer<typeof Summary>;
  /** The hosts of its custom APIs that the model can call. */
  apiHosts: string[];
  /** The integrations whose accounts its operations use. */
  integrations: IntegrationId[];
  /** The group that owns it; null if a person does. */
  group: { id: string; name: string; types: string[]; isAnalyzed: boolean } | null;
  /** The groups of the subject with which it was shared as a whole, by name. */
  sharedGroups: { id: string; name: string }[];
  /** The person who shares it with the subject; null if it belongs to the subject or a group, or they were erased. */
  owner: Author;
  /** True if it was granted to the subject, and not only to a group. */
  isRemovable: boolean;
  /** What the group of the query may do because somebody has shared it with the group; null if nobody has. */
  sharedRole: Exclude<Role, "admin"> | null;
  /** By the group's types. */
  typeData: Record<string, { isDisabled?: boolean; disabledMessage?: string; isCustomized?: boolean }> | null;
}

export interface AssistantQuery {
  /** A part of the name or the description; empty: all. */
  query: string;
  /** The wire id of a group. */
  groupId: string | null;
  /** True to list, if the subject is a member of the group, also what was shared with the group as a whole. */
  includesShared?: boolean;
  after: ListPosition | null;
  limit: number;
}

/** Lists the assistants that the subject may use, by name, in one statement. */
export async function listSummaries(
  db: Db,
  subject: Subject,
  { query, groupId, includesShared = false, after, limit }: AssistantQuery,
): Promise<AssistantSummaryRow[]> {
  const pattern = sql`lower(${`%${escapeLike(query)}%`}::text)`;
  const matches = sql`(${sortText} like ${pattern} or lower(summary ->> 'description') like ${pattern})`;
  const group = groupId === null ? null : sql`(select id from groups where wire_id = ${groupId})`;
  const sharedRole = group && includesShared ? selectSharedRole(group) : noRole;
  const conditions = [
    ...(query === "" ? [] : [matches]),
    ...(group ? [sql`(owner_id = ${group} or ${sharedRole} is not null)`] : []),
    ...(after ? [sql`(${sortText}, assistants.id) > (${after.sortText}::text, ${after.id}::text)`] : []),
  ];
  // With `offset`, the planner looks each of them up instead of reading everybody's assistants.
  const candidates = sql`
    select assistants.* from (${selectRelatedIds(subject, "assistant", sql`my_groups`)}) as related
    cross join lateral (select * from assistants where assistants.id = related.id offset 0) as assistants`;
  return selectSummaries(db, subject, {
    candidates,
    condition: sql.join([sql`true`, ...conditions], sql` and `),
    sharedRole,
    limit,
  });
}

/** Finds an assistant. Undefined if the subject has no role for it. */
export async function findSummary(
  db: Db,
  subject: Subject,
  assistantId: string,
): Promise<AssistantSummaryRow | undefined> {
  const candidates = sql`select * from assistants where id = ${assistantId}`;
  const [row] = await selectSummaries(db, subject, { candidates, condition: sql`true`, sharedRole: noRole, limit: 1 });
  return row;
}

const sortText = sql`lower(assistants.name)`;

const noRole = sql`null::text`;

/**
 * Selects what was granted to a group as a whole. Null for subjects who are no members, who must not learn with whom
 * else an assistant is shared that they may use.
 */
const selectSharedRole = (group: RawBuilder<unknown>) => sql`(
  select role from grants where object_type = 'assistant' and object_id = assistants.id
    and principal_id = ${group} and principal_id in (select group_id from my_groups)
)`;

/** Selects only groups of the subject, who must not learn with whom else an assistant is shared. */
const sharedGroups = sql`(
  select coalesce(jsonb_agg(
    jsonb_build_object('id', shared.wire_id, 'name', shared.name) order by lower(shared.name), shared.id
  ), '[]'::jsonb)
  from grants join groups as shared on shared.id = grants.principal_id
  where object_type = 'assistant' and object_id = assistants.id and shared.id in (select group_id from my_groups)
)`;

interface Selection {
  /** Selects rows of assistants, from which the subject gets those that it may use. */
  candidates: RawBuilder<unknown>;
  condition: RawBuilder<unknown>;
  sharedRole: RawBuilder<unknown>;
  limit: number;
}

async function selectSummaries(
  db: Db,
  subject: Subject,
  { candidates, condition, sharedRole, limit }: Selection,
): Promise<AssistantSummaryRow[]> {
  const { rows } = await sql<AssistantSummaryRow>`
    with my_groups as materialized (${selectGroupLevels(subject)}), page as (
      select assistants.*, versions.id as version_id, saved_by, summary, content, ${sortText} as sort_text
      from (${candidates}) as assistants
      cross join lateral (
        select * from assistant_versions
        where assistant_id = assistants.id and assistant_versions.version = assistants.version offset 0
      ) as versions
      where ${isVisibleTo(subject, "assistant", "use", sql`my_groups`)} and ${condition}
      order by sort_text, assistants.id limit ${limit}
    )
    select assistants.id, assistants.owner_id as "ownerId", version_id as "versionId", version, saved_by as "authorId",
      is_published as "isPublished", is_system as "isSystem", updated_at as "updatedAt",
      summary #- '{data,operations}' as summary, ${apiHosts} as "apiHosts", ${selectIntegrations()} as integrations,
      sort_text as "sortText", ${selectRole(subject, "assistant", sql`my_groups`)} as role,
      case when groups.id is not null then
        jsonb_build_object(
          'id', groups.wire_id, 'name', groups.name, 'types', groups.types, 'isAnalyzed', groups.supports_analysis
        )
      end as "group",
      ${sharedGroups} as "sharedGroups",
      case when owner_id <> ${subject.principalId} then ${selectAuthor(sql`owner_id`)} end as owner,
      exists (
        select from grants where object_type = 'assistant' and object_id = assistants.id
          and principal_id = ${subject.principalId}
      ) as "isRemovable", ${sharedRole} as "sharedRole",
      case when groups.types <> '[]'::jsonb then ${typeData} end as "typeData"
    from page as assistants left join groups on groups.id = assistants.owner_id
    order by sort_text, assistants.id`.execute(db);
  return rows.map((row) => ({ ...row, summary: z.parse(Summary, row.summary) }));
}

/** The URLs are normalized when they are saved. */
const apiHosts = sql`(
  select coalesce(jsonb_agg(distinct substring(operation ->> 'url' from '^https?://([^/?#\\\\]+)')), '[]'::jsonb)
  from jsonb_array_elements(summary #> '{data,operations}') as operation
  where operation ->> 'type' = 'http' and summary #> '{data,featureOptions,IncludeApiInstr}' = 'true'
    and operation ->> 'url' ~ '^https?://[^/?#]'
)`;

const selectIntegrations = () => sql`(
  select coalesce(jsonb_agg(distinct integration order by integration), '[]'::jsonb)
  from jsonb_array_elements(summary #> '{data,operations}') as operation
  join (
    select id, integration from operations where integration is not null
    union all select id, integration from jsonb_to_recordset(${JSON.stringify(listIntegrationOperations())}::jsonb)
      as built_in (id text, integration text)
  ) as each on each.id = operation ->> 'id'
  where operation ->> 'type' <> 'http' and summary #> '{data,featureOptions,IncludeApiInstr}' = 'true'
)`;

/** Without instructions and documents. `isCustomized`: there are any, or a message. */
const typeData = sql`(
  select jsonb_object_agg(type, jsonb_build_object(
    'isDisabled', each -> 'isDisabled', 'disabledMessage', each -> 'disabledMessage',
    'isCustomized', coalesce(each -> 'isDisabled' = 'true', false) or coalesce(each ->> 'disabledMessage' <> '', false)
      or coalesce(each ->> 'additionalInstructions' <> '', false) or coalesce(each -> 'dataSources' <> '[]', false)
  )) from jsonb_each(content #> '{data,groupTypeData}') as member (type, each)
)`;
