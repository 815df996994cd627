import { randomUUID } from "node:crypto";
import { createConversation } from "@lectern/contract";
import { sql } from "kysely";
import type { TestApp, TestPerson } from "../../../testing/createTestApp.ts";
import { createTestKey } from "../../../testing/createTestKey.ts";
import { createExampleConversation } from "../../../testing/getOpExamples.ts";
import { uploadTestFile } from "../../../testing/uploadTestFile.ts";
import { getPseudonym } from "../../analytics/service.ts";

/** More than the portions in which rows are deleted. */
const rowCounts = { conversations: 25, files: 60, prompts: 600, assistants: 60, memories: 600 };

/**
 * Gives a person rows in every table that can have rows of a person, and blobs. `text` appears in everything that the
 * person wrote. The file `shared.txt` has the same bytes for everybody.
 */
export async function fillAccount(server: TestApp, person: TestPerson, text: string): Promise<void> {
  const { db, blobs } = server.platform;
  const { id } = person.actor.principal;
  const now = new Date();
  for (let n = 0; n < rowCounts.conversations; n += 1) {
    const conversation = { ...createExampleConversation(`conversation-${n}`), name: text };
    const { status } = await person.proxy(createConversation, { conversation });
    if (status !== 200) throw new Error(`a conversation was rejected: ${status}`);
  }
  await db
    .insertInto("waiting_runs")
    .values({
      owner_id: id,
      request_id: randomUUID(),
      conversation_id: "conversation-0",
      message_id: "m1",
      content: JSON.stringify({ text }),
      created_at: now,
    })
    .execute();
  await db
    .insertInto("answer_feedback")
    .values({
      owner_id: id,
      conversation_id: "conversation-0",
      message_id: "m1",
      rating: "down",
      reason: text,
      updated_at: now,
    })
    .execute();
  await uploadTestFile(server, person, { name: `${text}.txt`, type: "text/plain", content: `Only in ${text}.` });
  await sql`
    insert into replaced_chunks (id, document_id, position, content, locations, original_indexes)
    select nextval(pg_get_serial_sequence('chunks', 'id')), document_id, 0, ${text}, '[]', '[]'
    from files where name = ${`${text}.txt`}`.execute(db);
  await uploadTestFile(server, person, { name: "shared.txt", type: "text/plain", content: "Everybody has this." });
  await sql`
    insert into files (id, owner_id, name, type, blob_key, created_at)
    select ${id} || '/' || n, ${id}, ${text}::text, 'text/plain', 'originals/' || ${id} || '/' || n, ${now}::timestamptz
    from generate_series(1, ${rowCounts.files}::integer) n`.execute(db);
  await sql`
    insert into prompts (owner_id, id, item, revision, updated_at)
    select ${id}, n::text, jsonb_build_object('content', ${text}::text), n, ${now}::timestamptz
    from generate_series(1, ${rowCounts.prompts}::integer) n`.execute(db);
  await sql`
    insert into assistants (id, owner_id, name, version, is_published, created_at, updated_at)
    select ${id} || '/' || n, ${id}, ${text}::text, 1, true, ${now}::timestamptz, ${now}::timestamptz
    from generate_series(1, ${rowCounts.assistants}::integer) n`.execute(db);
  await sql`
    insert into assistant_versions (assistant_id, version, id, content, saved_by, saved_at)
    select id, 1, id || '/1', jsonb_build_object(
      'name', name, 'dataSources', jsonb_build_array(jsonb_build_object('id', 's3://' || owner_id || '/file.json'))
    ), owner_id, created_at
    from assistants where owner_id = ${id}`.execute(db);
  await db.insertInto("folders").values({ owner_id: id, id: "f", name: text, type: "chat", pinned: false }).execute();
  await db
    .insertInto("libraries")
    .values({ owner_id: id, last_revision: rowCounts.prompts })
    .onConflict((conflict) => conflict.column("owner_id").doUpdateSet({ last_revision: rowCounts.prompts }))
    .execute();
  const settings = JSON.stringify({ text });
  await db.insertInto("user_settings").values({ user_id: id, settings, updated_at: now }).execute();
  await db
    .insertInto("accounts")
    .values({ owner_id: id, id: "1.2.3", name: text, period: "Daily", rate: 5, is_default: true, position: 0 })
    .execute();
  await createTestKey(server, person, { account: "1.2.3", appName: text, appDescription: text });
  await db.insertInto("usage").values(createUsageRow(id, now)).execute();
  await db.insertInto("disclosure_acceptances").values({ principal_id: id, version: "1", accepted_at: now }).execute();
  await db
    .insertInto("disclosure_documents")
    .values({
      version: randomUUID(),
      file_name: "a.pdf",
      blob_key: "disclosures/a",
      bytes: 1,
      html: "",
      uploaded_by: id,
      uploaded_at: now,
    })
    .execute();
  await db
    .insertInto("operations")
    .values({
      ...{ id: `operation_${randomUUID()}`, url: "https://api.uni.edu", method: "POST", description: "" },
      ...{ params: "[]", tags: "[]", data: "{}", auth_type: "none", auth_username: "", sealed_secret: null },
      ...{ registered_by: id, created_at: now, updated_at: now },
    })
    .execute();
  await addIntegration(server, id, text);
  const conversion = { id: randomUUID(), owner_id: id, format: "docx" as const, file_name: `${text}.docx` };
  const outputKey = `conversions/${conversion.id}/1.docx`;
  await blobs.write(outputKey, toChunks(text), { type: "text/plain", maxBytes: 1_000 });
  await db
    .insertInto("conversions")
    .values({
      ...conversion,
      state: "ready",
      output_key: outputKey,
      attempts: 1,
      created_at: now,
      state_changed_at: now,
    })
    .execute();
  const share = { id: randomUUID(), owner_id: id, note: text, counts: "{}", content: text, link_title: text };
  await db
    .insertInto("shares")
    .values({ ...share, created_at: now, expires_at: now })
    .execute();
  await db.insertInto("share_receipts").values({ share_id: share.id, principal_id: id, opened_at: now }).execute();
  await addArtifacts(server, id, text);
  await addMemories(server, id, text);
  await db
    .insertInto("quality_submissions")
    .values({
      ...{ id: randomUUID(), owner_id: id, type: "Conversation", summary: text, purpose: text, comments: text },
      ...{ data_source_count: 0, content: JSON.stringify({ text }), message_count: 0, submitted_at: now },
    })
    .execute();
  await addAnalysis(server, id, text);
  await db.insertInto("received_prompts").values({ owner_id: id, prompt_id: "p" }).execute();
  const workspace = { email: person.actor.email, key: "w", note: text, shared_at: now, details: "{}", content: text };
  await db.insertInto("legacy_workspaces").values(workspace).execute();
  await db
    .insertInto("oidc_records")
    .values({
      model: "Session",
      id: randomUUID(),
      payload: JSON.stringify({ accountId: await findSubject(server, id) }),
    })
    .execute();
}

/** Adds an artifact of the person's conversation, and one that they have saved. */
async function addArtifacts({ platform: { db } }: TestApp, personId: string, text: string): Promise<void> {
  const described = { artifact_id: "a", version: 1, name: text, description: text, type: "text", tags: "[]" };
  const artifact = { ...described, created_on: "Nov 21, 2026", contents: text, owner_id: personId };
  await db
    .insertInto("artifact_versions")
    .values({ ...artifact, conversation_id: "conversation-0" })
    .execute();
  await db
    .insertInto("saved_artifacts")
    .values({ ...artifact, id: randomUUID(), key: `${personId}/a`, is_listed: true, saved_at: new Date() })
    .execute();
}

/** Adds memories of the person, more than are deleted at once, one of them in a project, and a pending fact. */
async function addMemories({ platform: { db } }: TestApp, personId: string, text: string): Promise<void> {
  const now = new Date();
  await db.insertInto("memory_projects").values({ owner_id: personId, id: "p", name: text, created_at: now }).execute();
  await sql`
    insert into memories (owner_id, id, type, project_id, content, text_key, language, search, created_at)
    select ${personId}, n::text, case n when 1 then 'project' else 'user' end, case n when 1 then 'p' end,
      ${text}::text, n::text, 'simple', to_tsvector('simple', ${text}::text), ${now}::timestamptz
    from generate_series(1, ${rowCounts.memories}::integer) n`.execute(db);
  await db
    .insertInto("pending_facts")
    .values({
      ...{ owner_id: personId, id: "f", conversation_id: "conversation-0", message_id: "m1", content: text },
      ...{ text_key: text, replaces_id: null, project_id: null, assistant_id: null, created_at: now },
    })
    .execute();
  await db.insertInto("memory_clearings").values({ owner_id: personId, cleared_at: now }).execute();
}

async function addIntegration({ platform: { db } }: TestApp, personId: string, text: string): Promise<void> {
  const row = { owner_id: personId, integration_id: "google_docs", expires_at: new Date() };
  const account = { client_id: "c", subject: personId, account: text, scopes: "[]", sealed_tokens: "unreadable" };
  await db
    .insertInto("integration_connections")
    .values({ ...row, ...account, connected_at: new Date() })
    .execute();
  await db
    .insertInto("integration_attempts")
    .values({ ...row, session_id: "s", state_hash: "h", sealed_attempt: text })
    .execute();
}

/** Adds a record of a conversation of the person with an assistant of a group, and one of somebody else's that they opened. */
async function addAnalysis({ platform }: TestApp, personId: string, text: string): Promise<void> {
  const { db } = platform;
  const [groupId, assistantId, now] = ["analyzed-group", "astgp/analyzed", new Date()];
  await sql`insert into principals (id, kind) values (${groupId}, 'group') on conflict do nothing`.execute(db);
  await sql`
    insert into groups (id, wire_id, name, created_at) values (${groupId}, ${groupId}, 'G', ${now})
    on conflict do nothing`.execute(db);
  await sql`
    insert into assistants (id, owner_id, name, version, is_published, created_at, updated_at)
    values (${assistantId}, ${groupId}, 'A', 1, true, ${now}, ${now}) on conflict do nothing`.execute(db);
  const [ownId, otherId] = [randomUUID(), randomUUID()];
  const record = { group_id: groupId, assistant_id: assistantId, assistant_name: "A", entry_point: "E" };
  const figures = { ...record, model_used: "m", started_at: now, updated_at: now };
  await db
    .insertInto("analysis_records")
    .values([
      {
        ...{ ...figures, id: ownId, conversation_hash: ownId, pseudonym: getPseudonym(platform, groupId, personId) },
        ...{ person_id: personId, conversation_id: "conversation-0", user_feedback: text, rated_message_id: text },
      },
      { ...figures, id: otherId, conversation_hash: otherId, pseudonym: "0" },
    ])
    .execute();
  await db
    .insertInto("analysis_answers")
    .values({ owner_id: personId, conversation_id: "conversation-0", message_id: "m1", record_id: ownId })
    .execute();
  await db
    .insertInto("analysis_openings")
    .values({ record_id: otherId, opened_by: personId, opened_at: now })
    .execute();
}

const createUsageRow = (userId: string, now: Date) => ({
  id: randomUUID(),
  user_id: userId,
  request_id: randomUUID(),
  model_id: "m",
  purpose: "chat",
  opened_at: now,
  settled_at: now,
  is_estimate: false,
  input_tokens: 1,
  output_tokens: 1,
  cached_tokens: 0,
  cost: 1,
});

async function findSubject({ platform }: TestApp, id: string): Promise<string> {
  return (await platform.db.selectFrom("users").select("subject").where("id", "=", id).executeTakeFirstOrThrow())
    .subject;
}

async function* toChunks(text: string) {
  yield Buffer.from(text);
}
