import { clientHeader, errorStatus, type OpName } from "@lectern/contract";
import fc from "fast-check";
import type { InjectOptions, LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { drainRuns } from "../modules/chat/drainRuns.ts";
import { sessionCookieName } from "../modules/identity/service.ts";
import { seedModels } from "../modules/models/service.ts";
import { ops } from "../ops/registry.ts";
import { createTestApp, type TestApp, type TestPerson } from "../testing/createTestApp.ts";
import { fuzzRuns } from "../testing/fuzzRuns.ts";
import { exampleConversation, opExamples } from "../testing/opExamples.ts";

type Method = NonNullable<InjectOptions["method"]>;

let server: TestApp;
let person: TestPerson;
beforeAll(async () => {
  server = await createTestApp({ environment: { ADMINS: "admin@uni.edu" } });
  await seedModels(server.platform, { includesLocal: false });
  person = await server.signIn("admin@uni.edu");
});
afterAll(async () => {
  await drainRuns(server.platform, 0);
  await server.close();
});

const conversationId = "c1";
/** What each op takes, as the beginning of what it does not. */
const examples = {
  ...opExamples(conversationId, "admin@uni.edu"),
  titleConversation: { conversationId, messages: [{ role: "user", content: "Hi" }] },
};
const chat = {
  model: "guide",
  messages: exampleConversation(conversationId).messages,
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

/** JSON that is hostile by its form, put in place of some value of a sound text, or the sound text with its bytes spoiled. */
function monstrous(text: string): fc.Arbitrary<Buffer> {
  const many = fc.constantFrom(10, 33, 1_000, 50_000);
  const value = fc.oneof(
    many.map((depth) => "[".repeat(depth) + "]".repeat(depth)),
    many.map((depth) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`),
    many.map((width) => `[${"0,".repeat(width)}0]`),
    many.map((width) => `[${"{},".repeat(width)}0]`),
    many.map((width) => `{${Array.from({ length: width }, (_, index) => `"k${index}":0`).join(",")}}`),
    many.map((length) => `"${"\\ud800".repeat(length)}"`),
    many.map((length) => "9".repeat(length)),
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
  const places = [...text.matchAll(/(?<=:)("(?:[^"\\]|\\.)*"|-?\d[\d.]*|null|true|false)/g)];
  const replaced = fc.tuple(fc.nat(Math.max(0, places.length - 1)), value).map(([index, put]) => {
    const place = places[index];
    if (!place) return Buffer.from(put);
    return Buffer.from(text.slice(0, place.index) + put + text.slice(place.index + place[0].length));
  });
  const repeated = fc.nat(Math.max(0, places.length - 1)).map((index) => {
    const name = /"[^"]*"(?=:)/.exec(text.slice(Math.max(0, (places[index]?.index ?? 0) - 20)))?.[0] ?? '"a"';
    return Buffer.from(`${text.slice(0, -1)},${name}:null,${name}:[],"__proto__":1}`);
  });
  const spoiledBytes = fc
    .tuple(fc.nat(text.length), fc.uint8Array({ minLength: 1, maxLength: 4 }))
    .map(([at, bytes]) => {
      const sound = Buffer.from(text);
      return Buffer.concat([sound.subarray(0, at), bytes, sound.subarray(at + bytes.length)]);
    });
  const cut = fc.nat(text.length).map((at) => Buffer.from(text).subarray(0, at));
  return fc.oneof({ weight: 3, arbitrary: replaced }, repeated, spoiledBytes, cut);
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
        if (op.entryPoint === "direct") {
          await expectSound({ method: op.method, url: op.path, headers: { ...cookie(), ...asJson }, payload: json });
          return;
        }
        const way = noBody.includes(op.method) ? { query: queryOf(json) } : { payload: `{"data":${json}}` };
        const headers = { ...bearer(), ...("payload" in way ? asJson : {}) };
        await expectSound({ method: op.method, url: op.path, headers, ...way });
        const envelope = { method: op.method, path: op.path, op: "", data: base64(json) };
        await expectSound({ method: "POST", url: "/api/requestOp", headers: cookie(), payload: { data: envelope } });
      }),
      { numRuns: fuzzRuns(10) },
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
      { numRuns: fuzzRuns(60) },
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
      { numRuns: fuzzRuns(90) },
    );
  });

  test.each([...(Object.keys(ops) as OpName[]), "chat" as const])(
    "at %s, deep, wide, huge, twice the same or broken in the middle, is done or refused as it should be",
    async (name) => {
      const [method, url, text] =
        name === "chat"
          ? (["POST", "/chat", JSON.stringify(chat)] as const)
          : ([ops[name].method, ops[name].path, `{"data":${JSON.stringify(examples[name])}}`] as const);
      if (noBody.includes(method)) return;
      await fc.assert(
        fc.asyncProperty(monstrous(text), async (payload) => {
          await expectSound({ method, url, headers: { ...cookie(), ...bearer(), ...asJson }, payload });
        }),
        { numRuns: fuzzRuns(12) },
      );
    },
  );

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
    const doors: [Method, string][] = [
      ["POST", "/chat"],
      ["POST", "/api/requestOp"],
      ["POST", "/auth/signout"],
      ...Object.values(ops).flatMap((op): [Method, string][] =>
        noBody.includes(op.method) ? [] : [[op.method, op.path]],
      ),
    ];
    const packings = ["", "gzip", "br", "identity", "x"];
    await fc.assert(
      fc.asyncProperty(
        bytes,
        fc.constantFrom(...types),
        fc.constantFrom(...doors),
        fc.constantFrom(...packings),
        async (payload, type, [method, url], packing) => {
          const packed = packing === "" ? {} : { "content-encoding": packing };
          const headers = { ...cookie(), ...bearer(), ...packed, "content-type": type, host: "localhost:3000" };
          await expectSound({ method, url, headers, payload });
        },
      ),
      { numRuns: fuzzRuns(90) },
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
      { numRuns: fuzzRuns(200) },
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
      { numRuns: fuzzRuns(120) },
    );
  });

  test("the server is still there", async () => {
    expect((await server.app.inject({ url: "/readyz" })).statusCode).toBe(200);
  });
});
