import type { UsageDimension, UsageSums } from "@lectern/contract";
import { type RawBuilder, sql } from "kysely";
import type { Db, DbTransaction } from "../../../platform/db/database.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import type { OwnerId } from "../../access/service.ts";
import { deletedAssistantId } from "./deletedAssistantId.ts";
import { type DayRange, findUnsummedRanges, type SummedDays } from "./findUnsummedRanges.ts";

interface SeriesColumn {
  /** Its name in `usage_series`. */
  name: "user_id" | "model_id" | "account_id" | "group_id" | "assistant_id" | "key_id";
  /** Its value for a row of `usage`. */
  value: RawBuilder<string>;
}

/** What calls are counted by. */
export const seriesColumns: readonly SeriesColumn[] = [
  { name: "user_id", value: sql`usage.user_id` },
  { name: "model_id", value: sql`usage.model_id` },
  { name: "account_id", value: sql`coalesce(usage.account_id, '')` },
  { name: "group_id", value: sql`coalesce(usage.group_id, '')` },
  { name: "assistant_id", value: sql`coalesce(usage.assistant_id, '')` },
  // The credential of a session or of a job is the principal.
  { name: "key_id", value: sql`coalesce(nullif(usage.credential_id, usage.user_id), '')` },
];

const dimensionColumns = {
  person: "user_id",
  model: "model_id",
  account: "account_id",
  group: "group_id",
  assistant: "assistant_id",
  key: "key_id",
} as const satisfies Record<UsageDimension, SeriesColumn["name"]>;

/** Which calls a report is about: those of a period that have these ids. */
export interface UsageScope {
  period: DayRange;
  filters: Partial<Record<UsageDimension, string>>;
}

/** Sums with the id, the day or the month that they are of; null: of all calls. */
export interface SummedUsage extends UsageSums {
  value: string | null;
}

/** Runs queries that see the same state of the database: a day is either summed or read, never both. */
export function readUsage<Result>(db: Db, work: (tx: DbTransaction) => Promise<Result>): Promise<Result> {
  return transaction(db, async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx);
    // By default, PostgreSQL sums many people on disk.
    await sql`set local work_mem = '64MB'`.execute(tx);
    return work(tx);
  });
}

export async function findSummedDays(tx: DbTransaction): Promise<SummedDays | null> {
  const { rows } = await sql<{ first: string | null; last: string | null; stale: string[] }>`
    select min(day) as first, max(day) as last,
      array(select to_char(day, 'YYYY-MM-DD') from usage_rolled_days where is_stale order by day) as stale
    from usage_rolled_days`.execute(tx);
  const { first = null, last = null, stale = [] } = rows[0] ?? {};
  return first === null || last === null ? null : { first, last, stale };
}

/** Sums usage by day or by month, the newest first, and after them all of it. */
export async function sumUsageByTime(
  tx: DbTransaction,
  scope: UsageScope,
  { summedDays, unit }: { summedDays: SummedDays | null; unit: "day" | "month" },
): Promise<SummedUsage[]> {
  const format = unit === "day" ? "YYYY-MM-DD" : "YYYY-MM";
  const { rows } = await sql<SummedUsage>`
    with dated as (select day, ${sums} from ${selectUsage(scope, summedDays, null)} as entry group by day),
      period as (select to_char(day, ${sql.lit(format)}) as value, ${sums} from dated group by 1)
    select value, ${shownSums} from period group by grouping sets ((value), ())
    order by grouping(value), value desc`.execute(tx);
  return rows;
}

interface Page {
  by: UsageDimension;
  summedDays: SummedDays | null;
  limit: number;
  offset: number;
}

/** Sums usage by its ids, the highest cost first. Returns one page, with the number of ids on all pages in each row. */
export async function sumUsageByDimension(
  tx: DbTransaction,
  scope: UsageScope,
  { by, summedDays, limit, offset }: Page,
): Promise<(SummedUsage & { value: string; rowCount: number })[]> {
  const { rows } = await sql<SummedUsage & { value: string; rowCount: number }>`
    with identified as (select value, ${sums} from ${selectUsage(scope, summedDays, by)} as entry group by value)
    select value, ${shownSums}, count(*) over () as "rowCount" from ${by === "assistant" ? namedAssistants : sql`identified`}
    group by value order by sum(cost) desc, value limit ${limit} offset ${offset}`.execute(tx);
  return rows;
}

/** Calls name versions. Those of one assistant are together, as are those of all deleted ones. */
const namedAssistants = sql`(
  select
    case when identified.value = '' then ''
      else coalesce(version.assistant_id, assistant.id, ${deletedAssistantId}) end as value,
    calls, input_tokens, output_tokens, cost
  from identified left join assistant_versions version on version.id = identified.value
    left join assistants assistant on assistant.id = identified.value and assistant.deleted_at is null
) as named`;

/** Sums the usage of a person since a day by month and model, the newest month and the highest cost first. */
export async function sumUsageOfPerson(
  tx: DbTransaction,
  ownerId: OwnerId,
  { from, summedDays }: { from: string; summedDays: SummedDays | null },
): Promise<(UsageSums & { month: string; modelId: string | null })[]> {
  const scope: UsageScope = { period: { from, before: null }, filters: { person: ownerId } };
  const { rows } = await sql<UsageSums & { month: string; modelId: string | null }>`
    select to_char(day, 'YYYY-MM') as month, value as "modelId", ${shownSums}
    from ${selectUsage(scope, summedDays, "model")} as entry
    group by grouping sets ((to_char(day, 'YYYY-MM'), value), (to_char(day, 'YYYY-MM')))
    order by month desc, grouping(value) desc, sum(cost) desc, value`.execute(tx);
  return rows;
}

const sums = sql`
  sum(calls)::bigint as calls, sum(input_tokens)::bigint as input_tokens, sum(output_tokens)::bigint as output_tokens,
  sum(cost) as cost`;
const shownSums = sql`
  coalesce(sum(calls), 0)::bigint as calls, coalesce(sum(input_tokens), 0)::bigint as "inputTokens",
  coalesce(sum(output_tokens), 0)::bigint as "outputTokens", trim_scale(coalesce(sum(cost), 0))::text as cost`;

/**
 * Selects the usage of a scope: of summed days their sums, and of others the calls. Several rows may have the same day
 * and value of the dimension.
 */
function selectUsage(
  { period, filters }: UsageScope,
  summedDays: SummedDays | null,
  by: UsageDimension | null,
): RawBuilder<unknown> {
  const value = by === null ? sql`''` : sql.ref(dimensionColumns[by]);
  const summed =
    Object.keys(filters).length === 0
      ? sql`select day, value, calls, input_tokens, output_tokens, cost from usage_totals
          where dimension = ${sql.lit(by === null ? "all" : dimensionColumns[by])} and ${isSummed(period, summedDays)}`
      : sql`select day, ${value} as value, calls, input_tokens, output_tokens, cost
          from usage_days join usage_series on usage_series.id = series_id
          where ${isFiltered(filters)} and ${isSummed(period, summedDays)}`;
  const columns = seriesColumns.map(({ name, value: ofCall }) => sql`${ofCall} as ${sql.ref(name)}`);
  return sql`(
    ${summed} union all
    select (opened_at at time zone 'UTC')::date, ${value}, 1, input_tokens, output_tokens, cost from (
      select ${sql.join(columns)}, opened_at, input_tokens, output_tokens, cost from usage
      where ${isUnsummed(period, summedDays)}
    ) as call where ${isFiltered(filters)}
  )`;
}

/** A condition on the day of sums. */
function isSummed({ from, before }: DayRange, summedDays: SummedDays | null): RawBuilder<boolean> {
  if (!summedDays) return sql`false`;
  const conditions = [
    ...(from === null ? [] : [sql`day >= ${from}::date`]),
    ...(before === null ? [] : [sql`day < ${before}::date`]),
    ...(summedDays.stale.length > 0 ? [sql`day <> all(${summedDays.stale}::date[])`] : []),
  ];
  return conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`;
}

/** A condition on the calls that are in no sums. */
function isUnsummed(period: DayRange, summedDays: SummedDays | null): RawBuilder<boolean> {
  const toTime = (day: string) => sql`${day}::timestamp at time zone 'UTC'`;
  const ranges = findUnsummedRanges(period, summedDays).map(({ from, before }) => {
    const bounds = [
      ...(from === null ? [] : [sql`opened_at >= ${toTime(from)}`]),
      ...(before === null ? [] : [sql`opened_at < ${toTime(before)}`]),
    ];
    return bounds.length === 0 ? sql`true` : sql`(${sql.join(bounds, sql` and `)})`;
  });
  return ranges.length === 0 ? sql`false` : sql`${sql.join(ranges, sql` or `)}`;
}

/** A condition on the columns of a series. */
function isFiltered(filters: UsageScope["filters"]): RawBuilder<boolean> {
  const conditions = Object.entries(filters).map(([name, id]) => {
    const dimension = name as UsageDimension; // the names of filters are those
    return dimension === "assistant" ? isOfAssistant(id) : sql`${sql.ref(dimensionColumns[dimension])} = ${id}`;
  });
  return conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`;
}

function isOfAssistant(id: string): RawBuilder<unknown> {
  if (id === "") return sql`assistant_id = ''`;
  if (id !== deletedAssistantId) {
    return sql`assistant_id in (select id from assistant_versions where assistant_id = ${id} union all select ${id})`;
  }
  return sql`
    assistant_id <> '' and assistant_id not in (
      select id from assistant_versions union all select id from assistants where deleted_at is null
    )`;
}

interface FoundName {
  id: string;
  name: string | null;
  email: string | null;
}

/** Lists the names of models that exist. */
export async function listModelNames(db: Db, ids: readonly string[]): Promise<FoundName[]> {
  const { rows } = await sql<FoundName>`
    select id, name, null as email from models where id = any(${[...ids]}::text[])`.execute(db);
  return rows;
}

/** Lists the names of principals: people with their addresses, services, and groups, also deleted ones. */
export async function listPrincipalNames(
  db: Db,
  ids: readonly string[],
): Promise<(FoundName & { kind: "person" | "erased" | "service" | "group" })[]> {
  const { rows } = await sql<FoundName & { kind: "person" | "erased" | "service" | "group" }>`
    select principals.id, case when users.erased_at is null then kind else 'erased' end as kind,
      nullif(coalesce(users.name, services.name, groups.name), '') as name, nullif(users.email, '') as email
    from principals left join users using (id) left join services using (id) left join groups using (id)
    where principals.id = any(${[...ids]}::text[])`.execute(db);
  return rows;
}

/** Lists assistants. Of those of people, only the owner's address is known. */
export async function listAssistantNames(
  db: Db,
  ids: readonly string[],
): Promise<(FoundName & { isPersonal: boolean })[]> {
  const { rows } = await sql<FoundName & { isPersonal: boolean }>`
    select assistants.id, kind = 'person' as "isPersonal", nullif(users.email, '') as email,
      case when kind <> 'person' then assistants.name end as name
    from assistants join principals on principals.id = owner_id left join users on users.id = owner_id
    where assistants.id = any(${[...ids]}::text[])`.execute(db);
  return rows;
}
