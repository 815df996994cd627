import { randomUUID } from "node:crypto";
import {
  type Answer,
  type AssistantContentInput,
  type CitedPassage,
  dualRetrieval,
  type FileRecord,
  getFiles,
  openAssistantPassage,
  openConversation,
  parseAssistantState,
  parseCitations,
  queryFiles,
  readFileContent,
  readFileTable,
} from "@lectern/contract";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createLog } from "../../platform/log.ts";
import type { TestPerson } from "../../testing/createTestApp.ts";
import { createTestTools } from "../../testing/createTestTools.ts";
import { type ChatServer, readStream, startChatServer } from "../../testing/startChatServer.ts";
import { uploadTestFile } from "../../testing/uploadTestFile.ts";
import { createScriptedReader } from "../files/documents/testing/scriptedReader.ts";
import { giveGrants } from "../grants/service.ts";
import { insertTestAssistant, type TestAssistant } from "./testing/insertTestAssistant.ts";

const instructionMarker = "quokka-4711";
const documentMarker = "wombat-0815";
const documentName = "numbat.txt";

/** A line is a passage of its own. */
const toLine = (text: string) => `${text} ${"and so on ".repeat(40)}`;
const citedLine = toLine("The library of the zeppelin opens at nine.");
const uncitedLine = toLine(`The library of the zeppelin hides ${documentMarker}.`);
const fillerLines = (count: number) => Array.from({ length: count }, (_, index) => toLine(`Filler ${index}.`));
const documentText = [citedLine, ...fillerLines(6), uncitedLine, ...fillerLines(6)].join("\n");

const question = "When does the library of the zeppelin open?";

let server: ChatServer;
let teacher: TestPerson;
let student: TestPerson;
let file: FileRecord;
const logLines: string[] = [];
/** What the server stores of runs. */
const storedTables = ["messages", "usage", "waiting_runs"] as const;
const tools = createTestTools();

beforeAll(async () => {
  const log = createLog("trace", { write: (line) => logLines.push(line) });
  const environment = { QUERY_REWRITE_TIMEOUT_SECONDS: "20" };
  server = await startChatServer({ documents: createScriptedReader(), modules: [tools.module], log, environment });
  teacher = await server.signIn("teacher@example.org");
  student = await server.signIn("student@example.org");
  file = await uploadTestFile(server, teacher, { name: documentName, type: "text/plain", content: documentText });
  expect(file.state).toBe("ready");
});
afterEach(async () => {
  server.models.resume();
  await server.settled();
  server.models.reset();
  logLines.length = 0;
  for (const table of storedTables) await server.platform.db.deleteFrom(table).execute();
});
afterAll(() => server.close());

const toSource = ({ id, name }: { id: string; name: string }) => ({ id: `s3://${id}`, name });

/** Creates an assistant of the teacher that the student may use. */
async function createAssistant(
  content: Partial<AssistantContentInput> = {},
  role: "use" | "read" = "use",
): Promise<TestAssistant> {
  const assistant = await insertTestAssistant(server.platform, teacher.actor.principal.id, {
    name: "Course guide",
    instructions: `Be kind. The password is ${instructionMarker}.`,
    dataSources: [toSource(file)],
    ...content,
  });
  await share(assistant, role);
  return assistant;
}

const share = ({ id }: TestAssistant, role: "use" | "read", name = "student@example.org") =>
  giveGrants(server.platform, teacher.actor, { object: { type: "assistant", id }, names: [name], role });

interface AskOptions {
  storage?: "local" | "cloud";
  dataSources?: { id: string; name: string }[];
  person?: TestPerson;
}

function buildBody(assistant: TestAssistant, content: string, { storage = "local", dataSources = [] }: AskOptions) {
  const id = randomUUID();
  const cloud = storage === "cloud" ? { storage, parentId: null, replyId: `${id}-a` } : {};
  const options = { requestId: `${id}-r`, conversationId: id, assistantId: assistant.id, ...cloud };
  return { ...server.ask(content, { dataSources, options }), options };
}

async function ask(assistant: TestAssistant, content: string, options: AskOptions = {}) {
  const body = buildBody(assistant, content, options);
  const reply = await readStream(await server.post(body, { person: options.person ?? student }));
  const sources = parseCitations(reply.answer.state).flatMap(({ sources: passages }) => passages);
  return { ...reply, options: body.options, sources };
}

const listPassages = ({ answer }: { answer: Answer }) =>
  parseCitations(answer.state).flatMap(({ sources }) => sources.map((passage) => JSON.stringify(passage)));

/** Returns everything that the model has read for the last answer. */
const getModelInput = () => JSON.stringify(server.models.chats("scripted-large").at(-1)?.body?.messages ?? []);

/** Finds the number of the passage that contains a text in what the model has read. */
function findNumber(text: string): number {
  const passages = getModelInput().split("<passage number=").slice(1);
  const passage = passages.find((each) => each.includes(text));
  return Number(/^\\"(\d+)/.exec(passage ?? "")?.[1]);
}

/** Collects all that the student can see after an answer, and what the server has logged. */
async function collectVisible(reply: Awaited<ReturnType<typeof ask>>): Promise<string[]> {
  await server.settled();
  const { requestId, conversationId } = reply.options;
  const replay = await readStream(await server.follow(requestId, { person: student }));
  const repeated = await readStream(
    await server.post({ ...server.ask("[[answer: Again.]]"), options: reply.options }, { person: student }),
  );
  const conversation = await student.proxy(openConversation, { conversationId });
  const rows = await Promise.all(
    storedTables.map((table) => server.platform.db.selectFrom(table).selectAll().execute()),
  );
  return [
    JSON.stringify(reply.headers),
    ...[reply, replay, repeated].map(({ text }) => text),
    JSON.stringify(conversation.body),
    JSON.stringify(rows),
    ...logLines,
  ];
}

/** Expects that the model has read both markers, and that the student sees none of them. */
async function expectNoLeak(reply: Awaited<ReturnType<typeof ask>>, { readsDocument = true } = {}): Promise<void> {
  const modelInputs = JSON.stringify(server.models.chats("scripted-large").map(({ body }) => body));
  expect(modelInputs).toContain(instructionMarker);
  if (readsDocument) expect(modelInputs).toContain(documentMarker);
  expect(findLeaks(await collectVisible(reply))).toEqual([]);
}

/** Returns what surrounds each marker. */
const findLeaks = (texts: readonly string[]) =>
  texts.flatMap((text) => text.match(new RegExp(`.{0,200}(${instructionMarker}|${documentMarker}).{0,50}`, "g")) ?? []);

const inserted = { data: { dataSourceOptions: { insertConversationDocuments: true } } };

describe.each(["local", "cloud"] as const)(
  "in a %s conversation, a person who may only use an assistant",
  (storage) => {
    test("sees neither its instructions nor what a search has found", async () => {
      const assistant = await createAssistant();
      const reply = await ask(assistant, `${question} [[answer: At nine.]]`, { storage });
      expect(reply.answer.content).toBe("At nine.");
      expect(reply.sources).toEqual([]);
      expect(reply.text).not.toContain(documentName);
      expect(reply.answer.statuses).toMatchObject([{ summary: "Searched the assistant’s documents", message: "" }]);
      expect(parseAssistantState(reply.answer.state)).toMatchObject({ currentAssistantId: assistant.id });
      await expectNoLeak(reply);
    });

    test("sees nothing of a document that is inserted as a whole", async () => {
      const reply = await ask(await createAssistant(inserted), `${question} [[answer: At nine.]]`, { storage });
      expect(reply.sources).toEqual([]);
      expect(reply.text).not.toContain(documentName);
      await expectNoLeak(reply);
    });

    test("sees nothing of what the tools return", async () => {
      const calls = [
        `[[call: search_documents {"query":"what the library hides"}]] [[then]] [[call: open_passage {"passage":1,"count":5}]]`,
        '[[call: send {"text":"x"}]]',
      ].join(" [[then]] ");
      const reply = await ask(await createAssistant(), `Library? ${calls} [[answer: At nine.]]`, { storage });
      expect(reply.answer.steps.map(({ state, result = "" }) => [state, result])).toEqual([
        ["done", ""],
        ["done", ""],
        ["failed", ""],
      ]);
      expect(reply.text).not.toContain(documentName);
      await expectNoLeak(reply);
    });

    test.each(["[[status: 400]]", "[[status: 500]]", "[[error: 1]] [[answer: At nine.]]"])(
      "sees no error of a model's server that repeats the request: %s",
      async (failure) => {
        const reply = await ask(await createAssistant(), `${question} ${failure} [[echo]]`, { storage });
        expect(reply.text).toMatch(/reported an error|rejected/);
        await expectNoLeak(reply);
      },
    );

    test("sees nothing more if the answer is stopped", async () => {
      const assistant = await createAssistant();
      const body = buildBody(assistant, `${question} [[answer: At nine in the morning.]]`, { storage });
      server.models.pauseAfter(2);
      const stream = await server.post(body, { person: student });
      await server.models.whenPaused();
      const kill = { killSwitch: { requestId: body.options.requestId, value: true } };
      (await server.post(kill, { person: student })).resume();
      const reply = await readStream(stream);
      expect(reply.answer).toMatchObject({ content: "At nine", end: { end: "stopped" } });
      await expectNoLeak({ ...reply, options: body.options, sources: [] });
    });

    test("sees nothing more in an answer that waited for an approval while the person could read the assistant", async () => {
      const assistant = await createAssistant({}, "read");
      const waiting = await ask(assistant, `${question} [[call: send {"text":"x"}]] [[answer: Sent.]]`, { storage });
      expect(waiting.answer.steps).toMatchObject([{ state: "waiting" }]);
      await share(assistant, "use");
      await server.settled();
      server.models.requests.length = 0;
      const requestId = randomUUID();
      const decisions = [{ stepId: "0-0", isApproved: true }];
      const runId = waiting.options.requestId;
      const continued = await readStream(
        await server.post({ continueRun: { runId, requestId, decisions } }, { person: student }),
      );
      expect(continued.status).toBe(200);
      expect(JSON.stringify(server.models.chats().at(-1)?.body)).toContain(instructionMarker);
      const { content, steps } = continued.answer;
      // The events repeat the passages of the first part, which the person was allowed to see then.
      const newPassages = listPassages(continued).filter((passage) => !listPassages(waiting).includes(passage));
      expect(findLeaks([content, JSON.stringify(steps), ...newPassages, ...logLines])).toEqual([]);
      const otherEvents = continued.frames.filter((frame) => !frame.includes('"sources"'));
      expect(findLeaks(otherEvents)).toEqual([]);
    });
  },
);

test("the words that a rewritten question searches for are shown only to those who may read the documents", async () => {
  const rewriting = {
    question: `When does the library of the ${documentName} open?`,
    alternatives: ["opening hours"],
    keywords: ["nine"],
    translations: [],
  };
  const assistant = await createAssistant();
  // The scripted model has rewritten no question of this person wrongly, so it is asked.
  const newStudent = await server.signIn("new-student@example.org");
  await share(assistant, "use", "new-student@example.org");
  const askRewritten = (person: TestPerson, content: string) => {
    server.models.script({ answer: JSON.stringify(rewriting) }, "scripted-small");
    return ask(assistant, content, { person });
  };
  const forTeacher = await askRewritten(teacher, `${question} Please say. [[answer: At nine.]]`);
  expect(JSON.stringify(forTeacher.answer.statuses)).toContain(`Searched for “${rewriting.question}”`);
  const forStudent = await askRewritten(newStudent, `${question} Please tell. [[answer: At nine.]]`);
  expect(server.models.chats("scripted-small")).toHaveLength(2);
  expect(forStudent.text).not.toMatch(/Searched for|numbat|opening hours/);
});

describe("a citation", () => {
  async function cite(content: Partial<AssistantContentInput> = {}) {
    const assistant = await createAssistant(content);
    await ask(assistant, `${question} [[answer: At nine.]]`);
    const number = findNumber("opens at nine");
    const reply = await ask(assistant, `${question} [[answer: At nine [${number}].]]`);
    return { assistant, number, reply };
  }
  const open = (person: TestPerson, { citation = "" }: CitedPassage) =>
    person.proxy(openAssistantPassage, { citation });

  test.each([
    ["found by a search", {}],
    ["of an inserted document", inserted],
  ])("of a passage %s opens that passage, and nothing else", async (_name, content) => {
    const { reply, number } = await cite(content);
    expect(reply.sources).toEqual([
      expect.objectContaining({ index: number, name: documentName, key: null, contentKey: null, groupId: null }),
    ]);
    const [source] = reply.sources;
    if (!source) throw new Error("the answer cites a passage");
    expect(source.content).toContain("opens at nine");
    const opened = await open(student, source);
    expect(opened.status).toBe(200);
    expect(source.headings).toBe("");
    expect(opened.result).toMatchObject({
      ...{ name: documentName, headings: "" },
      content: expect.stringContaining("opens at nine"),
    });
    expect(findLeaks([JSON.stringify(opened.body)])).toEqual([]);
    await expectNoLeak(reply);
  });

  test("does not tell whose file it is from", async () => {
    const { reply } = await cite();
    const texts = reply.sources.flatMap(({ citation = "" }) => [
      citation,
      ...citation.split(".").map((part) => Buffer.from(part, "base64url").toString()),
    ]);
    expect(texts.length).toBeGreaterThan(1);
    for (const text of texts) expect(text).not.toContain(teacher.actor.principal.id);
  });

  test("opens for nobody else, not if it is changed, and not after the right has ended", async () => {
    const { assistant, reply } = await cite();
    const [source] = reply.sources;
    if (!source?.citation) throw new Error("the answer cites a passage");
    expect((await open(server.ann, source)).status).toBe(404);
    // Not even for the owner, to whom it was not cited.
    expect((await open(teacher, source)).status).toBe(404);
    const middle = Math.floor(source.citation.length / 2);
    const replacement = source.citation[middle] === "A" ? "B" : "A";
    const changed = source.citation.slice(0, middle) + replacement + source.citation.slice(middle + 1);
    const claim = { principal: student.actor.principal.id, assistant: assistant.id, version: "x", file: file.id };
    const invented = Buffer.from(JSON.stringify({ ...claim, passage: { item: 7, hash: "x" } })).toString("base64url");
    for (const citation of [changed, invented, `v1.${invented}`, "v1.", "x"]) {
      expect((await open(student, { ...source, citation })).status).toBe(404);
    }
    expect((await open(student, source)).status).toBe(200);
    await server.platform.db.deleteFrom("grants").where("object_id", "=", assistant.id).execute();
    expect((await open(student, source)).status).toBe(404);
  });

  test("of a passage that a tool has found joins the sources once the answer cites it", async () => {
    const assistant = await createAssistant();
    const call = '[[call: search_documents {"query":"Filler 3"}]]';
    await ask(assistant, `Library of the zeppelin? ${call} [[answer: Done.]]`);
    const number = findNumber("Filler 3");
    expect(number).toBeGreaterThan(0);
    const reply = await ask(assistant, `Library of the zeppelin? ${call} [[answer: Filler [${number}].]]`);
    expect(reply.sources).toMatchObject([{ index: number, content: expect.stringContaining("Filler 3") }]);
  });
});

test("the file of an assistant does not exist for a person who may only use the assistant", async () => {
  const assistant = await createAssistant();
  await ask(assistant, `${question} [[answer: At nine.]]`);
  for (const id of [file.id, `s3://${file.id}`]) {
    const reply = await ask(assistant, question, { dataSources: [{ id, name: "x" }] });
    expect([reply.status, reply.text.includes(documentMarker)]).toEqual([404, false]);
  }
  expect((await student.proxy(getFiles, { keys: [file.id] })).result.items).toEqual([]);
  for (const op of [readFileContent, readFileTable])
    expect((await student.proxy(op, { key: file.id, from: 0, count: 10 })).status).toBe(404);
  expect(JSON.stringify((await student.proxy(queryFiles, {})).body)).not.toContain(documentName);
  const found = await student.proxy(dualRetrieval, { userInput: question, dataSources: [file.id], limit: 5 });
  expect(findLeaks([JSON.stringify(found.body)])).toEqual([]);
});

test("the person's own document behaves as always beside a confidential one", async () => {
  const own = await uploadTestFile(server, student, { name: "own.txt", type: "text/plain", content: "My own text." });
  const assistant = await createAssistant();
  const reply = await ask(assistant, `${question} [[answer: At nine.]]`, { dataSources: [toSource(own)] });
  expect(reply.sources).toMatchObject([{ name: "own.txt", key: own.id, content: "My own text." }]);
  expect(reply.answer.statuses.map(({ summary, message }) => [summary, message])).toEqual([
    ["Read own.txt in full", ""],
    ["Searched the assistant’s documents", ""],
  ]);
  await expectNoLeak(reply);
});
