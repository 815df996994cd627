import { type Kysely, sql } from "kysely";

/**
 * Sums of the usage of each day, so that reports do not read every call. A series is what a call is counted by. It is a
 * row of its own, because it is long and repeats every day. A trigger marks a day whose rows change after its sums were
 * computed; reports then read the rows.
 *
 * @public Kysely calls it by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // What is not known is empty instead of null, so that it can be unique.
  await sql`
    create table usage_series (
      id integer generated always as identity primary key,
      user_id text not null,
      model_id text not null,
      account_id text not null,
      group_id text not null,
      assistant_id text not null,
      key_id text not null,
      unique (user_id, model_id, account_id, group_id, assistant_id, key_id)
    )`.execute(db);
  await sql`
    create table usage_days (
      series_id integer not null references usage_series (id),
      day date not null,
      calls integer not null,
      input_tokens bigint not null,
      output_tokens bigint not null,
      cost numeric not null,
      primary key (series_id, day)
    )`.execute(db);
  await sql`create index usage_days_day on usage_days (day)`.execute(db);
  // Most reports need only the sums by one of these things, of which there are far fewer.
  await sql`
    create table usage_totals (
      dimension text not null,
      day date not null,
      value text not null,
      calls integer not null,
      input_tokens bigint not null,
      output_tokens bigint not null,
      cost numeric not null,
      primary key (dimension, day, value)
    )`.execute(db);
  await sql`create table usage_rolled_days (day date primary key, is_stale boolean not null)`.execute(db);
  // Rows are inserted in the order of time, so a small index finds those of a day.
  await sql`create index usage_time on usage using brin (opened_at) with (pages_per_range = 16)`.execute(db);
  // The lock makes whoever sums the day wait for transactions that have changed it, which then are not missed.
  await sql`
    create function mark_usage_day() returns trigger language plpgsql as $$
    declare
      changed_at timestamptz;
      changed_day date;
    begin
      foreach changed_at in array array[old.opened_at, new.opened_at] loop
        continue when changed_at is null or changed_day = (changed_at at time zone 'UTC')::date;
        changed_day = (changed_at at time zone 'UTC')::date;
        perform pg_advisory_xact_lock_shared(hashtext('lectern usage day'), changed_day - date '2000-01-01');
        update usage_rolled_days set is_stale = true where day = changed_day and not is_stale;
      end loop;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger usage_day after insert or update or delete on usage
    for each row execute function mark_usage_day()`.execute(db);
}
