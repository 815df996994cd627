import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestActor } from "../../../testing/createTestActor.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/testDatabase.ts";
import { getOwnerId } from "../../access/service.ts";
import { findConversation, insertConversation, updateConversationRow } from "../repository.ts";
import { findHits } from "../search/findHits.ts";
import { deleteMessages, listMessages, upsertMessages } from "./repository.ts";

const actor = createTestActor("ann");
const ownerId = getOwnerId(actor);
let database: TestDatabase;
/** The number of rows, and of characters of text, that each statement returned. */
let results: { rowCount: number; length: number }[];
beforeEach(async () => {
  database = await createTestDatabase("pglite");
  const now = new Date();
  const person = { issuer: "test", subject: "ann", email: "ann@uni.edu", email_verified: true, name: "Ann" };
  await database.db
    .insertInto("users")
    .values({ id: "ann", ...person, is_admin: false, created_at: now, last_seen_at: now })
    .execute();
});
afterEach(() => database.close());

async function write(id: string, texts: readonly string[]) {
  const { db } = database;
  const now = new Date();
  const bytes = texts.reduce((sum, text) => sum + text.length, 0);
  const fields = { name: "", tags: "[]", extra: "{}", bytes, revision: 1, created_at: now, updated_at: now };
  await insertConversation(db, { owner_id: "ann", id, ...fields });
  const messages = texts.map((content, index) => ({
    ...{ id: `m${index}`, parent_id: null, role: "user", label: null, type: null, topic_data: null },
    ...{ content, data: "{}", created_at: now },
  }));
  await upsertMessages(db, { ownerId, conversationId: id }, 1, messages, false);
}

/** Records the results of statements. `changeData` runs before the third one. */
function recordResults(changeData = async () => {}) {
  results = [];
  let hasChanged = false;
  if (database.access.kind !== "pglite") throw new Error("not the embedded database");
  const { client } = database.access;
  const { query } = client;
  client.query = async (text, parameters) => {
    if (results.length === 2 && !hasChanged) {
      hasChanged = true;
      await changeData();
    }
    const result = await query<never>(text, parameters);
    results.push({ rowCount: result.rows.length, length: JSON.stringify(result.rows).length });
    return result;
  };
}

const listTexts = async (changeData?: () => Promise<void>) => {
  const conversation = await findConversation(database.db, ownerId, "c");
  if (!conversation) throw new Error("the conversation is missing");
  recordResults(changeData);
  return (await listMessages(database.db, conversation)).map(({ content }) => content);
};

test("a long conversation is read in order, by statements that return about a megabyte each", async () => {
  const texts = Array.from({ length: 45 }, (_, index) => `${index} ${" .".repeat(40_000)}`);
  await write("c", texts);
  expect(await listTexts()).toEqual(texts);
  expect(results.length).toBeLessThan(10);
  for (const { length } of results) expect(length).toBeLessThan(1_200_000);
});

test("a short conversation is read by one statement", async () => {
  await write("c", ["a", "b"]);
  expect(await listTexts()).toEqual(["a", "b"]);
  expect(results).toHaveLength(1);
});

test("a conversation that changes while it is read is returned as it is afterwards", async () => {
  await write(
    "c",
    Array.from({ length: 5 }, (_, index) => `${index} ${" .".repeat(400_000)}`),
  );
  const texts = await listTexts(async () => {
    await deleteMessages(database.db, { ownerId, conversationId: "c" }, ["m0", "m4"]);
    await updateConversationRow(database.db, ownerId, "c", { updated_at: new Date() });
  });
  expect(texts.map((text) => text[0])).toEqual(["1", "2", "3"]);
});

test("a search reads the messages that it shows by statements of at most 25 messages", async () => {
  for (let index = 0; index < 60; index++) await write(`c${index}`, ["needle"]);
  recordResults();
  const search = { query: "needle", limit: 60, after: null };
  const { hits } = await findHits({ db: database.db, actor, signal: new AbortController().signal }, search);
  expect(hits).toHaveLength(60);
  expect(results.map(({ rowCount }) => rowCount)).toEqual([1, 60, 25, 25, 10]);
});
