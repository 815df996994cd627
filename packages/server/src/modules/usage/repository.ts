import { type Insertable, type Selectable, sql } from "kysely";
import type { Db, DbTransaction } from "../../platform/db/database.ts";
import type { UsageTable } from "../../platform/db/schema.ts";
import type { DeadProcesses } from "../../platform/processes/processes.ts";

const interrupted = "interrupted";

export async function insertUsage(db: Db, row: Insertable<UsageTable>): Promise<void> {
  await db.insertInto("usage").values(row).execute();
}

/**
 * Opens the row of an answer, which is the claim to write it, unless the same request is open, or has been answered by another process since
 * `answeredSince` (null: whatever was answered). False: nothing was written.
 */
export async function insertRunClaim(
  db: Db,
  row: Insertable<UsageTable> & { process_id: string },
  answeredSince: Date | null,
): Promise<boolean> {
  const values = Object.entries(row).filter(([, value]) => value !== undefined);
  const answered = answeredSince
    ? sql`where not exists (
        select from usage where user_id = ${row.user_id} and request_id = ${row.request_id} and purpose = 'chat'
          and process_id <> ${row.process_id} and settled_at > ${answeredSince} and outcome <> ${interrupted})`
    : sql``;
  const { rows } = await sql`
    insert into usage (${sql.join(values.map(([name]) => sql.ref(name)))})
    select ${sql.join(values.map(([, value]) => sql`${value}`))} ${answered}
    on conflict (user_id, request_id) where settled_at is null and purpose = 'chat' do nothing
    returning id`.execute(db);
  return rows.length > 0;
}

/** The process that is answering a request, or has answered it since; null: none that is known. */
export async function findClaimingProcess(
  db: Db,
  userId: string,
  requestId: string,
  answeredSince: Date,
): Promise<string | null> {
  const row = await db
    .selectFrom("usage")
    .select("process_id")
    .where("user_id", "=", userId)
    .where("request_id", "=", requestId)
    .where("purpose", "=", "chat")
    .where("process_id", "is not", null)
    .where((eb) =>
      eb.or([
        eb("settled_at", "is", null),
        eb.and([eb("settled_at", ">", answeredSince), eb("outcome", "<>", interrupted)]),
      ]),
    )
    .orderBy(sql`settled_at is null`, "desc")
    .orderBy("opened_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.process_id ?? null;
}

/** The answers that processes other than this one are writing for a person; of one conversation, where one is named. */
export async function listRunsElsewhere(
  db: Db,
  userId: string,
  processId: string,
  conversationHash: string | null,
): Promise<Pick<Selectable<UsageTable>, "request_id" | "conversation_id" | "opened_at" | "process_id">[]> {
  let query = db
    .selectFrom("usage")
    .select(["request_id", "conversation_id", "opened_at", "process_id"])
    .where("user_id", "=", userId)
    .where("settled_at", "is", null)
    .where("purpose", "=", "chat")
    .where("process_id", "<>", processId);
  if (conversationHash !== null) query = query.where("conversation_hash", "=", conversationHash);
  return query.execute();
}

/** The processes that have calls open; null: rows of an earlier version. */
export async function listUsageProcesses(db: Db): Promise<(string | null)[]> {
  const rows = await db.selectFrom("usage").select("process_id").distinct().where("settled_at", "is", null).execute();
  return rows.map(({ process_id }) => process_id);
}

/** Ends, as interrupted, the claim that a process has to a request. */
export async function interruptClaim(
  db: Db,
  userId: string,
  requestId: string,
  processId: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable("usage")
    .set({ settled_at: now, outcome: interrupted, is_estimate: true, conversation_hash: null })
    .where("user_id", "=", userId)
    .where("request_id", "=", requestId)
    .where("purpose", "=", "chat")
    .where("process_id", "=", processId)
    .where("settled_at", "is", null)
    .execute();
}

export interface TokenCounts {
  inputTokens: number;
  outputTokens: number;
  /** Of the input tokens. */
  cachedTokens: number;
}

interface SettledCounts extends TokenCounts {
  isEstimate: boolean;
  outcome: string;
}

/**
 * Settles an open or an interrupted row; one that is settled stays. Gives the row's model and cost, or null where nothing was settled.
 */
export async function settleUsageRow(
  db: Db,
  id: string,
  counts: SettledCounts,
  now: Date,
): Promise<{ model_id: string; cost: string } | null> {
  const row = await db
    .updateTable("usage")
    .set({
      ...countColumns(counts),
      settled_at: now,
      outcome: counts.outcome,
      is_estimate: counts.isEstimate,
      conversation_hash: null,
    })
    .where("id", "=", id)
    .where((eb) => eb.or([eb("settled_at", "is", null), eb("outcome", "=", interrupted)]))
    .returning(["model_id", "cost"])
    .executeTakeFirst();
  return row ?? null;
}

/** Notes on an open row what it has come to so far, by our own count. */
export async function updateOpenUsageRow(db: Db, id: string, counts: TokenCounts): Promise<void> {
  await db
    .updateTable("usage")
    .set({ ...countColumns(counts), is_estimate: true })
    .where("id", "=", id)
    .where("settled_at", "is", null)
    .execute();
}

/**
 * The cost is the database's exact decimal arithmetic over the prices kept in the row: a price that is not known costs nothing, and
 * cached tokens cost like others where they have no price of their own.
 */
function countColumns({ inputTokens, outputTokens, cachedTokens }: TokenCounts) {
  const input = sql`${inputTokens}::integer`;
  const cached = sql`${cachedTokens}::integer`;
  const output = sql`${outputTokens}::integer`;
  return {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    cached_tokens: cachedTokens,
    cost: sql<string>`0.001 * (
      (${input} - ${cached}) * coalesce(input_token_cost, 0)
      + ${cached} * coalesce(cached_token_cost, input_token_cost, 0)
      + ${output} * coalesce(output_token_cost, 0))`,
  };
}

/**
 * Settles, as interrupted, what these processes have open, with what was noted of it; `unmarked`: also what names no process. Gives how many
 * rows that were.
 */
export async function interruptOpenUsage(db: Db, { dead, unmarked }: DeadProcesses, now: Date): Promise<number> {
  const result = await db
    .updateTable("usage")
    .set({ settled_at: now, outcome: interrupted, is_estimate: true, conversation_hash: null })
    .where("settled_at", "is", null)
    .where((eb) =>
      eb.or([
        eb("process_id", "=", sql<string>`any(${[...dead]}::text[])`),
        ...(unmarked ? [eb("process_id", "is", null)] : []),
      ]),
    )
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

/** Makes all others wait, in every process, who would look at this person's spending before they add to it. Until the transaction ends. */
export async function lockSpending(tx: DbTransaction, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`lectern spending ${userId}`}, 0))`.execute(tx);
}

/**
 * What has gone since each of these moments, in US dollars, in their order: `spent`, and `committed` with what open calls may come to
 * cost. Sums are exact before they become numbers.
 */
export async function sumSpending(
  db: Db,
  userId: string,
  starts: readonly [Date, ...Date[]],
): Promise<{ spent: number; committed: number }[]> {
  const earliest = new Date(Math.min(...starts.map((start) => start.getTime())));
  const mayCost = sql`case when settled_at is null then greatest(cost, reserved_cost) else cost end`;
  const sumsOf = (amount: ReturnType<typeof sql>) =>
    sql.join(starts.map((start) => sql`coalesce(sum(${amount}) filter (where opened_at >= ${start}), 0)::text`));
  const row = await db
    .selectFrom("usage")
    .select([
      sql<string[]>`array[${sumsOf(sql`cost`)}]`.as("spent"),
      sql<string[]>`array[${sumsOf(mayCost)}]`.as("committed"),
    ])
    .where("user_id", "=", userId)
    .where("opened_at", ">=", earliest)
    .executeTakeFirstOrThrow();
  return starts.map((_, index) => ({ spent: Number(row.spent[index]), committed: Number(row.committed[index]) }));
}

/** Sets aside what an open row may cost by its prices. */
export async function reserveUsageRow(
  db: Db,
  id: string,
  { inputTokens, outputTokens }: Omit<TokenCounts, "cachedTokens">,
): Promise<void> {
  const input = sql`${inputTokens}::integer * coalesce(input_token_cost, 0)`;
  const output = sql`${outputTokens}::integer * coalesce(output_token_cost, 0)`;
  await db
    .updateTable("usage")
    .set({ reserved_cost: sql<string>`0.001 * (${input} + ${output})` })
    .where("id", "=", id)
    .execute();
}

/** Forgets a row whose call was never made. */
export async function deleteOpenUsage(db: Db, id: string): Promise<void> {
  await db.deleteFrom("usage").where("id", "=", id).where("settled_at", "is", null).execute();
}
