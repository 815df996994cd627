import http, { type IncomingHttpHeaders, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createAssistant,
  executeCustomApi,
  keptSecret,
  limits,
  type OpCallInput,
  shareAssistant,
} from "@lectern/contract";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../../testing/createTestApp.ts";
import { overrideFeature } from "../../../testing/overrideFeature.ts";

interface Received {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

let server: TestApp;
let ann: TestPerson;
let api: http.Server;
let origin: string;
let respond: RequestListener;
let received: Received[] = [];
const logLines: string[] = [];

beforeAll(async () => {
  api = http.createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { method, url, headers } = request;
    received.push({ method, url, headers, body: Buffer.concat(parts).toString() });
    respond(request, response);
  });
  await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
  const { port } = api.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  const log = pino({ level: "trace" }, { write: (line: string) => void logLines.push(line) });
  server = await createTestApp({ environment: { API_HOSTS: `127.0.0.1:${port}` }, log });
  ann = await server.signIn("ann@uni.edu");
});
afterAll(async () => {
  await server.close();
  api.closeAllConnections();
  api.close();
});
beforeEach(() => {
  received = [];
  respond = (_request, response) => void response.end("done");
});

type Input = Partial<OpCallInput<typeof executeCustomApi>>;

const execute = (input: Input, person = ann) =>
  person.proxy(executeCustomApi, { requestType: "GET", url: origin, ...input });

test("[G7.16, C7.41] the request of a custom API is sent with its parameters, and its response returned", async () => {
  respond = (_request, response) => {
    response
      .writeHead(201, { "content-type": "application/json; charset=utf-8", "set-cookie": "a=b" })
      .end('{"id":"ü"}');
  };
  const input: Input = {
    ...({ requestType: "PUT", url: `${origin}/items/\${id}?q=\${text}`, headers: { "X-Id": "${id}" } } as const),
    ...{ body: '{"text":"${text}","id":"${id}"}', params: { id: 7, text: 'a "b"&c' } },
    auth: { type: "basic", username: "ann", password: "secret" },
  };
  const { status, body, result } = await execute(input);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(result).toEqual({ status: 201, body: '{"id":"ü"}', isCut: false, durationMs: expect.any(Number) });
  expect(received).toMatchObject([
    {
      ...{ method: "PUT", url: "/items/7?q=a%20%22b%22%26c", body: '{"text":"a \\"b\\"&c","id":7}' },
      headers: { "x-id": "7", authorization: `Basic ${btoa("ann:secret")}`, "content-type": "application/json" },
    },
  ]);
  expect(received[0]?.headers).not.toHaveProperty("cookie");
  expect(executeCustomApi).toMatchObject({ method: "POST", path: "/assistant-api/execute-custom-auto" });
});

test("a failure of the other server is a result", async () => {
  for (const status of [400, 401, 404, 429, 500, 503]) {
    respond = (_request, response) => void response.writeHead(status).end("no");
    expect((await execute({})).result).toMatchObject({ status, body: "no" });
  }
});

test("a long response is cut between characters", async () => {
  respond = (_request, response) => {
    response.writeHead(200, { "content-type": "text/plain" }).end("😀".repeat(limits.httpResultCharacters));
  };
  const { result } = await execute({});
  expect(result.isCut).toBe(true);
  expect(result.body).toBe("😀".repeat(limits.httpResultCharacters / 2));
  respond = (_request, response) => {
    response.writeHead(200, { "content-type": "text/plain" }).end(`a${"😀".repeat(limits.httpResultCharacters)}`);
  };
  expect((await execute({})).result.body).toBe(`a${"😀".repeat(limits.httpResultCharacters / 2 - 1)}`);
});

const refusal =
  "The address is in a private network, which this server doesn’t call. An administrator can allow the host.";

test.each([
  [{ url: "http://127.0.0.1:1/" }, 400, refusal],
  [{ url: "http://localhost:8080/" }, 400, refusal],
  [{ url: "http://10.0.0.1/" }, 400, refusal],
  [{ url: "http://169.254.169.254/latest/meta-data" }, 400, refusal],
  [{ url: "http://[::ffff:127.0.0.1]/" }, 400, refusal],
  [{ url: "http://2130706433/" }, 400, refusal],
  [{ url: "https://api.uni.edu:22/" }, 400, "The port in the URL is one of another protocol."],
  [{ url: "file:///etc/passwd" }, 400, "The URL must begin with https:// or http://."],
  [
    { url: "http://${host}/", params: { host: "127.0.0.1" } },
    400,
    "Parameters can only stand after the host of the URL.",
  ],
  [{ url: "http://me:secret@api.uni.edu/" }, 400, "The URL must not contain a username or a password."],
  [{ url: "http://api.uni.edu/${id}" }, 400, "The parameter “id” is missing."],
  [{ headers: { Cookie: "a=b" } }, 400, "The header “cookie” can’t be set."],
])("is refused with a sentence, and nothing is sent: %j", async (input, status, message) => {
  expect((await execute(input)).body).toMatchObject({ success: false, message });
  expect((await execute(input)).status).toBe(status);
  expect(received).toEqual([]);
});

test("the same is said of a private address whether a server is there or not", async () => {
  const { port } = new URL(origin);
  const [open, closed] = [
    await execute({ url: `http://localhost:${port}/` }),
    await execute({ url: "http://localhost:1024/" }),
  ];
  const { requestId: _open, ...openBody } = open.body;
  const { requestId: _closed, ...closedBody } = closed.body;
  expect(openBody).toEqual(closedBody);
  expect(openBody).toMatchObject({ message: refusal });
  expect(received).toEqual([]);
});

test("what a server sends that is not HTTP, or nothing, is an error with a sentence", async () => {
  respond = (request) => void request.socket.end("SSH-2.0\r\n");
  expect(await execute({})).toMatchObject({
    ...{ status: 502, body: { message: "The server didn’t answer as a web server does." } },
  });
  respond = (request) => void request.socket.destroy();
  expect(await execute({})).toMatchObject({ status: 502, body: { message: "The server could not be reached." } });
});

const lostSecret = expect.stringMatching(/^Please enter the secrets of “[^”]+” again:/);

test("a secret that is stored is never sent as the characters that stand for it", async () => {
  const secrets = [
    { headers: { "X-Key": keptSecret } },
    { auth: { type: "bearer", token: keptSecret } },
    { auth: { type: "basic", username: "ann", password: keptSecret } },
  ] as const;
  for (const secret of secrets) {
    for (const ids of [{}, { operationId: "op" }])
      expect(await execute({ ...secret, ...ids })).toMatchObject({ status: 400, body: { message: lostSecret } });
    expect((await execute({ ...secret, assistantId: "astp/1", operationId: "op" })).status).toBe(404);
  }
  expect(received).toEqual([]);
});

test("an author tries a saved API with its stored secrets, which go to its own server only and to nobody else", async () => {
  const request = { requestType: "GET" as const, url: `${origin}/v1`, auth: { type: "bearer" as const, token: "t-1" } };
  const operation = { id: "op", name: "find", description: "Finds", type: "http", ...request };
  const data = { featureOptions: { IncludeApiInstr: true }, operations: [operation] };
  const { assistantId } = (await ann.proxy(createAssistant, { name: "Guide", data })).result;
  const kept = { assistantId, operationId: "op", auth: { type: "bearer", token: keptSecret } } as const;
  expect((await execute({ ...kept, url: `${origin}/v2` })).status).toBe(200);
  expect(received).toMatchObject([{ url: "/v2", headers: { authorization: "Bearer t-1" } }]);
  received = [];
  const elsewhere = { ...kept, url: origin.replace("127.0.0.1", "localhost") };
  expect(await execute(elsewhere)).toMatchObject({ status: 400, body: { message: lostSecret } });
  expect(await execute({ ...kept, operationId: "other" })).toMatchObject({
    status: 400,
    body: { message: lostSecret },
  });
  const bob = await server.signIn("bob@uni.edu");
  expect((await execute(kept, bob)).status).toBe(404);
  for (const accessType of ["use", "read"] as const) {
    await ann.proxy(shareAssistant, { assistantId, recipientUsers: ["bob@uni.edu"], accessType });
    expect((await execute(kept, bob)).status).toBe(403);
  }
  expect(received).toEqual([]);
});

test("two requests of a person run at a time, and others wait", async () => {
  const pending: (() => void)[] = [];
  const [bothArrived, bobArrived] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  respond = (request, response) => {
    pending.push(() => response.end("done"));
    if (request.url === "/bob") bobArrived.resolve();
    else if (pending.length === 2) bothArrived.resolve();
  };
  const bob = await server.signIn("bob@uni.edu");
  const calls = ["/1", "/2", "/3"].map((path) => execute({ url: origin + path }));
  await bothArrived.promise;
  calls.push(execute({ url: `${origin}/bob` }, bob));
  await bobArrived.promise;
  // Bob's call came after the three others, of which any two can be first.
  expect(received.map(({ url }) => url).at(-1)).toBe("/bob");
  expect(received).toHaveLength(3);
  respond = (_request, response) => void response.end("done");
  for (const finish of pending) finish();
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(received).toHaveLength(4);
});

test("a person can send a few a minute", async () => {
  const limited = await createTestApp({ environment: { REQUESTS_PER_MINUTE: "50" } });
  onTestFinished(() => limited.close());
  const person = await limited.signIn("ann@uni.edu");
  const statuses = [
    await execute({ url: "http://10.0.0.1/" }, person),
    await execute({ url: "http://10.0.0.1/" }, person),
  ];
  expect(statuses.map(({ status }) => status)).toEqual([400, 400]);
  expect((await execute({ url: "http://10.0.0.1/" }, person)).status).toBe(429);
});

test("no log line contains an address, a header, a parameter, a body or a response", async () => {
  const marker = "heliotrope-4711";
  logLines.length = 0;
  respond = (_request, response) => void response.writeHead(500).end(marker);
  const input: Input = {
    ...({
      requestType: "POST",
      headers: { "X-Key": marker },
      body: `{"a":"${marker}"}`,
      params: { v: marker },
    } as const),
    auth: { type: "bearer", token: marker },
  };
  await execute({ ...input, url: `${origin}/\${v}?q=${marker}` });
  respond = (request) => void request.socket.destroy();
  await execute({ ...input, url: `${origin}/${marker}` });
  await execute({ ...input, url: `http://localhost:8080/${marker}` });
  await execute({ ...input, url: `http://${marker}.invalid:22/` });
  expect(logLines.some((line) => line.includes("execute-custom-auto"))).toBe(true);
  for (const secret of [marker, new URL(origin).port]) expect(logLines.join("")).not.toContain(`${secret}`);
});

test("the op is refused while the feature is off", async () => {
  overrideFeature("assistantApis", { isFinished: false });
  expect((await execute({})).status).toBe(403);
  expect(received).toEqual([]);
});
