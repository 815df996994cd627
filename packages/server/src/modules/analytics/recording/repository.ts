import { randomUUID } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import type { Db, DbTransaction } from "../../../platform/db/database.ts";
import type { AnalyzedTurn } from "../analysisJob.ts";
import type { Judgement } from "../judgement/parseJudgement.ts";
import type { NewTurn } from "./newTurn.ts";

/** Finds a group whose conversations are analyzed. */
export async function findAnalyzedGroup(tx: DbTransaction, groupId: string): Promise<{ types: string[] } | undefined> {
  return tx
    .selectFrom("groups")
    .where("id", "=", groupId)
    .where("supports_analysis", "=", true)
    .where("deleted_at", "is", null)
    .select("types")
    .executeTakeFirst();
}

/**
 * Returns false if the person has been erased. Otherwise the erasure waits until the transaction ends, as for rows that
 * name the person; see `0019_shared_erasure_locks.ts`.
 */
export async function findLivingPerson(tx: DbTransaction, personId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock_shared(714002, hashtext(${personId}) & 63)`.execute(tx);
  const { rows } = await sql`select from users where id = ${personId} and erased_at is not null`.execute(tx);
  return rows.length === 0;
}

/** Makes sure that a conversation exists until the transaction ends. */
export async function lockConversation(tx: DbTransaction, ownerId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from conversations where owner_id = ${ownerId} and id = ${id} for key share`.execute(tx);
  return rows.length > 0;
}

interface UpsertedRecord {
  recordId: string;
  isLatest: boolean;
  isFirst: boolean;
  /** False if the record names neither a person nor a conversation. */
  isNamed: boolean;
}

/**
 * Creates or updates the record of a conversation. A record that names nobody never does: what a local conversation has
 * been told stays true when it is moved to the cloud.
 */
export async function upsertRecord(
  tx: DbTransaction,
  turn: NewTurn,
  conversationId: string | null,
): Promise<UpsertedRecord> {
  const { assistant, person, conversationHash, pseudonym, isHidden } = turn;
  const { employeeType, entryPoint, modelName, startedAt, endedAt } = turn;
  const personId = conversationId === null ? null : person.id;
  const { rows } = await sql<UpsertedRecord>`
    insert into analysis_records as record (
      id, group_id, assistant_id, assistant_name, pseudonym, conversation_hash, person_id, conversation_id,
      is_hidden, employee_type, entry_point, model_used, started_at, updated_at
    ) values (
      ${randomUUID()}, ${assistant.groupId}, ${assistant.id}, ${assistant.name}, ${pseudonym}, ${conversationHash},
      ${personId}, ${conversationId}, ${isHidden}, ${employeeType}, ${entryPoint}, ${modelName}, ${startedAt}, ${endedAt}
    )
    on conflict (conversation_hash, assistant_id) do update set
      is_hidden = coalesce(record.is_hidden, false) or excluded.is_hidden,
      started_at = least(record.started_at, excluded.started_at),
      (assistant_name, employee_type, entry_point, model_used, updated_at) = (
        select latest.* from (values
          (excluded.assistant_name, excluded.employee_type, excluded.entry_point, excluded.model_used, excluded.updated_at),
          (record.assistant_name, record.employee_type, record.entry_point, record.model_used, record.updated_at)
        ) as latest (assistant_name, employee_type, entry_point, model_used, updated_at)
        order by latest.updated_at desc limit 1
      )
    returning id as "recordId", updated_at <= ${endedAt}::timestamptz as "isLatest",
      started_at >= ${startedAt}::timestamptz as "isFirst", person_id is not null as "isNamed"`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error("the record was neither inserted nor updated");
  return row;
}

/** Makes other transactions that record conversations of this person in any group wait until this one ends. */
export async function lockPseudonym(tx: DbTransaction, pseudonym: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(714003, hashint8(${pseudonym}::bigint))`.execute(tx);
}

/** Stores which conversation precedes a new one and those of the same person that started later. */
export async function linkRecords(
  tx: DbTransaction,
  { groupId, pseudonym, startedAt }: { groupId: string; pseudonym: string; startedAt: string },
): Promise<void> {
  const selectPrevious = (condition: RawBuilder<unknown>) => sql`(
    select max(earlier.started_at) from analysis_records as earlier
    where earlier.group_id = record.group_id and earlier.pseudonym = record.pseudonym and ${condition}
      and (earlier.started_at, earlier.id) < (record.started_at, record.id)
  )`;
  await sql`
    update analysis_records as record set
      previous_at = ${selectPrevious(sql`earlier.assistant_id = record.assistant_id`)},
      previous_in_group_at = ${selectPrevious(sql`true`)}
    where group_id = ${groupId} and pseudonym = ${pseudonym} and started_at >= ${startedAt}::timestamptz`.execute(tx);
}

/** Counts a question unless it has been counted. */
export async function addPrompt(tx: DbTransaction, recordId: string, promptHash: string): Promise<void> {
  await sql`
    with added as (
      insert into analysis_prompts (record_id, prompt_hash) values (${recordId}, ${promptHash})
      on conflict do nothing returning record_id
    )
    update analysis_records set number_prompts = number_prompts + 1
    where id in (select record_id from added)`.execute(tx);
}

/** Stores which message is an answer of the record, unless it has been deleted. */
export async function addAnswer(
  tx: DbTransaction,
  answer: { ownerId: string; conversationId: string; messageId: string; recordId: string },
): Promise<void> {
  await sql`
    insert into analysis_answers (owner_id, conversation_id, message_id, record_id)
    select owner_id, conversation_id, id, ${answer.recordId} from messages
    where owner_id = ${answer.ownerId} and conversation_id = ${answer.conversationId} and id = ${answer.messageId}
    for key share
    on conflict (owner_id, conversation_id, message_id) do update set record_id = excluded.record_id`.execute(tx);
}

/**
 * Joins `answer` and `question`, messages of the conversation, to a statement with `record`: only answers that the
 * record's assistant has given, because the same message may have been generated again with another.
 */
export const joinAnswers = sql`
  join analysis_answers on analysis_answers.record_id = record.id
    and analysis_answers.owner_id = record.person_id and analysis_answers.conversation_id = record.conversation_id
  join messages as answer on answer.owner_id = analysis_answers.owner_id
    and answer.conversation_id = analysis_answers.conversation_id and answer.id = analysis_answers.message_id
    and answer.data #>> '{state,currentAssistantId}' = record.assistant_id
  left join messages as question on question.owner_id = answer.owner_id
    and question.conversation_id = answer.conversation_id and question.id = answer.parent_id`;

/** Lists what the record's assistant has been asked and has answered in a cloud conversation, oldest first. */
export async function listAnsweredTurns(db: Db, recordId: string): Promise<AnalyzedTurn[]> {
  const { rows } = await sql<AnalyzedTurn>`
    select coalesce(question.content, '') as question, answer.content as answer
    from analysis_records as record ${joinAnswers}
    where record.id = ${recordId} order by question.seq, answer.seq`.execute(db);
  return rows;
}

/** Returns one answer of a cloud conversation with its question, for a record that must not refer to it. */
export async function listSingleTurn(
  db: Db,
  { ownerId, conversationId, messageId }: { ownerId: string; conversationId: string; messageId: string },
): Promise<AnalyzedTurn[]> {
  const { rows } = await sql<AnalyzedTurn>`
    select coalesce(question.content, '') as question, answer.content as answer
    from messages as answer left join messages as question on question.owner_id = answer.owner_id
      and question.conversation_id = answer.conversation_id and question.id = answer.parent_id
    where answer.owner_id = ${ownerId} and answer.conversation_id = ${conversationId} and answer.id = ${messageId}`.execute(
    db,
  );
  return rows;
}

/** Stores a judgement unless a later answer has been recorded. */
export async function saveJudgement(
  db: Db,
  recordId: string,
  endedAt: Date,
  { rating, category }: Judgement,
): Promise<void> {
  await db
    .updateTable("analysis_records")
    .where("id", "=", recordId)
    .where("updated_at", "<=", endedAt)
    .set({ system_rating: rating, category })
    .execute();
}

export async function listGroupsWithRecords(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from groups where exists (select from analysis_records where group_id = groups.id)`.execute(db);
  return rows.map(({ id }) => id);
}

/** Makes records find neither a person nor a conversation, and nothing that the person wrote. */
export async function anonymizeRecords(
  tx: DbTransaction,
  { groupId, pseudonym, newPseudonym }: { groupId: string; pseudonym: string; newPseudonym: string },
): Promise<void> {
  const records = sql`select id from analysis_records where pseudonym = ${pseudonym} and group_id = ${groupId}`;
  for (const table of ["analysis_prompts", "analysis_answers", "analysis_openings"]) {
    await sql`delete from ${sql.table(table)} where record_id in (${records})`.execute(tx);
  }
  await sql`
    update analysis_records set pseudonym = ${newPseudonym}, conversation_hash = gen_random_uuid()::text, person_id = null,
      conversation_id = null, user_feedback = null, rated_message_id = null
    where id in (${records})`.execute(tx);
}

/** Marks some records of which it is not known what the people were told. Returns their number. */
export async function markUnmarkedRecords(db: Db, isHidden: boolean, limit: number): Promise<number> {
  const { rows } = await sql`
    update analysis_records set is_hidden = ${isHidden} where id in (
      select id from analysis_records where is_hidden is null limit ${limit}
    ) returning 1`.execute(db);
  return rows.length;
}

/** Deletes some records of groups that were deleted before this time. Returns their number. */
export async function deleteRecordsOfDeletedGroups(db: Db, deletedBefore: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from analysis_records where id in (
      select analysis_records.id from groups join analysis_records on group_id = groups.id
      where deleted_at < ${deletedBefore} limit ${limit}
    ) returning 1`.execute(db);
  return rows.length;
}
