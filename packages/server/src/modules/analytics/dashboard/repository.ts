import { type AnalysisDistribution, analysisTexts } from "@lectern/contract";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import { isInScope } from "../reading/repository.ts";
import { minPeople, type RecordScope } from "../reading/scope.ts";

/** Sums over the records of a scope. */
export interface Totals {
  conversations: number;
  users: number;
  prompts: number;
  userRating: RatingSum;
  systemRating: RatingSum;
}

export interface RatingSum {
  sum: number;
  count: number;
  /** The people whose conversations have a rating; null unless people are hidden. */
  people: number | null;
}

/** Selects from `record`, the records of a scope. */
const fromRecords = (scope: RecordScope) => sql`from analysis_records as record where ${isInScope(scope)}`;

export async function sumRecords(db: Db, scope: RecordScope): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select count(*) as conversations, coalesce(sum(number_prompts), 0) as prompts,
      ${sumRating(scope, sql`user_rating`)} as "userRating", ${sumRating(scope, sql`system_rating`)} as "systemRating",
      (select count(*) from (select distinct pseudonym ${fromRecords(scope)}) as person) as users
    ${fromRecords(scope)}`.execute(db);
  const [totals] = rows;
  if (!totals) throw new Error("a sum has no row");
  return totals;
}

const sumRating = ({ isHidden }: RecordScope, column: RawBuilder<unknown>) => sql`jsonb_build_object(
  'sum', coalesce(sum(${column}), 0), 'count', count(${column}),
  'people', ${isHidden ? sql`count(distinct pseudonym) filter (where ${column} is not null)` : sql`null`}
)`;

const columns = {
  entryPoint: sql`entry_point`,
  category: sql`category`,
  employeeType: sql`employee_type`,
} as const;

/** Counts the records by a property, in no particular order. If people are hidden, no count is about fewer than 5. */
export async function countByValue(
  db: Db,
  scope: RecordScope,
  property: keyof typeof columns,
): Promise<AnalysisDistribution> {
  const column = columns[property];
  const { rows } = await (scope.isHidden
    ? sql<AnalysisDistribution[number]>`
        select label as value, sum(records)::bigint as count from (
          select pseudonym, records, case
            when count(*) over (partition by value) >= ${minPeople} then value else ${analysisTexts.other}
          end as label
          from (
            select ${column} as value, pseudonym, count(*) as records ${fromRecords(scope)} group by ${column}, pseudonym
          ) as cell
        ) as labelled group by label having count(distinct pseudonym) >= ${minPeople}`
    : sql<AnalysisDistribution[number]>`
        select ${column} as value, count(*) as count ${fromRecords(scope)} group by ${column}`
  ).execute(db);
  return rows;
}

export interface Activity {
  /** `yyyy-mm-dd` */
  day: string;
  conversations: number;
  users: number;
}

/** Counts the conversations by the day on which they began; by week if people are hidden. */
export async function countByDay(db: Db, scope: RecordScope): Promise<Activity[]> {
  const utc = sql`started_at at time zone 'UTC'`;
  const day = scope.isHidden ? sql`date_trunc('week', ${utc})::date` : sql`(${utc})::date`;
  const { rows } = await sql<Activity>`
    select to_char(day, 'YYYY-MM-DD') as day, sum(records)::bigint as conversations, count(*) as users from (
      select ${day} as day, pseudonym, count(*) as records ${fromRecords(scope)} group by 1, 2
    ) as person_day
    group by person_day.day having count(*) >= ${scope.isHidden ? minPeople : 0} order by person_day.day`.execute(db);
  return rows;
}
