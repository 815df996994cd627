import { randomUUID } from "node:crypto";
import type { ChatRequestInput } from "@lectern/contract";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createManualClock } from "../../testing/manualClock.ts";
import { recordQueries } from "../../testing/recordQueries.ts";
import { type ChatServer, readStream, startChatServer } from "../../testing/startChatServer.ts";

let server: ChatServer;
beforeAll(async () => {
  server = await startChatServer({ database: "postgres", clock: createManualClock() });
  // Reads what is then cached for as long as the clock stands still: the session, the model and the flags.
  await ask({ storage: "cloud", conversationId: randomUUID() });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => server.close());

async function ask(options: ChatRequestInput["options"], person = server.ann): Promise<void> {
  const reply = await readStream(await server.post(server.ask("Hi", { options }), { person }));
  expect(reply.answer.end).toMatchObject({ end: "done" });
  await server.settled();
}

const sortTexts = (texts: readonly string[]) => texts.toSorted((a, b) => a.localeCompare(b));

/** Returns the tables that a statement writes, or the first one that it reads. */
function describeStatement(statement: unknown): string {
  const text = typeof statement === "object" && statement !== null && "text" in statement ? statement.text : statement;
  const targets = [...String(text).matchAll(/\b(insert into|update(?! set)|delete from|from) "?(\w+)"?|^\w+$/g)];
  const writes = targets.filter(([, verb]) => verb !== "from");
  return (writes.length > 0 ? writes : targets.slice(0, 1)).map(([match]) => match.replaceAll('"', "")).join(", ");
}

/** Returns what a question sends to the driver: statements as texts, or as objects if they are prepared. */
async function recordQuestion(options: ChatRequestInput["options"], person = server.ann): Promise<unknown[]> {
  const queries = recordQueries();
  await ask(options, person);
  vi.restoreAllMocks();
  return queries.map(({ query }) => query);
}

/** Returns what each statement of a question does, in any order. */
async function listStatements(options: ChatRequestInput["options"], person = server.ann): Promise<string[]> {
  return sortTexts((await recordQuestion(options, person)).map(describeStatement));
}

const claim = "insert into usage";
const settlement = "update usage";
const save = "update conversations, update messages";
const title = ["insert into usage", "update usage", "update conversations"];

test("a question of a local conversation takes two statements", async () => {
  expect(await listStatements({ conversationId: randomUUID() })).toEqual(sortTexts([claim, settlement]));
});

test("the rights of a session that is not cached are read with it, in one statement", async () => {
  const person = await server.signIn("ben@example.org");
  const options = { conversationId: randomUUID() };
  expect(await listStatements(options, person)).toHaveLength(3);
  expect(await listStatements(options, person)).toEqual(sortTexts([claim, settlement]));
});

test("a new cloud conversation takes six statements, one of them before the model is called", async () => {
  const claimWithTurn = "insert into usage, insert into conversations, insert into messages";
  const expected = [claimWithTurn, settlement, save, ...title];
  expect(await listStatements({ storage: "cloud", conversationId: randomUUID() })).toEqual(sortTexts(expected));
});

test("a connection parses and plans the statements of a new cloud conversation only once", async () => {
  const queries = await recordQuestion({ storage: "cloud", conversationId: randomUUID() });
  const repeatedQueries = await recordQuestion({ storage: "cloud", conversationId: randomUUID() });
  const expected = queries.map(() => ({ name: expect.stringMatching(/^prepared_\d+$/), text: expect.any(String) }));
  expect(queries).toMatchObject(expected);
  const listNames = (list: unknown[]) => new Set(list.map((query) => (query as { name: string }).name));
  expect(listNames(repeatedQueries)).toEqual(listNames(queries));
});

test("a further question of a cloud conversation takes eleven statements, eight of them in one transaction", async () => {
  const ids = { storage: "cloud", conversationId: randomUUID() } as const;
  await ask({ ...ids, replyId: "a1" });
  const transaction = [
    "begin",
    "from messages",
    "from messages",
    "from messages",
    "from messages",
    "insert into messages",
    "update conversations",
    "commit",
  ];
  expect(await listStatements({ ...ids, parentId: "a1" })).toEqual(
    sortTexts([claim, ...transaction, settlement, save]),
  );
});
