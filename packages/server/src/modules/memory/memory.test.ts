import { randomUUID } from "node:crypto";
import {
  clearMemories,
  countMemories,
  createConversation,
  createMemoryProject,
  dismissFacts,
  editMemory,
  editMemoryProject,
  extractFacts,
  getMemoryProjects,
  limits,
  listPendingFacts,
  type Memory,
  type OpCallInput,
  readMemory,
  removeMemory,
  removeMemoryProject,
  restoreMemories,
  saveMemory,
} from "@lectern/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/createTestApp.ts";
import { createExampleConversation } from "../../testing/getOpExamples.ts";
import { createManualClock } from "../../testing/manualClock.ts";
import { overrideFeature } from "../../testing/overrideFeature.ts";
import { insertTestAssistant } from "../assistants/testing/insertTestAssistant.ts";
import { insertPendingFacts } from "./extraction/repository.ts";

const clock = createManualClock(new Date("2026-11-30T09:41:00.000Z"));
let server: TestApp;
let ann: TestPerson;
let ben: TestPerson;
let count = 0;
beforeAll(async () => {
  server = await createTestApp({ clock });
});
afterAll(() => server.close());
beforeEach(async () => {
  overrideFeature("memory", { isFinished: true });
  count += 1;
  [ann, ben] = [await server.signIn(`ann${count}@example.org`), await server.signIn(`ben${count}@example.org`)];
});

const save = (content: string, more: Partial<OpCallInput<typeof saveMemory>> = {}, person = ann) =>
  person.proxy(saveMemory, { MemoryItem: content, MemoryType: "user", MemoryTypeID: person.actor.email, ...more });

async function saved(content: string, more: Partial<OpCallInput<typeof saveMemory>> = {}, person = ann) {
  const { status, result } = await save(content, more, person);
  expect(status).toBe(200);
  clock.advance(1_000);
  return result.memory;
}

async function createProject(name: string, person = ann) {
  const { status, result } = await person.proxy(createMemoryProject, { ProjectName: name });
  expect(status).toBe(200);
  clock.advance(1_000);
  return result.project;
}

const read = async (input: OpCallInput<typeof readMemory> = {}, person = ann) =>
  (await person.proxy(readMemory, input)).result.memories;
const listContents = async (input: OpCallInput<typeof readMemory> = {}, person = ann) =>
  (await read(input, person)).map(({ content }) => content);
const inProject = (id: string) => ({ MemoryType: "project", MemoryTypeID: id }) as const;

test("[C1.06] [C3.16] [C7.28] a memory has an id, its text, its type, to what it belongs, and when it was saved", async () => {
  const project = await createProject("Thesis");
  const assistant = await insertTestAssistant(server.platform, ann.actor.principal.id, { name: "Tutor" });
  const user = await saved("Teaches statistics.");
  const ofProject = await saved("Is due in May.", inProject(project.id));
  const ofAssistant = await saved("Prefers hints.", { MemoryType: "assistant", MemoryTypeID: assistant.id });
  const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
  expect(user).toEqual({
    ...{ id, content: "Teaches statistics.", memory_type: "user", memory_type_id: ann.actor.email },
    timestamp: "2026-11-30T09:41:01.000Z",
  });
  expect(ofProject).toMatchObject({ memory_type: "project", memory_type_id: project.id });
  expect(ofAssistant).toMatchObject({ memory_type: "assistant", memory_type_id: assistant.id });
  // Newest first; those of projects are read by project.
  expect(await read()).toEqual([ofAssistant, user]);
  expect(await read({ project_id: project.id })).toEqual([ofProject]);
  expect(await read({ memory_ids: [ofProject.id, user.id, randomUUID()] })).toEqual([ofProject, user]);
  const { result } = await ann.proxy(countMemories, {});
  expect(result).toEqual({ user: 1, project: 1, assistant: 1, total: 3 });
});

test("[C3.17] a project has an id, a name and a time, and belongs to the address that is asked for", async () => {
  const first = await createProject("  Thesis ");
  const second = await createProject("Course");
  expect(first).toEqual({
    id: expect.any(String),
    project: "Thesis",
    timestamp: expect.stringMatching(/^2026-11-30T/),
  });
  const { result } = await ann.proxy(getMemoryProjects, { Email: ann.actor.email.toUpperCase() });
  expect(result.projects).toEqual([second, first]);
  expect((await ann.proxy(getMemoryProjects, { Email: ben.actor.email })).status).toBe(404);
});

test("[C7.26 C7.27 C7.28 C7.29 C7.30 C7.31] each call is posted to its path, and answers in a body", () => {
  const calls = {
    extractFacts,
    saveMemory,
    readMemory,
    removeMemory,
    editMemory,
    createMemoryProject,
    getMemoryProjects,
    removeMemoryProject,
    editMemoryProject,
  };
  expect(Object.fromEntries(Object.entries(calls).map(([name, op]) => [name, op.path]))).toEqual({
    extractFacts: "/memory/extract-facts",
    saveMemory: "/memory/save-memory",
    readMemory: "/memory/read-memory",
    removeMemory: "/memory/remove-memory",
    editMemory: "/memory/edit-memory",
    createMemoryProject: "/memory/create-project",
    getMemoryProjects: "/memory/get-projects",
    removeMemoryProject: "/memory/remove-project",
    editMemoryProject: "/memory/edit-project",
  });
  for (const op of Object.values(calls)) expect(op).toMatchObject({ method: "POST", responseEnvelope: "body" });
});

test("[C7.31] the calls answer with a statusCode and the JSON text of a body", async () => {
  const { status, body } = await ann.rest(saveMemory, {
    MemoryItem: "Lives in Kiel.",
    MemoryType: "user",
    MemoryTypeID: ann.actor.email,
  });
  expect(status).toBe(200);
  expect(body).toEqual({ statusCode: 200, body: expect.any(String) });
  expect(JSON.parse(String(body.body))).toMatchObject({ success: true, memory: { content: "Lives in Kiel." } });
});

test("[C7.27] a memory is saved once, and one without a target, a text or the own address is refused", async () => {
  const memory = await saved("Lives in Kiel.");
  expect(await saved("  lives in KIEL ")).toEqual(memory);
  expect(await listContents()).toEqual(["Lives in Kiel."]);
  expect((await save(" ")).status).toBe(400);
  expect((await save("x".repeat(limits.memoryLength + 1))).status).toBe(400);
  expect((await save("Of Ben", { MemoryTypeID: ben.actor.email })).status).toBe(404);
  expect(await listContents({}, ben)).toEqual([]);
});

test("[C5.38] a project memory needs a project, and one about a person an address", async () => {
  expect((await save("A", { MemoryType: "project", MemoryTypeID: "" })).status).toBe(400);
  expect((await save("A", inProject(randomUUID()))).status).toBe(404);
  expect((await save("A", { MemoryTypeID: "" })).status).toBe(400);
  expect(await listContents()).toEqual([]);
});

test("[C7.29] a memory is edited and removed, and a removal can be undone", async () => {
  const memory = await saved("Lives in Kiel.");
  const other = await saved("Likes tea.");
  const edited = await ann.proxy(editMemory, { memory_id: memory.id, content: " Lives in Bonn. " });
  expect(edited.result.memory).toEqual({ ...memory, content: "Lives in Bonn." });
  expect((await ann.proxy(editMemory, { memory_id: memory.id, content: "likes tea" })).status).toBe(409);
  expect((await ann.proxy(editMemory, { memory_id: memory.id, content: " " })).status).toBe(400);
  const removed = await ann.proxy(removeMemory, { memory_id: memory.id });
  expect(removed.result.memory).toEqual(edited.result.memory);
  expect(await read()).toEqual([other]);
  expect((await ann.proxy(removeMemory, { memory_id: memory.id })).status).toBe(404);
  const restored = await ann.proxy(restoreMemories, { memories: [removed.result.memory, other] });
  expect(restored.result).toEqual({ count: 1 });
  expect(await read()).toEqual([other, removed.result.memory]);
});

test("[C7.30] a project is renamed, and ends with its memories", async () => {
  const project = await createProject("Thesis");
  const memory = await saved("Is due in May.", inProject(project.id));
  await saved("Likes tea.");
  const renamed = await ann.proxy(editMemoryProject, { ProjectID: project.id, ProjectName: "PhD" });
  expect(renamed.result.project).toEqual({ ...project, project: "PhD" });
  expect((await ann.proxy(editMemoryProject, { ProjectID: project.id, ProjectName: " " })).status).toBe(400);
  expect((await ann.proxy(createMemoryProject, { ProjectName: " " })).status).toBe(400);
  const removed = await ann.proxy(removeMemoryProject, { ProjectID: project.id });
  expect(removed.result).toEqual({ count: 1 });
  expect((await ann.proxy(readMemory, { project_id: project.id })).status).toBe(404);
  expect(await listContents({ memory_ids: [memory.id] })).toEqual([]);
  // Its memories cannot be restored without it.
  expect((await ann.proxy(restoreMemories, { memories: [memory] })).result).toEqual({ count: 0 });
  expect(await listContents()).toEqual(["Likes tea."]);
});

test("a new fact replaces the memory that it contradicts", async () => {
  const memory = await saved("Lives in Kiel.");
  await saved("Lives in Bonn.", { replaces: memory.id });
  expect(await listContents()).toEqual(["Lives in Bonn."]);
  // What would have replaced a memory that is gone is not saved beside it.
  expect((await save("Lives in Trier.", { replaces: memory.id })).status).toBe(404);
  expect(await listContents()).toEqual(["Lives in Bonn."]);
});

test("all memories are deleted at once, with their number, and projects stay", async () => {
  const project = await createProject("Thesis");
  await saved("Is due in May.", inProject(project.id));
  await saved("Likes tea.");
  await saved("Of Ben.", {}, ben);
  expect((await ann.proxy(clearMemories, {})).result).toEqual({ count: 2 });
  expect((await ann.proxy(countMemories, {})).result.total).toBe(0);
  expect((await ann.proxy(getMemoryProjects, { Email: ann.actor.email })).result.projects).toEqual([project]);
  expect(await listContents({}, ben)).toEqual(["Of Ben."]);
});

test("somebody else's memories, projects and facts do not exist for a caller", async () => {
  const project = await createProject("Thesis", ben);
  const memory = await saved("Secret of Ben.", {}, ben);
  const inTheirProject = await saved("Is due in May.", inProject(project.id), ben);
  expect((await ann.proxy(readMemory, { project_id: project.id })).status).toBe(404);
  expect(await listContents({ memory_ids: [memory.id, inTheirProject.id] })).toEqual([]);
  expect((await ann.proxy(editMemory, { memory_id: memory.id, content: "Hacked" })).status).toBe(404);
  expect((await ann.proxy(removeMemory, { memory_id: memory.id })).status).toBe(404);
  expect((await save("A", { replaces: memory.id })).status).toBe(404);
  expect((await save("A", inProject(project.id))).status).toBe(404);
  expect((await ann.proxy(editMemoryProject, { ProjectID: project.id, ProjectName: "Hacked" })).status).toBe(404);
  expect((await ann.proxy(removeMemoryProject, { ProjectID: project.id })).status).toBe(404);
  const restored = await ann.proxy(restoreMemories, { memories: [memory, { ...inTheirProject, content: "Hacked" }] });
  // The text of the first becomes a memory of Ann, with no connection to Ben's.
  expect(restored.result).toEqual({ count: 1 });
  await ann.proxy(clearMemories, {});
  expect(await listContents({}, ben)).toEqual(["Secret of Ben."]);
  expect(await listContents({ project_id: project.id }, ben)).toEqual(["Is due in May."]);
});

test("a memory of an assistant needs an assistant that the caller may use", async () => {
  const theirs = await insertTestAssistant(server.platform, ben.actor.principal.id, { name: "Tutor" });
  const own = await insertTestAssistant(server.platform, ann.actor.principal.id, { name: "Tutor" });
  const ofAssistant = (id: string) => save("A", { MemoryType: "assistant", MemoryTypeID: id });
  expect((await ofAssistant(theirs.id)).status).toBe(404);
  expect((await ofAssistant(own.id)).status).toBe(200);
});

test("a person has a maximum of memories, of projects and of memories in one project", async () => {
  const { db } = server.platform;
  const ownerId = ann.actor.principal.id;
  const fill = (projectId: string | null, from: number, to: number) =>
    sql`
      insert into memories (owner_id, id, type, project_id, content, text_key, language, search, created_at)
      select ${ownerId}, n::text, ${projectId === null ? "user" : "project"}, ${projectId}, 'A', n::text, 'simple', '', now()
      from generate_series(${from}::integer, ${to}::integer) n`.execute(db);
  const project = await createProject("Thesis");
  await fill(project.id, 1, limits.memoriesPerProject);
  expect((await save("One more", inProject(project.id))).status).toBe(413);
  const ofProject: Memory = {
    ...{ id: randomUUID(), content: "One more", memory_type: "project", memory_type_id: project.id },
    timestamp: "2026-11-30T09:41:00.000Z",
  };
  expect((await ann.proxy(restoreMemories, { memories: [ofProject] })).status).toBe(413);
  expect(await listContents({ memory_ids: [ofProject.id] })).toEqual([]);
  await fill(null, limits.memoriesPerProject + 1, limits.memoriesPerPerson);
  const full = await save("One more");
  expect([full.status, full.body.message]).toEqual([
    413,
    "You have reached the maximum number of memories. Please delete some first.",
  ]);
  const memory: Memory = {
    ...{ id: randomUUID(), content: "One more", memory_type: "user", memory_type_id: ann.actor.email },
    timestamp: "2026-11-30T09:41:00.000Z",
  };
  expect((await ann.proxy(restoreMemories, { memories: [memory] })).status).toBe(413);
  await sql`
    insert into memory_projects (owner_id, id, name, created_at)
    select ${ownerId}, n::text, 'P', now() from generate_series(2, ${limits.memoryProjects}::integer) n`.execute(db);
  expect((await ann.proxy(createMemoryProject, { ProjectName: "One more" })).status).toBe(413);
});

test("[C4.38] a pending fact ends when it is saved or dismissed, and with its message", async () => {
  const conversationId = randomUUID();
  await ann.proxy(createConversation, { conversation: createExampleConversation(conversationId) });
  const old = await saved("Lives in Kiel.");
  const base = { conversation_id: conversationId, message_id: "m1", project_id: null, assistant_id: null };
  const facts = ["Lives in Bonn.", "Likes tea.", "Has a dog."].map((content, index) => ({
    ...{ ...base, id: `${conversationId}-${index}`, content, replaces_id: index === 0 ? old.id : null },
    created_at: new Date(Date.UTC(2026, 10, 30, 10, index)),
  }));
  const ownerId = ann.actor.principal.id as Parameters<typeof insertPendingFacts>[1];
  expect(await insertPendingFacts(server.platform.db, ownerId, facts)).toBe(3);
  const list = async (person = ann) =>
    (await person.proxy(listPendingFacts, { conversation_id: conversationId })).result.facts;
  const [first, second, third] = await list();
  expect(first).toEqual({
    ...{ ...base, id: facts[0]?.id, content: "Lives in Bonn.", timestamp: "2026-11-30T10:00:00.000Z" },
    replaces: expect.objectContaining({ id: old.id, content: "Lives in Kiel." }),
  });
  expect(await list(ben)).toEqual([]);
  await ben.proxy(dismissFacts, { fact_ids: facts.map(({ id }) => id) });
  expect(await list()).toHaveLength(3);

  await saved("Lives in Bonn.", { replaces: old.id, fact_id: first?.id });
  expect(await list()).toEqual([second, third]);
  await ann.proxy(dismissFacts, { fact_ids: [second?.id ?? ""] });
  expect(await list()).toEqual([third]);
  expect(await listContents()).toEqual(["Lives in Bonn."]);
  await server.platform.db.deleteFrom("messages").where("conversation_id", "=", conversationId).execute();
  expect(await list()).toEqual([]);
});

test("the pending facts of a project end with it", async () => {
  const conversationId = randomUUID();
  await ann.proxy(createConversation, { conversation: createExampleConversation(conversationId) });
  const project = await createProject("Thesis");
  const facts = [project.id, null].map((project_id, index) => ({
    ...{
      id: `${conversationId}-${index}`,
      conversation_id: conversationId,
      message_id: "m1",
      content: `Fact ${index}`,
    },
    ...{ replaces_id: null, project_id, assistant_id: null, created_at: new Date(1_000 * index) },
  }));
  const ownerId = ann.actor.principal.id as Parameters<typeof insertPendingFacts>[1];
  await insertPendingFacts(server.platform.db, ownerId, facts);
  await ann.proxy(removeMemoryProject, { ProjectID: project.id });
  expect((await ann.proxy(listPendingFacts, {})).result.facts.map(({ content }) => content)).toEqual(["Fact 1"]);
});

test("the oldest pending facts make room for new ones", async () => {
  const conversationId = randomUUID();
  await ann.proxy(createConversation, { conversation: createExampleConversation(conversationId) });
  const facts = Array.from({ length: limits.pendingFacts + 2 }, (_, index) => ({
    ...{ id: `f${index}`, conversation_id: conversationId, message_id: "m1", content: `Fact ${index}` },
    ...{ replaces_id: null, project_id: null, assistant_id: null, created_at: new Date(1_000 * index) },
  }));
  const ownerId = ann.actor.principal.id as Parameters<typeof insertPendingFacts>[1];
  await insertPendingFacts(server.platform.db, ownerId, facts);
  const ids = (await ann.proxy(listPendingFacts, {})).result.facts.map(({ id }) => id);
  expect(ids).toHaveLength(limits.pendingFacts);
  expect(ids[0]).toBe("f2");
});

test("nothing is read or written while the feature is off", async () => {
  overrideFeature("memory", { isFinished: false });
  expect((await save("A")).status).toBe(403);
  expect((await ann.proxy(readMemory, {})).status).toBe(403);
});
