import type { ChatRequestInput, FileRecord } from "@lectern/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestReader } from "../../../platform/documents/testing/readTestDocument.ts";
import { type ChatServer, readStream, startChatServer } from "../../../testing/startChatServer.ts";
import { uploadTestFile } from "../../../testing/uploadTestFile.ts";

const noteText = "probably do not contain the answer";

let reader: Awaited<ReturnType<typeof openTestReader>>;
let server: ChatServer;
let file: FileRecord;

beforeAll(async () => {
  reader = await openTestReader();
  server = await startChatServer({ documents: reader.documents, environment: { QUERY_REWRITE: "off" } });
  const content = "The Borealis pump drains a cellar in four hours and has a price of 4200 francs.";
  file = await uploadTestFile(server, server.ann, { name: "pumps.txt", content });
});
afterAll(async () => {
  await server.close();
  await reader.close();
});

/** Returns the text that the model got. */
async function ask(content: string, options: ChatRequestInput["options"]): Promise<string> {
  const dataSources = [{ id: `s3://${file.id}`, name: file.name, type: file.type, key: file.id }];
  await readStream(await server.post(server.ask(content, { dataSources, options })));
  return server.models.chats("scripted-large").at(-1)?.prompt ?? "";
}

test("the model is told that the documents do not answer, also if nothing at all was found", async () => {
  const unrelatedQuestion = "Which vaccinations does a newborn puppy need before four weeks in Australia?";
  expect(await ask(unrelatedQuestion, { ragOnly: true })).toContain(noteText);
  expect(await ask("Zwölf Boxkämpfer jagen Viktor?", { ragOnly: true })).toContain(noteText);
});

test("the model is not told so if a passage matches, or if the whole document is in its context", async () => {
  const prompt = await ask("What is the price of the Borealis pump?", { ragOnly: true });
  expect(prompt).toContain("4200 francs");
  expect(prompt).not.toContain(noteText);
  expect(await ask("Which vaccinations does a puppy need?", {})).not.toContain(noteText);
});

test("a search of the model itself that is weak says so, about its query only", async () => {
  const search = async (query: string) => {
    await ask(`What is the price? [[call: search_documents {"query":"${query}"}]] [[answer: ok]]`, { ragOnly: true });
    return String(server.models.chats("scripted-large").at(-1)?.body?.messages?.at(-1)?.content);
  };
  const weakResult = await search("vaccination schedule of newborn puppies weeks before the cellar");
  expect(weakResult).toContain("drains a cellar");
  expect(weakResult).toContain("No passage clearly matches this query.");
  expect(weakResult).not.toContain(noteText);
  const result = await search("price of the Borealis pump");
  expect(result).toContain("4200 francs");
  expect(result).not.toContain("No passage clearly matches");
});
