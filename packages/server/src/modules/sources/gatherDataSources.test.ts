import { ChatRequest, emptyAnswer } from "@lectern/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { transaction } from "../../platform/db/transaction.ts";
import { openTestReader } from "../../platform/documents/testing/readTestDocument.ts";
import { createTokenCounter } from "../../platform/tokenCounter.ts";
import { type ChatServer, readStream, startChatServer } from "../../testing/startChatServer.ts";
import { uploadTestFile } from "../../testing/uploadTestFile.ts";
import { toChatTurn } from "../chat/chatTurn.ts";
import { buildContextFrame } from "../chat/steps/buildContextFrame.ts";
import { getUsableModel } from "../models/service.ts";
import { gatherDataSources } from "./gatherDataSources.ts";

const reader = await openTestReader();
let server: ChatServer;
beforeAll(async () => {
  server = await startChatServer({ documents: reader.documents });
  await server.platform.db.updateTable("models").set({ input_context_window: 8_192 }).execute();
});
afterAll(async () => {
  await server.close();
  await reader.close();
});

async function gather(dataSources: { id: string; name: string }[], claim: Promise<string>, aborted = false) {
  const { platform, ann, modelId } = server;
  const turn = toChatTurn(ChatRequest.parse(server.ask("What of zebras?", { dataSources })));
  const model = await getUsableModel(platform, ann.actor, modelId);
  const signal = aborted ? AbortSignal.abort() : new AbortController().signal;
  const parts = { turn, model, history: turn.messages, storedPrompt: null, contributions: [], allowsTools: false };
  const run = {
    platform,
    tokens: createTokenCounter(),
    actor: ann.actor,
    payer: ann.actor,
    turn,
    model,
    claim,
    signal,
    getAnswer: () => emptyAnswer,
  };
  return gatherDataSources({ ...run, assistant: null }, await buildContextFrame(parts));
}

test("nothing is searched if another process answers the request", async () => {
  const claimError = new Error("elsewhere");
  const claim = Promise.reject(claimError);
  claim.catch(() => undefined); // awaited later
  await expect(gather([{ id: "not/a/file", name: "x" }], claim)).rejects.toBe(claimError);
});

test("a request without documents does not wait for the claim", async () => {
  const sources = await gather([], new Promise(() => undefined));
  expect([sources.block, sources.events]).toEqual(["", []]);
});

test("a stopped request is not searched, and nothing is thrown", async () => {
  const { id, name } = await uploadTestFile(server, server.ann, {
    name: "zebra.txt",
    content: "Zebras. ".repeat(6_000),
  });
  const sources = await gather([{ id, name }], Promise.resolve("usage"), true);
  expect(sources.passages).toEqual([]);
});

/** Renames the table of the search index while `work` runs. */
async function runWithoutSearch(work: () => Promise<void>): Promise<void> {
  await server.platform.db.schema.alterTable("chunks").renameTo("chunks_away").execute();
  try {
    await work();
  } finally {
    await server.platform.db.schema.alterTable("chunks_away").renameTo("chunks").execute();
  }
}

test("a failed search does not fail the answer: a status says so, and the model gets the beginning", async () => {
  const content = `Alpha. ${"Zebras graze. ".repeat(6_000)}`;
  const { id, name } = await uploadTestFile(server, server.ann, { name: "zebra2.txt", content });
  await runWithoutSearch(async () => {
    const body = server.ask("What of zebras?", { dataSources: [{ id, name }] });
    const { answer } = await readStream(await server.post(body));
    expect(answer.end).toMatchObject({ end: "done" });
    expect(answer.statuses).toMatchObject([{ summary: "Documents couldn’t be searched", sticky: true }]);
    expect(server.models.chats().at(-1)?.prompt).toContain("Alpha.");
  });
});

test("a stop during a search ends the answer immediately, without a model call", async () => {
  const { id, name } = await uploadTestFile(server, server.ann, {
    name: "zebra3.txt",
    content: "Zebra. ".repeat(7_000),
  });
  await server.settled();
  server.models.reset();
  const { db, runLog } = server.platform;
  await transaction(db, async (tx) => {
    // The search waits for the lock that this statement acquires.
    await tx.schema.alterTable("chunks").addColumn("held", "integer").execute();
    const response = server.post(server.ask("Zebras?", { requestId: "held", dataSources: [{ id, name }] }));
    await vi.waitFor(() => expect(runLog.countLiveRuns()).toBe(1), { timeout: 5_000 });
    (await server.post({ killSwitch: { requestId: "held", value: true } })).resume();
    const { answer } = await readStream(await response);
    expect(answer).toMatchObject({ content: "", end: { end: "stopped" } });
    await tx.schema.alterTable("chunks").dropColumn("held").execute();
  });
  expect(server.models.chats("scripted-large")).toEqual([]);
});

test("an attached document whose text is missing from the blob store is searched, with a notice; without search it is rejected", async () => {
  const content = "Gnus wander. Okapis stay.";
  const { id, name, contentKey } = await uploadTestFile(server, server.ann, { name: "gnu.txt", content });
  await server.platform.blobs.remove([contentKey ?? ""]);
  const body = server.ask("Where do gnus wander?", { dataSources: [{ id, name }] });
  const { answer } = await readStream(await server.post(body));
  expect(answer.end).toMatchObject({ end: "done" });
  expect(answer.statuses).toMatchObject([
    { summary: "Documents couldn’t be read", message: expect.stringContaining("gnu.txt"), sticky: true },
    { summary: "Searched gnu.txt", message: "", sticky: true },
    { summary: "Searched for “Where do gnus wander?”", message: "", sticky: false },
  ]);
  expect(server.models.chats().at(-1)?.prompt).toContain("Okapis stay.");
  const rejection = await readStream(await server.post({ ...body, options: { skipRag: true } }));
  expect([rejection.status, JSON.parse(rejection.text).code]).toEqual([503, "unavailable"]);
});

test("a thousand documents with a tag are searched together, and their table fits into the window", async () => {
  const { platform, ann } = server;
  const { id } = await uploadTestFile(server, ann, { name: "herd.txt", content: "Zebras graze.", tags: ["herd"] });
  // 999 more documents of the same content
  await sql`insert into documents select (jsonb_populate_record(d, jsonb_build_object('id', d.id || n))).*
    from files f join documents d on d.id = f.document_id, generate_series(1, 999) n where f.id = ${id}`.execute(
    platform.db,
  );
  await sql`insert into chunks overriding user value
    select (jsonb_populate_record(c, jsonb_build_object('document_id', c.document_id || n))).*
    from files f join chunks c using (document_id), generate_series(1, 999) n where f.id = ${id}`.execute(platform.db);
  await sql`insert into files select (jsonb_populate_record(f, jsonb_build_object(
      'id', f.id || n, 'blob_key', f.blob_key || n, 'name', 'herd ' || n || '.txt', 'document_id', f.document_id || n))).*
    from files f, generate_series(1, 999) n where f.id = ${id}`.execute(platform.db);
  const tagSources = [{ id: "tag://herd?ragOnly=true", name: "tag:herd" }];
  const dataSourceOptions = { insertAttachedDocumentsMetadata: true, includeDownloadLinks: true };
  const body = server.ask("What do zebras do?", { dataSources: tagSources, options: { dataSourceOptions } });
  const { status, answer } = await readStream(await server.post(body));
  expect([status, answer.end]).toMatchObject([200, { end: "done" }]);
  expect(answer.statuses).toMatchObject([
    {
      summary: expect.stringMatching(/^Searched herd \d+\.txt, herd \d+\.txt and 998 more$/),
      message: expect.stringMatching(/^Documents: [^\n]+$/),
    },
    { summary: "Searched for “What do zebras do?”", sticky: false },
  ]);
  const prompt = server.models.chats().at(-1)?.prompt;
  expect(prompt).toMatch(/<passage number="1" document="herd.*\nZebras graze\./);
  expect(prompt).toMatch(/\d{3} more are not listed\./);
});
