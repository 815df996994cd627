import { dualRetrieval } from "@lectern/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readConfig } from "../../config.ts";
import type { Platform } from "../../core/context.ts";
import { openTestReader } from "../../platform/documents/testing/readTestDocument.ts";
import { createLog } from "../../platform/log.ts";
import { createModelProviders } from "../../platform/modelProviders/createModelProviders.ts";
import { createTestApp } from "../../testing/createTestApp.ts";
import { type RerankServer, startRerankServer } from "../../testing/providerServers/startRerankServer.ts";
import { uploadTestFile } from "../../testing/uploadTestFile.ts";
import type { ScoredChunk } from "./buildPassages.ts";
import { rerankChunks } from "./rerankChunks.ts";

const question = "where is the automobile yard";
const texts = ["Parks and gardens.", "Roads and bridges.", "The vehicle yard is where the wagen is.", "Schools."];

const createChunk = (content: string, index: number): ScoredChunk => ({
  ...{ id: index, documentId: "a", position: index * 2, content, headings: null, tokens: 10, charIndex: 0 },
  ...{ locations: [], originalIndexes: [index], score: 1 / (index + 1) },
});
const chunks = texts.map(createChunk);

let server: RerankServer;
const modelProviders = createModelProviders(createLog("silent"));

beforeAll(async () => {
  server = await startRerankServer();
});
beforeEach(() => {
  server.misbehave(null);
  server.requests.length = 0;
});
afterAll(async () => {
  await modelProviders.close();
  await server.close();
});

/** `warnings`: everything that was logged at this level. */
function createReranker(environment: Record<string, string>) {
  const warnings: unknown[][] = [];
  const log = Object.assign(createLog("silent"), { warn: (...details: unknown[]) => warnings.push(details) });
  const platform = { config: readConfig(environment), modelProviders, log, state: new Map() } as unknown as Platform; // all that reranking uses
  return {
    warnings,
    rerank: (signal?: AbortSignal, given: readonly ScoredChunk[] = chunks) =>
      rerankChunks(platform, { question, chunks: given, signal }),
  };
}

const getIds = (list: readonly ScoredChunk[]) => list.map(({ id }) => id);

test("a server with a model gets the form of Cohere, Jina and vLLM, and its order counts", async () => {
  const environment = { RERANK_URL: `${server.url}/v1/rerank/`, RERANK_MODEL: "reranker", RERANK_API_KEY: "a key" };
  const reranked = await createReranker(environment).rerank();
  expect(reranked[0]?.id).toBe(2);
  expect(reranked.map(({ score }) => score)).toEqual(chunks.map(({ score }) => score));
  expect(getIds(reranked).toSorted()).toEqual([0, 1, 2, 3]);
  expect(server.requests).toEqual([
    {
      path: "/v1/rerank",
      authorization: "Bearer a key",
      body: { model: "reranker", query: question, documents: texts, top_n: 4 },
    },
  ]);
});

test("a server without a model gets the form of Text Embeddings Inference", async () => {
  const reranked = await createReranker({ RERANK_URL: server.url }).rerank();
  expect(reranked[0]?.id).toBe(2);
  expect(server.requests).toEqual([
    { path: "/rerank", authorization: undefined, body: { query: question, texts, truncate: true } },
  ]);
});

test("only the first thirty passages are sent, each with limited length, and the others follow", async () => {
  const many = Array.from({ length: 40 }, (_, index) => createChunk(`${"long ".repeat(2_000)}${index}`, index));
  const reranked = await createReranker({ RERANK_URL: server.url }).rerank(undefined, many);
  expect(server.requests[0]?.body.texts).toHaveLength(30);
  expect(Math.max(...(server.requests[0]?.body.texts ?? []).map(({ length }) => length))).toBe(4_000);
  expect(getIds(reranked).slice(30)).toEqual([30, 31, 32, 33, 34, 35, 36, 37, 38, 39]);
});

test("passages that a server omits keep their order behind the others", async () => {
  server.misbehave({ body: JSON.stringify({ results: [{ index: 3, relevance_score: 0.9 }] }) });
  const reranker = createReranker({ RERANK_URL: server.url, RERANK_MODEL: "reranker" });
  expect(getIds(await reranker.rerank())).toEqual([3, 0, 1, 2]);
});

test.each([
  ["an error", { status: 500 }],
  ["a refusal", { status: 401 }],
  ["no JSON", { body: "<html>" }],
  ["no list", { body: '{"results": {}}' }],
  ["no scores", { body: "[]" }],
  ["an index beyond the texts", { body: '[{"index": 4, "score": 1}]' }],
  ["a negative index", { body: '[{"index": -1, "score": 1}]' }],
  ["an index twice", { body: '[{"index": 1, "score": 1}, {"index": 1, "score": 2}]' }],
  ["a score that is no number", { body: '[{"index": 1, "score": "high"}]' }],
  ["no reply in time", "hang"],
] as const)(
  "if the server gives %s, the order stands, and an outage is logged once without content",
  async (_, how) => {
    const { rerank, warnings } = createReranker({ RERANK_URL: server.url });
    server.misbehave(how);
    expect(await rerank()).toEqual(chunks);
    if (how !== "hang") expect(await rerank()).toEqual(chunks);
    expect(warnings).toHaveLength(1);
    expect(JSON.stringify(warnings)).not.toMatch(/automobile|Parks/);
    server.misbehave(null);
    expect((await rerank())[0]?.id).toBe(2);
    server.misbehave({ status: 500 });
    await rerank();
    expect(warnings).toHaveLength(2);
  },
);

test("a stopped search stops waiting", async () => {
  server.misbehave("hang");
  const controller = new AbortController();
  const reranking = createReranker({ RERANK_URL: server.url }).rerank(controller.signal);
  controller.abort(new Error("stopped"));
  await expect(reranking).rejects.toThrow("stopped");
});

test("a search returns passages in the order of the server", async () => {
  const reader = await openTestReader();
  const app = await createTestApp({ documents: reader.documents, environment: { RERANK_URL: server.url } });
  const person = await app.signIn("ben@example.org");
  const content = ["The yard of the old mill.", "In the yard behind the station stands one vehicle."];
  const files: string[] = [];
  for (const [index, text] of content.entries())
    files.push(`s3://${(await uploadTestFile(app, person, { name: `${index}.txt`, content: text })).id}`);
  server.misbehave({ body: '[{"index": 1, "score": 2}, {"index": 0, "score": 1}]' });
  const reply = await person.rest(dualRetrieval, { userInput: "automobile yard", dataSources: files, limit: 5 });
  const [request] = server.requests;
  expect(request?.body).toMatchObject({ query: "automobile yard", texts: expect.arrayContaining(content) });
  expect(reply.result.result.map(([text]) => text)).toEqual(request?.body.texts?.toReversed());
  await app.close();
  await reader.close();
});

test("without a server, or with a single passage, nothing is sent", async () => {
  expect(await createReranker({}).rerank()).toEqual(chunks);
  expect(await createReranker({ RERANK_URL: server.url }).rerank(undefined, chunks.slice(0, 1))).toHaveLength(1);
  expect(server.requests).toEqual([]);
});
