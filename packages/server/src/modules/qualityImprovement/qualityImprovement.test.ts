import { Writable } from "node:stream";
import {
  deleteQualitySubmission,
  exportQualitySubmissions,
  getQualitySubmission,
  limits,
  listAuditEntries,
  listQualitySubmissions,
  type OpCallInput,
  previewErasure,
  submitQualityImprovement,
} from "@lectern/contract";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/createTestApp.ts";
import { createManualClock } from "../../testing/manualClock.ts";
import { overrideFeature } from "../../testing/overrideFeature.ts";

type Submission = OpCallInput<typeof submitQualityImprovement>;

const clock = createManualClock(new Date("2026-11-30T09:41:07.000Z"));
let server: TestApp;
let admin: TestPerson;
let person: TestPerson;
let logged: string;
let count = 0;

beforeAll(async () => {
  const stream = new Writable({
    write(chunk, _, done) {
      logged += String(chunk);
      done();
    },
  });
  server = await createTestApp({
    clock,
    environment: { ADMINS: "admin@uni.edu" },
    log: pino({ level: "trace" }, stream),
  });
  admin = await server.signIn("admin@uni.edu");
});
afterAll(() => server.close());
beforeEach(async () => {
  count += 1;
  person = await server.signIn(`person${count}@uni.edu`);
  await server.platform.db.deleteFrom("quality_submissions").execute();
  logged = "";
});

const dataSources = [{ name: "notes.pdf", type: "application/pdf" }];
const conversation = {
  name: "Entropy",
  folderId: null,
  messages: [
    {
      role: "user" as const,
      content: "What is entropy?",
      dataSources,
      templateData: { name: "Explain", values: { Topic: "entropy" } },
    },
    { role: "assistant" as const, content: "=A measure.", sources: [{ name: "notes.pdf", content: "ΔS = Q/T" }] },
  ],
};
const createSubmission = (qiData: Partial<Submission["qiData"]> = {}, changes: object = {}): Submission => ({
  qiData: { type: "Conversation", summary: "Good", numberOfDataSources: 1, includeUser: false, ...qiData },
  conversation,
  ...changes,
});
const submit = async (submission: Submission = createSubmission(), sender = person) => {
  const { status } = await sender.proxy(submitQualityImprovement, submission);
  expect(status).toBe(200);
};
const list = async (input: OpCallInput<typeof listQualitySubmissions> = {}) =>
  (await admin.proxy(listQualitySubmissions, input)).result;
const openOnly = async () => {
  const { submissions } = await list();
  expect(submissions).toHaveLength(1);
  const submissionId = submissions[0]?.id ?? "";
  return (await admin.proxy(getQualitySubmission, { submissionId })).result.submission;
};

test("[C7.33] a submission is posted to /qi/upload/conversation as qiData and conversation; the body of the response is JSON with success", async () => {
  const payload = createSubmission({ purpose: "Learn", additionalComments: "Thanks", dataSources });
  const reply = await server.app.inject({
    method: "POST",
    url: "/qi/upload/conversation",
    headers: { authorization: `Bearer ${person.token}` },
    payload: { data: payload },
  });
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toEqual({ statusCode: 200, body: '{"success":true}' });
  const qiData = {
    ...{ type: "Conversation", summary: "Good", purpose: "Learn", additionalComments: "Thanks" },
    ...{ numberOfDataSources: 1, dataSources },
  };
  expect(await openOnly()).toMatchObject({ ...qiData, sender: null, conversation });
});

test("without data sources the conversation is stored without them, the cited passages and the template data", async () => {
  await submit();
  const { dataSources: stored, conversation: kept } = await openOnly();
  expect(stored).toBeNull();
  expect(kept).toEqual({
    ...conversation,
    messages: conversation.messages.map(({ role, content }) => ({ role, content })),
  });
});

test("ids and other fields of a conversation are not stored, and a conversation can be left out", async () => {
  const message = { ...conversation.messages[0], id: "m1", createdAt: "2026-11-30T09:00:00.000Z", data: { run: 1 } };
  const full = { ...conversation, id: "secret-id", messages: [message] };
  await submit(createSubmission({ dataSources }, { conversation: full }));
  const { content } = await server.platform.db
    .selectFrom("quality_submissions")
    .select("content")
    .executeTakeFirstOrThrow();
  expect(content).not.toMatch(/secret-id|"m1"|createdAt|run/);
  await server.platform.db.deleteFrom("quality_submissions").execute();
  await submit(createSubmission({}, { conversation: null }));
  expect(await openOnly()).toMatchObject({ conversation: null, messageCount: 0 });
});

test("[C1.10] an anonymous submission leads to nobody: in no table, in no audit entry, in no line of the log", async () => {
  const { id } = person.actor.principal;
  const auditedBefore = await countAudited(id);
  await submit(createSubmission({ summary: "violet-8812" }));
  const row = await server.platform.db.selectFrom("quality_submissions").selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ owner_id: null, submitted_at: new Date("2026-11-30T00:00:00.000Z") });
  expect(JSON.stringify(row)).not.toContain(id);
  expect(JSON.stringify(row)).not.toContain(person.actor.email);
  expect(await countAudited(id)).toBe(auditedBefore);
  expect(logged).toContain("POST /qi/upload/conversation");
  for (const secret of [id, person.actor.email, "violet-8812", "entropy"]) expect(logged).not.toContain(secret);
  expect(await openOnly()).toMatchObject({ sender: null, summary: "violet-8812" });
});

const countAudited = async (id: string) =>
  (
    await sql`select from audit where actor_id = ${id} or object_ids::text like ${`%${id}%`}`.execute(
      server.platform.db,
    )
  ).rows.length;

test("a submission with the sender’s name belongs to them, and their erasure counts it", async () => {
  await submit(createSubmission({ includeUser: true }));
  expect(await openOnly()).toMatchObject({
    sender: { name: person.actor.name, email: person.actor.email },
    submittedAt: "2026-11-30T09:41:07.000Z",
  });
  await submit();
  const personId = person.actor.principal.id;
  const { result } = await admin.proxy(previewErasure, { personId });
  expect(result.deleted).toContainEqual({ kind: "qualitySubmissions", count: 1 });
});

test.each<{ case: string; submission: Submission }>([
  { case: "no summary", submission: createSubmission({ summary: " " }) },
  { case: "a summary that is too long", submission: createSubmission({ summary: "x".repeat(10_001) }) },
  { case: "a folder", submission: createSubmission({}, { conversation: { ...conversation, folderId: "f" } }) },
  { case: "no messages", submission: createSubmission({}, { conversation: { ...conversation, messages: [] } }) },
  {
    case: "a conversation that is too long",
    submission: createSubmission(
      {},
      {
        conversation: {
          ...conversation,
          messages: [{ role: "user", content: "x".repeat(limits.qualityConversationCharacters) }],
        },
      },
    ),
  },
  {
    case: "a system prompt",
    submission: createSubmission(
      {},
      { conversation: { ...conversation, messages: [{ role: "system", content: "x" }] } },
    ),
  },
])("$case is rejected, and nothing is stored", async ({ submission }) => {
  expect((await person.proxy(submitQualityImprovement, submission)).status).toBe(400);
  expect((await list()).submissions).toEqual([]);
});

test("texts that the database cannot store as they are do not fail", async () => {
  await submit(
    createSubmission({ summary: "half \ud83d a sign" }, { conversation: { ...conversation, name: "\ud83d" } }),
  );
  expect(await openOnly()).toMatchObject({ summary: "half \ufffd a sign" });
});

test("a person without the feature cannot submit anything", async () => {
  overrideFeature("qiSummary", { isOnByDefault: false });
  const { status } = await person.proxy(submitQualityImprovement, createSubmission());
  expect(status).toBe(403);
});

describe("administrators", () => {
  const listAudited = async (verb: string) =>
    (await admin.proxy(listAuditEntries, { verb, objectType: "qualitySubmission" })).result.entries;

  test("search submissions page by page, the latest first", async () => {
    await submit(createSubmission({ summary: "Alpha 100%", includeUser: true }));
    await submit(createSubmission({ summary: "Beta", purpose: "alphabet", includeUser: true }));
    await submit(createSubmission({ summary: "Gamma" }));
    const summaries = async (query: string) =>
      new Set((await list({ query })).submissions.map(({ summary }) => summary));
    expect(await summaries("alpha")).toEqual(new Set(["Alpha 100%", "Beta"]));
    expect(await summaries("%")).toEqual(new Set(["Alpha 100%"]));
    expect(await summaries(person.actor.email)).toEqual(new Set(["Alpha 100%", "Beta"]));
    const first = await list({ limit: 2 });
    const second = await list({ limit: 2, cursor: first.nextCursor ?? "" });
    const all = [...first.submissions, ...second.submissions].map(({ summary }) => summary);
    expect(all.at(-1)).toBe("Gamma");
    expect(new Set(all)).toEqual(new Set(["Alpha 100%", "Beta", "Gamma"]));
    expect(second.nextCursor).toBeNull();
  });

  test("leave an entry in the audit log with each list, read, export and deletion, without what they searched for", async () => {
    await submit(createSubmission({ summary: "teal-5531" }));
    const { submissions } = await list({ query: "teal-5531" });
    const [id = ""] = submissions.map((each) => each.id);
    await admin.proxy(getQualitySubmission, { submissionId: id });
    await admin.proxy(exportQualitySubmissions, { query: "teal-5531" });
    await admin.proxy(deleteQualitySubmission, { submissionId: id });
    for (const verb of ["list", "open", "export", "delete"]) {
      const [entry] = await listAudited(verb);
      expect(entry, verb).toMatchObject({ actorId: admin.actor.principal.id, objectIds: [id] });
      expect(JSON.stringify(entry)).not.toContain("teal-5531");
    }
    expect((await list()).submissions).toEqual([]);
    for (const op of [getQualitySubmission, deleteQualitySubmission]) {
      expect((await admin.proxy(op, { submissionId: id })).status).toBe(404);
    }
  });

  test("export all texts, and a conversation as one text that fits into a cell", async () => {
    const long = { role: "user" as const, content: "é".repeat(40_000) };
    await submit();
    await submit(createSubmission({ summary: "Long" }, { conversation: { ...conversation, messages: [long] } }));
    const { submissions } = (await admin.proxy(exportQualitySubmissions, {})).result;
    const texts = Object.fromEntries(submissions.map((each) => [each.summary, each.conversation]));
    expect(texts.Good).toBe("User: What is entropy?\n\nAssistant: =A measure.");
    expect(texts.Long).toHaveLength(limits.exportedConversationLength);
    expect(texts.Long).toMatch(/é \[…\]$/);
  });

  test("get a clear refusal for a cursor of another list", async () => {
    const cursor = Buffer.from(JSON.stringify(["2026-11-30T00:00:00.000000Z", "1"])).toString("base64url");
    for (const op of [listQualitySubmissions, exportQualitySubmissions]) {
      expect((await admin.proxy(op, { cursor })).status).toBe(400);
      expect((await admin.proxy(op, { cursor: "x" })).status).toBe(400);
    }
  });
});

test("a person sends a limited number of submissions a day, and is told when the next one can be sent", async () => {
  for (let index = 0; index < limits.qualitySubmissionsPerDay; index++)
    await submit(createSubmission({ includeUser: index % 2 === 0 }, { conversation: null }));
  const { status, body } = await person.proxy(submitQualityImprovement, createSubmission());
  expect([status, body.message]).toEqual([
    429,
    "You have sent the maximum number of submissions for a day. Please try again in 72 minutes.",
  ]);
  expect(await countStored()).toBe(20);
  for (const secret of [person.actor.principal.id, person.actor.email]) expect(logged).not.toContain(secret);
  await submit(createSubmission(), await server.signIn(`other${count}@uni.edu`));
  clock.advance(71 * 60_000);
  expect((await person.proxy(submitQualityImprovement, createSubmission())).body.message).toBe(
    "You have sent the maximum number of submissions for a day. Please try again in a minute.",
  );
  clock.advance(60_000);
  await submit();
});

const countStored = async () =>
  (await server.platform.db.selectFrom("quality_submissions").select("id").execute()).length;

test("anonymous submissions, too, count towards the rate limit of whoever sends them", async () => {
  const limited = await createTestApp({ clock, environment: { REQUESTS_PER_MINUTE: "250" } });
  try {
    const sender = await limited.signIn("a@uni.edu");
    const other = await limited.signIn("b@uni.edu");
    const send = async (by: TestPerson) => (await by.proxy(submitQualityImprovement, createSubmission())).status;
    expect([await send(sender), await send(sender), await send(sender)]).toEqual([200, 200, 429]);
    expect(await send(other)).toBe(200);
  } finally {
    await limited.close();
  }
});
