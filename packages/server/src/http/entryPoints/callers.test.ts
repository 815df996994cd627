import {
  clientHeader,
  createAssistant,
  createConversation,
  getFiles,
  type OpDefinition,
  openConversation,
} from "@lectern/contract";
import type { OpName } from "@lectern/contract/registry";
import type { InjectOptions, LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createScriptedReader } from "../../modules/files/documents/testing/scriptedReader.ts";
import { createGroup } from "../../modules/groups/service.ts";
import { endSession, getSessionId, sessionCookieName } from "../../modules/identity/service.ts";
import { ops } from "../../ops/registry.ts";
import { getStrangerOutcome, opOutcomes } from "../../ops/testing/opOutcomes.ts";
import { configureFlags } from "../../testing/configureFlags.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/createTestApp.ts";
import { createExampleConversation, exampleMarker, getOpExamples } from "../../testing/getOpExamples.ts";
import { listAppRoutes } from "../../testing/listAppRoutes.ts";
import { overrideFeature } from "../../testing/overrideFeature.ts";
import { uploadTestFile } from "../../testing/uploadTestFile.ts";

type Method = NonNullable<InjectOptions["method"]>;
type Headers = Record<string, string>;
const opNames = Object.keys(ops) as OpName[];
const ownClientHeaders: Headers = { [clientHeader.name]: clientHeader.value };
const encodeBase64Json = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64");

/**
 * Statuses for an administrator: 502 for a server that does not answer, 404 for a document that is not being embedded
 * and for a template that does not exist.
 */
const adminStatuses: { readonly [Name in OpName]?: number } = {
  testModelEndpoint: 502,
  connectModelEndpoint: 502,
  testEndpoint: 200,
  listModelServers: 200,
  testStoredEndpoint: 404,
  refreshModelServer: 404,
  removeModelServer: 404,
  getEmbeddingQueue: 200,
  terminateEmbedding: 404,
  retryEmbedding: 404,
  listAllGroups: 200,
  getUsageReport: 200,
  getFirstSteps: 200,
  hideFirstSteps: 200,
  listPeople: 200,
  getPerson: 404,
  signOutPerson: 404,
  blockPerson: 404,
  unblockPerson: 404,
  previewErasure: 404,
  erasePerson: 404,
  listErasures: 200,
  getErasure: 404,
  listAuditEntries: 200,
  exportAuditEntries: 200,
  listAuditKinds: 200,
  listQualitySubmissions: 200,
  getQualitySubmission: 404,
  exportQualitySubmissions: 200,
  deleteQualitySubmission: 404,
  uploadDataDisclosure: 200,
  getDataDisclosureStatus: 200,
  listDataDisclosureAcceptances: 200,
  getSiteConfigs: 200,
  getFlagsOfPerson: 200,
  updateSiteConfigs: 200,
  takeOverGroup: 200,
  updateBuiltInGroup: 200,
  listBuiltInAssistants: 200,
  listPptxTemplates: 200,
  uploadPptxTemplate: 200,
  updatePptxTemplate: 404,
  deletePptxTemplate: 404,
  uploadApiDocumentation: 200,
  registerOperations: 200,
  deleteOperation: 404,
  getApiDocumentationTemplates: 200,
  updateGroupAnalysis: 200,
};
/**
 * Statuses other than 200 for the owner: the conversation exists, the citation is not signed, there is no snapshot,
 * workspace, memory, data disclosure, API key, secret of an operation or language model, and no assistant of a group has answered.
 */
const ownerStatuses: { readonly [Name in OpName]?: number } = {
  createConversation: 409,
  saveDataDisclosureDecision: 404,
  openAssistantPassage: 404,
  loadShare: 404,
  receiveSharedFiles: 404,
  markShareImported: 404,
  loadLegacyWorkspace: 404,
  withdrawShare: 404,
  openShareLink: 404,
  getArtifact: 404,
  deleteArtifact: 404,
  downloadGeneratedFile: 404,
  getGroupConversation: 404,
  saveUserRating: 404,
  editMemory: 404,
  removeMemory: 404,
  editMemoryProject: 404,
  removeMemoryProject: 404,
  revealApiKey: 404,
  deactivateApiKey: 404,
  optimizePrompt: 404,
  // The assistant has no such operation, and so no secret.
  executeCustomApi: 400,
  summarizeMessages: 404,
  callOperation: 404,
};
const statusOf = {
  allowed: 200,
  notFound: 404,
  nothing: 200,
  own: 200,
  forbidden: 403,
  conflict: 409,
} as const;

describe("every op", () => {
  let server: TestApp;
  let owner: TestPerson;
  let stranger: TestPerson;
  let admin: TestPerson;
  let secondAdmin: TestPerson;
  let signedOut: TestPerson;
  let count = 0;

  beforeAll(async () => {
    server = await createTestApp({
      // Each test creates groups of the same people.
      environment: { ADMINS: "admin@uni.edu", GROUPS_PER_PERSON: "1000" },
      documents: createScriptedReader(),
    });
    await configureFlags(server.platform.db, {
      ...{ answerFeedback: true, assistantAdminInterface: true, codeInterpreterEnabled: true },
    });
    owner = await server.signIn("owner@uni.edu");
    stranger = await server.signIn("stranger@uni.edu");
    admin = await server.signIn("admin@uni.edu");
    secondAdmin = await server.signIn("second-admin@uni.edu");
    signedOut = await server.signIn("signed-out@uni.edu");
    await endSession(server.platform, getSessionId(signedOut.actor));
  });
  beforeEach(() => {
    overrideFeature("createAstAdminGroups", { isFinished: true, isOnByDefault: true });
  });
  afterAll(() => server.close());

  const getCookieHeader = ({ cookie }: TestPerson) => ({ cookie: `${sessionCookieName}=${cookie}` });
  const getBearerHeader = ({ token }: TestPerson) => ({ authorization: `Bearer ${token}` });

  /** Creates a group that the owner administers with somebody else. */
  async function createTheirGroup(): Promise<string> {
    const members = { [`${exampleMarker}@uni.edu`]: "read", [secondAdmin.actor.email]: "admin" } as const;
    const group = { name: `${exampleMarker} ${count}`, types: [], members };
    const { id, wireId } = await createGroup(server.platform, owner.actor, group);
    await server.platform.db.updateTable("groups").set({ supports_analysis: true }).where("id", "=", id).execute();
    return wireId;
  }

  async function createTheirAssistant(): Promise<string> {
    const assistant = { name: exampleMarker, instructions: exampleMarker };
    return (await owner.proxy(createAssistant, assistant)).result.assistantId;
  }

  async function send(request: InjectOptions): Promise<LightMyRequestResponse> {
    const reply = await server.app.inject(request);
    const label = `${request.method} ${request.url}`;
    expect(reply.headers["cache-control"], label).toBe("no-store");
    expect(reply.headers["x-content-type-options"], label).toBe("nosniff");
    expect(reply.headers["access-control-allow-origin"], label).toBeUndefined();
    expect(reply.headers["set-cookie"], label).toBeUndefined();
    if (reply.statusCode >= 400) {
      const body = reply.json<Record<string, unknown>>();
      expect(body, label).toMatchObject({ success: false, requestId: reply.headers["x-request-id"] });
      expect(reply.body, label).not.toMatch(/at \S+ \(|node_modules|\.ts:\d|select |insert |postgres|pglite/i);
    }
    return reply;
  }

  const createProxyRequest = (op: OpDefinition, headers: Headers, input: unknown = {}) => {
    const inQuery = op.method === "GET" || op.method === "DELETE";
    const query = Object.entries(input as object).map(([name, value]) => [name, encodeBase64Json(value)]);
    const encoded = inQuery ? { queryParams: Object.fromEntries(query) } : { data: encodeBase64Json(input) };
    const payload = { data: { method: op.method, path: op.path, op: "", ...encoded } };
    return send({ method: "POST", url: "/api/requestOp", headers, payload });
  };
  const createPathRequest = (op: OpDefinition, headers: Headers) =>
    send({ method: op.method, url: op.path, headers, ...(op.method === "GET" ? {} : { payload: {} }) });
  /** Calls the op at its entry point with cookie authentication. */
  const createCookieRequest = (op: OpDefinition, headers: Headers) =>
    op.entryPoint === "direct" ? createPathRequest(op, headers) : createProxyRequest(op, headers);

  test.each(opNames)(
    "%s rejects cookie requests without both a valid session and our client's header",
    async (name) => {
      const op: OpDefinition = ops[name];
      const rejectedHeaders: [number, Headers][] = [
        [401, ownClientHeaders],
        [401, { ...ownClientHeaders, ...getCookieHeader(signedOut) }],
        [401, { ...ownClientHeaders, cookie: `${sessionCookieName}=${"x".repeat(43)}` }],
        [401, { ...ownClientHeaders, cookie: `${sessionCookieName}=${getSessionId(owner.actor)}` }],
        [401, { ...ownClientHeaders, cookie: `${sessionCookieName}=${owner.token}` }],
        [401, { ...ownClientHeaders, cookie: `__Host-${sessionCookieName}=${owner.cookie}` }],
        [401, { ...ownClientHeaders, ...getBearerHeader(owner) }],
        [401, { ...ownClientHeaders, ...getBearerHeader(admin) }],
        [403, getCookieHeader(owner)],
        [403, getCookieHeader(admin)],
        [403, { ...getCookieHeader(owner), [clientHeader.name]: "WEB" }],
        [403, { ...getCookieHeader(owner), [clientHeader.name]: "" }],
        [403, { ...getCookieHeader(owner), ...getBearerHeader(owner) }],
        ...["cross-site", "same-site", "CROSS-SITE", "x"].map((site): [number, Headers] => [
          403,
          { ...ownClientHeaders, ...getCookieHeader(owner), "sec-fetch-site": site },
        ]),
      ];
      for (const [status, headers] of rejectedHeaders) {
        expect((await createCookieRequest(op, headers)).statusCode, JSON.stringify(headers)).toBe(status);
      }
    },
  );

  test.each(opNames)("%s rejects bearer requests without a valid token", async (name) => {
    const op: OpDefinition = ops[name];
    const rejectedHeaders: Headers[] = [
      {},
      { ...ownClientHeaders, ...getCookieHeader(owner) },
      getBearerHeader(signedOut),
      { authorization: "Bearer" },
      { authorization: `Bearer ${owner.cookie}` },
      { authorization: `Bearer ${getSessionId(owner.actor)}` },
      { authorization: `Basic ${owner.token}` },
      { authorization: owner.token },
      { authorization: `Bearer ${owner.token} x` },
      { authorization: `Bearer ${owner.token.slice(0, -3)}AAA` },
      { authorization: `Bearer ${owner.token.replace(/^[^.]+/, Buffer.from('{"alg":"none"}').toString("base64url"))}` },
      { authorization: `Bearer ${owner.token.replace(/[^.]+$/, "")}` },
    ];
    const applicableHeaders =
      op.entryPoint === "shared" ? rejectedHeaders : rejectedHeaders.filter((headers) => !("cookie" in headers));
    for (const headers of applicableHeaders) {
      const urlWithToken = `${op.path}?access_token=${owner.token}`;
      const reply = await send({
        method: op.method,
        url: urlWithToken,
        headers: { ...headers, ...(op.entryPoint === "direct" ? ownClientHeaders : {}) },
      });
      expect(reply.statusCode, JSON.stringify(headers)).toBe(401);
    }
  });

  test.each(opNames)("%s exists only at its own entry points and with its own method", async (name) => {
    const op: OpDefinition = ops[name];
    const adminHeaders = { ...ownClientHeaders, ...getCookieHeader(admin), ...getBearerHeader(admin) };
    if (op.entryPoint === "direct") expect((await createProxyRequest(op, adminHeaders)).statusCode).toBe(404);
    const existingMethods = Object.values(ops).flatMap(({ method, path }) => (path === op.path ? [method] : []));
    for (const method of ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"] as const) {
      if ((existingMethods as string[]).includes(method)) continue;
      const overrides = {
        "x-http-method-override": op.method,
        "x-http-method": op.method,
        "x-method-override": op.method,
      };
      const url = `${op.path}?_method=${op.method}`;
      expect((await send({ method, url, headers: { ...adminHeaders, ...overrides } })).statusCode, method).toBe(404);
    }
    for (const path of [`${op.path}/`, `/${op.path}`, `${op.path}%2f`, op.path.toUpperCase()]) {
      expect((await send({ method: op.method, url: path, headers: adminHeaders })).statusCode, path).toBe(404);
    }
  });

  test.each(opNames)("%s neither reveals another person's data to a stranger nor changes it", async (name) => {
    const op: OpDefinition = ops[name];
    const conversationId = `theirs-${++count}`;
    const example = createExampleConversation(conversationId);
    const answer = { id: "m2", parentId: "m1", role: "assistant" as const, content: exampleMarker, data: {} };
    const conversation = { ...example, messages: [...example.messages, answer] };
    const created = await owner.proxy(createConversation, { conversation });
    expect(created.status).toBe(200);
    const openTheirs = async () => (await owner.proxy(openConversation, { conversationId })).result;
    const file = { name: `${exampleMarker}.txt`, type: "text/plain", content: exampleMarker, tags: [exampleMarker] };
    const { id: fileKey } = await uploadTestFile(server, owner, file);
    const listFileRecords = async () => (await owner.proxy(getFiles, { keys: [fileKey] })).result.items;
    const [conversationBefore, fileBefore] = [await openTheirs(), await listFileRecords()];
    expect(fileBefore).toMatchObject([{ state: "ready", tags: [exampleMarker] }]);
    const groupId = await createTheirGroup();
    const assistantId = await createTheirAssistant();
    const input = getOpExamples(conversationId, owner.actor.email, fileKey, groupId, assistantId)[name];
    // Administrators have no access to other people's data either.
    for (const person of op.access === "admin" ? [stranger, owner] : [stranger, admin]) {
      const expected = getStrangerOutcome(opOutcomes[name], { isSiteAdmin: person === admin });
      for (const call of op.entryPoint === "direct" ? [person.direct] : [person.proxy, person.rest]) {
        const reply = await call(op, input);
        const statuses = expected === "own" ? [200, 409] : [statusOf[expected]];
        expect(statuses, JSON.stringify(reply.body)).toContain(reply.status);
        if (expected !== "own") expect(JSON.stringify(reply.body)).not.toContain(exampleMarker);
      }
    }
    expect(await openTheirs()).toEqual(conversationBefore);
    expect(await listFileRecords()).toEqual(fileBefore);
    if (op.access === "admin") {
      const call = op.entryPoint === "direct" ? admin.direct : admin.proxy;
      expect((await call(op, input)).status, "an administrator is allowed").toBe(adminStatuses[name]);
    } else {
      const call = op.entryPoint === "direct" ? owner.direct : owner.proxy;
      const reply = await call(op, input);
      expect(reply.status, JSON.stringify(reply.body)).toBe(ownerStatuses[name] ?? 200);
    }
  });
});

/** Expected statuses of the routes that are not ops: without credentials, with an ended session, a cookie, a token. */
const otherRoutes: Record<string, { open: number; ended: number; cookie: number; bearer: number }> = {
  "GET /": { open: 503, ended: 503, cookie: 503, bearer: 503 },
  "GET /healthz": { open: 200, ended: 200, cookie: 200, bearer: 200 },
  "GET /readyz": { open: 200, ended: 200, cookie: 200, bearer: 200 },
  // From another machine; see entryPoints.test.ts.
  "GET /metrics": { open: 404, ended: 404, cookie: 404, bearer: 404 },
  "GET /openapi.json": { open: 200, ended: 200, cookie: 200, bearer: 200 },
  // Requires our client's header; see below.
  "GET /api/session": { open: 403, ended: 403, cookie: 403, bearer: 403 },
  "GET /api/logo": { open: 404, ended: 404, cookie: 404, bearer: 404 },
  "POST /auth/signout": { open: 403, ended: 403, cookie: 403, bearer: 403 },
  "POST /api/requestOp": { open: 403, ended: 403, cookie: 403, bearer: 403 },
  "GET /auth/page.css": { open: 200, ended: 200, cookie: 200, bearer: 200 },
  "GET /auth/signin": { open: 303, ended: 303, cookie: 303, bearer: 303 },
  "GET /auth/callback": { open: 400, ended: 400, cookie: 400, bearer: 400 },
  "GET /sign-in/:uid": { open: 400, ended: 400, cookie: 400, bearer: 400 },
  "POST /sign-in/:uid": { open: 400, ended: 400, cookie: 400, bearer: 400 },
  "GET /oidc/session/end": { open: 303, ended: 303, cookie: 303, bearer: 303 },
  // Any path that the embedded provider does not have.
  "* /oidc/*": { open: 404, ended: 404, cookie: 404, bearer: 404 },
  "GET /signed/conversations": { open: 403, ended: 403, cookie: 403, bearer: 403 },
  // The signature authorizes access; see fileRoutes.test.ts.
  "PUT /signed/files/upload": { open: 403, ended: 403, cookie: 403, bearer: 403 },
  "GET /signed/files/status": { open: 403, ended: 403, cookie: 403, bearer: 403 },
  "GET /signed/files/metadata": { open: 403, ended: 403, cookie: 403, bearer: 403 },
  "GET /signed/files/content": { open: 403, ended: 403, cookie: 403, bearer: 403 },
  "GET /signed/files/download": { open: 403, ended: 403, cookie: 403, bearer: 403 },
  "PUT /signed/disclosure/upload": { open: 403, ended: 403, cookie: 403, bearer: 403 },
  "GET /signed/disclosure/download": { open: 403, ended: 403, cookie: 403, bearer: 403 },
  "GET /signed/conversions": { open: 403, ended: 403, cookie: 403, bearer: 403 },
  "PUT /signed/pptx_templates": { open: 403, ended: 403, cookie: 403, bearer: 403 },
  "PUT /signed/api_documentation": { open: 403, ended: 403, cookie: 403, bearer: 403 },
  "GET /signed/api_documentation": { open: 403, ended: 403, cookie: 403, bearer: 403 },
  "PUT /signed/generated_files": { open: 403, ended: 403, cookie: 403, bearer: 403 },
  "GET /signed/generated_files": { open: 403, ended: 403, cookie: 403, bearer: 403 },
  "POST /chat": { open: 401, ended: 401, cookie: 401, bearer: 400 },
  "GET /api/events": { open: 403, ended: 403, cookie: 403, bearer: 403 },
  "GET /chat/:requestId": { open: 401, ended: 401, cookie: 401, bearer: 404 },
  "GET /v1/models": { open: 401, ended: 401, cookie: 401, bearer: 200 },
  "GET /v1/models/*": { open: 401, ended: 401, cookie: 401, bearer: 404 },
  "POST /v1/chat/completions": { open: 401, ended: 401, cookie: 401, bearer: 400 },
  "POST /v1/responses": { open: 401, ended: 401, cookie: 401, bearer: 400 },
  "POST /v1/embeddings": { open: 401, ended: 401, cookie: 401, bearer: 400 },
};

describe("every other route", () => {
  let server: TestApp;
  let person: TestPerson;
  let signedOut: TestPerson;
  beforeAll(async () => {
    server = await createTestApp({ environment: { EMBEDDED_SIGN_IN: "anywhere" } });
    person = await server.signIn("person@uni.edu");
    signedOut = await server.signIn("signed-out@uni.edu");
    await endSession(server.platform, getSessionId(signedOut.actor));
  });
  afterAll(() => server.close());

  test("is in the table, and the table has no other routes", async () => {
    await server.app.ready();
    const routes = listAppRoutes(server.app).map((route) =>
      // Fastify prints a wildcard below another route without its slash.
      route.replace(/^\S+ \/\*$/, "* /oidc/*").replace("/v1/models*", "/v1/models/*"),
    );
    const paths = Object.values(ops).map(({ method, path }) => `${method} ${path}`);
    expect(new Set(routes)).toEqual(new Set([...paths, ...Object.keys(otherRoutes)]));
  });

  test.each(Object.entries(otherRoutes))("%s answers each caller as the table says", async (route, expected) => {
    const [method = "", path = ""] = route.replace("*", "GET").split(" ");
    const ask = async (headers: Headers) => {
      const reply = await server.app.inject({
        method: method as Method, // the table has only valid methods
        url: path.replace(":uid", "x").replace(":requestId", "x").replace("*", "nothing-here"),
        headers: { host: "localhost", ...headers },
        remoteAddress: "203.0.113.9",
      });
      expect(reply.headers["x-content-type-options"]).toBe("nosniff");
      expect(reply.headers["access-control-allow-origin"]).toBeUndefined();
      const isCacheable = ["/openapi.json", "/auth/page.css"].includes(path);
      if (!isCacheable) expect(reply.headers["cache-control"]).toMatch(/\bno-store\b/);
      return reply.statusCode;
    };
    expect({
      open: await ask({}),
      ended: await ask({
        cookie: `${sessionCookieName}=${signedOut.cookie}`,
        authorization: `Bearer ${signedOut.token}`,
      }),
      cookie: await ask({ cookie: `${sessionCookieName}=${person.cookie}` }),
      bearer: await ask({ authorization: `Bearer ${person.token}` }),
    }).toEqual(expected);
  });

  test("/api/session identifies a person only by their cookie", async () => {
    const userOf = async (headers: Headers) => {
      const reply = await server.app.inject({
        url: "/api/session",
        headers: { host: "localhost", ...ownClientHeaders, ...headers },
      });
      expect(reply.statusCode).toBe(200);
      expect(reply.headers["cache-control"]).toBe("no-store");
      return reply.json<{ user: { email: string } | null; accessToken: string | null }>();
    };
    const nobody = { user: null, accessToken: null };
    expect(await userOf({})).toMatchObject(nobody);
    expect(await userOf({ authorization: `Bearer ${person.token}` })).toMatchObject(nobody);
    expect(await userOf({ cookie: `${sessionCookieName}=${signedOut.cookie}` })).toMatchObject(nobody);
    expect(await userOf({ cookie: `${sessionCookieName}=${person.cookie}` })).toMatchObject({
      user: { email: "person@uni.edu" },
    });
  });
});
