import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { beginUpload, type ChatRequestInput, createAssistant, getFiles, shareAssistant } from "@lectern/contract";
import { type ApiClient, createApiClient } from "../../e2e/support/content/createApiClient.ts";
import { type HttpPerson, signInByHttp } from "../../e2e/support/content/signInByHttp.ts";
import { startLectern } from "../../e2e/support/servers/startLectern.ts";
import type { Figure } from "../report.ts";
import { type MeasuredChat, measureFirstToken } from "../support/measureFirstToken.ts";
import { median, percentile } from "../support/percentile.ts";
import type { Resources } from "../support/resources.ts";
import type { Scenario } from "../support/scenario.ts";
import { startNode } from "../support/startNode.ts";
import { createSyntheticText } from "./retrieval/syntheticText.ts";

const modelServerPath = fileURLToPath(new URL("../../server/src/testing/modelServer/main.ts", import.meta.url));
const documentCount = 20;
const sampleCount = 100;
const warmUpCount = 30;
const chunksPerDocument = 20;

/**
 * Measures what an assistant of 20 documents adds to the first token, for a person who may only use it, compared with the
 * same question in a plain chat of the documents' owner, in paired, alternating samples.
 */
export const assistants: Scenario = async (resources, progress) => {
  const { url, teacher, student } = await start(resources);
  const connect = ({ accessToken }: HttpPerson) => createApiClient(url, accessToken);
  const [teacherApi, studentApi] = [connect(teacher), connect(student)];
  progress(`upload of ${documentCount} documents`);
  const text = createSyntheticText(1);
  const documents = Array.from({ length: documentCount }, () =>
    Array.from({ length: chunksPerDocument }, () => text.chunk()),
  );
  const dataSources = await uploadDocuments(
    url,
    teacherApi,
    documents.map((chunks) => chunks.map(({ content }) => content).join("\n\n")),
  );
  const askedChunk = documents[0]?.[0] ?? text.chunk();
  const question = `${text.question(askedChunk)}? [[tokens: 6]] [[pace: 10]]`;
  const { assistantId } = await teacherApi.call(createAssistant, {
    name: "Course guide",
    instructions: "Be kind.",
    dataSources,
  });
  const recipientUsers = [student.session.user?.email ?? ""];
  await teacherApi.call(shareAssistant, { assistantId, recipientUsers, accessType: "use" });
  const plain: MeasuredChat = { api: teacherApi, body: () => buildBody(question, { dataSources }, {}) };
  const withAssistant: MeasuredChat = { api: studentApi, body: () => buildBody(question, {}, { assistantId }) };
  progress("first tokens");
  for (let count = 0; count < warmUpCount; count++) {
    await measureFirstToken(plain);
    await measureFirstToken(withAssistant);
  }
  const samples = { plain: [] as number[], assistant: [] as number[], added: [] as number[] };
  for (let count = 0; count < sampleCount; count++) {
    const plainMs = await measureFirstToken(plain);
    const assistantMs = await measureFirstToken(withAssistant);
    samples.plain.push(plainMs);
    samples.assistant.push(assistantMs);
    samples.added.push(assistantMs - plainMs);
  }
  const variant = `${documentCount} documents, local, PGlite`;
  const figures: Figure[] = [
    {
      name: "time to first token that an assistant adds, p50",
      ...{ variant, unit: "ms", ours: median(samples.added), floor: null, aim: { atMost: 1 } },
    },
    ...[0.5, 0.95].map(
      (share): Figure => ({
        name: `time to first token, p${share * 100}`,
        ...{ variant, unit: "ms", ours: percentile(samples.assistant, share), floor: percentile(samples.plain, share) },
      }),
    ),
  ];
  const floor = "a plain chat with the same documents attached to an earlier message";
  const notes = [
    "Both search the documents by full text, without rewriting the question. The person with the assistant may only " +
      "use it; the plain chat is that of the documents' owner.",
    `Signed in as ${teacher.session.user?.email} and ${recipientUsers[0]}, one question at a time.`,
  ];
  return { scenario: "assistants", floor, figures, notes };
};

async function start(resources: Resources) {
  const models = await resources.use(
    startNode({ file: modelServerPath, args: ["0"], until: /at (http\S+)\/v1/ }),
    (started) => started.stop(),
  );
  const lectern = await resources.use(
    startLectern({ OPENAI_COMPATIBLE_URL: `${models.match}/v1`, QUERY_REWRITE: "off" }),
    (running) => running.close(),
  );
  const signIn = (email: string): Promise<HttpPerson> => signInByHttp(lectern.url, email);
  const [teacher, student] = [await signIn("teacher@example.org"), await signIn("student@example.org")];
  // The IP address, so that clients make no name lookups.
  return { url: lectern.url.replace("//localhost:", "//127.0.0.1:"), teacher, student };
}

async function uploadDocuments(
  origin: string,
  api: ApiClient,
  texts: readonly string[],
): Promise<{ id: string; name: string }[]> {
  const documents: { key: string; name: string }[] = [];
  for (const [number, text] of texts.entries()) {
    const name = `chapter${number}.txt`;
    const { key, url } = await api.call(beginUpload, { name, type: "text/plain" });
    const headers = { "content-type": "text/plain" };
    const reply = await fetch(new URL(url, origin), { method: "PUT", headers, body: text });
    if (!reply.ok) throw new Error(`${name} was refused: ${reply.status}`);
    documents.push({ key, name });
  }
  const keys = documents.map(({ key }) => key);
  for (;;) {
    const { items } = await api.call(getFiles, { keys });
    if (items.some(({ state }) => state === "failed")) throw new Error("a document could not be read");
    if (items.every(({ state }) => state === "ready")) break;
    await setTimeout(200);
  }
  return documents.map(({ key, name }) => ({ id: `s3://${key}`, name }));
}

/** Builds a third message, so that the documents of the first one are those of the conversation. */
function buildBody(
  question: string,
  data: { dataSources?: { id: string; name: string }[] },
  options: { assistantId?: string },
): ChatRequestInput {
  return {
    model: "scripted-large",
    messages: [
      { role: "user", content: "Hello", data },
      { role: "assistant", content: "Hello." },
      { role: "user", content: question },
    ],
    options: { requestId: randomUUID(), conversationId: randomUUID(), ...options },
  };
}
