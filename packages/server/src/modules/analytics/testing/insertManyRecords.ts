import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

/**
 * Inserts a group, one assistant of it, and records of that many people, ten each on average, spread evenly over days that
 * end on 28 November 2026, with a few values of each property. Returns the ids.
 */
export async function insertManyRecords(
  db: Db,
  { people, days }: { people: number; days: number },
): Promise<{ groupId: string; assistantId: string }> {
  const [groupId, assistantId] = ["busy-group", "astgp/busy"];
  await sql`insert into principals (id, kind) values (${groupId}, 'group')`.execute(db);
  await sql`
    insert into groups (id, wire_id, name, supports_analysis, created_at)
    values (${groupId}, 'Busy_1', 'Busy', true, now())`.execute(db);
  await sql`
    insert into assistants (id, owner_id, name, version, is_published, created_at, updated_at)
    values (${assistantId}, ${groupId}, 'Busy assistant', 1, true, now(), now())`.execute(db);
  const perStatement = 5_000;
  for (let first = 1; first <= people; first += perStatement) {
    const last = Math.min(first + perStatement - 1, people);
    await sql`
      insert into analysis_records (id, group_id, assistant_id, assistant_name, pseudonym, conversation_hash,
        employee_type, entry_point, number_prompts, model_used, started_at, previous_at, previous_in_group_at, updated_at,
        user_rating, system_rating, category)
      select gen_random_uuid(), ${groupId}, ${assistantId}, 'Busy assistant',
        hashint8extended(person, 0), gen_random_uuid()::text, (array['Staff', 'Student', 'Guest', null])[1 + person % 4],
        (array['Lectern', 'Moodle', 'Website'])[1 + n % 3], 1 + n % 9, 'scripted-large', moment,
        lag(moment) over earlier, lag(moment) over earlier, moment + interval '10 minutes',
        case when person % 10 = 0 then 1 + n % 5 end, 1 + n % 5, 'Category ' || (n % 12)
      from (
        select person, n, timestamptz '2026-11-29 00:00Z' - random() * ${days}::float8 * interval '1 day' as moment
        from generate_series(${first}::integer, ${last}::integer) as person
        cross join lateral generate_series(1, 1 + person % 19) as n
      ) as numbered window earlier as (partition by person order by moment)`.execute(db);
  }
  await sql`analyze analysis_records`.execute(db);
  return { groupId, assistantId };
}
