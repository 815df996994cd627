import { once } from "node:events";
import { request } from "node:http";
import { deactivateApiKey } from "@lectern/contract";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { endUnauthorizedWork } from "../../modules/revocation/endUnauthorizedWork.ts";
import { listWork } from "../../modules/revocation/ongoingWork.ts";
import { createTestKey, type TestKey } from "../../testing/createTestKey.ts";
import { createManualClock } from "../../testing/manualClock.ts";
import { type ChatServer, readStream, startChatServer } from "../../testing/startChatServer.ts";

const clock = createManualClock();
let server: ChatServer;
beforeAll(async () => {
  server = await startChatServer({ clock });
});
afterEach(async () => {
  server.models.resume();
  await server.settled();
  server.models.reset();
});
afterAll(() => server.close());

interface Asked {
  path: string;
  body: object;
}

const prompt = "[[answer: one two three four]]";
const chat = (stream: boolean): Asked => ({ path: "/chat", body: server.ask(prompt, { stream }) });
const completion = (stream: boolean): Asked => ({
  path: "/v1/chat/completions",
  body: { model: server.modelId, messages: [{ role: "user", content: prompt }], stream },
});
const response = (stream: boolean): Asked => ({
  path: "/v1/responses",
  body: { model: server.modelId, input: prompt, stream },
});

/** Asks with a key, has the key ended while the model writes, and reads the reply to its end. */
async function askWhileEnding({ path, body }: Asked, key: TestKey, end = () => deactivate(key)) {
  server.models.pauseAfter(2);
  const asked = fetch(`${server.origin}${path}`, {
    method: "POST",
    headers: { ...key.headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  asked.catch(() => undefined); // the error is handled where it is awaited
  await server.models.whenPaused();
  await end();
  await endUnauthorizedWork(server.platform);
  const reply = await asked;
  return { status: reply.status, text: await reply.text() };
}

async function deactivate({ apiKeyId }: TestKey): Promise<void> {
  expect((await server.ann.proxy(deactivateApiKey, { apiKeyId })).status).toBe(200);
}

async function narrow({ id }: TestKey): Promise<void> {
  const row = { scopes: JSON.stringify(["share"]) };
  await server.platform.db.updateTable("api_keys").set(row).where("id", "=", id).execute();
}

const listEvents = (text: string) =>
  [...text.matchAll(/^data: (\{.*)$/gm)].map(([, json = "null"]): unknown => JSON.parse(json));

const endedMessage = "Stopped, because the API key is no longer valid.";
const narrowedMessage = "Stopped, because the API key no longer has access to this.";

describe("an answer whose API key is deactivated while it is written", () => {
  test("ends its event stream with the reason", async () => {
    const { status, text } = await askWhileEnding(chat(true), await createTestKey(server, server.ann));
    expect(status).toBe(200);
    expect(text).toContain("one");
    expect(listEvents(text).at(-1)).toMatchObject({ end: "stopped", code: "keyEnded", message: endedMessage });
    expect(text.endsWith("data: [DONE]\n\n")).toBe(true);
  });

  test("ends its stream for OpenAI’s clients with an error in OpenAI’s form", async () => {
    const error = { message: endedMessage, type: "invalid_request_error", param: null, code: "invalid_api_key" };
    const completed = await askWhileEnding(completion(true), await createTestKey(server, server.ann));
    expect(completed.status).toBe(200);
    expect(completed.text).toContain("one");
    expect(listEvents(completed.text).at(-1)).toEqual({ error });
    const responded = await askWhileEnding(response(true), await createTestKey(server, server.ann));
    expect(listEvents(responded.text).at(-1)).toMatchObject({
      type: "response.failed",
      response: { status: "failed", error: { code: "invalid_api_key", message: endedMessage } },
    });
  });

  test("is answered with 401 if it is not streamed", async () => {
    const whole = await askWhileEnding(chat(false), await createTestKey(server, server.ann));
    expect(whole.status).toBe(401);
    expect(JSON.parse(whole.text)).toMatchObject({ success: false, code: "unauthenticated", message: endedMessage });
    for (const asked of [completion(false), response(false)]) {
      const { status, text } = await askWhileEnding(asked, await createTestKey(server, server.ann));
      expect(status).toBe(401);
      expect(JSON.parse(text)).toMatchObject({ error: { code: "invalid_api_key", message: endedMessage } });
    }
  });
});

test("an answer whose API key loses the access that it needs ends with 403, or with that reason", async () => {
  const create = async () => {
    const key = await createTestKey(server, server.ann);
    return [key, () => narrow(key)] as const;
  };
  const streamed = await askWhileEnding(chat(true), ...(await create()));
  expect(listEvents(streamed.text).at(-1)).toMatchObject({ code: "accessEnded", message: narrowedMessage });
  const whole = await askWhileEnding(chat(false), ...(await create()));
  expect(whole.status).toBe(403);
  expect(JSON.parse(whole.text)).toMatchObject({ message: narrowedMessage });
  const completed = await askWhileEnding(completion(true), ...(await create()));
  expect(listEvents(completed.text).at(-1)).toMatchObject({ error: { code: "insufficient_permissions" } });
  expect((await askWhileEnding(completion(false), ...(await create()))).status).toBe(403);
});

test("an answer whose API key expires while it is written ends like that of a deactivated one", async () => {
  const expirationDate = clock.now().toISOString().slice(0, 10);
  const key = await createTestKey(server, server.ann, { expirationDate });
  const { text } = await askWhileEnding(completion(true), key, async () => clock.advance(24 * 60 * 60 * 1_000));
  expect(listEvents(text).at(-1)).toMatchObject({ error: { code: "invalid_api_key" } });
});

test("a response of an ended key that does not end by itself is broken off shortly after the check", async () => {
  const key = await createTestKey(server, server.ann);
  server.models.pauseAfter(2);
  const person = { ...server.ann, token: key.secret };
  const stream = await server.post(server.ask(prompt, { requestId: "unread" }), { person });
  await server.models.whenPaused();
  // The run cannot be stopped, as if it were in a process that does not answer.
  const stop = vi.spyOn(server.platform.runLog, "stop").mockResolvedValue();
  onTestFinished(() => stop.mockRestore());
  await deactivate(key);
  await endUnauthorizedWork(server.platform);
  expect(stream.destroyed).toBe(false);
  await expect(readStream(stream)).rejects.toThrow("aborted");
});

test("a request of an ended key that follows no answer is broken off at once", async () => {
  const key = await createTestKey(server, server.ann);
  const received = once(server.app.server, "request");
  const headers = { ...key.headers, "content-type": "application/json", "content-length": "1000" };
  const upload = request(`${server.origin}/v1/embeddings`, { method: "POST", headers, agent: false });
  const failed = once(upload, "error");
  upload.write('{"model":');
  const [, response] = await received;
  // Its body is read only once the key has been accepted.
  await vi.waitFor(() => expect(listWork(server.platform).size).toBe(1));
  await deactivate(key);
  await endUnauthorizedWork(server.platform);
  expect(response.destroyed).toBe(true);
  await failed;
});
