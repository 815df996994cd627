import { type AnalysisDistribution, analysisTexts } from "@lectern/contract";
import { type RawBuilder, sql } from "kysely";
import type { Db, DbTransaction } from "../../../platform/db/database.ts";
import { minPeople, type RecordScope } from "../reading/recordScope.ts";
import { isInScope } from "../reading/repository.ts";

/** Properties by which conversations are counted, with their columns. */
const columns = {
  entryPoint: sql`entry_point`,
  category: sql`category`,
  employeeType: sql`employee_type`,
} as const;
export type CountedProperty = keyof typeof columns;

/** Figures about the records that have one value of a property, or about all of them. */
export interface FigureRow {
  /** `period`: the value is the day or the week, `yyyy-mm-dd`. */
  property: CountedProperty | "period" | "all";
  value: string | null;
  conversations: number;
  prompts: number;
  userRatings: number;
  userRatingSum: number;
  systemRatings: number;
  systemRatingSum: number;
  /** People who have asked in the scope. Meaningful for `all` only. */
  users: number;
  /** People who have asked in the period. Meaningful for a `period` only. */
  usersOfPeriod: number;
}

/**
 * Computes the figures of a scope in one pass over the records, which are first summed by all properties together, because
 * these have few values.
 */
export async function computeFigures(db: Db, scope: RecordScope): Promise<FigureRow[]> {
  const { isHidden, assistantId, from } = scope;
  // An interval is added, but the name of a time zone is looked up for each row. The days are those of the statistics.
  const utc = sql`interval '0'`;
  const moment = sql`started_at at time zone ${utc}`;
  const period = isHidden ? sql`date_trunc('week', ${moment})::date` : sql`(${moment})::date`;
  const previous = sql`coalesce(${assistantId === null ? sql`previous_in_group_at` : sql`previous_at`}, '-infinity')`;
  const start = from ? sql`${from}::timestamptz` : sql`'-infinity'::timestamptz`;
  const isFirstInScope = from ? sql`previous < ${start}` : sql`previous = ${start}`;
  const sums = ["conversations", "prompts", "userRatings", "userRatingSum", "systemRatings", "systemRatingSum"];
  const { rows } = await sql<FigureRow>`
    with cell as materialized (
      select period, entry_point, category, employee_type, count(*) as conversations, sum(number_prompts) as prompts,
        count(user_rating) as "userRatings", sum(user_rating) as "userRatingSum",
        count(system_rating) as "systemRatings", sum(system_rating) as "systemRatingSum",
        count(*) filter (where ${isFirstInScope}) as users,
        count(*) filter (where previous < period::timestamp at time zone ${utc}) as "usersOfPeriod"
      from (
        select *, ${period} as period, ${previous} as previous
        from analysis_records as record where ${isInScope(scope)}
      ) as scoped
      group by period, entry_point, category, employee_type
    )
    select
      case grouping(entry_point, category, employee_type, period)
        when 7 then 'entryPoint' when 11 then 'category' when 13 then 'employeeType' when 14 then 'period' else 'all'
      end as property,
      coalesce(entry_point, category, employee_type, to_char(period, 'YYYY-MM-DD')) as value,
      ${sql.join(
        [...sums, "users", "usersOfPeriod"].map(
          (name) => sql`coalesce(sum(${sql.ref(name)}), 0)::bigint as ${sql.ref(name)}`,
        ),
      )}
    from cell group by grouping sets ((entry_point), (category), (employee_type), (period), ())
    order by period`.execute(db);
  return rows;
}

/** Selects from `record`, the records of a scope. */
const fromRecords = (scope: RecordScope) => sql`from analysis_records as record where ${isInScope(scope)}`;

/** Counts the people whose conversations have a rating. */
export async function countRatedPeople(
  tx: DbTransaction,
  scope: RecordScope,
): Promise<{ withUserRating: number; withSystemRating: number }> {
  const count = (column: RawBuilder<unknown>) => sql`(
    select count(*) from (select distinct pseudonym ${fromRecords(scope)} and ${column} is not null) as person
  )`;
  const { rows } = await sql<{ withUserRating: number; withSystemRating: number }>`
    select ${count(sql`user_rating`)} as "withUserRating", ${count(sql`system_rating`)} as "withSystemRating"`.execute(
    tx,
  );
  return rows[0] ?? { withUserRating: 0, withSystemRating: 0 };
}

/** Counts the records by a property. Values of fewer than 5 people are merged, and no count is about fewer than 5. */
export async function countByPeople(
  tx: DbTransaction,
  scope: RecordScope,
  property: CountedProperty,
): Promise<AnalysisDistribution> {
  const column = columns[property];
  const { rows } = await sql<AnalysisDistribution[number]>`
    with cell as materialized (
      select ${column} as value, pseudonym, count(*) as records ${fromRecords(scope)} group by ${column}, pseudonym
    ), frequent as materialized (
      select value from cell group by value having count(*) >= ${minPeople}
    ), labelled as (
      select pseudonym, records, case
        when value = any(array(select value from frequent)) then value
        when value is null and exists (select from frequent where value is null) then null
        else ${analysisTexts.other}
      end as label
      from cell
    )
    select label as value, sum(records)::bigint as count from (
      select label, pseudonym, sum(records) as records from labelled group by label, pseudonym
    ) as merged group by label having count(*) >= ${minPeople}`.execute(tx);
  return rows;
}
