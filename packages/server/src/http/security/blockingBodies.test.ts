import { clientHeader, compressText } from "@lectern/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sessionCookieName } from "../../modules/identity/service.ts";
import { seedModels } from "../../modules/models/service.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/createTestApp.ts";
import { measureLongestTurn, measureTurnLimit } from "../../testing/measureLongestTurn.ts";
import { type HttpClientThread, startHttpClientThread } from "../../testing/startHttpClientThread.ts";

let server: TestApp;
let person: TestPerson;
let client: HttpClientThread;
let origin: string;
beforeAll(async () => {
  server = await createTestApp({ environment: { ADMINS: "admin@uni.edu" } });
  await seedModels(server.platform, { includesLocal: false });
  person = await server.signIn("admin@uni.edu");
  origin = await server.app.listen({ port: 0, host: "127.0.0.1" });
  client = startHttpClientThread();
  // The first long question loads the tokenizer.
  await send("POST", "/chat", `{"model":"guide","messages":${longMessages(1, 4_000_000)}}`);
});
afterAll(async () => {
  await client?.close();
  await server?.close();
});

const send = (method: string, path: string, body: string): Promise<number> =>
  client.send({
    url: `${origin}${path}`,
    method,
    headers: {
      "content-type": "application/json",
      ...(path.startsWith("/api/")
        ? { cookie: `${sessionCookieName}=${person.cookie}`, [clientHeader.name]: clientHeader.value }
        : { authorization: `Bearer ${person.token}` }),
    },
    body,
  });

const list = (count: number, createItem: (index: number) => string) =>
  `[${Array.from({ length: count }, (_, index) => createItem(index)).join(",")}]`;
const object = (count: number, createMember: (index: number) => string) =>
  `{${list(count, createMember).slice(1, -1)}}`;
const createMessage = (index: number, content: string, more = "") =>
  `{"id":"m${index}","role":"user","content":"${content}"${more}}`;
const chat = (content: string, data = "{}") =>
  `{"model":"guide","messages":[{"role":"user","content":${content},"data":${data}}]}`;
const encode = (path: string, json: string) =>
  JSON.stringify({ data: { method: "POST", path, op: "", data: Buffer.from(json).toString("base64") } });
const compress = (json: string) => JSON.stringify(compressText(json));

const distinctKeys = (count: number) => object(count, (index) => `"k${index}":1`);
const settings = "/state/settings/save";
const register = (data: string) => `{"data":{"name":"n","messages":[],"data":${data}}}`;

type Body = [name: string, status: number, method: string, path: string, createBody: () => string];
/** The bodies that blocked the event loop the longest on each route, as sent and in smaller variants. */
const bodies: Body[] = [
  ["900,000 keys", 413, "POST", settings, () => `{"data":{"settings":${distinctKeys(900_000)}}}`],
  ["900,000 keys in the proxy's envelope", 413, "POST", "/api/requestOp", () => distinctKeys(900_000)],
  [
    "900,000 keys in the proxy's input",
    413,
    "POST",
    "/api/requestOp",
    () => encode(settings, `{"settings":${distinctKeys(900_000)}}`),
  ],
  ["900,000 keys to a route of the browser", 413, "POST", "/api/files/upload", () => distinctKeys(900_000)],
  [
    "as many distinct keys as are parsed",
    413,
    "POST",
    "/chat",
    () => chat('"x"', `{"state":${distinctKeys(240_000)}}`),
  ],
  ["9,900 distinct keys", 200, "POST", "/state/conversation/register", () => register(distinctKeys(9_900))],
  [
    "objects of distinct shapes",
    413,
    "POST",
    "/files/upload",
    () => `{"data":{"name":"a","data":{"a":${list(48_000, (n) => `{"a${n}":1,"b${n}":1,"c${n}":1,"d${n}":1}`)}}}}`,
  ],
  ["a list nested millions deep", 413, "POST", "/chat", () => chat("[".repeat(9_000_000))],
  ["millions of numbers", 413, "POST", "/chat", () => chat(list(4_000_001, () => "100000"))],
  ["a long text of escapes", 400, "POST", "/chat", () => chat(`"${"\\u00e9".repeat(6_000_000)}"`)],
  ["a long number", 200, "POST", "/chat", () => chat('"x"', `{"state":{"a":${"9".repeat(30_000_000)}}}`)],
  ["many long messages", 413, "POST", "/chat", () => `{"model":"guide","messages":${longMessages(9, 4_000_000)}}`],
  ["millions of lines, which an assistant numbers", 413, "POST", "/chat", () => askDraft("\\n".repeat(3_900_000))],
  [
    "a long question about a document",
    413,
    "POST",
    "/chat",
    () => askDraft("word ".repeat(780_000), `,"dataSources":[{"id":"obj://a","raw":"x"}]`),
  ],
  [
    "many data sources of earlier messages",
    200,
    "POST",
    "/chat",
    () =>
      `{"model":"guide","messages":${list(200, (n) => createMessage(n, "x", n < 199 ? createDataSources(n) : ""))}}`,
  ],
  ["many passages of an answer to continue", 200, "POST", "/chat", continueAnswer],
  ["many invalid messages", 400, "POST", "/chat", () => `{"model":"guide","messages":${list(120_000, () => "{}")}}`],
  [
    "many invalid messages to the OpenAI-compatible API",
    400,
    "POST",
    "/v1/chat/completions",
    () => `{"model":"guide","messages":${list(120_000, () => "{}")}}`,
  ],
  [
    "many parts of messages, which are too long for the model",
    400,
    "POST",
    "/v1/chat/completions",
    () => `{"model":"guide","messages":${list(200, () => createParts(400))}}`,
  ],
  [
    "a long picture",
    400,
    "POST",
    "/v1/chat/completions",
    () => `{"model":"guide","messages":[${createPicture(39_000_000)}]}`,
  ],
  [
    "a picture as long as is allowed",
    400,
    "POST",
    "/v1/responses",
    () => `{"model":"guide","input":[${createPicture(19_000_000)}]}`,
  ],
  [
    "many items of a response",
    400,
    "POST",
    "/v1/responses",
    () => `{"model":"guide","input":${list(2_000, () => '{"type":"function_call_output"}')}}`,
  ],
  ["many texts to embed", 400, "POST", "/v1/embeddings", () => `{"model":"m","input":${list(90_000, () => '"x"')}}`],
  [
    "many names that are almost addresses",
    400,
    "POST",
    "/groups/create",
    () =>
      `{"data":{"group_name":"g","members":${object(1_000, (n) => `"a${n}@${".".repeat(240)}@":"read"`)},"types":[]}}`,
  ],
  [
    "a conversation of 8 MB",
    200,
    "POST",
    "/state/conversation/create",
    () => `{"data":{"conversation":{"id":"long","messages":${longMessages(2_000, 4_000)}}}}`,
  ],
  [
    "many statuses",
    200,
    "POST",
    "/state/conversation/append",
    () =>
      `{"data":{"conversationId":"long","messages":${list(2_000, (n) => createMessage(n, "x", createStatuses(16)))}}}`,
  ],
  [
    "many long prompts",
    400,
    "POST",
    "/state/prompts/sync",
    () => `{"data":{"changes":${createPrompts(200, 190_000)}}}`,
  ],
  [
    "as many prompts as fit",
    200,
    "POST",
    "/state/prompts/sync",
    () => `{"data":{"changes":${createPrompts(50, 190_000)}}}`,
  ],
  [
    "a document of 49,000 messages",
    200,
    "POST",
    "/chat/convert",
    () =>
      `{"data":{"content":{"history":[{"name":"n","messages":${list(49_000, () => '{"role":"assistant","content":"x"}')}}]}}}`,
  ],
  ["sharing a chat of 49,000 messages", 200, "POST", "/state/share", () => share(list(49_000, createTreeMessage))],
  ["sharing long answers with citations", 200, "POST", "/state/share", () => share(list(7, createLongAnswer))],
  [
    "codes of a text of 23 million characters",
    400,
    "PUT",
    "/state/conversation/upload",
    () =>
      createUpload(
        "u1",
        list(6_800, (n) => `${n === 0 ? 97 : 255 + n}`),
      ),
  ],
  [
    "codes of a conversation of 50,000 messages",
    200,
    "PUT",
    "/state/conversation/upload",
    () => createUpload("u2", compress(`{"messages":${list(50_000, createTreeMessage)}}`)),
  ],
  [
    "codes that drop half of its messages, on which the other half depends",
    200,
    "PUT",
    "/state/conversation/upload",
    () => createUpload("u2", compress(`{"revision":1,"messages":[${createTreeMessage(49_999)}]}`)),
  ],
];

/** Odd messages form a branch. Each even one is another child of the branch's message before it. */
function createTreeMessage(index: number): string {
  const parentIndex = index % 2 === 0 ? index - 1 : index - 2;
  return createMessage(index, "x", `,"parentId":${parentIndex < 0 ? null : `"m${parentIndex}"`}`);
}

function longMessages(count: number, length: number): string {
  return list(count, (index) => createMessage(index, "-".repeat(length)));
}

const createParts = (count: number) => `{"role":"user","content":${list(count, () => '{"type":"text","text":"x"}')}}`;

const createPicture = (length: number) =>
  `{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,${"A".repeat(length)}"}}]}`;

function share(messages: string): string {
  const time = '"2026-11-21T09:41:00.000Z"';
  const conversation = `{"id":"s","isLocal":true,"createdAt":${time},"updatedAt":${time},"messages":${messages}}`;
  return `{"data":{"note":"n","sharedWith":["new.member@uni.edu"],"sharedData":{"conversations":[${conversation}]}}}`;
}

function createLongAnswer(index: number): string {
  const passage = '"name":"n","key":null,"contentKey":null,"groupId":null,"type":"t","locations":[]';
  const state = `{"sources":{"rag":{"sources":[{"index":1,"content":"c",${passage}}]}}}`;
  return `{"id":"a${index}","role":"assistant","content":"${"[1,".repeat(1_300_000)}","data":{"state":${state}}}`;
}

/** A question for an assistant that is not saved. */
function askDraft(content: string, more = ""): string {
  const draft = '{"name":"A","instructions":"i","data":{"messageOptions":{"includeUserLineNumbers":true}}}';
  return `{"model":"guide","messages":[{"role":"user","content":"x${content}"}],"options":{"assistantDraft":${draft}}${more}}`;
}

const createDataSources = (message: number) => `,"data":{"dataSources":${list(1_000, (n) => `"${message}/${n}.txt"`)}}`;

function continueAnswer(): string {
  const passage = '"name":"n","key":null,"contentKey":null,"groupId":null,"type":"t","locations":[]';
  const sources = list(24_000, (n) => `{"index":${n + 1},"content":"${n}",${passage}}`);
  const partialAnswer = `{"requestId":"r","content":"So","data":{"state":{"sources":{"rag":{"sources":${sources}}}}}}`;
  return `{"model":"guide","messages":[{"role":"user","content":"x"}],"options":{"partialAnswer":${partialAnswer}}}`;
}

function createStatuses(count: number): string {
  const status = '{"id":"a","summary":"b","message":"c","type":"d","inProgress":true}';
  return `,"data":{"statuses":${list(count, () => status)}}`;
}

function createPrompts(count: number, length: number): string {
  return list(count, (index) => {
    const item = `{"id":"p${index}","name":"n","type":"prompt","content":"${"x".repeat(length)}"}`;
    return `{"kind":"prompt","id":"p${index}","revision":0,"item":${item}}`;
  });
}

const createUpload = (id: string, codes: string) => `{"data":{"conversationId":"${id}","conversation":${codes}}}`;

test.each(bodies)(
  "%s (answered with %i) does not block other requests",
  async (_, status, method, path, createBody) => {
    const body = createBody();
    const limitMs = await measureTurnLimit();
    let receivedStatus = 0;
    const blockedMs = await measureLongestTurn(async () => {
      receivedStatus = await send(method, path, body);
    });
    expect(receivedStatus).toBe(status);
    expect(blockedMs, `blocked for ${blockedMs} ms, allowed are ${limitMs} ms`).toBeLessThan(limitMs);
  },
);
