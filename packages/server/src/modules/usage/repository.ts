import type { RateLimit, UsageCounts } from "@lectern/contract";
import { type Insertable, type RawBuilder, type Selectable, sql } from "kysely";
import type { Db, DbTransaction } from "../../platform/db/database.ts";
import { prepared } from "../../platform/db/preparedStatements.ts";
import type { UsageTable } from "../../platform/db/schema.ts";
import type { DeadProcesses } from "../../platform/processes/processes.ts";
import type { OwnerId } from "../access/service.ts";

const interruptedOutcome = "interrupted";

export async function insertUsage(db: Db, row: Insertable<UsageTable>): Promise<void> {
  await db.insertInto("usage").values(row).modifyEnd(prepared).execute();
}

/** A row of an answer that ended by itself. A failure without output, such as that of the database, may be repeated. */
const answeredCondition = sql<boolean>`outcome <> ${interruptedOutcome} and not (outcome = 'failed' and output_tokens = 0)`;

/**
 * Builds the insert of an answer's row, which is also the claim to the request. It inserts and returns nothing if the
 * request has an open row, or if another process has answered it since `answeredSince`. If `answeredSince` is null,
 * ended answers do not count.
 */
export function buildRunClaimInsert(
  row: Insertable<UsageTable> & { process_id: string },
  answeredSince: Date | null,
): RawBuilder<{ id: string }> {
  const columnEntries = Object.entries(row).filter(([, value]) => value !== undefined);
  const isUnanswered = answeredSince
    ? sql`where not exists (
        select from usage where user_id = ${row.user_id} and request_id = ${row.request_id} and purpose = 'chat'
          and process_id <> ${row.process_id} and settled_at > ${answeredSince} and ${answeredCondition})`
    : sql``;
  return sql`
    insert into usage (${sql.join(columnEntries.map(([name]) => sql.ref(name)))})
    select ${sql.join(columnEntries.map(([, value]) => sql`${value}`))} ${isUnanswered}
    on conflict (user_id, request_id) where settled_at is null and purpose = 'chat' do nothing
    returning id`;
}

/** Finds the process that is answering a request, or has answered it since `answeredSince`. */
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
      eb.or([eb("settled_at", "is", null), eb.and([eb("settled_at", ">", answeredSince), answeredCondition])]),
    )
    .orderBy(sql`settled_at is null`, "desc")
    .orderBy("opened_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.process_id ?? null;
}

/** Finds the version of the assistant, or the assistant of a draft, in the newest row of a request's answer. */
export async function findAssistantOfRequest(db: Db, userId: string, requestId: string): Promise<string | null> {
  const row = await db
    .selectFrom("usage")
    .select("assistant_id")
    .where("user_id", "=", userId)
    .where("request_id", "=", requestId)
    .where("purpose", "=", "chat")
    .orderBy("opened_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.assistant_id ?? null;
}

/** Lists the open rows of a person's answers in other processes, optionally of one conversation. */
export async function listRemoteRunRows(
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

/** Lists the ids of the processes that have open calls. Null stands for rows of an earlier version. */
export async function listUsageProcessIds(db: Db): Promise<(string | null)[]> {
  const rows = await db.selectFrom("usage").select("process_id").distinct().where("settled_at", "is", null).execute();
  return rows.map(({ process_id }) => process_id);
}

/** Settles a process's open claim to a request as interrupted. */
export async function interruptClaim(
  db: Db,
  userId: string,
  requestId: string,
  processId: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable("usage")
    .set({ settled_at: now, outcome: interruptedOutcome, is_estimate: true, conversation_hash: null })
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
  /** The part of the input tokens that was read from a cache. */
  cachedTokens: number;
  /** The part of the input tokens that was written to a cache. */
  cacheWriteTokens: number;
}

interface SettledCounts extends TokenCounts {
  isEstimate: boolean;
  outcome: string;
}

/** Settles a row that is open or interrupted. Returns the model and the cost, or null if there is no such row. */
export async function settleUsageRow(
  db: Db,
  id: string,
  counts: SettledCounts,
  now: Date,
): Promise<{ model_id: string; cost: string } | null> {
  const row = await db
    .updateTable("usage")
    .set({
      ...toCountColumns(counts),
      settled_at: now,
      outcome: counts.outcome,
      is_estimate: counts.isEstimate,
      conversation_hash: null,
    })
    .where("id", "=", id)
    .where((eb) => eb.or([eb("settled_at", "is", null), eb("outcome", "=", interruptedOutcome)]))
    .returning(["model_id", "cost"])
    .modifyEnd(prepared)
    .executeTakeFirst();
  return row ?? null;
}

export interface OpenUsageEstimate {
  /** The row's id. */
  id: string;
  inputTokens: number;
  outputTokens: number;
}

/** Stores estimates of the usage so far in open rows. Skips rows that are being changed. */
export async function updateOpenUsageRows(db: Db, estimates: readonly OpenUsageEstimate[]): Promise<void> {
  const cost = buildCost({
    input: sql`estimate."inputTokens"`,
    cached: sql`0`,
    cacheWrite: sql`0`,
    output: sql`estimate."outputTokens"`,
  });
  await sql`
    with estimate as (
      select usage.id, estimate."inputTokens", estimate."outputTokens"
      from json_to_recordset(${JSON.stringify(estimates)}::json) as estimate (id text, "inputTokens" integer, "outputTokens" integer)
        join usage on usage.id = estimate.id
      where usage.settled_at is null for no key update of usage skip locked
    )
    update usage set input_tokens = estimate."inputTokens", output_tokens = estimate."outputTokens", cached_tokens = 0,
      cache_write_tokens = 0, cost = ${cost}, is_estimate = true
    from estimate where usage.id = estimate.id ${prepared}`.execute(db);
}

/** Returns the columns for these counts and their cost. */
function toCountColumns({ inputTokens, outputTokens, cachedTokens, cacheWriteTokens }: TokenCounts) {
  return {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    cached_tokens: cachedTokens,
    cache_write_tokens: cacheWriteTokens,
    cost: buildCost({
      input: sql`${inputTokens}::integer`,
      cached: sql`${cachedTokens}::integer`,
      cacheWrite: sql`${cacheWriteTokens}::integer`,
      output: sql`${outputTokens}::integer`,
    }),
  };
}

/**
 * Builds the cost of these numbers of tokens. The database computes it exactly, with decimal arithmetic, from the
 * prices in the row, which are per 1,000 tokens. An unknown price counts as 0; without a price for tokens that were read
 * from a cache or written to it, the input price applies.
 */
function buildCost({
  input,
  cached,
  cacheWrite,
  output,
}: Record<"input" | "cached" | "cacheWrite" | "output", RawBuilder<unknown>>) {
  return sql<string>`0.001 * (
    (${input} - ${cached} - ${cacheWrite}) * coalesce(input_token_cost, 0)
    + ${cached} * coalesce(cached_token_cost, input_token_cost, 0)
    + ${cacheWrite} * coalesce(cache_write_token_cost, input_token_cost, 0)
    + ${output} * coalesce(output_token_cost, 0))`;
}

/**
 * Settles the open rows of these processes as interrupted, with their last estimate; with `includesUnmarked`, also rows
 * without a process id. Returns the number of rows.
 */
export async function settleUsageOfDeadProcesses(
  db: Db,
  { ids: deadIds, includesUnmarked }: DeadProcesses,
  now: Date,
): Promise<number> {
  const result = await db
    .updateTable("usage")
    .set({ settled_at: now, outcome: interruptedOutcome, is_estimate: true, conversation_hash: null })
    .where("settled_at", "is", null)
    .where((eb) =>
      eb.or([
        eb("process_id", "=", sql<string>`any(${[...deadIds]}::text[])`),
        ...(includesUnmarked ? [eb("process_id", "is", null)] : []),
      ]),
    )
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Sums a person's cost since `from` in US dollars, as an exact decimal. */
export async function sumCost(db: Db, ownerId: OwnerId, from: Date): Promise<string> {
  const row = await db
    .selectFrom("usage")
    .select(sql<string>`coalesce(sum(cost), 0)::text`.as("cost"))
    .where("user_id", "=", ownerId)
    .where("opened_at", ">=", from)
    .executeTakeFirstOrThrow();
  return row.cost;
}

/** Counts a person's answers with text, and the tokens of all their calls, since `from`. */
export async function countUsage(db: Db, ownerId: OwnerId, from: Date): Promise<UsageCounts> {
  const row = await db
    .selectFrom("usage")
    .select([
      sql<string>`count(*) filter (where purpose = 'chat' and output_tokens > 0)::text`.as("answers"),
      sql<string>`coalesce(sum(input_tokens), 0)::text`.as("inputTokens"),
      sql<string>`coalesce(sum(output_tokens), 0)::text`.as("outputTokens"),
    ])
    .where("user_id", "=", ownerId)
    .where("opened_at", ">=", from)
    .executeTakeFirstOrThrow();
  return {
    answers: Number(row.answers),
    inputTokens: Number(row.inputTokens),
    outputTokens: Number(row.outputTokens),
  };
}

/** Finds the limit on the cost of a group's assistants; its period is `Unlimited` if there is none. */
export async function findGroupLimit(db: Db, groupId: string): Promise<{ name: string; limit: RateLimit } | null> {
  const row = await db
    .selectFrom("groups")
    .select(["name", "limit_period", "limit_rate"])
    .where("id", "=", groupId)
    .executeTakeFirst();
  if (!row) return null;
  const { limit_period: period, limit_rate: rate } = row;
  return {
    name: row.name,
    limit: { period: (period ?? "Unlimited") as RateLimit["period"], rate: rate === null ? null : Number(rate) },
  };
}

/** Locks the spending that counts toward the same limits, in all processes, until the transaction ends. */
export async function lockSpending(tx: DbTransaction, subject: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`lectern spending ${subject}`}, 0))`.execute(tx);
}

/**
 * Sums the cost of rows that meet a condition, since each of these times, in US dollars and in the same order. `committed` includes the
 * reserved cost of an open call if it is higher than the cost so far. The sums are exact until they are converted to
 * numbers.
 */
export async function sumSpending(
  db: Db,
  rows: RawBuilder<boolean>,
  starts: readonly [Date, ...Date[]],
): Promise<{ spent: number; committed: number }[]> {
  const earliestStart = new Date(Math.min(...starts.map((start) => start.getTime())));
  const maxCost = sql`case when settled_at is null then greatest(cost, reserved_cost) else cost end`;
  const selectSums = (amount: ReturnType<typeof sql>) =>
    sql.join(starts.map((start) => sql`coalesce(sum(${amount}) filter (where opened_at >= ${start}), 0)::text`));
  const row = await db
    .selectFrom("usage")
    .select([
      sql<string[]>`array[${selectSums(sql`cost`)}]`.as("spent"),
      sql<string[]>`array[${selectSums(maxCost)}]`.as("committed"),
    ])
    .where(rows)
    .where("opened_at", ">=", earliestStart)
    .executeTakeFirstOrThrow();
  return starts.map((_, index) => ({ spent: Number(row.spent[index]), committed: Number(row.committed[index]) }));
}

/**
 * Stores the highest cost of these tokens, computed from the prices in the row, as the row's reserved cost: all of the
 * input may be written to a cache.
 */
export async function reserveUsageRow(
  db: Db,
  id: string,
  { inputTokens, outputTokens }: Pick<TokenCounts, "inputTokens" | "outputTokens">,
): Promise<void> {
  const inputPrice = sql`coalesce(greatest(input_token_cost, cached_token_cost, cache_write_token_cost), 0)`;
  const input = sql`${inputTokens}::integer * ${inputPrice}`;
  const output = sql`${outputTokens}::integer * coalesce(output_token_cost, 0)`;
  await db
    .updateTable("usage")
    .set({ reserved_cost: sql<string>`0.001 * (${input} + ${output})` })
    .where("id", "=", id)
    .execute();
}

/** Deletes an open row whose call was never made. */
export async function deleteOpenUsage(db: Db, id: string): Promise<void> {
  await db.deleteFrom("usage").where("id", "=", id).where("settled_at", "is", null).execute();
}

/** Finds a section of the configuration that administrators have saved, as unvalidated JSON; null if it was never saved. */
export async function findSetting(db: Db, name: "rateLimit" | "promtCostAlert"): Promise<unknown> {
  const row = await db.selectFrom("settings").select("value").where("name", "=", name).executeTakeFirst();
  return row?.value ?? null;
}
