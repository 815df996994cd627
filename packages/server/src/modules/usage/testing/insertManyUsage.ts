import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

/**
 * Inserts that many settled calls, in the order of time, over days that end on 29 November 2026. People are active on
 * some days, with eight calls on average: answers of one of 12 models, half of them of an assistant of a group, and a
 * title by the cheapest model. Each tenth person has a key, and a third an account of their own.
 */
export async function insertManyUsage(
  db: Db,
  { rows, people, days }: { rows: number; people: number; days: number },
): Promise<void> {
  await sql`
    insert into users (id, issuer, subject, email, name, created_at, last_seen_at)
    select 'person-' || n, 'bench', n::text, 'person-' || n || '@example.org', 'Person ' || n, now(), now()
    from generate_series(0, ${people}::integer - 1) as n`.execute(db);
  await sql`alter table usage disable trigger usage_day`.execute(db);
  const callsPerVisit = 8;
  const visitsPerDay = Math.ceil(rows / days / callsPerVisit);
  for (let day = days - 1; day >= 0; day--) {
    await sql`
      insert into usage (id, user_id, credential_id, account_id, account_owner_id, group_id, assistant_id, request_id,
        model_id, purpose, opened_at, settled_at, outcome, input_tokens, output_tokens, cached_tokens, cost)
      select gen_random_uuid(), 'person-' || person,
        case when person % 10 = 0 and n % 2 = 0 then '0b2d6c1e-0000-4000-8000-' || lpad(person::text, 12, '0')
          else 'person-' || person end,
        case when person % 3 = 0 then '260.05.' || (person % 3000) || '.1000' else 'general_account' end,
        'person-' || person,
        case when is_of_group then 'group-' || (person % 40) end,
        case when is_of_group then 'astg/0b2d6c1e-0000-4000-8000-' || lpad((person % 400)::text, 12, '0') end,
        gen_random_uuid(), 'model-' || (case when n = 8 then 0 else 1 + person % 11 end),
        case when n = 8 then 'title' else 'chat' end, moment, moment, 'done', 1000 + n * 37, 100 + n * 11, 0,
        (1 + person % 11) * 0.000154275 * n
      from (
        select person, n, n < 8 and (n + visit) % 2 = 0 as is_of_group,
          timestamptz '2026-11-29 00:00Z' - ${day}::integer * interval '1 day'
            + visit * interval '1 day' / ${visitsPerDay}::integer as moment
        from (
          select visit, floor(random() * random() * ${people}::integer)::integer as person
          from generate_series(0, ${visitsPerDay}::integer - 1) as visit offset 0
        ) as visits cross join generate_series(1, ${callsPerVisit}::integer) as n
      ) as call`.execute(db);
  }
  await sql`alter table usage enable trigger usage_day`.execute(db);
  await sql`vacuum analyze usage`.execute(db);
}
