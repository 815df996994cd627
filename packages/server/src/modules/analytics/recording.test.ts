import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import {
  analysisTexts,
  clearMessages,
  deleteConversation,
  deleteMessage,
  getConversationAnalysis,
  getGroupConversation,
  getGroupDashboard,
  saveUserRating,
} from "@lectern/contract";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { transaction } from "../../platform/db/transaction.ts";
import { createAnalyticsTestbed } from "../../testing/createAnalyticsTestbed.ts";
import { openBrowserEvents } from "../../testing/openBrowserEvents.ts";
import { deleteAssistantsOfGroup } from "../assistants/service.ts";
import { tableErasure } from "../people/tableErasure.ts";
import { reapRecords } from "./reapRecords.ts";
import { recordAnalysis } from "./recordAnalysis.ts";

let bed: Awaited<ReturnType<typeof createAnalyticsTestbed>>;
beforeAll(async () => {
  bed = await createAnalyticsTestbed();
});
afterEach(async () => {
  bed.server.models.resume();
  await bed.server.settled();
  bed.server.models.reset();
  await bed.platform.db.deleteFrom("analysis_records").execute();
});
afterAll(() => bed.server.close());

/** Asks once in a new cloud conversation. Returns its ids and that of its record. */
async function askInCloud(assistantId: string, question = "Why? [[answer: Because.]]") {
  const options = bed.createCloudOptions();
  await bed.ask(assistantId, question, options);
  await bed.waitForPrompts(assistantId, 1);
  const [record] = (await bed.listRecords({ assistantId })).records;
  return { ...options, recordId: record?.conversationId ?? "" };
}

/** Reads the content as an editor; null if there is none. */
async function readContent(assistantId: string, conversationId: string) {
  const { status, body, result } = await bed.editor.proxy(getGroupConversation, { assistantId, conversationId });
  if (status === 200) return result.data.content.map(({ role, content }) => `${role}: ${content}`);
  expect([status, body.message]).toEqual([404, analysisTexts.contentNotFound]);
  return null;
}

describe("an answer of a group's assistant", () => {
  test("[G3.09] gives a record, which a later answer updates", async () => {
    const { id } = await bed.createAssistant();
    const startedAt = bed.clock.now();
    const options = bed.createCloudOptions();
    await bed.ask(id, "Why? [[answer: Because.]]", { ...options, groupType: "Law", source: "Moodle" });
    await bed.waitForPrompts(id, 1);
    expect((await bed.listRecords({ assistantId: id })).records).toMatchObject([
      { employeeType: "Law", entryPoint: "Moodle", numberPrompts: 1 },
    ]);
    const rating = { conversationId: options.conversationId, userRating: 4, userFeedback: "Short" };
    expect((await bed.student.proxy(saveUserRating, rating)).status).toBe(200);
    const endedAt = bed.clock.now();
    const next = { requestId: randomUUID(), parentId: options.replyId, replyId: randomUUID() };
    await bed.ask(id, "And? [[answer: So.]]", { ...options, ...next, groupType: "Art" });
    await bed.waitForPrompts(id, 2);
    const { records, total } = await bed.listRecords({ assistantId: id });
    expect(total).toBe(1);
    expect(records).toEqual([
      {
        conversationId: expect.any(String),
        assistantId: id,
        assistantName: "Course guide",
        user: "student@uni.edu",
        employeeType: "Art",
        entryPoint: bed.platform.config.productName,
        numberPrompts: 2,
        modelUsed: "scripted-large",
        timestamp: endedAt.toISOString(),
        userRating: 4,
        userFeedback: "Short",
        systemRating: null,
        category: null,
        hasContent: true,
      },
    ]);
    expect(await bed.readRecords()).toMatchObject([{ started_at: startedAt }]);
    expect(await readContent(id, records[0]?.conversationId ?? "")).toEqual([
      "user: Why? [[answer: Because.]]",
      "assistant: Because.",
      "user: And? [[answer: So.]]",
      "assistant: So.",
    ]);
  });

  test("of the built-in guide is recorded, and one without text is not", async () => {
    const { id } = await bed.createAssistant();
    await bed.ask(id, "Why?", { conversationId: "guided", more: { model: "guide" } });
    await bed.ask(id, "Why? [[status: 400]]", { conversationId: "failed" });
    expect(await bed.readRecords()).toMatchObject([{ number_prompts: 1, model_used: expect.stringMatching(/guide/i) }]);
  });

  test("is not recorded for an assistant of a person, a draft, or a plain conversation", async () => {
    const { id: ownId } = await bed.createAssistant({}, bed.student.actor.principal);
    await bed.ask(ownId, "Why? [[answer: Because.]]", { conversationId: randomUUID() });
    await bed.ask(undefined, "Why? [[answer: Because.]]", { conversationId: randomUUID() });
    const draft = { name: "Draft", instructions: "Be kind.", groupId: bed.group.wireId };
    const { status } = await bed.ask(undefined, "Why? [[answer: Because.]]", {
      ...{ person: bed.editor, assistantDraft: draft },
    });
    expect(status).toBe(200);
    expect(await bed.readRecords()).toEqual([]);
  });

  test("counts a question once: answered again, and recorded again by a late job", async () => {
    const { id } = await bed.createAssistant();
    const question = { id: "q", role: "user" as const, content: "Why? [[answer: Because.]]" };
    const options = bed.createCloudOptions();
    const { conversationId, replyId } = options;
    await bed.ask(id, "", { ...options, more: { messages: [question] } });
    await bed.waitForPrompts(id, 1);
    const recordId = (await bed.readRecords())[0]?.id ?? "";
    const again = { ...options, requestId: "again", replyId: "again-a" };
    await bed.ask(id, "", { ...again, more: { messages: [{ ...question, content: "Why? [[answer: So.]]" }] } });
    await vi.waitFor(async () =>
      expect(await readContent(id, recordId)).toEqual([
        expect.stringContaining("user: Why?"),
        "assistant: Because.",
        "assistant: So.",
      ]),
    );
    const job = await bed.platform.db
      .selectFrom("analysis_prompts")
      .selectAll()
      .where("record_id", "=", recordId)
      .execute();
    expect(job).toHaveLength(1);
    const [record] = await bed.readRecords();
    const payload = {
      assistant: {
        ...{ id, versionId: "v", groupId: bed.group.id, name: "Course guide", isJudged: false, categories: [] },
      },
      person: { id: bed.student.actor.principal.id, kind: "person", payer: "general_account" },
      conversationHash: record?.conversation_hash ?? "",
      promptHash: job[0]?.prompt_hash ?? "",
      answer: { conversationId, messageId: replyId },
      ...{ groupType: null, entryPoint: "Old", modelName: "Old model" },
      ...{ startedAt: "2020-01-01T00:00:00.000Z", endedAt: "2020-01-01T00:00:01.000Z" },
    };
    await recordAnalysis(bed.platform, payload, new AbortController().signal);
    // A late job of an earlier answer changes nothing but the start.
    expect(await bed.readRecords()).toEqual([{ ...record, started_at: new Date("2020-01-01") }]);
  });

  test("has the type of the group that the person has chosen, and no other text", async () => {
    const { id } = await bed.createAssistant();
    await bed.ask(id, "Why? [[answer: So.]]", { conversationId: "a", groupType: "Forged" });
    await bed.ask(id, "Why? [[answer: So.]]", { conversationId: "b", groupType: "Art" });
    expect((await bed.readRecords()).map((record) => record.employee_type)).toEqual([null, "Art"]);
  });

  test("does not show what other assistants and models answered in the same conversation", async () => {
    const { id } = await bed.createAssistant();
    const { id: otherId } = await bed.createAssistant({ name: "Other" });
    const options = await askInCloud(id);
    let parentId = options.replyId;
    for (const [assistantId, question] of [
      [undefined, "A plain secret? [[answer: Plain.]]"],
      [otherId, "Another secret? [[answer: Other.]]"],
    ] as const) {
      const replyId = randomUUID();
      await bed.ask(assistantId, question, { ...options, requestId: randomUUID(), parentId, replyId });
      parentId = replyId;
    }
    await bed.waitForPrompts(otherId, 1);
    expect(await readContent(id, options.recordId)).toEqual(["user: Why? [[answer: Because.]]", "assistant: Because."]);
    // The answer is written again by another assistant, in the same message.
    await sql`
      update messages set content = 'Rewritten', data = jsonb_set(data, '{state,currentAssistantId}', '"astgp/x"')
      where id = ${options.replyId}`.execute(bed.platform.db);
    expect(await readContent(id, options.recordId)).toBeNull();
    expect((await bed.listRecords({ assistantId: id })).records).toMatchObject([{ hasContent: false }]);
  });

  test("of a program without a conversation is a conversation of its own", async () => {
    const { id } = await bed.createAssistant();
    for (let count = 0; count < 2; count++) await bed.ask(id, "Why? [[answer: So.]]");
    expect((await bed.readRecords()).map((record) => record.number_prompts)).toEqual([1, 1]);
  });
});

describe("of a local conversation", () => {
  /** In the question, the answer and the conversation's id. */
  const marker = "heliotrope-90210";

  /** Returns the places in tables, jobs, files and logs that contain the text. */
  async function findText(text: string): Promise<string[]> {
    const { db, config } = bed.platform;
    const { rows: tables } = await sql<{ name: string }>`
      select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(db);
    expect(tables.length).toBeGreaterThan(Object.keys(tableErasure).length - 2);
    const places: string[] = [];
    for (const { name } of tables) {
      const { rows } = await sql`
        select from ${sql.raw(name)} as t where position(${text} in to_jsonb(t)::text) > 0`.execute(db);
      if (rows.length > 0) places.push(name);
    }
    const entries = await readdir(config.dataDir, { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((each) => each.isFile())) {
      const path = join(entry.parentPath, entry.name);
      if (readFileSync(path).includes(text)) places.push(path);
    }
    return places;
  }

  test("nothing is stored but figures, neither content nor ids", async () => {
    const { id } = await bed.createAssistant({ data: { supportConvAnalysis: true, analysisCategories: ["Exams"] } });
    bed.server.models.script({ answer: '{"rating":3,"category":"Exams"}' }, "scripted-small");
    const conversationId = `local-${marker}`;
    await bed.ask(id, `Why ${marker}? [[answer: Because ${marker}.]]`, { conversationId });
    const [judged] = bed.server.models.chats("scripted-small");
    expect(JSON.stringify(judged?.body)).toContain(marker);
    expect(await bed.readRecords()).toMatchObject([
      { person_id: null, conversation_id: null, number_prompts: 1, system_rating: 3, category: "Exams" },
    ]);
    expect(await findText(marker)).toEqual([]);
    const text = JSON.stringify(await bed.readRecords());
    expect(text).not.toContain(bed.student.actor.principal.id);
    const { records } = await bed.listRecords({ assistantId: id });
    expect(records).toMatchObject([{ user: null, hasContent: false }]);
    expect(await readContent(id, records[0]?.conversationId ?? "")).toBeNull();
  });

  test("the person rates the answers by the conversation's id", async () => {
    const { id } = await bed.createAssistant();
    await bed.ask(id, "Why? [[answer: So.]]", { conversationId: "local-1" });
    const rating = { conversationId: "local-1", messageId: "m", userRating: 3, userFeedback: "Fine" };
    expect((await bed.stranger.proxy(saveUserRating, rating)).status).toBe(404);
    expect((await bed.student.proxy(saveUserRating, rating)).status).toBe(200);
    const { result } = await bed.student.proxy(getConversationAnalysis, { conversationId: "local-1" });
    expect(result.ratings).toEqual([{ assistantId: id, messageId: "m", userRating: 3, userFeedback: "Fine" }]);
  });
});

describe("of a local conversation that is moved to the cloud", () => {
  test("the record stays anonymous; later answers update its figures", async () => {
    const { id } = await bed.createAssistant({ data: { supportConvAnalysis: true } });
    bed.server.models.script({ answer: '{"rating":3,"category":null}' }, "scripted-small");
    const options = bed.createCloudOptions();
    const { conversationId } = options;
    await bed.ask(id, "Why? [[answer: So.]]", { conversationId });
    await bed.student.proxy(saveUserRating, { conversationId, userRating: 2, userFeedback: "Too short" });
    await bed.ask(id, "And? [[answer: Then.]]", options);
    await bed.waitForPrompts(id, 2);
    await expect.poll(() => bed.server.models.chats("scripted-small").length).toBe(2);
    const judged = JSON.stringify(bed.server.models.chats("scripted-small").at(-1)?.body);
    expect(judged).toContain("Then.");
    const { records } = await bed.listRecords({ assistantId: id });
    expect(records).toMatchObject([
      { user: null, hasContent: false, userRating: 2, userFeedback: "Too short", numberPrompts: 2 },
    ]);
    expect(await readContent(id, records[0]?.conversationId ?? "")).toBeNull();
    expect(await bed.readRecords()).toMatchObject([{ person_id: null, conversation_id: null }]);
    expect(await bed.platform.db.selectFrom("analysis_answers").selectAll().execute()).toEqual([]);
  });
});

describe("what a person has asked", () => {
  test("is gone from the records with the conversation, the person and the feedback, and the figures stay", async () => {
    const { id } = await bed.createAssistant();
    const { conversationId, recordId } = await askInCloud(id);
    await bed.student.proxy(saveUserRating, { conversationId, userRating: 2, userFeedback: "Wrong" });
    expect((await bed.student.proxy(deleteConversation, { conversationId })).status).toBe(200);
    const { records } = await bed.listRecords({ assistantId: id });
    expect(records).toMatchObject([
      { user: null, userFeedback: null, userRating: 2, numberPrompts: 1, hasContent: false },
    ]);
    expect(await readContent(id, recordId)).toBeNull();
    expect(await bed.platform.db.selectFrom("analysis_answers").selectAll().execute()).toEqual([]);
  });

  test("is gone from the records with the messages", async () => {
    const { id } = await bed.createAssistant();
    const { conversationId, replyId, recordId } = await askInCloud(id);
    await bed.student.proxy(deleteMessage, { conversationId, messageId: replyId });
    expect(await readContent(id, recordId)).toBeNull();
    const { id: secondId } = await bed.createAssistant();
    const second = await askInCloud(secondId);
    await bed.student.proxy(clearMessages, { conversationId: second.conversationId });
    expect(await readContent(secondId, second.recordId)).toBeNull();
    expect((await bed.listRecords({ assistantId: secondId })).records).toMatchObject([
      { user: "student@uni.edu", numberPrompts: 1, hasContent: false },
    ]);
  });

  test("is shown to the person with who has opened it, at once, and is in the audit log", async () => {
    const { id } = await bed.createAssistant();
    const { conversationId, recordId } = await askInCloud(id);
    const stream = await openBrowserEvents(bed.server.origin, bed.student);
    onTestFinished(() => stream.close());
    const readOpenings = async (person = bed.student) =>
      (await person.proxy(getConversationAnalysis, { conversationId })).result.openings;
    expect(await readOpenings()).toEqual([]);
    await bed.readDashboard({ assistantId: id, includeConversationData: true });
    expect(await readOpenings()).toEqual([]);
    const first = bed.clock.now().toISOString();
    await readContent(id, recordId);
    await vi.waitFor(() => expect(stream.events).toContainEqual({ type: "analysis", conversationId }));
    bed.clock.advance(60_000);
    const { conversationData } = await bed.readDashboard(
      { assistantId: id, includeConversationContent: true },
      bed.admin,
    );
    expect(conversationData?.[0]?.content).toHaveLength(2);
    const assistantName = "Course guide";
    expect(await readOpenings()).toEqual([
      { openedBy: "admin@uni.edu", openedAt: bed.clock.now().toISOString(), assistantName },
      { openedBy: "editor@uni.edu", openedAt: first, assistantName },
    ]);
    expect(await readOpenings(bed.stranger)).toEqual([]);
    const audited = await bed.platform.db
      .selectFrom("audit")
      .select(["actor_id", "verb", "object_ids"])
      .where("object_type", "=", "analysisRecord")
      .where(sql<boolean>`object_ids ? ${recordId}`)
      .orderBy("id")
      .execute();
    expect(audited.map(({ actor_id, verb }) => [actor_id, verb])).toEqual([
      [bed.editor.actor.principal.id, "openConversation"],
      [bed.admin.actor.principal.id, "openConversation"],
    ]);
  });

  test("stays in the records of a deleted assistant under its last name, and ends with the group", async () => {
    const group = await bed.createAnalyzedGroup();
    const { id } = await bed.createAssistant({ name: "Old tutor" }, group);
    await askInCloud(id);
    await transaction(bed.platform.db, (tx) => deleteAssistantsOfGroup(tx, group.id, bed.clock.now()));
    expect((await bed.listRecords({ assistantId: id })).records).toMatchObject([{ assistantName: "Old tutor" }]);
    expect((await bed.readDashboard({ assistantId: id })).dashboardData).toMatchObject({ assistantName: "Old tutor" });
    await bed.platform.db
      .updateTable("groups")
      .set({ deleted_at: bed.clock.now() })
      .where("id", "=", group.id)
      .execute();
    expect((await bed.editor.proxy(getGroupDashboard, { assistantId: id })).status).toBe(404);
    // All sessions end with this, so the test is the last one.
    bed.clock.advance(29 * 24 * 3_600_000);
    await reapRecords(bed.platform);
    expect(await bed.readRecords()).toHaveLength(1);
    bed.clock.advance(2 * 24 * 3_600_000);
    await reapRecords(bed.platform);
    expect(await bed.readRecords()).toEqual([]);
  });
});
