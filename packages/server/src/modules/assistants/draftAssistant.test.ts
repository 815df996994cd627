import { randomUUID } from "node:crypto";
import {
  type AssistantContentInput,
  assistantTexts,
  type ChatRequestInput,
  type FileRecord,
  type KeyScope,
  openAssistantPassage,
  parseAssistantState,
  parseCitations,
} from "@lectern/contract";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createLog } from "../../platform/log.ts";
import { createActorToken } from "../../testing/createActorToken.ts";
import type { TestPerson } from "../../testing/createTestApp.ts";
import { createTestTools } from "../../testing/createTestTools.ts";
import { type ChatServer, readStream, startChatServer } from "../../testing/startChatServer.ts";

import { uploadTestFile } from "../../testing/uploadTestFile.ts";
import { createScriptedReader } from "../files/documents/testing/scriptedReader.ts";
import { giveGrants, revokeGrants } from "../grants/service.ts";
import { createGroup, removeMembers } from "../groups/service.ts";
import { endUnauthorizedWork } from "../revocation/endUnauthorizedWork.ts";
import { seedSystemAssistants } from "./builtIn/seedSystemAssistants.ts";
import { systemAssistants } from "./builtIn/systemAssistants.ts";
import { insertTestAssistant, type TestAssistant } from "./testing/insertTestAssistant.ts";

type Draft = Partial<AssistantContentInput> & { assistantId?: string; groupId?: string };

describe("a draft of an assistant", () => {
  let server: ChatServer;
  let author: TestPerson;
  let other: TestPerson;
  let file: FileRecord;
  const logLines: string[] = [];
  const tools = createTestTools();

  beforeAll(async () => {
    const log = createLog("trace", { write: (line) => logLines.push(line) });
    const environment = { FEATURES: "assistantAdminInterface" };
    server = await startChatServer({
      ...{ documents: createScriptedReader(), modules: [tools.module], log, environment },
    });
    author = await server.signIn("author@example.org");
    other = await server.signIn("other@example.org");
    file = await uploadTestFile(server, author, { name: "hours.txt", content: "The library opens at nine." });
  });
  afterEach(async () => {
    server.models.resume();
    await server.settled();
    server.models.reset();
  });
  afterAll(() => server.close());

  async function post(
    draft: Draft,
    { options = {}, person = author, content = "Hi [[answer: Hello.]]", ...more }: TryOptions = {},
  ) {
    const assistantDraft = { name: "Guide", instructions: "Be kind.", ...draft };
    const body = server.ask(content, { ...more, options: { requestId: randomUUID(), assistantDraft, ...options } });
    return server.post(body, { person });
  }
  const tryDraft = async (...args: Parameters<typeof post>) => readStream(await post(...args));
  const getReason = ({ status, text }: { status: number; text: string }) => [status, JSON.parse(text).message];
  const getMessages = () => server.models.chats("scripted-large").at(-1)?.body?.messages ?? [];
  const getInstructions = () => String(getMessages()[0]?.content);
  const getQuestion = () => String(getMessages().at(-1)?.content);
  const toSource = ({ id, name }: FileRecord) => ({ id: `s3://${id}`, name });
  const inserted = { dataSourceOptions: { insertConversationDocuments: true } };
  const withDocuments = (...files: FileRecord[]): Draft => ({ dataSources: files.map(toSource), data: inserted });

  const createAssistant = (content: Partial<AssistantContentInput> = {}): Promise<TestAssistant> =>
    insertTestAssistant(server.platform, author.actor.principal.id, { name: "Saved", ...content });
  const share = ({ id }: TestAssistant, role: "use" | "read" | "write") =>
    giveGrants(server.platform, author.actor, {
      ...{ object: { type: "assistant", id } as const, names: [other.actor.email], role },
    });
  const createTeam = (level: "read" | "write" | "admin" | null) =>
    createGroup(server.platform, author.actor, {
      ...{ name: `Team ${randomUUID()}`, types: ["Law", "Art"] },
      members: level === null ? {} : { [other.actor.email]: level },
    });

  test("answers as it would once it is saved, under its name and with its disclaimer", async () => {
    const { answer } = await tryDraft({ name: "Draft guide", disclaimer: "Ask your teacher." });
    expect(getInstructions()).toMatch(/\n\nBe kind\.$/);
    expect(answer).toMatchObject({ content: "Hello.", end: { end: "done" } });
    expect(answer.state).toMatchObject({
      currentAssistantName: "Draft guide",
      currentAssistantDisclaimer: "Ask your teacher.",
    });
    expect(parseAssistantState(answer.state)).toBeNull();
  });

  test("replaces the saved version: its instructions, model, options and the group type", async () => {
    const team = await createTeam(null);
    const saved = await insertTestAssistant(server.platform, team.id, { name: "Saved", instructions: "Be brief." });
    const groupTypeData = {
      Law: { additionalInstructions: "Quote statutes." },
      Art: { isDisabled: true, disabledMessage: "Not for art." },
    };
    const messageOptions = { includeUserLineNumbers: true };
    const draft = { assistantId: saved.id, data: { groupTypeData, messageOptions } };
    await tryDraft(draft, { options: { groupType: "Law" } });
    expect(getInstructions()).toMatch(/\n\nBe kind\.\n\nQuote statutes\./);
    expect(getInstructions()).not.toContain("Be brief.");
    expect(getQuestion()).toMatch(/^1: Hi/);
    expect(getReason(await tryDraft(draft, { options: { groupType: "Art" } }))).toEqual([403, "Not for art."]);
    await tryDraft({ assistantId: saved.id, data: { model: "scripted-small" } });
    expect(server.models.chats("scripted-small")).toHaveLength(1);
  });

  describe("can be tried by people who could save it", () => {
    const unavailable = [404, assistantTexts.notFound];
    const cases: [string, (draft: Draft) => Promise<Draft>, number | unknown[]][] = [
      ["one's own, new", async (draft) => draft, 200],
      ["somebody else's", async () => ({ assistantId: (await createAssistant()).id }), unavailable],
      ["one that one may use", () => shared("use"), [403, "You can use this assistant, but not change it."]],
      ["one that one may read", () => shared("read"), [403, "You can use this assistant, but not change it."]],
      ["one that one may edit", () => shared("write"), 200],
      ["of a group whose member reads", () => inTeam("read"), 403],
      ["of a group whose member writes", () => inTeam("write"), 200],
      ["of a group whose member administers", () => inTeam("admin"), 200],
      ["of a group of others", () => inTeam(null), 404],
      ["saved in a group whose member reads", () => savedInTeam("read"), 403],
      ["saved in a group whose member writes", () => savedInTeam("write"), 200],
      ["saved in a group of others", () => savedInTeam(null), unavailable],
      ["that does not exist", async () => ({ assistantId: "astp/nothing" }), unavailable],
      ["of the server itself", builtIn, [403, "This assistant is built in and can’t be changed."]],
    ];
    async function shared(role: "use" | "read" | "write") {
      const saved = await createAssistant();
      await share(saved, role);
      return { assistantId: saved.id };
    }
    async function builtIn() {
      await seedSystemAssistants(server.platform);
      return { assistantId: systemAssistants.find(({ isPublished }) => isPublished)?.id ?? "" };
    }
    const inTeam = async (level: "read" | "write" | "admin" | null) => ({ groupId: (await createTeam(level)).wireId });
    async function savedInTeam(level: "read" | "write" | null) {
      const team = await createTeam(level);
      return { assistantId: (await insertTestAssistant(server.platform, team.id, { name: "Saved" })).id };
    }
    test.each(cases)("%s", async (_what, prepare, expected) => {
      const reply = await tryDraft(await prepare({}), { person: other });
      if (Array.isArray(expected)) expect(getReason(reply)).toEqual(expected);
      else expect(reply.status).toBe(expected);
      expect(server.models.chats("scripted-large")).toHaveLength(expected === 200 ? 1 : 0);
    });
  });

  test.each([
    [["chat"], 403],
    [["assistants"], 403],
    [["chat", "assistants"], 200],
    [["full_access"], 200],
  ] as const)("with an API key with the access types %j: %i", async (scopes, status) => {
    const person = await createKey(scopes);
    expect((await tryDraft({}, { person })).status).toBe(status);
  });

  test("needs the access type for documents if an API key adds them", async () => {
    const draft = withDocuments(file);
    expect((await tryDraft(draft, { person: await createKey(["chat", "assistants"]) })).status).toBe(403);
    const person = await createKey(["chat", "assistants", "file_upload"]);
    expect((await tryDraft(draft, { person })).status).toBe(200);
  });

  async function createKey(scopes: readonly KeyScope[]): Promise<TestPerson> {
    const credential = { kind: "key", id: randomUUID(), scopes: new Set<KeyScope>(scopes) } as const;
    const actor = { ...author.actor, credential };
    return { ...author, actor, token: await createActorToken(server.platform, actor) };
  }

  test.each([
    ["cloud storage", { storage: "cloud", conversationId: "c" }, "options.storage"],
    ["a conversation", { conversationId: "c" }, "options.conversationId"],
    ["an assistant besides", { assistantId: "astp/1" }, "options.assistantId"],
  ] as const)("is refused with %s", async (_what, options, path) => {
    const { status, text } = await tryDraft({}, { options });
    expect([status, JSON.parse(text).issues[0].path]).toEqual([400, path]);
    expect(await server.platform.db.selectFrom("conversations").selectAll().execute()).toEqual([]);
  });

  test("is refused as saving would be: a URI, sources that are not files, a model that the author cannot use", async () => {
    expect((await tryDraft({ uri: "example.org" })).status).toBe(400);
    expect((await tryDraft({ dataSources: [{ id: "tag://all" }] })).status).toBe(400);
    expect((await tryDraft({ data: { model: "no-such-model" } })).status).toBe(403);
  });

  describe("reads documents", () => {
    const question = "When does the library open? [[answer: At nine [1].]]";

    test("that the author may read, and gives nothing to the assistant's owner", async () => {
      const team = await createTeam("write");
      const { answer } = await tryDraft({ groupId: team.wireId, ...withDocuments(file) }, { content: question });
      expect(getQuestion()).toContain("opens at nine");
      const sources = parseCitations(answer.state).flatMap(({ sources: passages }) => passages);
      expect(sources).toMatchObject([{ key: file.id }, { key: file.id, index: 1 }]);
      const files = await server.platform.db.selectFrom("files").select("id").where("owner_id", "=", team.id).execute();
      expect(files).toEqual([]);
    });

    test("of nobody else, also for types that were not chosen", async () => {
      const saved = await createAssistant();
      await share(saved, "write");
      const team = await createTeam("write");
      const reason = [404, "The file “hours.txt” doesn’t exist, or you don’t have access to it."];
      const groupTypeData = { Law: { dataSources: [toSource(file)] } };
      for (const draft of [
        withDocuments(file),
        { assistantId: saved.id, ...withDocuments(file) },
        { groupId: team.wireId, ...withDocuments(file) },
        { groupId: team.wireId, data: { groupTypeData } },
      ]) {
        expect(getReason(await tryDraft(draft, { person: other, content: question }))).toEqual(reason);
      }
      expect(server.models.chats()).toEqual([]);
    });

    test("that a version has had, for whoever may edit the assistant, with passages but no file to open", async () => {
      const saved = await createAssistant({ dataSources: [toSource(file)] });
      await share(saved, "write");
      const draft = { assistantId: saved.id, ...withDocuments(file) };
      const { answer } = await tryDraft(draft, { person: other, content: question });
      expect(getQuestion()).toContain("opens at nine");
      const sources = parseCitations(answer.state).flatMap(({ sources: passages }) => passages);
      const content = "The library opens at nine.";
      expect(sources).toMatchObject([
        { name: "hours.txt", key: null, content },
        { index: 1, key: null, content },
      ]);
      expect(JSON.stringify(answer.state)).not.toContain(file.id);
      const citation = sources.find(({ index }) => index === 1)?.citation ?? "";
      const passage = await other.proxy(openAssistantPassage, { citation });
      expect(passage.result).toMatchObject({ name: "hours.txt", content });
    });

    test("of a group's assistant, for a member who may write, who can open the file", async () => {
      const team = await createTeam("write");
      const teamFile = await uploadTestFile(server, author, { name: "team.txt", content: "The team meets at ten." });
      await server.platform.db.updateTable("files").set({ owner_id: team.id }).where("id", "=", teamFile.id).execute();
      const saved = await insertTestAssistant(server.platform, team.id, {
        ...{ name: "Saved", dataSources: [toSource(teamFile)] },
      });
      const draft = { assistantId: saved.id, ...withDocuments(teamFile) };
      const { answer } = await tryDraft(draft, { person: other, content: "When? [[answer: At ten [1].]]" });
      const sources = parseCitations(answer.state).flatMap(({ sources: passages }) => passages);
      const opened = { key: teamFile.id, content: "The team meets at ten." };
      expect(sources).toMatchObject([opened, { index: 1, ...opened }]);
    });
  });

  describe("that is being tried", () => {
    async function start(draft: Draft) {
      const requestId = randomUUID();
      server.models.pauseAfter(2);
      const options = { requestId };
      const stream = await post(draft, { person: other, content: "Hi [[answer: one two three]]", options });
      await server.models.whenPaused();
      await endUnauthorizedWork(server.platform);
      return { stream, requestId };
    }
    const expectStopped = async (stream: Awaited<ReturnType<typeof post>>) => {
      await endUnauthorizedWork(server.platform);
      expect((await readStream(stream)).answer).toMatchObject({ content: "one two", end: { end: "stopped" } });
    };

    test("stops when the right to save it is lost, and is not sent again, although the right to use it stays", async () => {
      const saved = await createAssistant();
      await share(saved, "write");
      const { stream, requestId } = await start({ assistantId: saved.id });
      const object = { type: "assistant", id: saved.id } as const;
      await revokeGrants(server.platform, author.actor, { object, names: [other.actor.email] });
      await share(saved, "use");
      await expectStopped(stream);
      await server.settled();
      const replay = await readStream(await server.follow(requestId, { person: other }));
      expect([replay.status, replay.text.includes("one")]).toEqual([403, false]);
    });

    test("stops when the right to a document that it adds is lost", async () => {
      const team = await createTeam("write");
      const teamFile = await uploadTestFile(server, author, { name: "team.txt", content: "The team meets at ten." });
      await server.platform.db.updateTable("files").set({ owner_id: team.id }).where("id", "=", teamFile.id).execute();
      const { stream } = await start(withDocuments(teamFile));
      const names = [other.actor.email];
      await removeMembers(server.platform, author.actor, { groupId: team.wireId, members: names });
      await expectStopped(stream);
    });
  });

  test("goes on after an approval only while its author could save it", async () => {
    const saved = await createAssistant();
    await share(saved, "write");
    const content = '[[say: May I?]] [[call: send {"text":"mail"}]] [[answer: {results}]]';
    const ask = async () => {
      const requestId = randomUUID();
      await tryDraft({ assistantId: saved.id }, { person: other, content, options: { requestId } });
      await server.settled();
      const decisions = [{ stepId: "0-0", isApproved: true }];
      return { continueRun: { runId: requestId, requestId: randomUUID(), decisions } };
    };
    const approved = await readStream(await server.post(await ask(), { person: other }));
    expect(approved.answer.content).toBe('May I?\n\necho: {"text":"mail"}');
    const late = await ask();
    await revokeGrants(server.platform, author.actor, {
      ...{ object: { type: "assistant", id: saved.id } as const, names: [other.actor.email] },
    });
    await share(saved, "use");
    expect((await readStream(await server.post(late, { person: other }))).status).toBe(403);
  });

  test("is counted like any answer, for the assistant that it changes", async () => {
    const saved = await createAssistant();
    const team = await createTeam(null);
    const listUsage = async () => {
      await server.settled();
      const columns = ["assistant_id", "group_id", "conversation_id", "conversation_hash", "outcome"] as const;
      return server.platform.db
        .selectFrom("usage")
        .select([...columns, "output_tokens"])
        .execute();
    };
    const row = { conversation_id: null, conversation_hash: null, outcome: "done", output_tokens: expect.any(Number) };
    for (const [draft, expected] of [
      [{}, { assistant_id: null, group_id: null }],
      [{ assistantId: saved.id }, { assistant_id: saved.id, group_id: null }],
      [{ groupId: team.wireId }, { assistant_id: null, group_id: team.id }],
    ] as const) {
      await server.platform.db.deleteFrom("usage").execute();
      await tryDraft(draft);
      expect(await listUsage()).toEqual([{ ...row, ...expected }]);
    }
  });

  test("leaves nothing of itself or its answer in the database or the log, also if it fails, stops or waits", async () => {
    const marker = "quokka-4711";
    logLines.length = 0;
    const draft = { name: marker, instructions: marker, description: marker, disclaimer: marker, tags: [marker] };
    await tryDraft(draft, { content: `Hi ${marker} [[answer: ${marker}]]` });
    await tryDraft(draft, { content: `Hi ${marker} [[status: 400]]` });
    await tryDraft(draft, { content: `[[say: ${marker}?]] [[call: send {"text":"${marker}"}]] [[answer: {results}]]` });
    server.models.pauseAfter(1);
    const requestId = randomUUID();
    const stream = await post(draft, { content: `Hi [[answer: ${marker} two]]`, options: { requestId } });
    await server.models.whenPaused();
    await server.post({ killSwitch: { requestId, value: true } }, { person: author });
    await readStream(stream);
    server.models.resume();
    expect((await tryDraft({ ...draft, uri: "example.org" })).status).toBe(400);
    await server.settled();
    expect(JSON.stringify(server.models.chats().map(({ body }) => body))).toContain(marker);
    expect(logLines.join("\n")).not.toContain(marker);
    expect(await findTablesWith(marker)).toEqual([]);
  });

  /** Lists the tables of the database in which a text occurs. */
  async function findTablesWith(text: string): Promise<string[]> {
    const { db } = server.platform;
    const tables = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = current_schema()`.execute(db);
    expect(tables.rows.map(({ name }) => name)).toEqual(expect.arrayContaining(["usage", "messages", "waiting_runs"]));
    const found: string[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await sql`
        select from ${sql.table(name)} as row where to_jsonb(row)::text like ${`%${text}%`} limit 1`.execute(db);
      if (rows.length > 0) found.push(name);
    }
    return found;
  }
});

interface TryOptions extends Partial<Omit<ChatRequestInput, "options">> {
  options?: NonNullable<ChatRequestInput["options"]>;
  person?: TestPerson;
  content?: string;
}
