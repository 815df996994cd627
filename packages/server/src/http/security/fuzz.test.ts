import { clientHeader, errorStatus } from "@lectern/contract";
import type { OpName } from "@lectern/contract/registry";
import { getFuzzRunCount } from "@lectern/contract/testing/getFuzzRunCount";
import fc from "fast-check";
import type { InjectOptions, LightMyRequestResponse } from "fastify";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { drainRuns } from "../../modules/chat/drainRuns.ts";
import { sessionCookieName } from "../../modules/identity/service.ts";
import { seedModels } from "../../modules/models/service.ts";
import { ops } from "../../ops/registry.ts";
import { configureFlags } from "../../testing/configureFlags.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/createTestApp.ts";
import { createExampleConversation, exampleGroupId, getOpExamples } from "../../testing/getOpExamples.ts";
import { overrideFeature } from "../../testing/overrideFeature.ts";

type Method = NonNullable<InjectOptions["method"]>;

let server: TestApp;
let person: TestPerson;
beforeAll(async () => {
  server = await createTestApp({ environment: { ADMINS: "admin@uni.edu" } });
  await configureFlags(server.platform.db, { answerFeedback: true, assistantAdminInterface: true, mixPanel: true });
  await seedModels(server.platform, { includesLocal: false });
  person = await server.signIn("admin@uni.edu");
});
beforeEach(async () => {
  overrideFeature("createAstAdminGroups", { isFinished: true, isOnByDefault: true });
  await restoreExampleGroup();
});
afterAll(async () => {
  await drainRuns(server.platform, 0);
  await server.close();
});

/** Makes the person an administrator of the group that the examples refer to, which some ops delete or leave. */
async function restoreExampleGroup(): Promise<void> {
  const { db } = server.platform;
  const { id } = person.actor.principal;
  await sql`insert into principals (id, kind) values ('fuzz', 'group') on conflict do nothing`.execute(db);
  await sql`
    insert into groups (id, wire_id, name, created_at) values ('fuzz', ${exampleGroupId}, 'Fuzz', now())
    on conflict (id) do update set deleted_at = null, is_public = false`.execute(db);
  await sql`
    insert into group_members (group_id, principal_id, level, created_at) values ('fuzz', ${id}, 'admin', now())
    on conflict (group_id, principal_id) do update set level = 'admin'`.execute(db);
}

const conversationId = "c1";
/** Valid input for each op, which the tests then corrupt. */
const examples = {
  ...getOpExamples(conversationId, "admin@uni.edu"),
  titleConversation: { conversationId, messages: [{ role: "user", content: "Hi" }] },
};
const chat = {
  model: "guide",
  messages: createExampleConversation(conversationId).messages,
  temperature: 0,
  max_tokens: 5,
  stream: false,
  options: { requestId: "r", conversationId, storage: "cloud", parentId: null, replyId: "a1" },
};

const apiTool = { name: "weather", description: "d", parameters: { type: "object", properties: {} }, strict: true };
/** Valid bodies of the OpenAI-compatible API. */
const apiBodies = {
  "/v1/chat/completions": {
    model: "guide",
    messages: [
      { role: "developer", content: "Be brief." },
      { role: "user", content: [{ type: "text", text: "Hi" }] },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "c", type: "function", function: { name: "weather", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: "c", content: "rain" },
    ],
    tools: [{ type: "function", function: apiTool }],
    tool_choice: { type: "function", function: { name: "weather" } },
    response_format: { type: "json_schema", json_schema: { name: "a", schema: {}, strict: true } },
    stop: ["x"],
    stream: false,
    stream_options: { include_usage: true },
    max_tokens: 5,
  },
  "/v1/responses": {
    model: "guide",
    instructions: "Be brief.",
    input: [
      { role: "user", content: [{ type: "input_text", text: "Hi" }] },
      { type: "function_call", call_id: "c", name: "weather", arguments: "{}" },
      { type: "function_call_output", call_id: "c", output: "rain" },
    ],
    tools: [{ type: "function", ...apiTool }],
    tool_choice: { type: "function", name: "weather" },
    text: { format: { type: "json_schema", name: "a", schema: {} } },
    stream: false,
  },
  "/v1/embeddings": { model: "m", input: ["a", "b"], encoding_format: "base64" },
};

const oddValue = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, -1, 0, 0.5, 1e308, -1e308, 2 ** 53, 2 ** 31, [], {}, [[]], [null], [{}]),
  fc.constantFrom(
    "",
    " ",
    "0",
    "-1",
    "1e9",
    "null",
    "\0",
    "a\0",
    "\ud800",
    "\udc00x",
    "__proto__",
    "constructor",
    "../..",
    "%00",
  ),
  fc.constantFrom(
    "0000-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999Z",
    "x".repeat(1_000),
    "a@b.cd",
    "'; drop table users;--",
  ),
  fc.jsonValue({ maxDepth: 3 }),
);
/** Odd values that a header or a URL can contain. */
const oddText = fc.oneof(
  fc.constantFrom(
    "",
    "0",
    "-1",
    "1e9",
    "junk",
    "runs",
    "__proto__",
    "a b",
    "%00",
    "%ff",
    "999999999999999999",
    "x".repeat(400),
  ),
  fc.constantFrom(
    "//evil.example",
    "/\\\\evil.example",
    "/auth/signin?returnTo=/x",
    "https://evil.example/",
    "javascript:alert(1)",
  ),
  fc.string({ maxLength: 20 }).map((text) => text.replaceAll(/[^\x20-\x7e]/g, "")),
);
const oddName = fc.constantFrom(
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "",
  "\0",
  "data",
  "id",
  "messages",
);

/**
 * The JSON text of a value with one odd value or key in it. Text instead of a value, so that `__proto__` is sent as a
 * key.
 */
function createCorruptedTexts(example: unknown): fc.Arbitrary<string> {
  return fc
    .tuple(fc.array(fc.nat(9), { maxLength: 5 }), oddValue, fc.option(oddName, { freq: 2 }))
    .map(([path, odd, name]) => corrupt(example, path, odd, name));
}

function corrupt(value: unknown, [step, ...rest]: number[], odd: unknown, name: string | null): string {
  if (typeof value !== "object" || value === null || step === undefined) return JSON.stringify(odd);
  const names = Object.keys(value);
  const chosen = names[step % Math.max(1, names.length)];
  const members = Object.entries(value).map(([key, member]): [string, string] => [
    key,
    key === chosen ? corrupt(member, rest, odd, name) : JSON.stringify(member),
  ]);
  if (Array.isArray(value)) return `[${members.map(([, text]) => text).join(",")}]`;
  if (name !== null) members.push([name, JSON.stringify(odd)]);
  return `{${members.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(",")}}`;
}

/** Valid JSON in which a value was replaced with malicious JSON, or whose bytes were corrupted. */
function createMaliciousPayloads(text: string): fc.Arbitrary<Buffer> {
  const repeatCount = fc.constantFrom(10, 33, 1_000, 50_000);
  const value = fc.oneof(
    repeatCount.map((depth) => "[".repeat(depth) + "]".repeat(depth)),
    repeatCount.map((depth) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`),
    repeatCount.map((width) => `[${"0,".repeat(width)}0]`),
    repeatCount.map((width) => `[${"{},".repeat(width)}0]`),
    repeatCount.map((width) => `{${Array.from({ length: width }, (_, index) => `"k${index}":0`).join(",")}}`),
    repeatCount.map((length) => `"${"\\ud800".repeat(length)}"`),
    repeatCount.map((length) => "9".repeat(length)),
    fc.constantFrom(
      "1e400",
      "-0",
      "1e-400",
      "0.1e309",
      "123456789012345678901234567890",
      "NaN",
      "Infinity",
      "01",
      "'x'",
    ),
    fc.constantFrom('{"__proto__":{"x":1}}', '{"constructor":{"prototype":{"x":1}}}', '{"a":1,"a":2,"a":{"a":3}}'),
    fc.constantFrom('{"toString":1,"valueOf":1,"toJSON":1,"then":1,"length":-1}', '{"0":"x","length":1}'),
  );
  const matches = [...text.matchAll(/(?<=:)("(?:[^"\\]|\\.)*"|-?\d[\d.]*|null|true|false)/g)];
  const replacedBytes = fc.tuple(fc.nat(Math.max(0, matches.length - 1)), value).map(([index, replacement]) => {
    const match = matches[index];
    if (!match) return Buffer.from(replacement);
    return Buffer.from(text.slice(0, match.index) + replacement + text.slice(match.index + match[0].length));
  });
  const repeatedValue = fc.nat(Math.max(0, matches.length - 1)).map((index) => {
    const name = /"[^"]*"(?=:)/.exec(text.slice(Math.max(0, (matches[index]?.index ?? 0) - 20)))?.[0] ?? '"a"';
    return Buffer.from(`${text.slice(0, -1)},${name}:null,${name}:[],"__proto__":1}`);
  });
  const corruptedBytes = fc
    .tuple(fc.nat(text.length), fc.uint8Array({ minLength: 1, maxLength: 4 }))
    .map(([at, bytes]) => {
      const valid = Buffer.from(text);
      return Buffer.concat([valid.subarray(0, at), bytes, valid.subarray(at + bytes.length)]);
    });
  const truncatedBytes = fc.nat(text.length).map((at) => Buffer.from(text).subarray(0, at));
  return fc.oneof({ weight: 3, arbitrary: replacedBytes }, repeatedValue, corruptedBytes, truncatedBytes);
}

const methodsWithoutBody = ["GET", "DELETE"];
const encodeBase64 = (json: string) => Buffer.from(json).toString("base64");
const getBearerHeader = () => ({ authorization: `Bearer ${person.token}` });
const getCookieHeader = () => ({
  cookie: `${sessionCookieName}=${person.cookie}`,
  [clientHeader.name]: clientHeader.value,
});
const jsonHeaders = { "content-type": "application/json" };

/** The members of a JSON object as query values. */
function toQuery(json: string): Record<string, string> {
  const value: unknown = JSON.parse(json);
  if (typeof value !== "object" || value === null) return {};
  const asText = (member: unknown) => (typeof member === "string" ? member : JSON.stringify(member));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asText(member).toWellFormed()]));
}

/** Expects a success, or a standard failure with a matching status, but never an internal error. */
async function expectHandled(request: InjectOptions): Promise<LightMyRequestResponse> {
  const reply = await server.app.inject(request);
  const label = `${request.method} ${String(request.url)} ${String(request.payload)} gave ${reply.statusCode} ${reply.body.slice(0, 300)}`;
  expect(reply.statusCode, label).not.toBe(500);
  if (reply.statusCode >= 400) {
    const body = reply.json<Record<string, unknown>>();
    expect(body, label).toMatchObject({ success: false, message: expect.any(String), requestId: expect.any(String) });
    expect(reply.statusCode, label).toBe(Object.entries(errorStatus).find(([code]) => code === body.code)?.[1]);
    expect(reply.headers["x-request-id"], label).toBe(body.requestId);
    expect(reply.headers["x-content-type-options"], label).toBe("nosniff");
  }
  return reply;
}

/** Expects a success, or a failure in the shape of OpenAI's API, but never an internal error. */
async function expectApiHandled(request: InjectOptions): Promise<void> {
  const reply = await server.app.inject(request);
  const label = `${String(request.url)} ${String(request.payload).slice(0, 1_000)} gave ${reply.statusCode} ${reply.body.slice(0, 300)}`;
  expect(reply.statusCode, label).not.toBe(500);
  if (reply.statusCode < 400) return;
  expect(reply.json(), label).toEqual({
    error: {
      message: expect.any(String),
      type: expect.any(String),
      param: expect.toSatisfy((param) => param === null || typeof param === "string"),
      code: expect.toSatisfy((code) => code === null || typeof code === "string"),
    },
  });
}

describe("arbitrary input", () => {
  test.each(Object.entries(apiBodies))("to %s is processed or rejected in OpenAI's shape", async (url, body) => {
    const headers = { ...getBearerHeader(), ...jsonHeaders };
    const payloads = fc.oneof(createCorruptedTexts(body), createMaliciousPayloads(JSON.stringify(body)));
    await fc.assert(
      fc.asyncProperty(payloads, (payload) => expectApiHandled({ method: "POST", url, headers, payload })),
      { numRuns: getFuzzRunCount(60) },
    );
  });

  test("in the id of a model is processed or rejected in OpenAI's shape", async () => {
    await fc.assert(
      fc.asyncProperty(oddText, (text) =>
        expectApiHandled({ method: "GET", url: `/v1/models/${encodeURIComponent(text)}`, headers: getBearerHeader() }),
      ),
      { numRuns: getFuzzRunCount(30) },
    );
  });

  test.each(Object.keys(ops) as OpName[])("to %s is processed or rejected properly", async (name) => {
    const op = ops[name];
    const example = examples[name];
    await fc.assert(
      fc.asyncProperty(createCorruptedTexts(example), async (json) => {
        if (op.entryPoint === "direct") {
          await expectHandled({
            method: op.method,
            url: op.path,
            headers: { ...getCookieHeader(), ...jsonHeaders },
            payload: json,
          });
          return;
        }
        const input = methodsWithoutBody.includes(op.method)
          ? { query: toQuery(json) }
          : { payload: `{"data":${json}}` };
        const headers = { ...getBearerHeader(), ...("payload" in input ? jsonHeaders : {}) };
        await expectHandled({ method: op.method, url: op.path, headers, ...input });
        const envelope = { method: op.method, path: op.path, op: "", data: encodeBase64(json) };
        await expectHandled({
          method: "POST",
          url: "/api/requestOp",
          headers: getCookieHeader(),
          payload: { data: envelope },
        });
      }),
      { numRuns: getFuzzRunCount(10) },
    );
  });

  test("to the chat is processed or rejected properly", async () => {
    await fc.assert(
      fc.asyncProperty(createCorruptedTexts(chat), fc.boolean(), oddText, async (json, isWrapped, text) => {
        const headers = { ...getBearerHeader(), ...jsonHeaders, "last-event-id": text };
        const payload = isWrapped ? `{"data":${json},"stream":false}` : json;
        await expectHandled({ method: "POST", url: "/chat", headers, payload });
        await expectHandled({ method: "GET", url: `/chat/${encodeURIComponent(text)}`, headers });
      }),
      { numRuns: getFuzzRunCount(60) },
    );
  });

  test("in the proxy's envelope is rejected properly", async () => {
    const envelope = {
      data: { method: "GET", path: "/state/conversation", op: "/list", data: null, queryParams: { limit: "NQ==" } },
    };
    await fc.assert(
      fc.asyncProperty(createCorruptedTexts(envelope), async (payload) => {
        await expectHandled({
          method: "POST",
          url: "/api/requestOp",
          headers: { ...getCookieHeader(), ...jsonHeaders },
          payload,
        });
      }),
      { numRuns: getFuzzRunCount(90) },
    );
  });

  test.each([...(Object.keys(ops) as OpName[]), "chat" as const])(
    "to %s that is deep, wide, huge, repeated or truncated is processed or rejected properly",
    async (name) => {
      const [method, url, text] =
        name === "chat"
          ? (["POST", "/chat", JSON.stringify(chat)] as const)
          : ([ops[name].method, ops[name].path, `{"data":${JSON.stringify(examples[name])}}`] as const);
      if (methodsWithoutBody.includes(method)) return;
      await fc.assert(
        fc.asyncProperty(createMaliciousPayloads(text), async (payload) => {
          await expectHandled({
            method,
            url,
            headers: { ...getCookieHeader(), ...getBearerHeader(), ...jsonHeaders },
            payload,
          });
        }),
        { numRuns: getFuzzRunCount(12) },
      );
    },
  );

  test("as bytes of any type is rejected properly", async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 60 }).map((array) => Buffer.from(array)),
      fc
        .constantFrom("", "null", "[]", "{}", '"', "{", '{"data":', "\u{feff}{}", "1e999", '{"a":1}{"a":2}')
        .map((text) => Buffer.from(text)),
      fc.constant(Buffer.from([0x7b, 0x22, 0x64, 0xff, 0xfe, 0x22, 0x3a, 0x22, 0xc3, 0x28, 0x22, 0x7d])),
    );
    const types = [
      "application/json",
      "application/json; charset=utf-16",
      "text/plain",
      "multipart/form-data",
      "x",
      "",
      ",",
      "application/x-www-form-urlencoded",
    ];
    const routes: [Method, string][] = [
      ["POST", "/chat"],
      ["POST", "/api/requestOp"],
      ["POST", "/auth/signout"],
      ...Object.values(ops).flatMap((op): [Method, string][] =>
        methodsWithoutBody.includes(op.method) ? [] : [[op.method, op.path]],
      ),
    ];
    const encodings = ["", "gzip", "br", "identity", "x"];
    await fc.assert(
      fc.asyncProperty(
        bytes,
        fc.constantFrom(...types),
        fc.constantFrom(...routes),
        fc.constantFrom(...encodings),
        async (payload, type, [method, url], encoding) => {
          const contentEncoding = encoding === "" ? {} : { "content-encoding": encoding };
          const headers = {
            ...getCookieHeader(),
            ...getBearerHeader(),
            ...contentEncoding,
            "content-type": type,
            host: "localhost:3000",
          };
          await expectHandled({ method, url, headers, payload });
        },
      ),
      { numRuns: getFuzzRunCount(90) },
    );
  });

  test("to any URL with any method is processed or rejected properly", async () => {
    const paths = [
      "/",
      "/healthz",
      "/readyz",
      "/openapi.json",
      "/chat/runs",
      "/signed/conversations",
      "/api/session",
      "/assets/x",
      "/chat",
      "/state/conversation/open",
    ];
    const anyUrl = fc
      .tuple(
        fc.constantFrom(...paths),
        fc.constantFrom("", "/", "//", "/%", "/%ff", "/%00", "/..%2f..", `/${"x".repeat(400)}`, ";a=b"),
        oddText,
        oddText,
      )
      .map(
        ([path, more, name, value]) =>
          `${path}${more}?${encodeURIComponent(name)}=${encodeURIComponent(value)}&claim=${encodeURIComponent(value)}&signature=${encodeURIComponent(name)}`,
      );
    const anyMethod = fc.constantFrom<Method[]>("GET", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "POST", "TRACE");
    const anyHost = fc.constantFrom("localhost:3000", "evil.example", "", "localhost:3000\t", "[::1", "a".repeat(300));
    await fc.assert(
      fc.asyncProperty(anyUrl, anyMethod, anyHost, async (url, method, host) => {
        const reply = await server.app.inject({
          method,
          url,
          headers: { ...getCookieHeader(), ...getBearerHeader(), host },
        });
        expect(reply.statusCode, url).not.toBe(500);
        if (reply.statusCode >= 400 && method !== "HEAD")
          expect(reply.json(), `${method} ${url} ${reply.body}`).toMatchObject({
            success: false,
            requestId: expect.any(String),
          });
      }),
      { numRuns: getFuzzRunCount(200) },
    );
  });

  test("to the sign-in routes causes no server error and no redirect to another site", async () => {
    const paths = [
      "/auth/signin",
      "/auth/callback",
      "/sign-in/x",
      "/sign-in/%00",
      "/oidc/auth",
      "/oidc/token",
      "/oidc/session/end",
      "/oidc/me",
      "/oidc/.well-known/openid-configuration",
      "/oidc/none",
    ];
    const names = [
      "returnTo",
      "state",
      "code",
      "error",
      "client_id",
      "redirect_uri",
      "response_type",
      "scope",
      "grant_type",
      "code_verifier",
      "id_token_hint",
    ];
    const cookies = [
      "",
      "lectern_session=x",
      "lectern_idp_step=x; lectern_idp_step.sig=y",
      "lectern_signin_x=v1.",
      "__proto__=x",
      "a=%ff; =;;",
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...paths),
        fc.constantFrom<Method[]>("GET", "POST"),
        fc.array(fc.tuple(fc.constantFrom(...names), oddText), { maxLength: 5 }),
        fc.constantFrom(...cookies),
        async (path, method, fields, cookieHeader) => {
          const form = new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])).toString();
          const reply = await server.app.inject({
            method,
            url: `${path}?${form}`,
            headers: {
              host: "localhost:3000",
              cookie: cookieHeader,
              "content-type": "application/x-www-form-urlencoded",
            },
            payload: method === "POST" ? form : "",
          });
          expect(reply.statusCode, `${method} ${path}?${form} gave ${reply.body}`).toBeLessThan(500);
          expect(String(reply.headers.location ?? "/"), form).toMatch(/^(\/(?!\/)|http:\/\/localhost:3000\/)/);
        },
      ),
      { numRuns: getFuzzRunCount(120) },
    );
  });

  test("leaves the server running", async () => {
    expect((await server.app.inject({ url: "/readyz" })).statusCode).toBe(200);
  });
});
