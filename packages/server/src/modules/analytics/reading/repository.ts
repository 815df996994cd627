import { analysisTexts, type ConversationRecordColumn } from "@lectern/contract";
import { type RawBuilder, sql } from "kysely";
import type { Db, DbTransaction } from "../../../platform/db/database.ts";
import { escapeLike } from "../../../platform/db/escapeLike.ts";
import { transaction } from "../../../platform/db/transaction.ts";
import { joinAnswers } from "../recording/repository.ts";
import { minPeople, type RecordScope } from "./recordScope.ts";

/** Finds an assistant of a group, also a deleted one. `groupId` is the wire id. */
export async function findAssistantOfGroup(
  db: Db,
  assistantId: string,
): Promise<{ id: string; name: string; groupId: string } | undefined> {
  const { rows } = await sql<{ id: string; name: string; groupId: string }>`
    select assistants.id, wire_id as "groupId", coalesce(nullif(assistants.name, ''), (
      select assistant_name from analysis_records where assistant_id = assistants.id order by updated_at desc limit 1
    ), '') as name
    from assistants join groups on groups.id = owner_id where assistants.id = ${assistantId}`.execute(db);
  return rows[0];
}

export interface RecordRow {
  id: string;
  assistantId: string;
  assistantName: string;
  user: string | null;
  employeeType: string | null;
  entryPoint: string;
  numberPrompts: number;
  modelUsed: string;
  timestamp: Date;
  userRating: number | null;
  userFeedback: string | null;
  systemRating: number | null;
  category: string | null;
  hasContent: boolean;
}

interface RecordQuery {
  /** A part of a text; empty: all. */
  query: string;
  category: string | null;
  sortBy: ConversationRecordColumn;
  isDescending: boolean;
  offset: number;
  limit: number;
}

const sortColumns = {
  assistantName: sql`lower("assistantName")`,
  user: sql`"user"`,
  employeeType: sql`lower("employeeType")`,
  entryPoint: sql`lower("entryPoint")`,
  numberPrompts: sql`"numberPrompts"`,
  modelUsed: sql`lower("modelUsed")`,
  timestamp: sql`"timestamp"`,
  userRating: sql`"userRating"`,
  systemRating: sql`"systemRating"`,
  category: sql`lower(category)`,
  userFeedback: sql`lower("userFeedback")`,
  conversationId: sql`id`,
  assistantId: sql`"assistantId"`,
} as const satisfies Record<ConversationRecordColumn, RawBuilder<unknown>>;

/** Lists a page of records, with the number of all that match. */
export async function listRecords(
  db: Db,
  scope: RecordScope,
  query: RecordQuery,
): Promise<{ rows: RecordRow[]; total: number }> {
  if (!scope.isHidden) return selectPage(db, scope, query);
  return transaction(db, async (tx) => {
    await allowMemory(tx);
    return selectPage(tx, scope, query);
  });
}

/** Lets the statements of the transaction compare many people in memory: by default, PostgreSQL sorts them on disk. */
export async function allowMemory(tx: DbTransaction): Promise<void> {
  await sql`set local work_mem = '64MB'`.execute(tx);
}

async function selectPage(
  db: Db,
  scope: RecordScope,
  { query, category, sortBy, isDescending, offset, limit }: RecordQuery,
): Promise<{ rows: RecordRow[]; total: number }> {
  const pattern = `%${escapeLike(query)}%`;
  const texts = [sql`"assistantName"`, sql`"user"`, sql`category`, sql`"userFeedback"`];
  const matches = sql.join(
    texts.map((text) => sql`coalesce(${text} ilike ${pattern}, false)`),
    sql` or `,
  );
  const condition = sql`(${query === "" ? sql`true` : matches})
    and (${category === null ? sql`true` : sql`category = ${category}`})`;
  const records = sql`(${selectRecords(scope)}) as record where ${condition}`;
  const total = await countRecords(db, scope, records);
  if (total === 0) return { rows: [], total };
  const direction = isDescending ? sql`desc` : sql`asc`;
  const { rows } = await sql<RecordRow>`
    select id, "assistantId", "assistantName", "user", "employeeType", "entryPoint", "numberPrompts", "modelUsed",
      "timestamp", "userRating", "userFeedback", "systemRating", category, ${selectHasContent(scope)} as "hasContent"
    from ${records}
    order by ${sortColumns[sortBy]} ${direction} nulls last, id limit ${limit} offset ${offset}`.execute(db);
  return { rows, total };
}

/** Counts records. None are shown of too few people if people are hidden. */
async function countRecords(db: Db, { isHidden }: RecordScope, records: RawBuilder<unknown>): Promise<number> {
  const people = isHidden ? sql`count(distinct pseudonym)` : sql`null`;
  const { rows } = await sql<{ count: number; people: number | null }>`
    select count(*) as count, ${people} as people from ${records}`.execute(db);
  const { count = 0, people: counted = null } = rows[0] ?? {};
  return counted !== null && counted < minPeople ? 0 : count;
}

/**
 * Selects the records of a scope as they are shown. If people are hidden, nothing distinguishes fewer than 5 of them.
 * Otherwise only those are hidden who were told that they are.
 */
function selectRecords(scope: RecordScope): RawBuilder<unknown> {
  const columns = sql`
    record.id, record.person_id, record.conversation_id, record.assistant_id, record.is_hidden, pseudonym,
    record.assistant_id as "assistantId", coalesce(nullif(assistants.name, ''), assistant_name) as "assistantName",
    number_prompts as "numberPrompts"`;
  const week = sql`date_trunc('week', record.updated_at at time zone 'UTC') at time zone 'UTC'`;
  if (!scope.isHidden) {
    return sql`
      select ${columns}, model_used as "modelUsed", user_rating as "userRating", system_rating as "systemRating",
        coalesce(nullif(users.email, ''), services.wire_id) as "user",
        employee_type as "employeeType", entry_point as "entryPoint", category,
        case when record.is_hidden then ${week} else record.updated_at end as "timestamp",
        case when record.is_hidden is not true then user_feedback end as "userFeedback"
      from analysis_records as record join assistants on assistants.id = assistant_id
      left join users on users.id = person_id and record.is_hidden is not true
      left join services on services.id = person_id and record.is_hidden is not true
      where ${isInScope(scope)}`;
  }
  return sql`
    select ${columns}, null::text as "user", null::text as "userFeedback", ${week} as "timestamp",
      coalesce(${selectFrequent(scope, sql`model_used`)}, ${analysisTexts.other}) as "modelUsed",
      case when user_rating in (${selectFrequentValues(scope, sql`user_rating`)}) then user_rating end as "userRating",
      case when system_rating in (${selectFrequentValues(scope, sql`system_rating`)}) then system_rating end
        as "systemRating",
      ${selectFrequent(scope, sql`employee_type`)} as "employeeType",
      coalesce(${selectFrequent(scope, sql`entry_point`)}, ${analysisTexts.other}) as "entryPoint",
      ${selectFrequent(scope, sql`category`)} as category
    from analysis_records as record join assistants on assistants.id = assistant_id
    where ${isInScope(scope)} and assistant_id in (${selectFrequentValues(scope, sql`assistant_id`)})
      and ${week} in (${selectFrequentValues(scope, week)})`;
}

/** Selects a value, or null in place of a value that fewer than 5 people have. */
const selectFrequent = (scope: RecordScope, column: RawBuilder<unknown>) =>
  sql`case when ${column} in (${selectFrequentValues(scope, column)}) then ${column} end`;

const selectFrequentValues = (scope: RecordScope, column: RawBuilder<unknown>) => sql`
  select value from (
    select distinct ${column} as value, pseudonym
    from analysis_records as record where ${isInScope(scope)} and ${column} is not null
  ) as person group by value having count(*) >= ${minPeople}`;

/** A condition on `record`, a row of `analysis_records`. */
export function isInScope({ groupId, assistantId, from, before }: RecordScope): RawBuilder<boolean> {
  const conditions = [
    // An assistant never gets another owner.
    assistantId === null ? sql`record.group_id = ${groupId}` : sql`record.assistant_id = ${assistantId}`,
    ...(from ? [sql`record.started_at >= ${from}`] : []),
    ...(before ? [sql`record.started_at < ${before}`] : []),
  ];
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

const selectHasContent = ({ isHidden }: RecordScope) =>
  isHidden
    ? sql`false`
    : sql`is_hidden is not true and exists (select from (values (record.id)) as given (id) ${joinAnswers})`;

/** Lists the categories that occur in a scope, by name. */
export async function listCategories(db: Db, scope: RecordScope): Promise<string[]> {
  const having = scope.isHidden ? sql`having count(distinct pseudonym) >= ${minPeople}` : sql``;
  const { rows } = await sql<{ category: string }>`
    select category from analysis_records as record where ${isInScope(scope)} and category is not null
    group by category ${having} order by lower(category), category limit ${maxCategories}`.execute(db);
  return rows.map(({ category }) => category);
}

/** Categories that the filter offers. */
const maxCategories = 100;

export interface OpenedRecord {
  personId: string;
  conversationId: string;
  content: { role: "user" | "assistant"; content: string }[];
}

interface ContentRow {
  personId: string;
  conversationId: string;
  questionId: string | null;
  question: string | null;
  answer: string;
}

/** Reads the content of a record; null if there is none. */
export async function readContent(
  tx: DbTransaction,
  { recordId, assistantId }: { recordId: string; assistantId: string },
): Promise<OpenedRecord | null> {
  const { rows } = await sql<ContentRow>`
    select record.person_id as "personId", record.conversation_id as "conversationId", question.id as "questionId",
      question.content as question, answer.content as answer
    from analysis_records as record ${joinAnswers}
    where record.id = ${recordId} and record.assistant_id = ${assistantId}
      and record.is_hidden is not true
    order by question.seq, answer.seq`.execute(tx);
  const [first] = rows;
  if (!first) return null;
  const content = rows.flatMap(({ questionId, question, answer }, index): OpenedRecord["content"] => [
    // A question may have been answered several times.
    ...(question === null || questionId === rows[index - 1]?.questionId
      ? []
      : [{ role: "user" as const, content: question }]),
    { role: "assistant", content: answer },
  ]);
  return { personId: first.personId, conversationId: first.conversationId, content };
}

export async function insertOpening(
  tx: DbTransaction,
  opening: { recordId: string; openedBy: string; openedAt: Date },
): Promise<void> {
  await tx
    .insertInto("analysis_openings")
    .values({ record_id: opening.recordId, opened_by: opening.openedBy, opened_at: opening.openedAt })
    .execute();
}
