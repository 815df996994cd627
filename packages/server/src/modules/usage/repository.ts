import { type Insertable, sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import type { UsageTable } from "../../platform/db/schema.ts";

export async function insertUsage(db: Db, row: Insertable<UsageTable>): Promise<void> {
  await db.insertInto("usage").values(row).execute();
}

interface SettledCounts {
  inputTokens: number;
  outputTokens: number;
  /** Of the input tokens. */
  cachedTokens: number;
  isEstimate: boolean;
  outcome: string;
}

const interrupted = "interrupted";

/**
 * Settles an open or an interrupted row; one that is settled stays. The cost is the database's exact decimal arithmetic over the prices kept in
 * the row: a price that is not known costs nothing, and cached tokens cost like others where they have no price of their own.
 */
export async function settleUsageRow(db: Db, id: string, counts: SettledCounts, now: Date): Promise<void> {
  const input = sql`${counts.inputTokens}::integer`;
  const cached = sql`${counts.cachedTokens}::integer`;
  const output = sql`${counts.outputTokens}::integer`;
  await db
    .updateTable("usage")
    .set({
      settled_at: now,
      outcome: counts.outcome,
      is_estimate: counts.isEstimate,
      input_tokens: counts.inputTokens,
      output_tokens: counts.outputTokens,
      cached_tokens: counts.cachedTokens,
      cost: sql<string>`0.001 * (
        (${input} - ${cached}) * coalesce(input_token_cost, 0)
        + ${cached} * coalesce(cached_token_cost, input_token_cost, 0)
        + ${output} * coalesce(output_token_cost, 0))`,
    })
    .where("id", "=", id)
    .where((eb) => eb.or([eb("settled_at", "is", null), eb("outcome", "=", interrupted)]))
    .execute();
}

/** Settles, as interrupted, what was never settled. Gives how many rows that were. */
export async function interruptOpenUsage(db: Db, now: Date): Promise<number> {
  const result = await db
    .updateTable("usage")
    .set({ settled_at: now, outcome: interrupted })
    .where("settled_at", "is", null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** US dollars, exact decimal. */
export async function sumCost(db: Db, userId: string, from: Date): Promise<string> {
  const row = await db
    .selectFrom("usage")
    .select(sql<string>`coalesce(sum(cost), 0)::text`.as("cost"))
    .where("user_id", "=", userId)
    .where("opened_at", ">=", from)
    .executeTakeFirstOrThrow();
  return row.cost;
}
