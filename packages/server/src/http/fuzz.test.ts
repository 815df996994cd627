import { clientHeader, compressText, errorStatus, type OpInputGiven, type OpName, ops } from "@lectern/contract";
import fc from "fast-check";
import type { InjectOptions, LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { drainRuns } from "../modules/chat/drainRuns.ts";
import { sessionCookieName } from "../modules/identity/service.ts";
import { seedModels } from "../modules/models/service.ts";
import { createTestApp, type TestApp, type TestPerson } from "../testing/createTestApp.ts";

type Method = NonNullable<InjectOptions["method"]>;

let server: TestApp;
let person: TestPerson;
beforeAll(async () => {
  server = await createTestApp({ environment: { ADMINS: "admin@uni.edu" } });
  await seedModels(server.platform, { looksForLocal: false });
  person = await server.signIn("admin@uni.edu");
});
afterAll(async () => {
  await drainRuns(server.platform, 0);
  await server.close();
});

const message = { id: "m1", parentId: null, role: "user" as const, content: "Hi", data: { state: { a: [1] } } };
const conversationId = "c1";
const url = "http://127.0.0.1:9/v1";

/** What each op takes, as the beginning of what it does not. */
const examples: { [Name in OpName]: OpInputGiven<(typeof ops)[Name]> } = {
  getAvailableModels: {},
  testModelEndpoint: { url },
  connectModelEndpoint: { url, modelIds: ["m"] },
  getFeatureFlags: {},
  getMonthToDateCost: { email: "admin@uni.edu" },
  listRuns: { conversationId },
  listConversations: { limit: 5, cursor: "WyIyMDI2LTExLTIxVDA5OjQxOjAwLjAwMFoiLCJjMSJd" },
  openConversation: { conversationId },
  createConversation: {
    conversation: { id: conversationId, tags: ["t"], messages: [message], createdAt: "2026-11-21T09:41:00.000Z" },
  },
  appendMessages: { conversationId, messages: [message], headId: "m1" },
  updateConversation: {
    conversationId,
    changes: { name: "n", temperature: 1, maxTokens: 5, modelId: "m", prompt: "p" },
  },
  clearMessages: { conversationId },
  titleConversation: { conversationId, messages: [{ role: "user", content: "Hi" }] },
  uploadConversation: {
    conversationId,
    conversation: compressText(JSON.stringify({ id: conversationId, messages: [message] })),
    folder: { id: "f", name: "n", type: "chat", date: "today" },
  },
  getConversation: { conversationId },
  getAllConversations: {},
  getEmptyConversations: {},
  getMultipleConversations: { conversationIds: [conversationId] },
  deleteConversation: { conversationId },
  deleteMultipleConversations: { conversationIds: [conversationId] },
  registerConversation: { name: "n", messages: [{ role: "user", content: "Hi" }], tags: ["t"], data: { a: 1 } },
};
const chat = {
  model: "guide",
  messages: [message],
  temperature: 0,
  max_tokens: 5,
  stream: false,
  options: { requestId: "r", conversationId, storage: "cloud", parentId: null, replyId: "a1" },
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
/** As a header or an address can carry it. */
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

/** The JSON of a value with something odd at one place of it. As text, so that `__proto__` arrives as a name. */
function spoiled(example: unknown): fc.Arbitrary<string> {
  return fc
    .tuple(fc.array(fc.nat(9), { maxLength: 5 }), oddValue, fc.option(oddName, { freq: 2 }))
    .map(([way, odd, name]) => spoil(example, way, odd, name));
}

function spoil(value: unknown, [step, ...rest]: number[], odd: unknown, name: string | null): string {
  if (typeof value !== "object" || value === null || step === undefined) return JSON.stringify(odd);
  const names = Object.keys(value);
  const chosen = names[step % Math.max(1, names.length)];
  const members = Object.entries(value).map(([key, member]): [string, string] => [
    key,
    key === chosen ? spoil(member, rest, odd, name) : JSON.stringify(member),
  ]);
  if (Array.isArray(value)) return `[${members.map(([, text]) => text).join(",")}]`;
  if (name !== null) members.push([name, JSON.stringify(odd)]);
  return `{${members.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(",")}}`;
}

const noBody = ["GET", "DELETE"];
const base64 = (json: string) => Buffer.from(json).toString("base64");
const bearer = () => ({ authorization: `Bearer ${person.token}` });
const cookie = () => ({ cookie: `${sessionCookieName}=${person.cookie}`, [clientHeader.name]: clientHeader.value });
const asJson = { "content-type": "application/json" };

/** Each member of the JSON object as a query value, as texts. */
function queryOf(json: string): Record<string, string> {
  const value: unknown = JSON.parse(json);
  if (typeof value !== "object" || value === null) return {};
  const asText = (member: unknown) => (typeof member === "string" ? member : JSON.stringify(member));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asText(member).toWellFormed()]));
}

/** A refusal has its own status and says no more than it should; whatever else comes is no fault of the server. */
async function expectSound(request: InjectOptions): Promise<LightMyRequestResponse> {
  const reply = await server.app.inject(request);
  const what = `${request.method} ${String(request.url)} ${String(request.payload)} gave ${reply.statusCode} ${reply.body.slice(0, 300)}`;
  expect(reply.statusCode, what).not.toBe(500);
  if (reply.statusCode >= 400) {
    const body = reply.json<Record<string, unknown>>();
    expect(body, what).toMatchObject({ success: false, message: expect.any(String), requestId: expect.any(String) });
    expect(reply.statusCode, what).toBe(Object.entries(errorStatus).find(([code]) => code === body.code)?.[1]);
    expect(reply.headers["x-request-id"], what).toBe(body.requestId);
    expect(reply.headers["x-content-type-options"], what).toBe("nosniff");
  }
  return reply;
}

describe("whatever arrives", () => {
  test.each(Object.keys(ops) as OpName[])("at %s is done or refused as it should be", async (name) => {
    const op = ops[name];
    const example = examples[name];
    await fc.assert(
      fc.asyncProperty(spoiled(example), async (json) => {
        if (op.door === "direct") {
          await expectSound({ method: op.method, url: op.path, headers: { ...cookie(), ...asJson }, payload: json });
          return;
        }
        const way = noBody.includes(op.method) ? { query: queryOf(json) } : { payload: `{"data":${json}}` };
        const headers = { ...bearer(), ...("payload" in way ? asJson : {}) };
        await expectSound({ method: op.method, url: op.path, headers, ...way });
        const envelope = { method: op.method, path: op.path, op: "", data: base64(json) };
        await expectSound({ method: "POST", url: "/api/requestOp", headers: cookie(), payload: { data: envelope } });
      }),
      { numRuns: 10 },
    );
  });

  test("at the chat is answered or refused as it should be", async () => {
    await fc.assert(
      fc.asyncProperty(spoiled(chat), fc.boolean(), oddText, async (json, isWrapped, place) => {
        const headers = { ...bearer(), ...asJson, "last-event-id": place };
        const payload = isWrapped ? `{"data":${json},"stream":false}` : json;
        await expectSound({ method: "POST", url: "/chat", headers, payload });
        await expectSound({ method: "GET", url: `/chat/${encodeURIComponent(place)}`, headers });
      }),
      { numRuns: 60 },
    );
  });

  test("in the proxy's envelope is refused as it should be", async () => {
    const envelope = {
      data: { method: "GET", path: "/state/conversation", op: "/list", data: null, queryParams: { limit: "NQ==" } },
    };
    await fc.assert(
      fc.asyncProperty(spoiled(envelope), async (payload) => {
        await expectSound({ method: "POST", url: "/api/requestOp", headers: { ...cookie(), ...asJson }, payload });
      }),
      { numRuns: 90 },
    );
  });

  test("as bytes of any type is refused as it should be", async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 60 }).map((given) => Buffer.from(given)),
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
    const doors = [
      "/chat",
      "/api/requestOp",
      "/state/conversation/append",
      "/api/models/endpoint/test",
      "/auth/signout",
    ];
    await fc.assert(
      fc.asyncProperty(bytes, fc.constantFrom(...types), fc.constantFrom(...doors), async (payload, type, door) => {
        await expectSound({
          method: "POST",
          url: door,
          headers: { ...cookie(), ...bearer(), "content-type": type, host: "localhost:3000" },
          payload,
        });
      }),
      { numRuns: 90 },
    );
  });

  test("at any address, with any method, is answered or refused as it should be", async () => {
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
    const address = fc
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
    const method = fc.constantFrom<Method[]>("GET", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "POST", "TRACE");
    const host = fc.constantFrom("localhost:3000", "evil.example", "", "localhost:3000\t", "[::1", "a".repeat(300));
    await fc.assert(
      fc.asyncProperty(address, method, host, async (url, given, name) => {
        const reply = await server.app.inject({
          method: given,
          url,
          headers: { ...cookie(), ...bearer(), host: name },
        });
        expect(reply.statusCode, url).not.toBe(500);
        if (reply.statusCode >= 400 && given !== "HEAD")
          expect(reply.json(), `${given} ${url} ${reply.body}`).toMatchObject({
            success: false,
            requestId: expect.any(String),
          });
      }),
      { numRuns: 200 },
    );
  });

  test("on the way to a sign-in gives a page, and no fault of the server", async () => {
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
        async (path, method, fields, given) => {
          const form = new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])).toString();
          const reply = await server.app.inject({
            method,
            url: `${path}?${form}`,
            headers: { host: "localhost:3000", cookie: given, "content-type": "application/x-www-form-urlencoded" },
            payload: method === "POST" ? form : "",
          });
          expect(reply.statusCode, `${method} ${path}?${form} gave ${reply.body}`).toBeLessThan(500);
          expect(String(reply.headers.location ?? "/"), form).toMatch(/^(\/(?!\/)|http:\/\/localhost:3000\/)/);
        },
      ),
      { numRuns: 120 },
    );
  });

  test("the server is still there", async () => {
    expect((await server.app.inject({ url: "/readyz" })).statusCode).toBe(200);
  });
});
