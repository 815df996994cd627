import { readFileSync } from "node:fs";
import type http from "node:http";
import https from "node:https";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { join } from "node:path";
import { type ErrorCode, errorStatus, openConversation } from "@lectern/contract";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type ChatServer, readStream, startChatServer } from "../startChatServer.ts";
import type { FaultCause, ModelFault } from "./modelFault.ts";
import { modelFaults } from "./modelFaults.ts";

let defaultServer: ChatServer;
let shortTimeoutServer: ChatServer;
/** Durations of the waits before retries. The tests skip these waits. */
let waits: number[] = [];
const modelIdsByLocation = new Map<string, string>();
const closers: (() => Promise<void> | void)[] = [];

beforeAll(async () => {
  const wait = async (ms: number) => {
    waits.push(ms);
  };
  defaultServer = await startChatServer({ wait });
  shortTimeoutServer = await startChatServer({ wait, modelLimits: { firstByteMs: 300, idleMs: 300 } });
  await addModel("a closed port", `http://127.0.0.1:${await findClosedPort()}/v1`);
  await addModel("a host that does not exist", "http://models.invalid/v1");
  await addModel("an untrusted certificate", `https://localhost:${await startUntrustedServer()}/v1`);
  await addModel("a server that speaks no TLS", defaultServer.models.url.replace("http:", "https:"));
});
afterEach(async () => {
  for (const server of [defaultServer, shortTimeoutServer]) {
    server.models.resume();
    await server.settled();
    server.models.reset();
  }
  waits = [];
});
afterAll(async () => {
  await Promise.all([defaultServer?.close(), shortTimeoutServer?.close()]);
  for (const close of closers) await close();
});

describe.each(modelFaults)("$fault", (row) => {
  const getServer = () => ("timeLimits" in row.cause ? shortTimeoutServer : defaultServer);
  /** Builds a request that causes the fault. */
  const buildRequest = (more: object) => {
    const server = getServer();
    const { cause } = row;
    for (const behaviour of "first" in cause ? cause.first : []) server.models.script(behaviour, "scripted-large");
    const model = "at" in cause ? { model: getModelAt(cause) } : {};
    return server.ask("at" in cause ? "Is anybody there?" : cause.ask, { ...model, ...more });
  };
  const findUsage = async (requestId: string) => {
    await getServer().settled();
    const { db } = getServer().platform;
    return db
      .selectFrom("usage")
      .selectAll()
      .where("request_id", "=", requestId)
      .where("purpose", "=", "chat")
      .execute();
  };
  const countCalls = () =>
    getServer()
      .models.chats()
      .filter(({ body }) => body?.model === "scripted-large").length;

  test("streamed: the status or end event, the message, the preserved text, the cost and the number of retries", async () => {
    const requestId = crypto.randomUUID();
    const response = await getServer().post(buildRequest({ requestId }));
    const { status, headers, answer, text } = await readStream(response);
    if (row.response.by === "status") {
      expect(status).toBe(errorStatus[row.response.code]);
      expect(JSON.parse(text)).toMatchObject({ success: false, code: row.response.code, message: row.message });
      expect(headers["retry-after"]).toBe(row.response.retryAfter);
    } else {
      expect(status).toBe(200);
      expect(answer.content).toBe(row.answerText);
      expect(answer.end).toMatchObject(toExpectedEnd(row));
    }
    expect(waits).toHaveLength(row.retries);
    if (!("at" in row.cause)) expect(countCalls()).toBe(row.retries + 1);
    const rows = await findUsage(requestId);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ outcome: row.message === null ? "done" : "failed", ...toExpectedUsage(row) });
  });

  test("not streamed: the same message with a status, or the text", async () => {
    const reply = await readStream(
      await getServer().post(buildRequest({ requestId: crypto.randomUUID(), stream: false })),
    );
    const body: unknown = JSON.parse(reply.text);
    if (row.message === null) {
      expect(reply.status).toBe(200);
      expect(body).toEqual({ success: true, message: "The answer is complete.", data: row.answerText });
    } else {
      const code = getErrorCode(row);
      expect(reply.status).toBe(errorStatus[code]);
      expect(body).toMatchObject({ success: false, code, message: row.message });
    }
    expect(waits).toHaveLength(row.retries);
  });

  test("in the cloud: the question, the partial answer and the reason for its end are stored", async () => {
    const id = crypto.randomUUID();
    const options = { requestId: `${id}-r`, conversationId: id, storage: "cloud", parentId: null, replyId: `${id}-a` };
    const request = buildRequest({ options });
    await readStream(await getServer().post(request));
    await getServer().settled();
    const { result } = await getServer().ann.proxy(openConversation, { conversationId: id });
    const [question, reply, ...furtherMessages] = result.conversation.messages;
    expect(furtherMessages).toEqual([]);
    expect(question).toMatchObject({ role: "user", content: request.messages[0]?.content });
    expect(reply).toMatchObject({
      id: `${id}-a`,
      role: "assistant",
      content: row.answerText,
      data: { end: toExpectedEnd(row) },
    });
    if ("ask" in row.cause && row.cause.ask.includes("[[think")) expect(reply?.data.reasoning).toBe("Let me think.");
  });
});

test("a redirect of a model's server is not followed", async () => {
  await readStream(await defaultServer.post(defaultServer.ask("[[status: 302; location: /v1/elsewhere]]")));
  expect(defaultServer.models.requests.map(({ path }) => path)).toEqual(["/v1/chat/completions"]);
});

test("an attempt that failed is not billed: only the one that answered is", async () => {
  defaultServer.models.script({ status: 503 }, "scripted-large");
  await readStream(await defaultServer.post(defaultServer.ask("[[answer:one two]]", { requestId: "second-answers" })));
  await defaultServer.settled();
  const rows = await defaultServer.platform.db
    .selectFrom("usage")
    .selectAll()
    .where("request_id", "=", "second-answers")
    .execute();
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ outcome: "done", is_estimate: false, output_tokens: 2 });
});

function toExpectedEnd({ response, message }: ModelFault) {
  if (response.by === "end" && response.end === "done") return { end: "done", finishReason: response.finishReason };
  return { end: "failed", code: response.code, message };
}

function getErrorCode({ response }: ModelFault): ErrorCode {
  if (response.by === "end" && response.end === "done") throw new Error("this row does not fail");
  return response.code;
}

function toExpectedUsage({ usage }: ModelFault) {
  const positive = expect.toSatisfy((count: unknown) => Number(count) > 0);
  const zero = expect.toSatisfy((count: unknown) => Number(count) === 0);
  return { is_estimate: usage === "estimated", input_tokens: usage === "nothing" ? zero : positive };
}

function getModelAt({ at }: Extract<FaultCause, { at: string }>): string {
  const id = modelIdsByLocation.get(at);
  if (id === undefined) throw new Error(`no model at ${at}`);
  return id;
}

/** Adds a model to the catalogue whose server has this URL. */
async function addModel(location: string, url: string): Promise<void> {
  const { db } = defaultServer.platform;
  const row = await db
    .selectFrom("models")
    .selectAll()
    .where("id", "=", defaultServer.modelId)
    .executeTakeFirstOrThrow();
  const id = `at ${location}`;
  const endpoints = JSON.stringify(row.endpoints.map((endpoint) => ({ ...endpoint, url })));
  const exclusive_group_availability = JSON.stringify(row.exclusive_group_availability);
  await db
    .insertInto("models")
    .values({ ...row, id, endpoints, exclusive_group_availability, admin_fields: "[]", is_default: false })
    .execute();
  modelIdsByLocation.set(location, id);
}

async function findClosedPort(): Promise<number> {
  const server = createTcpServer();
  const port = await listen(server);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}

/** Starts an https server with an untrusted certificate and returns its port. */
async function startUntrustedServer(): Promise<number> {
  const read = (name: string) => readFileSync(join(import.meta.dirname, name));
  const credentials = { key: read("testOnlySelfSigned.key.pem"), cert: read("testOnlySelfSigned.crt.pem") };
  const server = https.createServer(credentials, (_, response) => response.end("never reached"));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return listen(server);
}

function listen(server: ReturnType<typeof createTcpServer> | http.Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo; // a listening TCP server has an address object
      resolve(port);
    });
  });
}
