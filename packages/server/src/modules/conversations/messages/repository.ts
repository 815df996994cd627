import { getBranch, type MessageData } from "@lectern/contract";
import { type Insertable, type RawBuilder, type Selectable, sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import { prepared } from "../../../platform/db/preparedStatements.ts";
import type { ConversationsTable, MessagesTable } from "../../../platform/db/schema.ts";
import type { DeadProcesses } from "../../../platform/processes/processes.ts";
import { getOwnerIdOfRow, type OwnerId } from "../../access/service.ts";

export type MessageRow = Selectable<MessagesTable>;
export type NewMessageRow = Omit<Insertable<MessagesTable>, "owner_id" | "conversation_id" | "seq" | "revision">;

/** Identifies a conversation. */
export interface ConversationKey {
  ownerId: OwnerId;
  conversationId: string;
}

const rowsPerInsert = 500;
const linksPerUpdate = 5_000;
/** A statement of several megabytes would block the event loop while the driver writes it. */
const charactersPerInsert = 1_000_000;

/** The columns of a conversation that decide how its messages are read. */
export type MessageSource = Pick<Selectable<ConversationsTable>, "owner_id" | "id" | "bytes" | "revision">;

/** The embedded database reads this many bytes in about 20 ms, and meanwhile runs no other statement. */
const maxBytesPerStatement = 1_000_000;

/**
 * Lists all messages of a conversation in order of arrival. Reads a long conversation in portions, so that other
 * people's statements run in between. If the conversation changes meanwhile, reads all messages in one statement.
 */
export async function listMessages(db: Db, conversation: MessageSource): Promise<MessageRow[]> {
  if (conversation.bytes <= maxBytesPerStatement) return listMessagesBetween(db, conversation, 0, null);
  const messages: MessageRow[] = [];
  let lastSeq = 0;
  for (const portionEnd of await listPortionEnds(db, conversation)) {
    messages.push(...(await listMessagesBetween(db, conversation, lastSeq, portionEnd)));
    lastSeq = portionEnd;
  }
  return (await hasRevision(db, conversation)) ? messages : listMessagesBetween(db, conversation, 0, null);
}

/** Lists the last `seq` of each portion of about `maxBytesPerStatement` bytes. */
async function listPortionEnds(db: Db, { owner_id, id }: MessageSource): Promise<number[]> {
  // `octet_length` of a text and `pg_column_size` do not read the values.
  const { rows } = await sql<{ last_seq: number }>`
    select max(seq) as last_seq
    from (
      select seq, sum(octet_length(content) + coalesce(octet_length(label), 0) + pg_column_size(data)) over (order by seq)
        / ${maxBytesPerStatement}::integer as portion
      from messages where owner_id = ${owner_id} and conversation_id = ${id}
    ) as sizes
    group by portion order by last_seq`.execute(db);
  return rows.map(({ last_seq }) => last_seq);
}

async function hasRevision(db: Db, { owner_id, id, revision }: MessageSource): Promise<boolean> {
  const row = await db
    .selectFrom("conversations")
    .select("revision")
    .where("owner_id", "=", owner_id)
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.revision === revision;
}

/**
 * Lists the messages after `afterSeq` up to `lastSeq`, or to the end if it is null. The database returns them as a
 * single JSON value, because decoding rows and columns is slow: 10,000 rows took 205 ms of CPU in the embedded
 * database, and take 60 ms as JSON.
 */
async function listMessagesBetween(
  db: Db,
  { owner_id, id: conversation_id }: MessageSource,
  afterSeq: number,
  lastSeq: number | null,
): Promise<MessageRow[]> {
  const allQuery = db
    .selectFrom("messages")
    .select(
      sql<string>`coalesce(json_agg(json_build_array(id, parent_id, seq, role, content, label, type, data, topic_data, created_at, revision)
        order by seq), '[]')::text`.as("rows"),
    )
    .where("owner_id", "=", owner_id)
    .where("conversation_id", "=", conversation_id);
  const query = lastSeq === null ? allQuery : allQuery.where("seq", ">", afterSeq).where("seq", "<=", lastSeq);
  const { rows } = await query.executeTakeFirstOrThrow();
  // The query above selects these columns, and the table defines their types.
  const parsedRows = JSON.parse(rows) as MessageColumns[];
  return parsedRows.map(([id, parent_id, seq, role, content, label, type, data, topic_data, createdAt, revision]) => {
    const created_at = new Date(createdAt);
    return {
      owner_id,
      conversation_id,
      id,
      parent_id,
      seq,
      role,
      content,
      label,
      type,
      data,
      topic_data,
      created_at,
      revision,
    };
  });
}

type MessageColumns = [
  id: MessageRow["id"],
  parent_id: MessageRow["parent_id"],
  seq: MessageRow["seq"],
  role: MessageRow["role"],
  content: MessageRow["content"],
  label: MessageRow["label"],
  type: MessageRow["type"],
  data: MessageRow["data"],
  topic_data: MessageRow["topic_data"],
  created_at: string,
  revision: MessageRow["revision"],
];

/** Returns the total size of the messages' text and JSON columns, in bytes of UTF-8. */
export async function measureMessages(db: Db, key: ConversationKey): Promise<number> {
  const { bytes } = await db
    .selectFrom("messages")
    .select(
      sql<number>`coalesce(sum(octet_length(content) + coalesce(octet_length(label), 0) + octet_length(data::text)
        + coalesce(octet_length(topic_data::text), 0)), 0)::bigint`.as("bytes"),
    )
    .where("owner_id", "=", key.ownerId)
    .where("conversation_id", "=", key.conversationId)
    .executeTakeFirstOrThrow();
  return bytes;
}

/** Lists the messages with their parents, in order of arrival. */
export async function listMessageLinks(
  db: Db,
  key: ConversationKey,
): Promise<Pick<MessageRow, "id" | "parent_id" | "role" | "revision">[]> {
  return db
    .selectFrom("messages")
    .select(["id", "parent_id", "role", "revision"])
    .where("owner_id", "=", key.ownerId)
    .where("conversation_id", "=", key.conversationId)
    .orderBy("seq")
    .execute();
}

/** Lists the messages with these ids, unordered. Omits ids that do not exist. */
export async function listMessagesById(
  db: Db,
  key: ConversationKey,
  ids: readonly string[],
): Promise<Pick<MessageRow, "id" | "parent_id" | "role" | "data">[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom("messages")
    .select(["id", "parent_id", "role", "data"])
    .where("owner_id", "=", key.ownerId)
    .where("conversation_id", "=", key.conversationId)
    .where("id", "in", ids)
    .execute();
}

export async function findMessage(db: Db, key: ConversationKey, id: string): Promise<MessageRow | undefined> {
  return db
    .selectFrom("messages")
    .selectAll()
    .where("owner_id", "=", key.ownerId)
    .where("conversation_id", "=", key.conversationId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Lists the parents of the messages with these ids, unordered. Omits ids that do not exist. */
export async function listParentIds(
  db: Db,
  key: ConversationKey,
  ids: readonly string[],
): Promise<Pick<MessageRow, "id" | "parent_id">[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom("messages")
    .select(["id", "parent_id"])
    .where("owner_id", "=", key.ownerId)
    .where("conversation_id", "=", key.conversationId)
    .where("id", "in", ids)
    .execute();
}

/** Lists the messages of the branch that ends at `leafId`, unordered. Does not read the text of other branches. */
export async function listBranch(db: Db, key: ConversationKey, leafId: string): Promise<MessageRow[]> {
  // Two queries for a branch of any length. A recursive query needs one lookup per message, and each lookup reads the
  // whole conversation while the database has no fresh statistics of the table. The embedded database never has them.
  const links = await listMessageLinks(db, key);
  const branch = getBranch(
    links.map(({ id, parent_id }) => ({ id, parentId: parent_id })),
    leafId,
  );
  if (branch.length === 0) return [];
  return db
    .selectFrom("messages")
    .selectAll()
    .where("owner_id", "=", key.ownerId)
    .where("conversation_id", "=", key.conversationId)
    .where("id", "=", sql<string>`any(${branch.map(({ id }) => id)}::text[])`)
    .execute();
}

/**
 * Inserts messages, and updates stored messages that differ. A stored message keeps its parent and its time. An answer
 * that a run generates or has generated is not replaced by a copy without an end. With `mergeData`, the label, the
 * type, the topic data and the fields of `data` that a new message does not contain are preserved.
 */
export async function upsertMessages(
  db: Db,
  key: ConversationKey,
  revision: number,
  messages: readonly NewMessageRow[],
  mergeData: boolean,
): Promise<void> {
  const newColumns = mergeData
    ? {
        label: sql<string | null>`coalesce(excluded.label, messages.label)`,
        type: sql<string | null>`coalesce(excluded.type, messages.type)`,
        data: sql<string>`messages.data || excluded.data`,
        topic_data: sql<string | null>`coalesce(excluded.topic_data, messages.topic_data)`,
      }
    : {
        label: sql<string | null>`excluded.label`,
        type: sql<string | null>`excluded.type`,
        data: sql<string>`excluded.data`,
        topic_data: sql<string | null>`excluded.topic_data`,
      };
  for (const batch of divideIntoBatches(messages)) {
    const rows = batch.map((message) => ({
      ...message,
      owner_id: key.ownerId,
      conversation_id: key.conversationId,
      revision,
    }));
    await db
      .insertInto("messages")
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(["owner_id", "conversation_id", "id"])
          .doUpdateSet((eb) => ({
            role: eb.ref("excluded.role"),
            content: eb.ref("excluded.content"),
            revision: eb.ref("excluded.revision"),
            ...newColumns,
          }))
          .where(sql<boolean>`not (messages.data ?| array['run', 'end'] and not (excluded.data ? 'end'))`)
          .where(
            sql<boolean>`(messages.role, messages.content, messages.label, messages.type, messages.data, messages.topic_data)
              is distinct from (excluded.role, excluded.content, ${newColumns.label}, ${newColumns.type}, ${newColumns.data}, ${newColumns.topic_data})`,
          ),
      )
      .execute();
  }
}

/** Stores a summary (JSON text) with the last message that it stands for. */
export async function setMessageSummary(
  db: Db,
  { ownerId, conversationId }: ConversationKey,
  { id, summary, revision }: { id: string; summary: string; revision: number },
): Promise<void> {
  await sql`
    update messages set data = data || jsonb_build_object('summary', ${summary}::jsonb), revision = ${revision}
    where owner_id = ${ownerId} and conversation_id = ${conversationId} and id = ${id}`.execute(db);
}

/**
 * Stores with an answer that says how full the window is why its earlier messages could not be summarized. Returns the new
 * revision; undefined if there is no such answer.
 */
export async function setSummaryFailure(
  db: Db,
  { ownerId, conversationId }: ConversationKey,
  answerId: string,
  reason: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ revision: number }>`
    with answer as (
      select id from messages
      where owner_id = ${ownerId} and conversation_id = ${conversationId} and id = ${answerId}
        and jsonb_typeof(data #> '{state,context}') = 'object'
    ), conversation as (
      update conversations set revision = revision + 1, bytes = bytes + octet_length(${reason})
      where owner_id = ${ownerId} and id = ${conversationId} and exists (select from answer)
      returning revision
    )
    update messages
    set data = jsonb_set(data, '{state,context,summaryFailure}', to_jsonb(${reason}::text)), revision = conversation.revision
    from conversation, answer
    where messages.owner_id = ${ownerId} and messages.conversation_id = ${conversationId} and messages.id = answer.id
    returning conversation.revision`.execute(db);
  return rows[0]?.revision;
}

/** Deletes the summaries of these messages. */
export async function deleteSummaries(
  db: Db,
  { ownerId, conversationId }: ConversationKey,
  ids: readonly string[],
  revision: number,
): Promise<void> {
  await sql`
    update messages set data = data - 'summary', revision = ${revision}
    where owner_id = ${ownerId} and conversation_id = ${conversationId}
      and id = any(${[...ids]}::text[]) and data ? 'summary'`.execute(db);
}

/** Empties an answer for a run that generates it again. `data` is JSON text. */
export async function resetAnswer(
  db: Db,
  key: ConversationKey,
  id: string,
  data: string,
  revision: number,
): Promise<void> {
  await db
    .updateTable("messages")
    .set({ content: "", data, revision })
    .where("owner_id", "=", key.ownerId)
    .where("conversation_id", "=", key.conversationId)
    .where("id", "=", id)
    .execute();
}

/**
 * Gives an answer that has ended to a new run, which continues it. `from` and `to` are request ids. Returns what is stored
 * of the answer; null if the answer does not exist or belongs to another run.
 */
export async function reopenAnswer(
  db: Db,
  { ownerId, conversationId }: ConversationKey,
  { id, from, to, processId, revision }: { id: string; from: string; to: string; processId: string; revision: number },
): Promise<{ parentId: string | null; content: string; data: MessageData } | null> {
  const run = JSON.stringify({ run: { requestId: to, processId } });
  const { rows } = await sql<{ parent_id: string | null; content: string; data: MessageData }>`
    update messages set data = (data - 'end') || ${run}::jsonb, revision = ${revision}
    where owner_id = ${ownerId} and conversation_id = ${conversationId} and id = ${id} and role = 'assistant'
      and data ? 'end' and data #>> '{run,requestId}' = ${from}
    returning parent_id, content, data`.execute(db);
  const [row] = rows;
  return row ? { parentId: row.parent_id, content: row.content, data: row.data } : null;
}

export interface AnswerUpdate {
  id: string;
  content: string;
  /** JSON text. */
  data: string;
}

/**
 * Stores an answer that has ended and increments the conversation's revision, in one statement. Does nothing if the
 * message has been deleted or now belongs to another run.
 */
export async function updateEndedAnswer(
  db: Db,
  key: ConversationKey,
  answer: AnswerUpdate,
  endedAt: Date,
): Promise<number | undefined> {
  const newData = sql`${answer.data}::jsonb`;
  const writableCondition = sql`messages.owner_id = ${key.ownerId} and messages.conversation_id = ${key.conversationId}
    and messages.id = ${answer.id} and messages.role = 'assistant'
    and (not (${newData} ? 'run') or messages.data #>> '{run,requestId}' is not distinct from ${newData} #>> '{run,requestId}'
      and messages.data #>> '{run,processId}' is not distinct from ${newData} #>> '{run,processId}')`;
  const { rows } = await sql<{ revision: number }>`
    with conversation as (
      update conversations
      set revision = revision + 1, updated_at = ${endedAt}::timestamptz, bytes = bytes + octet_length(${answer.content})
      where owner_id = ${key.ownerId} and id = ${key.conversationId}
        and exists (select from messages where ${writableCondition})
      returning revision
    )
    update messages set content = ${answer.content}, data = ${newData}, revision = conversation.revision
    from conversation where ${writableCondition}
    returning conversation.revision
    ${prepared}`.execute(db);
  return rows[0]?.revision;
}

/**
 * Merges topic data (JSON text) into a question and into the message before it, and increments the conversation's revision,
 * in one statement. Returns the revision; undefined if the question does not exist or has a title.
 */
export async function updateTopicData(
  db: Db,
  { ownerId, conversationId }: ConversationKey,
  questionId: string,
  { ofQuestion, ofPrior }: { ofQuestion: string; ofPrior: string },
): Promise<number | undefined> {
  const { rows } = await sql<{ revision: number }>`
    with question as (
      select id, parent_id from messages
      where owner_id = ${ownerId} and conversation_id = ${conversationId} and id = ${questionId} and role <> 'assistant'
        and not coalesce(topic_data ? 'currentTopic', false)
    ), conversation as (
      update conversations
      set revision = revision + 1, bytes = bytes + octet_length(${ofQuestion}) + octet_length(${ofPrior})
      where owner_id = ${ownerId} and id = ${conversationId} and exists (select from question)
      returning revision
    )
    update messages
    set topic_data = coalesce(messages.topic_data, '{}'::jsonb)
        || case when messages.id = question.id then ${ofQuestion}::jsonb else ${ofPrior}::jsonb end,
      revision = conversation.revision
    from conversation, question
    where messages.owner_id = ${ownerId} and messages.conversation_id = ${conversationId}
      and messages.id in (question.id, question.parent_id)
    returning conversation.revision`.execute(db);
  return rows[0]?.revision;
}

/**
 * Stores the current state of unfinished answers. Skips messages that have been deleted, have ended, belong to another
 * run or are being changed. The conversations' revisions do not change until the answers end.
 */
export async function updateUnfinishedAnswers(
  db: Db,
  answers: readonly (ConversationKey & AnswerUpdate)[],
): Promise<void> {
  await sql`
    with answer as (
      select messages.owner_id, messages.conversation_id, messages.id, answer.content, answer.data::jsonb as data
      from json_to_recordset(${JSON.stringify(answers)}::json)
          as answer ("ownerId" text, "conversationId" text, id text, content text, data text)
        join messages on messages.owner_id = answer."ownerId" and messages.conversation_id = answer."conversationId"
          and messages.id = answer.id
      where messages.role = 'assistant' and not (messages.data ? 'end')
        and messages.data -> 'run' = answer.data::jsonb -> 'run'
      for no key update of messages skip locked
    )
    update messages set content = answer.content, data = answer.data
    from answer where messages.owner_id = answer.owner_id and messages.conversation_id = answer.conversation_id
      and messages.id = answer.id
    ${prepared}`.execute(db);
}

/**
 * Returns true if a process is writing an answer in this conversation, or died while writing an answer that has not
 * been reaped yet.
 */
export async function hasOpenAnswer(db: Db, { ownerId, conversationId }: ConversationKey): Promise<boolean> {
  const { rows } = await sql<{ is_open: boolean }>`
    select exists (
      select from messages
      where owner_id = ${ownerId} and conversation_id = ${conversationId} and role = 'assistant'
        and data ? 'run' and not (data ? 'end') and data #> '{run,processId}' is not null
    ) as is_open`.execute(db);
  return rows[0]?.is_open ?? false;
}

/** The answer of a run that was ended. */
export interface EndedAnswer extends ConversationKey {
  requestId: string;
}

/** Lists the process ids that unfinished answers contain; null stands for answers of an earlier version. */
export async function listAnswerProcessIds(db: Db): Promise<(string | null)[]> {
  const { rows } = await sql<{ process_id: string | null }>`
    select distinct data #>> '{run,processId}' as process_id from messages
    where role = 'assistant' and data ? 'run' and not (data ? 'end')`.execute(db);
  return rows.map(({ process_id }) => process_id);
}

/**
 * Sets the end (JSON text) of all unfinished answers of these processes, ends their statuses and cancels their open
 * steps; with `includesUnmarked`, also of answers without a process id. Returns the answers.
 */
export async function endOpenAnswers(
  db: Db,
  end: string,
  { ids: deadIds, includesUnmarked }: DeadProcesses,
): Promise<EndedAnswer[]> {
  const condition = sql`coalesce(messages.data #>> '{run,processId}' = any(${[...deadIds]}::text[]), ${includesUnmarked}::boolean)`;
  return endOpenAnswersWhere(db, end, condition);
}

/** Sets the end (JSON text) of the answer with this id if it is unfinished and belongs to this run. */
export async function endOpenAnswer(
  db: Db,
  end: string,
  { ownerId, conversationId, id, run }: ConversationKey & { id: string; run: { requestId: string; processId: string } },
): Promise<void> {
  const condition = sql`messages.owner_id = ${ownerId} and messages.conversation_id = ${conversationId}
    and messages.id = ${id} and messages.data -> 'run' = ${JSON.stringify(run)}::jsonb`;
  await endOpenAnswersWhere(db, end, condition);
}

/**
 * Ends the unfinished answers that meet the condition. Returns them. Locks the conversations before their
 * messages, like every other writer, to avoid deadlocks.
 */
async function endOpenAnswersWhere(db: Db, end: string, condition: RawBuilder<unknown>): Promise<EndedAnswer[]> {
  const openCondition = sql`messages.role = 'assistant' and messages.data ? 'run' and not (messages.data ? 'end')
    and ${condition}`;
  const finishedStatuses = sql`case when jsonb_typeof(messages.data -> 'statuses') = 'array' then jsonb_build_object('statuses', (
      select coalesce(jsonb_agg(status || '{"inProgress": false}' order by position), '[]')
      from jsonb_array_elements(messages.data -> 'statuses') with ordinality as entries (status, position)
    )) else '{}' end`;
  const cancelledSteps = sql`case when jsonb_typeof(messages.data -> 'steps') = 'array' then jsonb_build_object('steps', (
      select coalesce(jsonb_agg(case when step ->> 'state' in ('running', 'waiting') then step || '{"state": "cancelled"}' else step end
        order by position), '[]')
      from jsonb_array_elements(messages.data -> 'steps') with ordinality as entries (step, position)
    )) else '{}' end`;
  const stoppedArtifacts = sql`case when messages.data ->> 'artifactStatus' in ('running', 'retry')
    then '{"artifactStatus": "stopped"}' else '{}' end::jsonb`;
  // A version is stored when it is complete, and its message names it before.
  const storedArtifacts = sql`case when jsonb_typeof(messages.data -> 'artifacts') = 'array' then jsonb_build_object('artifacts', (
      select coalesce(jsonb_agg(entry order by position), '[]')
      from jsonb_array_elements(messages.data -> 'artifacts') with ordinality as entries (entry, position)
      where exists (
        select from artifact_versions where owner_id = messages.owner_id and conversation_id = messages.conversation_id
          and artifact_id = entry ->> 'artifactId' and version::text = entry ->> 'version'
      )
    )) else '{}' end`;
  const { rows } = await sql<{ owner_id: string; conversation_id: string; request_id: string }>`
    with open as (
      select distinct owner_id, conversation_id from messages where ${openCondition}
    ), locked as materialized (
      select conversations.owner_id, conversations.id, conversations.revision
      from conversations join open on open.owner_id = conversations.owner_id and open.conversation_id = conversations.id
      order by conversations.owner_id, conversations.id for update of conversations
    ), reaped as (
      update messages
      set data = messages.data || ${finishedStatuses} || ${cancelledSteps} || ${stoppedArtifacts} || ${storedArtifacts}
          || jsonb_build_object('end', ${end}::jsonb),
        revision = locked.revision + 1
      from locked
      where locked.owner_id = messages.owner_id and locked.id = messages.conversation_id
        and ${openCondition}
      returning messages.owner_id, messages.conversation_id, messages.data #>> '{run,requestId}' as request_id
    ), counted as (
      update conversations set revision = revision + 1
      where (owner_id, id) in (select owner_id, conversation_id from reaped)
    )
    select * from reaped`.execute(db);
  return rows.map((row) => ({
    ownerId: getOwnerIdOfRow(row),
    conversationId: row.conversation_id,
    requestId: row.request_id,
  }));
}

/** Sets new parents of messages, for example after the messages between them have been deleted. */
export async function relinkMessages(
  db: Db,
  key: ConversationKey,
  links: readonly { id: string; parentId: string | null }[],
  revision: number,
): Promise<void> {
  for (let start = 0; start < links.length; start += linksPerUpdate) {
    const batch = links.slice(start, start + linksPerUpdate);
    await sql`
      update messages set parent_id = link.parent_id, revision = ${revision}
      from unnest(${batch.map(({ id }) => id)}::text[], ${batch.map(({ parentId }) => parentId)}::text[]) as link (id, parent_id)
      where messages.owner_id = ${key.ownerId} and messages.conversation_id = ${key.conversationId}
        and messages.id = link.id`.execute(db);
  }
}

/** Deletes the messages with these ids, or all messages if `ids` is missing. */
export async function deleteMessages(db: Db, key: ConversationKey, ids?: readonly string[]): Promise<void> {
  const baseQuery = db
    .deleteFrom("messages")
    .where("owner_id", "=", key.ownerId)
    .where("conversation_id", "=", key.conversationId);
  if (!ids) await baseQuery.execute();
  else if (ids.length > 0) await baseQuery.where("id", "=", sql<string>`any(${[...ids]}::text[])`).execute();
}

function divideIntoBatches(messages: readonly NewMessageRow[]): NewMessageRow[][] {
  const batches: NewMessageRow[][] = [];
  let characters = Number.POSITIVE_INFINITY;
  for (const message of messages) {
    const length = message.content.length + message.data.length;
    const batch = batches.at(-1);
    if (!batch || batch.length >= rowsPerInsert || characters + length > charactersPerInsert) {
      batches.push([message]);
      characters = length;
    } else {
      batch.push(message);
      characters += length;
    }
  }
  return batches;
}
