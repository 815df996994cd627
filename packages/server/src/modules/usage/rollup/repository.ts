import { sql } from "kysely";
import type { Db, DbTransaction } from "../../../platform/db/database.ts";
import { seriesColumns } from "../report/repository.ts";

const utc = sql`'UTC'`;

/**
 * Lists the days before `today` whose sums are missing or stale, the oldest first. Days without calls are among them, so
 * that the sums have no gaps. Rows from before the first day are read instead of summed.
 */
export async function listDaysToRollUp(db: Db, today: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    with rolled as (select max(day) as last from usage_rolled_days),
      start as (
        select coalesce(last + 1, (select (min(opened_at) at time zone ${utc})::date from usage)) as day from rolled
      )
    select past::date as day from start, generate_series(start.day, ${today}::date - 1, interval '1 day') as past
    union select day from usage_rolled_days where is_stale and day < ${today}::date
    order by day`.execute(db);
  return rows.map(({ day }) => day);
}

/** Waits for all transactions that have changed rows of the day, and lets others wait until this one ends. */
export async function lockUsageDay(tx: DbTransaction, day: string): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtext('lectern usage day'), ${day}::date - date '2000-01-01')`.execute(tx);
}

/** Returns true if another process has summed the day meanwhile. */
export async function isRolledUp(db: Db, day: string): Promise<boolean> {
  const row = await db.selectFrom("usage_rolled_days").select("is_stale").where("day", "=", day).executeTakeFirst();
  return row?.is_stale === false;
}

/** Replaces the sums of a day. The day must be locked. */
export async function replaceUsageDay(tx: DbTransaction, day: string): Promise<void> {
  const names = sql.join(seriesColumns.map(({ name }) => sql.ref(name)));
  const values = sql.join(seriesColumns.map(({ name, value }) => sql`${value} as ${sql.ref(name)}`));
  const isOfDay = sql`
    opened_at >= ${day}::timestamp at time zone ${utc} and opened_at < (${day}::date + 1)::timestamp at time zone ${utc}`;
  await sql`
    insert into usage_series (${names})
    select distinct ${values} from usage where ${isOfDay}
    except select ${names} from usage_series
    on conflict do nothing`.execute(tx);
  await sql`delete from usage_days where day = ${day}::date`.execute(tx);
  await sql`
    insert into usage_days (series_id, day, calls, input_tokens, output_tokens, cost)
    select usage_series.id, ${day}::date, count(*), sum(input_tokens), sum(output_tokens), sum(cost)
    from (select ${values}, input_tokens, output_tokens, cost from usage where ${isOfDay}) as call
    join usage_series using (${names})
    group by usage_series.id`.execute(tx);
  await sql`delete from usage_totals where day = ${day}::date`.execute(tx);
  const columns = seriesColumns.map(({ name }) => sql.ref(name));
  const dimension = sql.join(
    seriesColumns.map(({ name }) => sql`when grouping(${sql.ref(name)}) = 0 then ${sql.lit(name)}`),
    sql` `,
  );
  await sql`
    insert into usage_totals (dimension, day, value, calls, input_tokens, output_tokens, cost)
    select case ${dimension} else 'all' end, day, coalesce(${sql.join(columns)}, ''),
      sum(calls), sum(input_tokens), sum(output_tokens), sum(cost)
    from usage_days join usage_series on usage_series.id = series_id where day = ${day}::date
    group by day, grouping sets (${sql.join(columns.map((column) => sql`(${column})`))}, ())`.execute(tx);
  await sql`
    insert into usage_rolled_days (day, is_stale) values (${day}::date, false)
    on conflict (day) do update set is_stale = false`.execute(tx);
}
