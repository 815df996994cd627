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

let patient: ChatServer;
let impatient: ChatServer;
/** How long each wait for another try would have been. */
let waits: number[] = [];
const models = new Map<string, string>();
const closers: (() => Promise<void> | void)[] = [];

beforeAll(async () => {
  const wait = async (ms: number) => {
    waits.push(ms);
  };
  patient = await startChatServer({ wait });
  impatient = await startChatServer({ wait, modelLimits: { firstByteMs: 300, idleMs: 300 } });
  await addModel("a closed port", `http://127.0.0.1:${await closedPort()}/v1`);
  await addModel("a host that does not exist", "http://models.invalid/v1");
  await addModel("an untrusted certificate", `https://localhost:${await startUntrusted()}/v1`);
  await addModel("a server that speaks no TLS", patient.models.url.replace("http:", "https:"));
});
afterEach(async () => {
  for (const server of [patient, impatient]) {
    server.models.resume();
    await server.settled();
    server.models.reset();
  }
  waits = [];
});
afterAll(async () => {
  await Promise.all([patient?.close(), impatient?.close()]);
  for (const close of closers) await close();
});

describe.each(modelFaults)("$fault", (row) => {
  const serverOf = () => ("timeLimits" in row.cause ? impatient : patient);
  /** What is asked, with the model where that is the fault. */
  const asking = (more: object) => {
    const server = serverOf();
    const { cause } = row;
    for (const behaviour of "first" in cause ? cause.first : []) server.models.script(behaviour, "scripted-large");
    const model = "at" in cause ? { model: modelAt(cause) } : {};
    return server.ask("at" in cause ? "Is anybody there?" : cause.ask, { ...model, ...more });
  };
  const usageOf = async (requestId: string) => {
    await serverOf().settled();
    const { db } = serverOf().platform;
    return db
      .selectFrom("usage")
      .selectAll()
      .where("request_id", "=", requestId)
      .where("purpose", "=", "chat")
      .execute();
  };
  const calls = () =>
    serverOf()
      .models.chats()
      .filter(({ body }) => body?.model === "scripted-large").length;

  test("streamed: its status or its end, its sentence, the text that stays, its cost and its retries", async () => {
    const requestId = crypto.randomUUID();
    const response = await serverOf().post(asking({ requestId }));
    const { status, headers, answer, text } = await readStream(response);
    if (row.told.by === "status") {
      expect(status).toBe(errorStatus[row.told.code]);
      expect(JSON.parse(text)).toMatchObject({ success: false, code: row.told.code, message: row.reads });
      expect(headers["retry-after"]).toBe(row.told.retryAfter);
    } else {
      expect(status).toBe(200);
      expect(answer.content).toBe(row.text);
      expect(answer.end).toMatchObject(endOf(row));
    }
    expect(waits).toHaveLength(row.retries);
    if (!("at" in row.cause)) expect(calls()).toBe(row.retries + 1);
    const rows = await usageOf(requestId);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ outcome: row.reads === null ? "done" : "failed", ...usageShape(row) });
  });

  test("not streamed: the same sentence under a status, or the text", async () => {
    const reply = await readStream(await serverOf().post(asking({ requestId: crypto.randomUUID(), stream: false })));
    const body: unknown = JSON.parse(reply.text);
    if (row.reads === null) {
      expect(reply.status).toBe(200);
      expect(body).toEqual({ success: true, message: "The answer is complete.", data: row.text });
    } else {
      const code = codeOf(row);
      expect(reply.status).toBe(errorStatus[code]);
      expect(body).toMatchObject({ success: false, code, message: row.reads });
    }
    expect(waits).toHaveLength(row.retries);
  });

  test("in the cloud: the question is there, and the answer as far as it came, with how it ended", async () => {
    const id = crypto.randomUUID();
    const options = { requestId: `${id}-r`, conversationId: id, storage: "cloud", parentId: null, replyId: `${id}-a` };
    const asked = asking({ options });
    await readStream(await serverOf().post(asked));
    await serverOf().settled();
    const { result } = await serverOf().ann.proxy(openConversation, { conversationId: id });
    const [question, reply, ...others] = result.conversation.messages;
    expect(others).toEqual([]);
    expect(question).toMatchObject({ role: "user", content: asked.messages[0]?.content });
    expect(reply).toMatchObject({ id: `${id}-a`, role: "assistant", content: row.text, data: { end: endOf(row) } });
    if ("ask" in row.cause && row.cause.ask.includes("[[think")) expect(reply?.data.reasoning).toBe("Let me think.");
  });
});

test("a redirect of a model's server is not followed", async () => {
  await readStream(await patient.post(patient.ask("[[status: 302; location: /v1/elsewhere]]")));
  expect(patient.models.requests.map(({ path }) => path)).toEqual(["/v1/chat/completions"]);
});

test("an attempt that failed is not billed: only the one that answered is", async () => {
  patient.models.script({ status: 503 }, "scripted-large");
  await readStream(await patient.post(patient.ask("[[answer:one two]]", { requestId: "second-answers" })));
  await patient.settled();
  const rows = await patient.platform.db
    .selectFrom("usage")
    .selectAll()
    .where("request_id", "=", "second-answers")
    .execute();
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ outcome: "done", is_estimate: false, output_tokens: 2 });
});

function endOf({ told, reads }: ModelFault) {
  if (told.by === "end" && told.end === "done") return { end: "done", finishReason: told.finishReason };
  return { end: "failed", code: told.code, message: reads };
}

function codeOf({ told }: ModelFault): ErrorCode {
  if (told.by === "end" && told.end === "done") throw new Error("this row does not fail");
  return told.code;
}

function usageShape({ usage }: ModelFault) {
  const some = expect.toSatisfy((count: unknown) => Number(count) > 0);
  const none = expect.toSatisfy((count: unknown) => Number(count) === 0);
  return { is_estimate: usage === "estimated", input_tokens: usage === "nothing" ? none : some };
}

function modelAt({ at }: Extract<FaultCause, { at: string }>): string {
  const id = models.get(at);
  if (id === undefined) throw new Error(`no model at ${at}`);
  return id;
}

/** Puts a model into the catalogue that is reached at another address. */
async function addModel(place: string, url: string): Promise<void> {
  const { db } = patient.platform;
  const row = await db.selectFrom("models").selectAll().where("id", "=", patient.modelId).executeTakeFirstOrThrow();
  const id = `at ${place}`;
  const endpoints = JSON.stringify(row.endpoints.map((endpoint) => ({ ...endpoint, url })));
  const exclusive_group_availability = JSON.stringify(row.exclusive_group_availability);
  await db
    .insertInto("models")
    .values({ ...row, id, endpoints, exclusive_group_availability, is_default: false })
    .execute();
  models.set(place, id);
}

async function closedPort(): Promise<number> {
  const server = createTcpServer();
  const port = await listening(server);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}

/** An https server whose certificate nobody trusts. */
async function startUntrusted(): Promise<number> {
  const read = (name: string) => readFileSync(join(import.meta.dirname, name));
  const credentials = { key: read("testOnlySelfSigned.key.pem"), cert: read("testOnlySelfSigned.crt.pem") };
  const server = https.createServer(credentials, (_, response) => response.end("never reached"));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return listening(server);
}

function listening(server: ReturnType<typeof createTcpServer> | http.Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo; // a TCP server that listens has one
      resolve(port);
    });
  });
}
