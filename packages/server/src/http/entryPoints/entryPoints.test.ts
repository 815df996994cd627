import { randomUUID } from "node:crypto";
import {
  clientHeader,
  createAssistant,
  createConversation,
  deleteAssistant,
  getAllArtifacts,
  getAvailableModels,
  getUserSettings,
  listAssistants,
  listConversations,
  listExportTemplates,
  listGroups,
  listLegacyWorkspaces,
  type OpDefinition,
  openConversation,
  saveArtifact,
  testModelEndpoint,
  toArtifactVersion,
} from "@lectern/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertTestAssistant } from "../../modules/assistants/testing/insertTestAssistant.ts";
import { createGroup } from "../../modules/groups/service.ts";
import { sessionCookieName } from "../../modules/identity/service.ts";
import { importWorkspaces } from "../../modules/legacyWorkspaces/importWorkspaces.ts";
import { ops } from "../../ops/registry.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/createTestApp.ts";
import { createExampleConversation, exampleArtifact } from "../../testing/getOpExamples.ts";

const opEntries: [string, OpDefinition][] = Object.entries(ops);
const encodeBase64Json = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64");
const ownClientHeaders = { [clientHeader.name]: clientHeader.value };

describe("entry points", () => {
  let server: TestApp;
  let admin: TestPerson;
  let person: TestPerson;

  beforeAll(async () => {
    server = await createTestApp({ environment: { ADMINS: "admin@uni.edu" } });
    admin = await server.signIn("admin@uni.edu");
    person = await server.signIn("person@uni.edu");
  });
  afterAll(() => server.close());

  const callProxy = (payload: unknown, headers: Record<string, string> = {}) =>
    server.app.inject({ method: "POST", url: "/api/requestOp", headers, payload: payload as object });
  const getSignedInHeaders = () => ({ ...ownClientHeaders, cookie: `${sessionCookieName}=${person.cookie}` });

  test.each(opEntries)(
    "[A6.12 C6.01] %s rejects a caller without a session at every entry point",
    async (_name, op) => {
      if (op.entryPoint === "shared") {
        const proxyResponse = await callProxy({ data: { method: op.method, path: op.path, op: "" } }, ownClientHeaders);
        expect(proxyResponse.statusCode).toBe(401);
        const restResponse = await server.app.inject({ method: op.method, url: op.path });
        expect(restResponse.statusCode).toBe(401);
        const cookieResponse = await server.app.inject({
          method: op.method,
          url: op.path,
          headers: getSignedInHeaders(),
        });
        expect(cookieResponse.statusCode, "bearer authentication ignores cookies").toBe(401);
      } else {
        const directResponse = await server.app.inject({ method: op.method, url: op.path, headers: ownClientHeaders });
        expect(directResponse.statusCode).toBe(401);
      }
    },
  );

  test.each(opEntries)("%s rejects a cookie without the header that only our pages can send", async (_name, op) => {
    const headers = { cookie: `${sessionCookieName}=${person.cookie}` };
    const reply =
      op.entryPoint === "shared"
        ? await callProxy({ data: { method: op.method, path: op.path, op: "" } }, headers)
        : await server.app.inject({ method: op.method, url: op.path, headers });
    expect(reply.statusCode).toBe(403);
  });

  test.each(opEntries.filter(([, op]) => op.access === "admin"))("%s is for administrators only", async (_name, op) => {
    const call = op.entryPoint === "shared" ? person.proxy : person.direct;
    const reply = await call(op, {});
    expect(reply).toMatchObject({ status: 403, body: { success: false, code: "forbidden" } });
    if (op.entryPoint === "shared") expect((await person.rest(op, {})).status).toBe(403);
  });

  test("[C7.01 C7.02 A7.57 A7.58 G7.01 G7.02] the proxy accepts base64 JSON and replies with a base64 data field", async () => {
    const { cookie } = await server.signIn("proxy@uni.edu");
    const send = async (data: object) => {
      const headers = { ...ownClientHeaders, cookie: `${sessionCookieName}=${cookie}` };
      const reply = await callProxy({ data }, headers);
      expect(reply.statusCode).toBe(200);
      const body = reply.json<{ data: string }>();
      expect(Object.keys(body)).toEqual(["data"]);
      const bytes = Buffer.from(body.data, "base64");
      // Node.js also decodes other alphabets and missing padding, but strict decoders reject them.
      expect(body.data).toBe(bytes.toString("base64"));
      return JSON.parse(bytes.toString("utf8"));
    };
    // The op's path may be divided anywhere between `path` and `op`.
    for (const [id, path, op] of [
      ["first", "/state/conversation", "/create"],
      ["second", "/state/conversation/create", ""],
    ] as const) {
      const data = encodeBase64Json({ conversation: { id, name: `Grüße ✓ ${id}` } });
      expect(await send({ method: "POST", path, op, data })).toMatchObject({ success: true });
    }
    const list = { method: "GET", path: "/state/conversation", op: "/list" };
    const readPage = async (queryParams: Record<string, string>) => {
      const { success, data } = await send({ ...list, queryParams });
      expect(success).toBe(true);
      return data as { conversations: { name: string }[]; nextCursor: string };
    };
    const newest = await readPage({ limit: encodeBase64Json(1) });
    expect(newest.conversations.map(({ name }) => name)).toEqual(["Grüße ✓ second"]);
    const oldest = await readPage({ limit: encodeBase64Json(1), cursor: encodeBase64Json(newest.nextCursor) });
    expect(oldest.conversations.map(({ name }) => name)).toEqual(["Grüße ✓ first"]);
    const otherMethod = await callProxy({ data: { ...list, method: "POST" } }, getSignedInHeaders());
    expect(otherMethod.statusCode).toBe(404);
    const otherEntryPointMethod = await server.app.inject({
      method: "PUT",
      url: "/api/requestOp",
      headers: getSignedInHeaders(),
      payload: { data: list },
    });
    expect(otherEntryPointMethod.statusCode).toBe(404);
  });

  test("[G7.01] [C7.01] all ops are called through the proxy, except the start of an upload, the tests of a model server and the list of what one has shared", () => {
    const directPaths = opEntries.filter(([, op]) => op.entryPoint === "direct").map(([, { path }]) => path);
    expect(new Set(directPaths)).toEqual(
      new Set(["/api/files/upload", "/api/admin/testEndpoint", "/api/models/endpoint/test", "/api/share/youshared"]),
    );
  });

  test("[A7.57] absent and null data mean no body", async () => {
    for (const data of [undefined, null]) {
      const reply = await callProxy(
        { data: { method: "GET", path: "/available_models", op: "", data } },
        getSignedInHeaders(),
      );
      expect(reply.statusCode).toBe(200);
    }
  });

  test("[C7.03 A7.59 G7.03] a failure has its own status, success false, a message, a code and the request id", async () => {
    const reply = await callProxy(
      { data: { method: "GET", path: "/state/conversation/open", op: "" } },
      getSignedInHeaders(),
    );
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({
      success: false,
      message: expect.stringMatching(/\w/),
      code: "invalidInput",
      requestId: reply.headers["x-request-id"],
      issues: [{ path: "conversationId" }],
    });
  });

  test("[C7.03 A7.59 G7.03] a failure has the same form at every entry point, whatever has failed", async () => {
    const authorization = `Bearer ${person.token}`;
    const proxyOf = (data: object, headers = getSignedInHeaders()) =>
      ({ method: "POST", url: "/api/requestOp", headers, payload: { data } }) as const;
    const missingOne = { method: "GET", path: "/state/conversation", op: "/open" };
    for (const [request, status] of [
      [proxyOf(missingOne, { ...ownClientHeaders, cookie: "" }), 401],
      [proxyOf({ ...missingOne, queryParams: { conversationId: encodeBase64Json("none") } }), 404],
      [proxyOf({ method: "GET", path: "/no/such/op", op: "" }), 404],
      [
        {
          ...proxyOf(missingOne),
          payload: "{",
          headers: { ...getSignedInHeaders(), "content-type": "application/json" },
        },
        400,
      ],
      [{ method: "GET", url: "/state/conversation/open", headers: { authorization } }, 400],
      [{ method: "GET", url: "/state/conversation/open" }, 401],
      [{ method: "POST", url: "/api/files/upload", headers: getSignedInHeaders(), payload: {} }, 400],
      [{ method: "GET", url: "/nowhere" }, 404],
      [{ method: "GET", url: "/%zz" }, 400],
      [{ method: "POST", url: "/api/requestOp", headers: getSignedInHeaders(), payload: "<a/>" }, 415],
    ] as const) {
      const reply = await server.app.inject(request);
      expect(reply.statusCode).toBe(status);
      const { success, message } = reply.json<{ success: unknown; message: unknown }>();
      expect({ success, message }, JSON.stringify(request)).toEqual({
        success: false,
        message: expect.stringMatching(/^[A-Z].*\w\.$/),
      });
    }
  });

  test("[C7.03 A7.59 G7.03] an unexpected error has the form of a failure, and no details of the error", async () => {
    const get = { method: "GET", path: "/state/settings", op: "/get" };
    const headers = { authorization: `Bearer ${person.token}` };
    await sql`alter table user_settings rename to renamed_settings`.execute(server.platform.db);
    try {
      for (const reply of [
        await callProxy({ data: get }, getSignedInHeaders()),
        await server.app.inject({ method: "GET", url: getUserSettings.path, headers }),
      ]) {
        expect(reply.statusCode).toBe(500);
        expect(reply.json()).toEqual({
          success: false,
          message: expect.stringMatching(/^[A-Z].*\w\.$/),
          code: "internal",
          requestId: reply.headers["x-request-id"],
        });
        expect(reply.body).not.toContain("user_settings");
      }
    } finally {
      await sql`alter table renamed_settings rename to user_settings`.execute(server.platform.db);
    }
  });

  test.each([
    ["a missing envelope", {}],
    ["an unknown method", { data: { method: "PATCH", path: "/x" } }],
    [
      "data that is not base64-encoded JSON",
      { data: { method: "POST", path: "/state/conversation/append", data: "%%%" } },
    ],
    [
      "a query value that is not base64-encoded JSON",
      { data: { method: "GET", path: "/state/conversation/list", queryParams: { limit: "{" } } },
    ],
    [
      "a NUL",
      {
        data: {
          method: "GET",
          path: "/state/conversation/open",
          queryParams: { conversationId: encodeBase64Json("a\0") },
        },
      },
    ],
  ])("the proxy rejects %s with 400", async (_name, payload) => {
    const reply = await callProxy(payload, getSignedInHeaders());
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ success: false, code: "invalidInput" });
  });

  test.each([
    "http://169.254.169.254/latest",
    "//evil.example/x",
    "/state/conversation/../conversation/list",
    "/api/models/endpoint/test",
    "/__proto__",
  ])("only registered ops exist: %s is not found", async (path) => {
    const reply = await callProxy({ data: { method: "POST", path, op: "" } }, getSignedInHeaders());
    expect(reply.statusCode).toBe(404);
  });

  test("input nested too deeply is rejected", async () => {
    let deepValue: unknown = "x";
    for (let depth = 0; depth < 100; depth++) deepValue = [deepValue];
    const reply = await callProxy(
      {
        data: {
          method: "POST",
          path: "/state/conversation/register",
          op: "",
          data: encodeBase64Json({ data: deepValue }),
        },
      },
      getSignedInHeaders(),
    );
    expect(reply.statusCode).toBe(400);
  });

  test("a body that is invalid, too large, or of another type gets its own status and the standard failure", async () => {
    const send = (payload: string, type: string) =>
      server.app.inject({
        method: "POST",
        url: "/api/requestOp",
        headers: { ...getSignedInHeaders(), "content-type": type },
        payload,
      });
    expect((await send("{", "application/json")).statusCode).toBe(400);
    expect((await send("a=b", "application/x-www-form-urlencoded")).statusCode).toBe(415);
    expect((await send(`"${"x".repeat(41_000_000)}"`, "application/json")).json()).toMatchObject({
      success: false,
      code: "tooLarge",
    });
  });

  test("an op returns the same result at the proxy and at its REST path", async () => {
    const proxyResponse = await person.proxy(listConversations, { limit: 3 });
    const restResponse = await person.rest(listConversations, { limit: 3 });
    expect(restResponse).toEqual(proxyResponse);
    expect(proxyResponse.status).toBe(200);
    const missingResponse = await person.rest(openConversation, { conversationId: "nothing-here" });
    expect(missingResponse).toMatchObject({ status: 404, body: { code: "notFound" } });
  });

  test("a body at a REST path that has fields but no `data` is rejected with that reason", async () => {
    const headers = { authorization: `Bearer ${person.token}` };
    const post = (payload: object) => server.app.inject({ method: "POST", url: "/files/upload", headers, payload });
    const reply = await post({ name: "a.txt" });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({
      code: "invalidInput",
      issues: [{ path: "data", message: expect.stringContaining("is missing") }],
    });
  });

  test("an administrator can use a direct entry point, and a failure there explains the cause", async () => {
    const reply = await admin.direct(testModelEndpoint, { url: "http://127.0.0.1:9", key: "sk-secret" });
    expect(reply.status).toBe(502);
    expect(JSON.stringify(reply.body)).not.toContain("sk-secret");
    expect(reply.body.message).toEqual(expect.stringContaining("127.0.0.1:9"));
  });

  test("[A7.26] the models include the named defaults, for the web app and for API clients, with no input", async () => {
    const headers = { authorization: `Bearer ${person.token}` };
    const response = await server.app.inject({ method: "GET", url: "/available_models", headers });
    expect(response.statusCode).toBe(200);
    const { success, data } = response.json();
    expect(success).toBe(true);
    expect(new Set(Object.keys(data))).toEqual(new Set(["advanced", "cheapest", "default", "models"]));
    expect((await person.proxy(getAvailableModels, {})).result).toEqual(data);
  });

  test("[A7.43] lists cloud conversations, assistants, groups with theirs, saved artifacts, workspaces and templates, and deletes an assistant", async () => {
    const { platform } = server;
    const reader = await server.signIn("lists@uni.edu");
    const { actor } = reader;
    const group = await createGroup(platform, actor, { name: "Physics", types: [], members: {} });
    const ofGroup = await insertTestAssistant(platform, group.id, { name: "Heat" });
    const { assistantId } = (await reader.proxy(createAssistant, { name: "Own" })).result;
    const conversation = createExampleConversation(randomUUID());
    expect((await reader.proxy(createConversation, { conversation })).status).toBe(200);
    const artifact = toArtifactVersion({
      ...{ ...exampleArtifact, description: "", createdAt: "Nov 28, 2026", contents: "x", tags: [], sharedBy: null },
    });
    expect((await reader.proxy(saveArtifact, { artifact })).status).toBe(200);
    const workspace = { email: actor.email, key: "old", note: "", sharedAt: "2024-05-01T08:00:00.000Z", data: [] };
    await importWorkspaces(
      platform.db,
      (async function* () {
        yield JSON.stringify(workspace);
      })(),
    );

    const listAssistantIds = async () =>
      (await reader.proxy(listAssistants, {})).result.assistants.map((assistant) => assistant.assistantId);
    const { conversations } = (await reader.proxy(listConversations, {})).result;
    expect(conversations.map(({ id }) => id)).toEqual([conversation.id]);
    expect(await listAssistantIds()).toEqual(expect.arrayContaining([assistantId, ofGroup.id]));
    const { groups } = (await reader.proxy(listGroups, {})).result;
    expect(groups).toMatchObject([{ id: group.wireId, assistants: [{ id: ofGroup.id, name: "Heat" }] }]);
    expect((await reader.proxy(getAllArtifacts, {})).result).toMatchObject([{ name: exampleArtifact.name }]);
    expect((await reader.proxy(listLegacyWorkspaces, {})).result.items).toMatchObject([{ key: "old" }]);
    const { templates } = (await reader.proxy(listExportTemplates, {})).result;
    expect(templates.map(({ format }) => format)).toContain("pptx");
    expect((await reader.proxy(deleteAssistant, { assistantId })).status).toBe(200);
    expect(await listAssistantIds()).not.toContain(assistantId);
  });

  test("[C2.03] other paths are 404", async () => {
    for (const url of ["/home", "/chat/x/y", "/index.html", "/assets/none.js", "/.env"]) {
      expect((await server.app.inject({ method: "GET", url })).statusCode).toBe(404);
    }
  });

  test("every reply has the headers that prevent content sniffing, framing and referrer leaks", async () => {
    const reply = await server.app.inject({ method: "GET", url: "/healthz" });
    expect(reply.headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    });
  });
});

describe("health and documentation", () => {
  let server: TestApp;
  beforeAll(async () => {
    server = await createTestApp({ environment: { METRICS_TOKEN: "a token of sixteen or more" } });
  });
  afterAll(() => server.close());
  const get = (url: string, headers: Record<string, string> = {}, remoteAddress = "127.0.0.1") =>
    server.app.inject({ method: "GET", url, headers, remoteAddress });

  test("/healthz and /readyz return 200", async () => {
    expect((await get("/healthz")).statusCode).toBe(200);
    expect((await get("/readyz")).statusCode).toBe(200);
  });

  test("/metrics is available on this machine or with the token only", async () => {
    const token = "Bearer a token of sixteen or more";
    expect((await get("/metrics")).body).toContain("lectern_live_runs 0");
    expect((await get("/metrics", {}, "203.0.113.9")).statusCode).toBe(404);
    expect((await get("/metrics", { "x-forwarded-for": "203.0.113.9" })).statusCode).toBe(404);
    expect((await get("/metrics", { authorization: "Bearer wrong" })).statusCode).toBe(404);
    expect((await get("/metrics", { authorization: token }, "203.0.113.9")).statusCode).toBe(200);
  });

  test("/metrics on this machine does not answer a page whose name points here", async () => {
    for (const host of ["evil.example", "evil.example:3000", "localhost.evil.example"]) {
      expect((await get("/metrics", { host })).statusCode, host).toBe(404);
    }
    for (const host of ["localhost:3000", "127.0.0.1:3000"]) {
      expect((await get("/metrics", { host })).statusCode, host).toBe(200);
    }
    const authorization = "Bearer a token of sixteen or more";
    expect((await get("/metrics", { host: "metrics.internal", authorization })).statusCode).toBe(200);
  });

  test("/metrics also requires the token on this machine if requests may come through a local proxy", async () => {
    for (const name of ["via", "x-real-ip", "x-forwarded-proto", "x-forwarded-host", "forwarded"]) {
      expect((await get("/metrics", { [name]: "x" })).statusCode, name).toBe(404);
    }
    const token = "a token of sixteen or more";
    for (const [publicUrl, status] of [
      ["https://chat.uni.edu", 404],
      ["http://localhost:3000", 200],
    ] as const) {
      const proxiedServer = await createTestApp({
        environment: { METRICS_TOKEN: token, PUBLIC_URL: publicUrl, EMBEDDED_SIGN_IN: "anywhere" },
      });
      expect((await proxiedServer.app.inject("/metrics")).statusCode).toBe(status);
      const headers = { authorization: `Bearer ${token}` };
      expect((await proxiedServer.app.inject({ url: "/metrics", headers })).statusCode).toBe(200);
      await proxiedServer.close();
    }
  });

  test("/openapi.json describes every shared op and the chat", async () => {
    const document = (await get("/openapi.json")).json<{ paths: Record<string, Record<string, unknown>> }>();
    for (const [, op] of opEntries) {
      if (op.entryPoint === "shared") expect(document.paths[op.path]?.[op.method.toLowerCase()]).toBeDefined();
    }
    expect(document.paths["/chat"]?.post).toBeDefined();
    expect(document.paths["/state/conversation/upload"]?.put).toMatchObject({
      responses: {
        200: {
          content: {
            "application/json": {
              schema: {
                properties: { success: { const: true }, revision: { type: "number" } },
                required: ["success", "revision"],
                additionalProperties: false,
              },
            },
          },
        },
      },
    });
    expect(JSON.stringify(document)).not.toContain("/api/models/endpoint/test");
  });
});
