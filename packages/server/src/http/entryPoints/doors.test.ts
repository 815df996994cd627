import { randomUUID } from "node:crypto";
import {
  beginUpload,
  browserEventsPath,
  type ChatRequestInput,
  clientHeader,
  createApiKey,
  createConversation,
  eventsPersonHeader,
  generalAccount,
  type KeyScope,
  keyScopes,
  type OpDefinition,
  uploadFile,
} from "@lectern/contract";
import type { OpName } from "@lectern/contract/registry";
import type { InjectOptions } from "fastify";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Actor } from "../../core/context.ts";
import { createSignedUrl } from "../../core/signedUrl.ts";
import { getOwnerId } from "../../modules/access/service.ts";
import { signWholePages } from "../../modules/conversations/signedPages.ts";
import { createDownloadUrl, createUploadUrl } from "../../modules/disclosure/disclosureUrls.ts";
import { conversionRoute } from "../../modules/export/service.ts";
import { createFileUrl, type FileRoute } from "../../modules/files/fileUrls.ts";
import { endSession, getSessionId, sessionCookieName } from "../../modules/identity/service.ts";
import { countRequest } from "../../modules/requestRates/service.ts";
import { ops } from "../../ops/registry.ts";
import { createActorToken } from "../../testing/createActorToken.ts";
import type { TestPerson } from "../../testing/createTestApp.ts";
import { createTestKey } from "../../testing/createTestKey.ts";
import { createExampleConversation, getOpExamples } from "../../testing/getOpExamples.ts";
import { createManualClock } from "../../testing/manualClock.ts";
import { overrideFeature } from "../../testing/overrideFeature.ts";
import { type ChatServer, startChatServer } from "../../testing/startChatServer.ts";

const requestsPerMinute = 200;
const clock = createManualClock();
let server: ChatServer;
let count = 0;

beforeAll(async () => {
  const environment = { REQUESTS_PER_MINUTE: `${requestsPerMinute}`, ADMINS: "admin@uni.edu" };
  server = await startChatServer({ clock, environment });
});
afterEach(async () => {
  await server.settled();
  await server.platform.db.deleteFrom("settings").execute();
  clock.advance(2_000); // longer than anything is cached
});
afterAll(() => server.close());

const signIn = () => server.signIn(`person${++count}@uni.edu`);

async function configure(name: string, value: object): Promise<void> {
  const row = { name, value: JSON.stringify(value), updated_at: clock.now() };
  await server.platform.db.insertInto("settings").values(row).execute();
  clock.advance(2_000);
}

/** Uses up the requests of a person who has sent `sent` before, except these. */
function useRequests({ actor }: TestPerson, remaining = 0, sent = 0): void {
  countRequest(server.platform, actor, requestsPerMinute - remaining - sent);
}

async function createKey(person: TestPerson, scopes: readonly KeyScope[]) {
  return (await createTestKey(server, person, { scopes })).headers;
}

/** Creates a caller that no real key can be, such as one whose owner was blocked after the authentication. */
async function createFakeKey({ actor }: TestPerson, scopes: readonly KeyScope[], more: Partial<Actor>) {
  const credential = { kind: "key", id: randomUUID(), scopes: new Set(scopes) } as const;
  const token = await createActorToken(server.platform, { ...actor, credential, ...more });
  return { authorization: `Bearer ${token}` };
}

interface Reply {
  status: number;
  body: Record<string, unknown>;
}

async function send(request: InjectOptions): Promise<Reply> {
  const reply = await server.app.inject({ ...request, headers: { host: "localhost", ...request.headers } });
  const isJson = String(reply.headers["content-type"]).startsWith("application/json");
  return { status: reply.statusCode, body: isJson ? reply.json<Record<string, unknown>>() : {} };
}

const chat = (
  headers: Record<string, string>,
  options: ChatRequestInput["options"] = {},
  more: Partial<ChatRequestInput> = {},
) =>
  send({
    method: "POST",
    url: "/chat",
    headers,
    payload: { ...server.ask("[[answer: ok]]", { stream: false, options, ...more }) },
  });
const cloud = () => ({ storage: "cloud", conversationId: randomUUID() }) as const;
const document = { dataSources: [{ id: "nobody/2026-11-21/1.json", type: "text/plain" }] };
const toRest = (op: OpDefinition, headers: Record<string, string>, input: object): InjectOptions => {
  const query = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]));
  const isInQuery = op.method === "GET" || op.method === "DELETE";
  return { method: op.method, url: op.path, headers, ...(isInQuery ? { query } : { payload: { data: input } }) };
};

const blocked = expect.stringMatching(/^Your account has been blocked\. Please contact the administrators/);
const disclosureRequired = {
  status: 403,
  body: { error: "DisclosureRequired", message: "Please accept the data disclosure agreement first." },
};

describe("an API key", () => {
  /** The ops that each scope opens besides `full_access`, which opens all that keys may open. */
  const opsByScope: Record<Exclude<KeyScope, "full_access">, readonly OpName[]> = {
    assistants: [
      "createAssistant",
      "listAssistants",
      "getAssistant",
      "listAssistantVersions",
      "deleteAssistant",
      "openAssistantPassage",
      "getOperations",
      "callOperation",
      "executeCustomApi",
      "createCodeInterpreter",
      "createGeneratedFile",
      "downloadGeneratedFile",
      "getFileDownloadUrls",
      "deleteCodeInterpreter",
      "deleteCodeInterpreterThread",
    ],
    chat: ["getAvailableModels", "listRuns", "openAssistantPassage", "optimizePrompt"],
    file_upload: [
      "uploadFile",
      "beginUpload",
      "downloadFile",
      "listFileTags",
      "setFileEncoding",
      "setFileTags",
      "queryFiles",
      "getFiles",
      "deleteFile",
      "retryFile",
      "locatePassage",
      "readFileContent",
      "readFileTable",
    ],
    share: ["shareAssistant", "unshareAssistant", "listAssistantShares", "leaveAssistant"],
    dual_embedding: ["dualRetrieval"],
  };
  const closedOps: readonly OpName[] = [
    "testModelEndpoint",
    "connectModelEndpoint",
    "testEndpoint",
    "listModelServers",
    "testStoredEndpoint",
    "refreshModelServer",
    "removeModelServer",
    "getEmbeddingQueue",
    "terminateEmbedding",
    "retryEmbedding",
    "getUsageReport",
    "createApiKey",
    "listApiKeys",
    "revealApiKey",
    "listSystemIds",
    "deactivateApiKey",
    "reportLeakedApiKey",
    "updateApiKeys",
    "replaceGroupKey",
    "getFirstSteps",
    "hideFirstSteps",
    "listPeople",
    "getPerson",
    "signOutPerson",
    "blockPerson",
    "unblockPerson",
    "previewErasure",
    "erasePerson",
    "listErasures",
    "getErasure",
    "listAuditEntries",
    "exportAuditEntries",
    "listAuditKinds",
    "listQualitySubmissions",
    "getQualitySubmission",
    "exportQualitySubmissions",
    "deleteQualitySubmission",
    "checkDataDisclosure",
    "getLatestDataDisclosure",
    "saveDataDisclosureDecision",
    "uploadDataDisclosure",
    "getDataDisclosureStatus",
    "listDataDisclosureAcceptances",
    "getSiteConfigs",
    "getFlagsOfPerson",
    "updateSiteConfigs",
    "listAllGroups",
    "takeOverGroup",
    "updateBuiltInGroup",
    "listBuiltInAssistants",
    "listPptxTemplates",
    "uploadPptxTemplate",
    "updatePptxTemplate",
    "deletePptxTemplate",
    "getApiDocumentation",
    "uploadApiDocumentation",
    "registerOperations",
    "deleteOperation",
    "getApiDocumentationTemplates",
    "updateGroupAnalysis",
  ];
  const opens = (scope: KeyScope, name: OpName) =>
    scope === "full_access" ? !closedOps.includes(name) : opsByScope[scope].includes(name);
  const sharedOps = (Object.keys(ops) as OpName[]).filter((name) => ops[name].entryPoint === "shared");

  test.each([...keyScopes, "none"] as const)("with the scope %s opens the ops of this scope only", async (scope) => {
    overrideFeature("createAstAdminGroups", { isFinished: true, isOnByDefault: true });
    overrideFeature("assistantAdminInterface", { isFinished: true, isOnByDefault: true });
    overrideFeature("memory", { isFinished: true });
    const person = await signIn();
    const examples = getOpExamples("c", person.actor.email);
    // Whoever passes the gate of the scopes is stopped by the gate of the rate, so that nothing is changed.
    useRequests(person);
    const { id } = person.actor.principal;
    await server.platform.db.updateTable("users").set({ is_admin: true }).where("id", "=", id).execute();
    const key = await createKey(person, scope === "none" ? [] : [scope]);
    const statuses = Object.fromEntries(
      await Promise.all(
        sharedOps.map(async (name) => [name, (await send(toRest(ops[name], key, examples[name]))).status] as const),
      ),
    );
    const expected = sharedOps.map((name) => [name, scope !== "none" && opens(scope, name) ? 429 : 403]);
    expect(statuses).toEqual(Object.fromEntries(expected));
  });

  test("with either name of the access type for files opens the same ops", async () => {
    const open = async (name: string) => {
      const person = await signIn();
      const input = { account: generalAccount.id, appName: "Files", accessTypes: [name] };
      const payload = { data: input };
      const created = await send({ method: "POST", url: createApiKey.path, headers: getBearer(person), payload });
      expect(created.body).toMatchObject({ success: true, data: { apiKey: { accessTypes: ["file_upload"] } } });
      const key = { authorization: `Bearer ${(created.body as { data: { key: string } }).data.key}` };
      // Only what passes the gate of the scopes reaches that of the rate.
      useRequests(person, 0, createApiKey.weight);
      const sharedStatuses = sharedOps.map(async (op) => [op, (await send(toRest(ops[op], key, {}))).status] as const);
      return (await Promise.all(sharedStatuses)).flatMap(([op, status]) => (status === 429 ? [op] : []));
    };
    const [ours, theirs] = [await open("file_upload"), await open("upload_file")];
    expect(ours).toEqual(sharedOps.filter((name) => opens("file_upload", name)));
    expect(ours).toContain("beginUpload");
    expect(theirs).toEqual(ours);
  });

  test("with the wrong scope is told which one it needs", async () => {
    const key = await createKey(await signIn(), ["share"]);
    const message = "This API key needs the access type full_access or file_upload.";
    expect(await send(toRest(beginUpload, key, { name: "a.txt", type: "text/plain" }))).toMatchObject({
      status: 403,
      body: { message },
    });
    const admin = await createKey(await server.signIn("admin@uni.edu"), ["full_access"]);
    expect(await send(toRest(ops.getEmbeddingQueue, admin, {}))).toMatchObject({
      status: 403,
      body: { message: "API keys can’t do this. Please sign in." },
    });
  });

  test.each<{ scopes: KeyScope[]; local: boolean; cloud: boolean; documents: boolean }>([
    { scopes: ["full_access"], local: true, cloud: true, documents: true },
    { scopes: ["chat"], local: true, cloud: false, documents: false },
    { scopes: ["chat", "file_upload"], local: true, cloud: false, documents: true },
    { scopes: ["file_upload"], local: false, cloud: false, documents: false },
    { scopes: ["assistants", "share", "dual_embedding"], local: false, cloud: false, documents: false },
    { scopes: [], local: false, cloud: false, documents: false },
  ])("with the scopes $scopes may chat as the table says", async ({ scopes, ...expected }) => {
    const canAsk = async (options: ChatRequestInput["options"], more: Partial<ChatRequestInput> = {}) => {
      const person = await signIn();
      // Enough to reach the server with a question, but not to ask it.
      useRequests(person, 5);
      const { status, body } = await chat(await createKey(person, scopes), options, more);
      if (status === 403) expect(body.message).toMatch(/^This API key needs the access type full_access/);
      else expect(status).toBe(429);
      return status === 429;
    };
    expect({
      local: await canAsk({}),
      cloud: await canAsk(cloud()),
      documents: await canAsk({}, document),
    }).toEqual(expected);
    const key = await createKey(await signIn(), scopes);
    const follow = await send({ method: "GET", url: "/chat/unknown", headers: key });
    expect(follow.status).toBe(expected.local ? 404 : 403);
    const killSwitch = { requestId: "unknown", value: true };
    const stop = await send({ method: "POST", url: "/chat", headers: key, payload: { killSwitch } });
    expect(stop.status).toBe(expected.local ? 200 : 403);
  });

  test("with a document in an earlier message needs the scope for documents", async () => {
    const key = await createKey(await signIn(), ["chat"]);
    const messages: ChatRequestInput["messages"] = [
      { role: "user", content: "Hi", data: document },
      { role: "assistant", content: "Hi" },
      { role: "user", content: "And?" },
    ];
    expect((await chat(key, {}, { messages })).status).toBe(403);
  });

  test("is no cookie: the proxy, direct paths and the session do not accept it", async () => {
    const key = { ...(await createKey(await signIn(), ["full_access"])), [clientHeader.name]: clientHeader.value };
    const payload = { data: { name: "a.txt", type: "text/plain" } };
    expect((await send({ method: "POST", url: uploadFile.path, headers: key, payload })).status).toBe(401);
    const call = { method: "GET", path: ops.getUserSettings.path, op: "" };
    expect((await send({ method: "POST", url: "/api/requestOp", headers: key, payload: { data: call } })).status).toBe(
      401,
    );
    expect((await send({ url: "/api/session", headers: key })).body).toMatchObject({ user: null, accessToken: null });
  });
});

describe("the gates", () => {
  test("are passed in the order blocked, scope, flag, disclosure, rate", async () => {
    overrideFeature("dataDisclosure", { isFinished: true, isOnByDefault: true });
    await configure("dataDisclosure", { version: "1" });
    const off = { uploadDocuments: { enabled: false } };
    await configure("featureFlags", off);
    const person = await signIn();
    useRequests(person);
    const call = async (scopes: readonly KeyScope[], more: Partial<Actor> = {}) => {
      const key = await createFakeKey(person, scopes, more);
      const { body } = await send(toRest(beginUpload, key, { name: "a.txt", type: "text/plain" }));
      return body.message ?? "passed";
    };
    expect(await call([], { isBlocked: true })).toEqual(blocked);
    expect(await call([])).toBe("This API key needs the access type full_access or file_upload.");
    expect(await call(["file_upload"])).toBe("Uploading documents is turned off here.");
    await server.platform.db.deleteFrom("settings").where("name", "=", "featureFlags").execute();
    clock.advance(1_000);
    expect(await call(["file_upload"])).toBe("Please accept the data disclosure agreement first.");
    countRequest(server.platform, person.actor, 3); // what has been refilled in a second
    const accepted = { acceptedDisclosure: "1" };
    expect(await call(["file_upload"], accepted)).toMatch(/^You have sent too many requests\./);
    clock.advance(60_000);
    expect(await call(["file_upload"], accepted)).toBe("passed");
  });
});

/** Whom a door admits: a cookie, a bearer token, or anybody who has the address that was signed for a person. */
type Admission = "cookie" | "bearer" | "link";
interface Door {
  admission: Admission;
  /** Status for somebody who passes the gates. */
  status: number;
  /** What is said while the feature that it uses is off. */
  switchedOff?: string;
  open(person: TestPerson): Promise<Reply>;
}

const getCookies = ({ cookie }: TestPerson) => ({
  cookie: `${sessionCookieName}=${cookie}`,
  [clientHeader.name]: clientHeader.value,
});
const getBearer = ({ token }: TestPerson) => ({ authorization: `Bearer ${token}` });
const newFile = { name: "a.txt", type: "text/plain", size: 2 };
const uploadsOff = "Uploading documents is turned off here.";
const cloudOff = "Storing chats in the cloud is turned off.";

async function openFile({ actor }: TestPerson, route: FileRoute): Promise<Reply> {
  const { platform } = server;
  const key = `${actor.principal.id}/2026-11-21/${randomUUID()}.json`;
  const row = { id: key, owner_id: actor.principal.id, name: "a.txt", type: "text/plain", blob_key: key };
  await platform.db
    .insertInto("files")
    .values({ ...row, created_at: clock.now() })
    .execute();
  const claim = { ownerId: actor.principal.id, key, size: 2, type: "text/plain" };
  const url = createFileUrl(platform, route, claim);
  if (route !== "upload") return send({ url });
  return send({ method: "PUT", url, headers: { "content-type": "text/plain" }, payload: "Hi" });
}

const doors: Record<string, Door> = {
  "an op through the proxy": {
    admission: "cookie",
    status: 200,
    switchedOff: cloudOff,
    async open({ proxy }) {
      const { status, body } = await proxy(createConversation, {
        conversation: createExampleConversation(randomUUID()),
      });
      return { status, body };
    },
  },
  "an op at its own path": {
    admission: "cookie",
    status: 200,
    switchedOff: uploadsOff,
    open: (person) =>
      send({ method: "POST", url: uploadFile.path, headers: getCookies(person), payload: { data: newFile } }),
  },
  "the stream of events": {
    admission: "cookie",
    // It expects the events of somebody else. An open stream would not end.
    status: 401,
    open: (person) =>
      send({ url: browserEventsPath, headers: { ...getCookies(person), [eventsPersonHeader]: "somebody-else" } }),
  },
  "an op through REST": {
    admission: "bearer",
    status: 200,
    switchedOff: uploadsOff,
    open: (person) => send(toRest(beginUpload, getBearer(person), newFile)),
  },
  "a question": { admission: "bearer", status: 200, open: (person) => chat(getBearer(person)) },
  "a question in the cloud": {
    admission: "bearer",
    status: 200,
    switchedOff: cloudOff,
    open: (person) => chat(getBearer(person), cloud()),
  },
  "following an answer": {
    admission: "bearer",
    status: 404,
    open: (person) => send({ method: "GET", url: "/chat/unknown", headers: getBearer(person) }),
  },
  "stopping an answer": {
    admission: "bearer",
    status: 200,
    open: (person) => {
      const payload = { killSwitch: { requestId: "unknown", value: true } };
      return send({ method: "POST", url: "/chat", headers: getBearer(person), payload });
    },
  },
  "the address of an upload": {
    admission: "link",
    status: 200,
    switchedOff: uploadsOff,
    open: (person) => openFile(person, "upload"),
  },
  "the address of a status": { admission: "link", status: 200, open: (person) => openFile(person, "status") },
  "the address of metadata": { admission: "link", status: 404, open: (person) => openFile(person, "metadata") },
  "the address of extracted content": { admission: "link", status: 404, open: (person) => openFile(person, "content") },
  "the address of a download": { admission: "link", status: 404, open: (person) => openFile(person, "download") },
  "the address of a converted document": {
    admission: "link",
    status: 404,
    open: ({ actor }) =>
      send({ url: createSignedUrl(server.platform, conversionRoute, { ownerId: actor.principal.id, id: "x" }, 60) }),
  },
  "the address of a page of conversations": {
    admission: "link",
    status: 200,
    open(person) {
      const [url] = signWholePages(server.platform, getOwnerId(person.actor), ["unknown"]);
      return send({ url: url ?? "" });
    },
  },
};

describe.each(Object.entries(doors))("%s", (_name, { admission, status, switchedOff, open }) => {
  const update = (person: TestPerson, values: object) =>
    server.platform.db.updateTable("users").set(values).where("id", "=", person.actor.principal.id).execute();

  test("admits whom it may admit", async () => {
    expect((await open(await signIn())).status).toBe(status);
  });

  test("is closed to a blocked person within two seconds", async () => {
    const person = await signIn();
    expect((await open(person)).status).toBe(status);
    await update(person, { blocked_at: clock.now() });
    clock.advance(2_000);
    const expected = admission === "link" ? { status: 403, body: { message: blocked } } : { status: 401 };
    expect(await open(person)).toMatchObject(expected);
  });

  test("is closed until the data disclosure is accepted", async () => {
    overrideFeature("dataDisclosure", { isFinished: true, isOnByDefault: true });
    await configure("dataDisclosure", { version: "1" });
    const person = await signIn();
    expect(await open(person)).toMatchObject(disclosureRequired);
    const row = { principal_id: person.actor.principal.id, version: "1", accepted_at: clock.now() };
    await server.platform.db.insertInto("disclosure_acceptances").values(row).execute();
    clock.advance(2_000);
    expect((await open(person)).status).toBe(status);
  });

  test("is closed again until a new version of the data disclosure is accepted", async () => {
    overrideFeature("dataDisclosure", { isFinished: true, isOnByDefault: true });
    await configure("dataDisclosure", { version: "1" });
    const person = await signIn();
    const accept = (version: string) => {
      const row = { principal_id: person.actor.principal.id, version, accepted_at: clock.now() };
      return server.platform.db.insertInto("disclosure_acceptances").values(row).execute();
    };
    await accept("1");
    expect((await open(person)).status).toBe(status);
    await server.platform.db.deleteFrom("settings").execute();
    await configure("dataDisclosure", { version: "2" });
    expect(await open(person)).toMatchObject(disclosureRequired);
    await accept("2");
    // Who has just accepted does not wait for caches.
    expect((await open(person)).status).toBe(status);
  });

  test("is closed after signing out, unless it is an address that was signed before", async () => {
    const person = await signIn();
    await endSession(server.platform, getSessionId(person.actor));
    expect((await open(person)).status).toBe(admission === "link" ? status : 401);
  });

  test("is closed while the feature that it uses is off", async () => {
    const off = { enabled: false };
    await configure("featureFlags", { uploadDocuments: off, storeCloudConversations: off, ragEnabled: off });
    const expected = switchedOff === undefined ? { status } : { status: 403, body: { message: switchedOff } };
    expect(await open(await signIn())).toMatchObject(expected);
  });

  test("is closed after too many requests", async () => {
    const person = await signIn();
    useRequests(person);
    expect((await open(person)).status).toBe(429);
  });
});

const bearerDoors = Object.entries(doors).filter(([, { admission }]) => admission === "bearer");
test.each(bearerDoors)("%s is closed to a key whose owner is blocked", async (_name, { open }) => {
  const person = await signIn();
  const { authorization } = await createFakeKey(person, ["full_access"], { isBlocked: true });
  const reply = await open({ ...person, token: authorization.slice("Bearer ".length) });
  expect(reply).toMatchObject({ status: 403, body: { message: blocked } });
});

test("an address that was signed for somebody who does not exist any more is no longer valid", async () => {
  const url = createFileUrl(server.platform, "status", { ownerId: "nobody", key: "k" });
  expect(await send({ url })).toMatchObject({ status: 403, body: { message: "This link is no longer valid." } });
});

test("the session and signing out stay open before the data disclosure is accepted", async () => {
  overrideFeature("dataDisclosure", { isFinished: true, isOnByDefault: true });
  await configure("dataDisclosure", { version: "1" });
  const person = await signIn();
  const session = await send({ url: "/api/session", headers: getCookies(person) });
  expect(session).toMatchObject({ status: 200, body: { user: { email: person.actor.email } } });
  expect((await send({ method: "POST", url: "/auth/signout", headers: getCookies(person) })).status).toBe(200);
});

describe("before the data disclosure is accepted", () => {
  /** What is open: reading the agreement, accepting it, and replacing it for administrators. */
  const exemptOps: readonly OpName[] = [
    "checkDataDisclosure",
    "getLatestDataDisclosure",
    "saveDataDisclosureDecision",
    "uploadDataDisclosure",
    "getDataDisclosureStatus",
  ];
  const names = Object.keys(ops) as OpName[];

  test.each(names)("%s is closed at each of its entry points, unless it is needed for that", async (name) => {
    const op: OpDefinition = ops[name];
    overrideFeature("dataDisclosure", { isFinished: true, isOnByDefault: true });
    if (op.flag) overrideFeature(op.flag, { isFinished: true, isOnByDefault: true });
    await configure("dataDisclosure", { version: "1" });
    const person = await server.signIn("admin@uni.edu");
    const input = getOpExamples("c", person.actor.email)[name];
    for (const call of op.entryPoint === "direct" ? [person.direct] : [person.proxy, person.rest]) {
      const { status, body } = await call(op, input);
      if (exemptOps.includes(name)) expect({ name, status, body }).toMatchObject({ status: 200 });
      else expect({ status, body }).toMatchObject(disclosureRequired);
    }
    await server.platform.db.deleteFrom("disclosure_acceptances").execute();
  });

  test("the addresses of the agreement's document are open, that of an upload to administrators only", async () => {
    overrideFeature("dataDisclosure", { isFinished: true, isOnByDefault: true });
    await configure("dataDisclosure", { version: "1" });
    const [person, admin] = [await signIn(), await server.signIn("admin@uni.edu")];
    const put = ({ actor }: TestPerson) => {
      const claim = { ownerId: actor.principal.id, id: randomUUID(), version: "2", name: "a.pdf", md5: "", size: null };
      const headers = { "content-type": "application/pdf" };
      return send({ method: "PUT", url: createUploadUrl(server.platform, claim), headers, payload: "no PDF" });
    };
    expect(await put(person)).toMatchObject({
      status: 403,
      body: { message: expect.stringMatching(/^Only administrators/) },
    });
    expect(await put(admin)).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^The file was damaged/) },
    });
    const claim = { ownerId: person.actor.principal.id, version: "1" };
    expect((await send({ url: createDownloadUrl(server.platform, claim) })).status).toBe(404);
  });
});
