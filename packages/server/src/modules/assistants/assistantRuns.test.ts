import { randomUUID } from "node:crypto";
import {
  type AssistantContentInput,
  assistantTexts,
  type ChatRequestInput,
  compressText,
  decompressText,
  type FileRecord,
  getConversation,
  type KeyScope,
  openConversation,
  parseAssistantState,
  parseCitations,
  uploadConversation,
} from "@lectern/contract";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createActorToken } from "../../testing/createActorToken.ts";
import type { TestPerson } from "../../testing/createTestApp.ts";
import { createManualClock } from "../../testing/manualClock.ts";
import { type ChatServer, readStream, startChatServer } from "../../testing/startChatServer.ts";
import { uploadTestFile } from "../../testing/uploadTestFile.ts";
import { createScriptedReader } from "../files/documents/testing/scriptedReader.ts";
import { giveGrants, revokeGrants } from "../grants/service.ts";
import { addMembers, createGroup, removeMembers } from "../groups/service.ts";
import { endUnauthorizedWork } from "../revocation/endUnauthorizedWork.ts";
import { insertTestAssistant, saveTestAssistant, type TestAssistant } from "./testing/insertTestAssistant.ts";

let server: ChatServer;
let teacher: TestPerson;
let student: TestPerson;
let group: Awaited<ReturnType<typeof createGroup>>;
let file: FileRecord;

beforeAll(async () => {
  const environment = { FEATURES: "assistantAdminInterface" };
  server = await startChatServer({ documents: createScriptedReader(), clock: createManualClock(), environment });
  teacher = await server.signIn("teacher@example.org");
  student = await server.signIn("student@example.org");
  const members = { "student@example.org": "read" } as const;
  group = await createGroup(server.platform, teacher.actor, { name: "Course", types: ["Law", "Art"], members });
  file = await uploadTestFile(server, teacher, { name: "hours.txt", content: "The library opens at nine." });
  const { db } = server.platform;
  await db.updateTable("files").set({ owner_id: group.id }).where("id", "=", file.id).execute();
});
afterEach(async () => {
  server.models.resume();
  await server.settled();
  server.models.reset();
});
afterAll(() => server.close());

/** Creates a published assistant of the group. */
const createAssistant = (content: Partial<AssistantContentInput> = {}, options = {}): Promise<TestAssistant> =>
  insertTestAssistant(
    server.platform,
    group.id,
    { name: "Course guide", instructions: "Be kind.", ...content },
    options,
  );

async function post(
  assistantId: string | undefined,
  content: string,
  options: NonNullable<ChatRequestInput["options"]> = {},
  { person = student, ...more }: Partial<ChatRequestInput> & { person?: TestPerson } = {},
) {
  const body = server.ask(content, { ...more, options: { requestId: randomUUID(), assistantId, ...options } });
  return server.post(body, { person });
}
const ask = async (...args: Parameters<typeof post>) => readStream(await post(...args));

const createCloudOptions = () => {
  const id = randomUUID();
  const options = { requestId: `${id}-r`, conversationId: id, parentId: null, replyId: `${id}-a` };
  return { ...options, storage: "cloud" as const };
};
const getMessages = () => server.models.chats("scripted-large").at(-1)?.body?.messages ?? [];
const getInstructions = () => String(getMessages()[0]?.content);
const getQuestion = () => String(getMessages().at(-1)?.content);
const toSource = ({ id, name }: FileRecord) => ({ id: `s3://${id}`, name });

describe("an answer of an assistant", () => {
  test("follows its instructions and begins with its name and its disclaimer", async () => {
    const { id, versionId } = await createAssistant({ disclaimer: "Ask your teacher." });
    const { answer, frames } = await ask(id, "Hi [[answer: Hello.]]");
    expect(getInstructions()).toMatch(/\n\nBe kind\.$/);
    const state = {
      currentAssistantId: id,
      currentAssistantVersionId: versionId,
      currentAssistantName: "Course guide",
      currentAssistantDisclaimer: "Ask your teacher.",
    };
    expect(frames[0]).toContain(JSON.stringify({ s: "meta", state }));
    expect(answer).toMatchObject({ content: "Hello.", state });
  });

  test("follows the newest version, and the instructions of the group type that the person has chosen", async () => {
    const { id } = await createAssistant();
    const groupTypeData = { Law: { additionalInstructions: "Quote statutes." } };
    await saveTestAssistant(server.platform, id, { name: "Guide", instructions: "Be brief.", data: { groupTypeData } });
    await ask(id, "Hi [[answer: Hello.]]", { groupType: "Law" });
    expect(getInstructions()).toMatch(/\n\nBe brief\.\n\nQuote statutes\.$/);
    await ask(id, "Hi [[answer: Hello.]]", { groupType: "Art" });
    expect(getInstructions()).toMatch(/\n\nBe brief\.$/);
  });

  test("follows no instructions of a type that the group does not have any more", async () => {
    const groupTypeData = { Alumni: { additionalInstructions: "Tell the secret.", isDisabled: false } };
    const { id } = await createAssistant({ data: { groupTypeData } });
    await ask(id, "Hi [[answer: Hello.]]", { groupType: "Alumni" });
    expect(getInstructions()).toMatch(/\n\nBe kind\.$/);
  });

  test("is refused with the author's reason if the assistant is disabled for the group type", async () => {
    const groupTypeData = { Law: { isDisabled: true, disabledMessage: "Please ask the faculty of law." } };
    const { id } = await createAssistant({ data: { groupTypeData } });
    const { status, text } = await ask(id, "Hi", { groupType: "Law" });
    expect([status, JSON.parse(text).message]).toEqual([403, "Please ask the faculty of law."]);
    expect(server.models.chats()).toEqual([]);
    expect((await ask(id, "Hi", { groupType: "Art" })).status).toBe(200);
  });

  test("[G3.02] is written by the model that the assistant enforces", async () => {
    const { id } = await createAssistant({ data: { model: "scripted-small" } });
    await ask(id, "Hi");
    expect(server.models.chats().map(({ body }) => body?.model)).toEqual(["scripted-small"]);
  });

  test("is recorded with the version and the group, as are the searches for it", async () => {
    const dataSources = [toSource(file)];
    const { id, versionId } = await createAssistant({ dataSources });
    await server.platform.db.deleteFrom("usage").execute();
    await ask(id, "When does the library open in the morning? [[answer: At nine.]]");
    await server.settled();
    const rows = await server.platform.db.selectFrom("usage").select(["purpose", "assistant_id", "group_id"]).execute();
    const recorded = { assistant_id: versionId, group_id: group.id };
    expect(rows).toEqual(
      expect.arrayContaining([
        { purpose: "chat", ...recorded },
        { purpose: "rewrite", ...recorded },
      ]),
    );
    expect(rows.every((row) => row.assistant_id === versionId)).toBe(true);
  });

  test("[G9.03] [C9.22] knows the ids and the line numbers of the messages only if the assistant asks for them", async () => {
    const messages = [
      { id: "q1", role: "user" as const, content: "One\nTwo" },
      { id: "a1", role: "assistant" as const, content: "Three\nFour" },
      { id: "q2", role: "user" as const, content: "Five [[answer: Six.]]" },
    ];
    const read = async (messageOptions?: Record<string, boolean>) => {
      const { id } = await createAssistant(messageOptions ? { data: { messageOptions } } : {});
      await ask(id, "", {}, { messages });
      return getMessages()
        .slice(1)
        .map(({ content }) => content);
    };
    expect(await read()).toEqual(["One\nTwo", "Three\nFour", "Five [[answer: Six.]]"]);
    expect(await read({ includeUserLineNumbers: true })).toEqual([
      "1: One\n2: Two",
      "Three\nFour",
      "1: Five [[answer: Six.]]",
    ]);
    expect(await read({ includeAssistantLineNumbers: true, includeMessageIds: true })).toEqual([
      "[message q1]\nOne\nTwo",
      "[message a1]\n1: Three\n2: Four",
      "[message q2]\nFive [[answer: Six.]]",
    ]);
    expect(getInstructions()).toContain("the id of a message precedes it");
  });
});

describe("the documents of an assistant", () => {
  const insert = { insertConversationDocuments: true };
  const question = "When does the library open? [[answer: At nine [1].]]";

  test("are used as its own options say, which replace those of the question", async () => {
    const dataSources = [toSource(file)];
    const create = (dataSourceOptions: Record<string, boolean>) =>
      createAssistant({ dataSources, data: { dataSourceOptions } });
    const off = await create({ disableDataSources: true });
    await ask(off.id, question, { dataSourceOptions: insert });
    expect(getQuestion()).not.toContain("opens at nine");
    const whole = await create(insert);
    const { answer } = await ask(whole.id, question, { dataSourceOptions: { disableDataSources: true } });
    expect(getQuestion()).toContain("opens at nine");
    expect(answer.statuses).toMatchObject([{ summary: "Read the assistant’s documents" }]);
    await ask(whole.id, question, { skipRag: true, ragOnly: true });
    expect(getQuestion()).not.toContain("opens at nine");
  });

  test("belong to the group type that the person has chosen", async () => {
    const groupTypeData = { Law: { dataSources: [toSource(file)] } };
    const { id } = await createAssistant({ data: { groupTypeData, dataSourceOptions: insert } });
    await ask(id, question, { groupType: "Law" });
    expect(getQuestion()).toContain("opens at nine");
    await ask(id, question, { groupType: "Art" });
    expect(getQuestion()).not.toContain("opens at nine");
  });

  test("are left out if they are not the owner's, not ready or deleted, of which only authors are told", async () => {
    const foreign = await uploadTestFile(server, teacher, { name: "foreign.txt", content: "A foreign text." });
    const unready = await uploadTestFile(server, teacher, { name: "unready.txt", content: "An unready text." });
    const { db } = server.platform;
    const changes = { owner_id: group.id, document_id: null, uploaded_at: null };
    await db.updateTable("files").set(changes).where("id", "=", unready.id).execute();
    const dataSources = [toSource(file), toSource(foreign), toSource(unready), { id: "s3://gone", name: "gone.txt" }];
    const { id } = await createAssistant({ dataSources, data: { dataSourceOptions: insert } });
    const forStudent = await ask(id, question);
    expect(getQuestion()).toContain("opens at nine");
    expect(getQuestion()).not.toContain("A foreign text");
    expect(forStudent.answer.statuses).toHaveLength(1);
    expect(forStudent.text).not.toMatch(/foreign|unready|gone/);
    const forTeacher = await ask(id, question, {}, { person: teacher });
    expect(forTeacher.answer.statuses.map(({ summary, message }) => message || summary)).toEqual([
      "Read hours.txt in full",
      "“unready.txt” isn’t ready.\n“One of the assistant’s documents” no longer exists.",
    ]);
  });

  test("are shown to those who may read them as in a plain chat", async () => {
    const { id } = await createAssistant({ dataSources: [toSource(file)], data: { dataSourceOptions: insert } });
    const { answer } = await ask(id, question, {}, { person: teacher });
    const sources = parseCitations(answer.state).flatMap(({ sources: passages }) => passages);
    expect(sources).toMatchObject([{ key: file.id }, { key: file.id, index: 1, originalIndexes: [0] }]);
    expect(JSON.stringify(sources)).not.toContain("citation");
  });
});

describe("a right to an assistant that is lost", () => {
  const names = ["student@example.org"];
  const restore = () =>
    addMembers(server.platform, teacher.actor, { groupId: group.wireId, members: { "student@example.org": "read" } });

  /** Starts an answer that stalls after two words. */
  async function start(assistant: TestAssistant) {
    const options = createCloudOptions();
    server.models.pauseAfter(2);
    const stream = await post(assistant.id, "Hi [[answer: one two three]]", options);
    await server.models.whenPaused();
    return { options, stream };
  }

  test.each([
    ["the membership", () => removeMembers(server.platform, teacher.actor, { groupId: group.wireId, members: names })],
    [
      "the publication",
      ({ id }: TestAssistant) =>
        server.platform.db.updateTable("assistants").set({ is_published: false }).where("id", "=", id).execute(),
    ],
    [
      "the assistant",
      ({ id }: TestAssistant) =>
        server.platform.db.updateTable("assistants").set({ deleted_at: new Date() }).where("id", "=", id).execute(),
    ],
  ])("with %s ends the answer as stopped; its text stays, and the next message is refused", async (what, revoke) => {
    const assistant = await createAssistant();
    const { options, stream } = await start(assistant);
    await endUnauthorizedWork(server.platform);
    await revoke(assistant);
    await endUnauthorizedWork(server.platform);
    const { answer } = await readStream(stream);
    expect(answer).toMatchObject({ content: "one two", end: { end: "stopped", code: "accessEnded" } });
    await server.settled();
    const { result } = await student.proxy(openConversation, { conversationId: options.conversationId });
    const stored = result.conversation.messages.at(-1);
    expect(stored).toMatchObject({ content: "one two", data: { end: { end: "stopped", code: "accessEnded" } } });
    expect(parseAssistantState(stored?.data.state)?.currentAssistantId).toBe(assistant.id);

    const next = await ask(assistant.id, "And now?");
    expect([next.status, JSON.parse(next.text).message]).toEqual([404, assistantTexts.notFound]);
    for (const replay of [
      await readStream(await server.follow(options.requestId, { person: student })),
      await ask(assistant.id, "Hi", options),
      await ask(undefined, "Hi", options),
    ]) {
      expect([replay.status, replay.text.includes("one")]).toEqual([404, false]);
    }
    if (what === "the membership") await restore();
  });

  test("with a grant ends the answer as stopped; an answer of another person goes on", async () => {
    const assistant = await insertTestAssistant(server.platform, teacher.actor.principal.id, { name: "Mine" });
    const object = { type: "assistant" as const, id: assistant.id };
    await giveGrants(server.platform, teacher.actor, { object, names: [...names, "ann@example.org"], role: "use" });
    const { stream } = await start(assistant);
    const otherStream = await post(assistant.id, "Hi [[answer: one two three]]", {}, { person: server.ann });
    await server.models.whenPaused(2);
    await revokeGrants(server.platform, teacher.actor, { object, names });
    await endUnauthorizedWork(server.platform);
    expect((await readStream(stream)).answer).toMatchObject({ content: "one two", end: { end: "stopped" } });
    server.models.resume();
    expect((await readStream(otherStream)).answer).toMatchObject({ content: "one two three", end: { end: "done" } });
  });

  test("to read the assistant ends the answer as stopped, because it may show how the assistant is made", async () => {
    const assistant = await insertTestAssistant(server.platform, teacher.actor.principal.id, { name: "Mine" });
    const object = { type: "assistant" as const, id: assistant.id };
    await giveGrants(server.platform, teacher.actor, { object, names, role: "read" });
    const { stream } = await start(assistant);
    await endUnauthorizedWork(server.platform);
    await giveGrants(server.platform, teacher.actor, { object, names, role: "use" });
    await endUnauthorizedWork(server.platform);
    expect((await readStream(stream)).answer).toMatchObject({ content: "one two", end: { end: "stopped" } });
    server.models.resume();
    expect((await ask(assistant.id, "Hi [[answer: Hello.]]")).status).toBe(200);
  });
});

describe("an assistant", () => {
  test("is refused to strangers, to members while it is not published, and if it does not exist", async () => {
    const published = await createAssistant();
    const draft = await createAssistant({}, { isPublished: false });
    const refusals = [
      await ask(published.id, "Hi", {}, { person: server.ann }),
      await ask(draft.id, "Hi"),
      await ask("astp/none", "Hi"),
    ];
    expect(refusals.map(({ status, text }) => [status, JSON.parse(text).message])).toEqual(
      refusals.map(() => [404, assistantTexts.notFound]),
    );
    expect((await ask(draft.id, "Hi", {}, { person: teacher })).status).toBe(200);
    expect(server.models.chats("scripted-large")).toHaveLength(1);
  });

  test.each([
    [["chat"], 403],
    [["assistants"], 403],
    [["chat", "assistants"], 200],
    [["full_access"], 200],
  ] as const)("answers an API key with the access types %j: %i", async (scopes, status) => {
    const credential = { kind: "key", id: randomUUID(), scopes: new Set<KeyScope>(scopes) } as const;
    const actor = { ...student.actor, credential };
    const person = { ...student, actor, token: await createActorToken(server.platform, actor) };
    const { id } = await createAssistant();
    const reply = await ask(id, "Hi [[answer: Hello.]]", {}, { person });
    expect(reply.status).toBe(status);
    if (status === 200) expect(parseAssistantState(reply.answer.state)?.currentAssistantId).toBe(id);
  });

  test("answers a client that asks for the whole answer", async () => {
    const { id } = await createAssistant();
    const { status, text } = await ask(id, "Hi [[answer: Hello.]]", {}, { stream: false });
    expect([status, JSON.parse(text).data]).toEqual([200, "Hello."]);
    expect(getInstructions()).toContain("Be kind.");
  });
});

test("a conversation remembers its assistant although the first answer has failed before it began", async () => {
  const { id, versionId } = await createAssistant();
  const options = createCloudOptions();
  const { status } = await ask(id, "Hi [[status: 400]]", options);
  expect(status).toBeGreaterThanOrEqual(400);
  await server.settled();
  const opened = await student.proxy(openConversation, { conversationId: options.conversationId });
  const [, answer] = opened.result.conversation.messages;
  expect(answer?.data?.end).toMatchObject({ end: "failed" });
  expect(parseAssistantState(answer?.data?.state)).toEqual({
    currentAssistantId: id,
    currentAssistantVersionId: versionId,
    currentAssistantName: "Course guide",
  });
});

test("a conversation remembers its assistant when it is opened, exported and imported", async () => {
  const { id, versionId } = await createAssistant({ disclaimer: "d".repeat(10_000) });
  const options = createCloudOptions();
  const { answer } = await ask(id, "Hi [[answer: Hello.]]", options);
  await server.settled();
  const state = parseAssistantState(answer.state);
  expect(state).toMatchObject({ currentAssistantId: id, currentAssistantVersionId: versionId });
  const open = async (conversationId: string) => {
    const { result } = await student.proxy(openConversation, { conversationId });
    return parseAssistantState(result.conversation.messages.at(-1)?.data.state);
  };
  expect(await open(options.conversationId)).toEqual(state);
  const exported = await student.proxy(getConversation, { conversationId: options.conversationId });
  const conversation = JSON.parse(decompressText(exported.result.conversation));
  const conversationId = randomUUID();
  const imported = await student.proxy(uploadConversation, {
    conversationId,
    conversation: compressText(JSON.stringify({ ...conversation, id: conversationId })),
  });
  expect(imported.status).toBe(200);
  expect(await open(conversationId)).toEqual(state);
});
