import type { ChatRequestInput } from "@lectern/contract";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openTestReader } from "../../../platform/documents/testing/readTestDocument.ts";
import { type RerankServer, startRerankServer } from "../../../testing/providerServers/startRerankServer.ts";
import { type ChatServer, readStream, startChatServer } from "../../../testing/startChatServer.ts";
import { uploadTestFile } from "../../../testing/uploadTestFile.ts";

const reader = await openTestReader();
let reranker: RerankServer;
let server: ChatServer;
let dataSources: { id: string; name: string }[];

const standaloneQuestion = "What does the Borealis pump cost?";
const rewriting = { question: standaloneQuestion, alternatives: ["price of the Borealis pump"], keywords: ["francs"] };
const priceText = "Borealis pump: what a Borealis pump does cost is 4200 francs.";
/** Has more of the plain question's words, and nothing of what it refers to. */
const otherText = "Who sells and what sells: who sells it, and what sells it.";

beforeAll(async () => {
  reranker = await startRerankServer();
  server = await startChatServer({ documents: reader.documents, environment: { RERANK_URL: reranker.url } });
  const contents = { "pumps.txt": priceText, "sales.txt": otherText };
  dataSources = [];
  for (const [name, content] of Object.entries(contents)) {
    const file = await uploadTestFile(server, server.ann, { name, content });
    dataSources.push({ ...file, id: `s3://${file.id}` });
  }
});
afterEach(async () => {
  await server.settled();
  server.models.reset();
  reranker.requests.length = 0;
});
afterAll(async () => {
  await server.close();
  await reranker.close();
  await reader.close();
});

/** Asks a follow-up. Returns what the reranking server was asked, and the text that the model got. */
async function askFollowUp(followUp: string) {
  const messages: ChatRequestInput["messages"] = [
    { role: "user", content: "Who sells it?", data: { dataSources } },
    { role: "assistant", content: "Aurora Ltd. sells the Borealis pump." },
    { role: "user", content: followUp },
  ];
  await readStream(await server.post(server.ask("", { messages })));
  return {
    queries: reranker.requests.map(({ body }) => body.query),
    prompt: server.models.chats("scripted-large").at(-1)?.prompt ?? "",
  };
}

test("passages for a rewritten follow-up are reranked by the question that stands alone", async () => {
  server.models.script({ answer: JSON.stringify(rewriting) }, "scripted-small");
  const { queries, prompt } = await askFollowUp("And what does it cost?");
  expect(queries).toEqual(["Who sells it?\nAnd what does it cost?", standaloneQuestion]);
  expect(prompt).toMatch(/4200 francs[\s\S]*who sells it/);
});

test.each([
  ["is late", { answer: JSON.stringify(rewriting), hangAfter: 0 }],
  ["fails", { status: 503 }],
])("if the rewriting %s, they are reranked by the question as it is", async (condition, script) => {
  server.models.script(script, "scripted-small");
  const followUp = `And the cost if it ${condition}?`;
  const { queries, prompt } = await askFollowUp(followUp);
  expect(queries).toEqual([`Who sells it?\n${followUp}`]);
  expect(prompt).toMatch(/who sells it[\s\S]*4200 francs/);
});
