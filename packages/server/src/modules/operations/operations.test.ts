import {
  deleteOperation,
  getOperations,
  keptSecret,
  limits,
  type OpCallInput,
  operationTexts,
  registerOperations,
} from "@lectern/contract";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { TestPerson } from "../../testing/createTestApp.ts";
import { createTestKey } from "../../testing/createTestKey.ts";
import { openBrowserEvents } from "../../testing/openBrowserEvents.ts";
import { overrideFeature } from "../../testing/overrideFeature.ts";
import { type ChatServer, startChatServer } from "../../testing/startChatServer.ts";
import { enableTestIntegrations } from "../integrations/testing/connectTestIntegration.ts";
import { listRegisteredOperations } from "./service.ts";

type Operation = OpCallInput<typeof registerOperations>["ops"][number];

let server: ChatServer;
let admin: TestPerson;
let person: TestPerson;

beforeAll(async () => {
  server = await startChatServer({ environment: { ADMINS: "admin@uni.edu" } });
  admin = await server.signIn("admin@uni.edu");
  person = await server.signIn("person@uni.edu");
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.platform.db.deleteFrom("operations").execute();
});

const url = "https://api.uni.edu/courses";
const createOperation = (changes: Partial<Operation> = {}): Operation => ({
  id: "find_course",
  name: "find_course",
  url,
  description: "Finds a course.",
  params: [{ name: "course", description: "Its number." }],
  tags: ["courses"],
  ...changes,
});
const bearer = (token: string) => ({ type: "bearer", token }) as const;
const basic = (password: string) => ({ type: "basic", username: "lectern", password }) as const;

const register = (...operations: Operation[]) => admin.proxy(registerOperations, { ops: operations });
const list = async (reader = admin, tag?: string) =>
  (await reader.proxy(getOperations, tag === undefined ? {} : { tag })).result.operations;
const listIds = async (tag?: string) => (await list(admin, tag)).map(({ id }) => id);
const open = (...ids: string[]) => listRegisteredOperations(server.platform, ids);
const listAudit = async () =>
  (
    await server.platform.db
      .selectFrom("audit")
      .where("object_type", "=", "operation")
      .orderBy("id", "desc")
      .selectAll()
      .execute()
  ).slice(0, 2);

test("[G3.05] [G4.07] [G7.15] [A3.01] [A7.31] [A7.32] an operation is registered, listed with its defaults, found by its tag, and deleted", async () => {
  expect((await register(createOperation(), createOperation({ id: "Ask", tags: ["t"] }))).result).toEqual({
    ids: ["find_course", "Ask"],
  });
  expect(await listIds()).toEqual(["Ask", "find_course"]);
  expect(await list(admin, " courses ")).toEqual([
    {
      ...{
        id: "find_course",
        name: "find_course",
        url,
        method: "POST",
        description: "Finds a course.",
        type: "custom",
      },
      ...{ params: [{ name: "course", description: "Its number." }], tags: ["courses"] },
      auth: { type: "none", token: "", username: "", password: "" },
      data: { defaultErrorMessage: "", shouldConfirm: false, confirmationMessage: "" },
    },
  ]);
  const op = { id: "find_course", name: "find_course", tags: ["courses"], url };
  expect((await admin.proxy(deleteOperation, { op })).status).toBe(200);
  expect(await listIds()).toEqual(["Ask"]);
  const again = await admin.proxy(deleteOperation, { op });
  expect(again).toMatchObject({ status: 404, body: { message: "This operation no longer exists." } });
});

test("registering an id again replaces the operation, and its name is its id", async () => {
  await register(createOperation());
  await register(createOperation({ name: "other", method: "PATCH", description: " New. ", tags: ["new"] }));
  expect(await list()).toMatchObject([
    { id: "find_course", name: "find_course", method: "PATCH", description: "New.", tags: ["new"] },
  ]);
});

test.each([{ id: " " }, { url: "" }, { tags: [] }, { tags: [" "] }])(
  "[G5.07] [A5.02] without a function name, an address or tags, nothing is registered: %j",
  async (changes) => {
    const reply = await register(createOperation({ id: "complete" }), createOperation(changes));
    expect(reply).toMatchObject({
      status: 400,
      body: { issues: [{ path: "ops.1", message: operationTexts.incompleteOperation }] },
    });
    expect(await listIds()).toEqual([]);
  },
);

test.each([
  { id: "find course" },
  { url: "ftp://uni.edu" },
  { url: `https://\${host}/x` },
  { url: "https://a:b@uni.edu" },
])("an operation that can’t be called is refused: %j", async (changes) => {
  expect((await register(createOperation(changes))).status).toBe(400);
  expect((await register(createOperation(), createOperation())).body.message).toBe(
    "The operation “find_course” is there more than once.",
  );
  expect(await listIds()).toEqual([]);
});

test.each(["GET", "DELETE"] as const)("[G5.08] [A5.03] %s gets no parameters", async (method) => {
  await register(createOperation({ method }));
  expect(await list()).toMatchObject([{ method, params: [] }]);
});

test("parameters and tags are trimmed, without blank ones and duplicates", async () => {
  await register(
    createOperation({
      params: [{ name: " a ", description: " First. " }, { name: " " }, { name: "a" }, { name: "b" }],
      tags: [" x ", "", "x", "y"],
    }),
  );
  expect(await list()).toMatchObject([
    {
      params: [
        { name: "a", description: "First." },
        { name: "b", description: "" },
      ],
      tags: ["x", "y"],
    },
  ]);
});

test("the number of operations is limited, and those that exist can still be changed", async () => {
  const ops = Array.from({ length: limits.registeredOperations }, (_, index) => createOperation({ id: `op${index}` }));
  for (let start = 0; start < ops.length; start += limits.operationsPerRegistration) {
    await register(...ops.slice(start, start + limits.operationsPerRegistration));
  }
  expect(await register(createOperation({ id: "op0" }), createOperation({ id: "more" }))).toMatchObject({
    status: 400,
    body: { message: "There are too many operations. Please delete some." },
  });
  expect((await register(createOperation({ id: "op0", tags: ["changed"] }))).status).toBe(200);
  expect(await listIds("changed")).toEqual(["op0"]);
});

test("only administrators see the address and the authentication, and nobody sees a secret", async () => {
  await register(createOperation({ auth: basic("hunter2") }), createOperation({ id: "other", auth: bearer("t0ken") }));
  expect(await list(admin)).toMatchObject([
    { auth: { type: "basic", username: "lectern", password: keptSecret, token: "" } },
    { auth: { type: "bearer", username: "", password: "", token: keptSecret } },
  ]);
  const shown = await person.proxy(getOperations, {});
  expect(JSON.stringify(shown.body)).not.toMatch(/lectern|api\.uni\.edu|hunter2|t0ken/);
  expect(shown.result.operations[0]).toMatchObject({ id: "find_course", params: [{ name: "course" }] });
  const rows = await server.platform.db.selectFrom("operations").selectAll().execute();
  expect(JSON.stringify(rows)).not.toMatch(/hunter2|t0ken/);
});

test("nobody else registers or deletes operations, and neither do API keys", async () => {
  await register(createOperation());
  expect((await person.proxy(registerOperations, { ops: [createOperation()] })).status).toBe(403);
  expect((await person.proxy(deleteOperation, { op: { id: "find_course" } })).status).toBe(403);
  const { headers } = await createTestKey(server, admin);
  for (const { path, payload } of [
    { path: registerOperations.path, payload: { data: { ops: [createOperation()] } } },
    { path: deleteOperation.path, payload: { data: { op: { id: "find_course" } } } },
  ]) {
    expect((await server.app.inject({ method: "POST", url: path, headers, payload })).statusCode, path).toBe(403);
  }
  expect(await listIds()).toEqual(["find_course"]);
});

test("a run gets the operations that exist, with their secrets, in the order that it asks for", async () => {
  await register(createOperation({ auth: basic("hunter2") }), createOperation({ id: "other", auth: bearer("t0ken") }));
  expect(await open("other", "missing", "find_course", "other")).toMatchObject([
    { id: "other", url, method: "POST", auth: { type: "bearer", token: "t0ken", username: "", password: "" } },
    { id: "find_course", auth: { type: "basic", username: "lectern", password: "hunter2", token: "" } },
  ]);
  expect(await open()).toEqual([]);
});

test("a secret stays while its server is the same", async () => {
  await register(createOperation({ auth: bearer("t0ken") }));
  const kept = bearer(keptSecret);
  expect((await register(createOperation({ url: `${url}/v2?x=1`, auth: kept }))).status).toBe(200);
  expect(await open("find_course")).toMatchObject([{ url: `${url}/v2?x=1`, auth: { token: "t0ken" } }]);
  for (const operation of [
    createOperation({ url: "https://evil.edu/courses", auth: kept }),
    createOperation({ url: "http://api.uni.edu/courses", auth: kept }),
    createOperation({ url: "https://api.uni.edu:8443/courses", auth: kept }),
    createOperation({ auth: basic(keptSecret) }),
    createOperation({ id: "other", auth: kept }),
  ]) {
    const { status, body } = await register(operation);
    expect([status, body.message]).toEqual([
      400,
      `Please enter the secrets of “${operation.id}” again: the stored ones can’t be used for this address.`,
    ]);
  }
  expect(await open("find_course")).toMatchObject([{ url: `${url}/v2?x=1`, auth: { token: "t0ken" } }]);
  expect((await register(createOperation({ auth: bearer("") }))).body.message).toBe(
    "Please enter the token of “find_course”.",
  );
  await register(createOperation({ url: "https://evil.edu/courses" }));
  expect(await open("find_course")).toMatchObject([{ auth: { type: "none", token: "" } }]);
});

test("a secret that was moved to another row or another server is not opened", async () => {
  const { db } = server.platform;
  await register(createOperation({ auth: bearer("t0ken") }), createOperation({ id: "other", auth: bearer("second") }));
  const { sealed_secret } = await db
    .selectFrom("operations")
    .where("id", "=", "find_course")
    .select("sealed_secret")
    .executeTakeFirstOrThrow();
  await db.updateTable("operations").set({ sealed_secret }).where("id", "=", "other").execute();
  expect(await open("other")).toMatchObject([{ id: "other", auth: null }]);
  await db.updateTable("operations").set({ url: "https://evil.edu" }).where("id", "=", "find_course").execute();
  expect(await open("find_course")).toMatchObject([{ auth: null }]);
  await db.updateTable("operations").set({ sealed_secret: "v1.AAAA" }).where("id", "=", "other").execute();
  expect(await open("other")).toMatchObject([{ auth: null }]);
  expect((await register(createOperation({ id: "other", auth: bearer(keptSecret) }))).status).toBe(400);
});

test("registering and deleting are in the audit log, without secrets, and other browsers are told", async () => {
  const stream = await openBrowserEvents(server.origin, person);
  onTestFinished(stream.close);
  await register(createOperation({ url: `${url}?key=s3cret`, auth: bearer("t0ken") }));
  await vi.waitFor(() => expect(stream.events).toContainEqual({ type: "config" }));
  stream.events.length = 0;
  await register(createOperation({ auth: bearer("new t0ken"), method: "GET" }));
  await vi.waitFor(() => expect(stream.events).toContainEqual({ type: "config" }));
  stream.events.length = 0;
  const [changed, registered] = await listAudit();
  expect(registered).toMatchObject({ verb: "register", object_ids: ["find_course"], before: null });
  expect(registered?.after).toMatchObject({ origin: "https://api.uni.edu", auth: "bearer", isSecretNew: true });
  expect(changed).toMatchObject({ before: { method: "POST" }, after: { method: "GET", isSecretNew: true } });
  await admin.proxy(deleteOperation, { op: { id: "find_course" } });
  await vi.waitFor(() => expect(stream.events).toContainEqual({ type: "config" }));
  expect((await listAudit())[0]).toMatchObject({
    ...{ actor_id: admin.actor.principal.id, verb: "delete", object_ids: ["find_course"], after: null },
    before: { method: "GET", hasSecret: true },
  });
  expect(JSON.stringify(await listAudit())).not.toMatch(/t0ken|s3cret/);
});

test("built-in operations are listed with the name of their integration while it is enabled and the feature is on", async () => {
  await register(createOperation());
  expect(await listIds()).toEqual(["find_course"]);
  await enableTestIntegrations(server.platform, ["https://www.googleapis.com"], ["google_calendar", "google_gmail"]);
  onTestFinished(() => enableTestIntegrations(server.platform, [], []));
  const builtIn = ["google_calendar_list_events", "google_calendar_create_event"];
  const gmail = ["google_gmail_search_messages", "google_gmail_read_messages"];
  expect(await listIds()).toEqual(["find_course", ...builtIn, ...gmail]);
  expect(await listIds("Google Calendar")).toEqual(builtIn);
  const [, event] = await list(person, "Google Calendar");
  expect(event).toMatchObject({ integration: "google_calendar", isBuiltIn: true, method: "POST" });
  expect(event?.data.shouldConfirm).toBe(true);
  expect(event).not.toHaveProperty("url");
  overrideFeature("integrations", { isFinished: false });
  expect(await listIds()).toEqual(["find_course"]);
});

test("nobody registers an operation under the name of a built-in one", async () => {
  const id = "google_docs_append_text";
  expect(await register(createOperation({ id }))).toMatchObject({
    status: 400,
    body: { message: `“${id}” is the name of an operation that comes with Lectern.` },
  });
});

test("an operation with the person’s account is registered with its integration, and without a secret", async () => {
  await enableTestIntegrations(server.platform, ["https://api.uni.edu"]);
  onTestFinished(() => enableTestIntegrations(server.platform, [], []));
  const auth = { type: "integration", integration: "google_drive", token: "t0ken" } as const;
  expect((await register(createOperation({ auth: { type: "integration" } }))).body.message).toBe(
    "Please choose the integration of “find_course”.",
  );
  expect((await register(createOperation({ auth }))).status).toBe(200);
  const [shown] = await list(admin, "courses");
  expect(shown).toMatchObject({ integration: "google_drive", auth: { ...auth, token: "" } });
  const [forAuthors] = await list(person, "courses");
  expect(forAuthors).toMatchObject({ integration: "google_drive" });
  expect(forAuthors).not.toHaveProperty("auth");
  expect((await listAudit())[0]?.after).toMatchObject({
    auth: "integration",
    integration: "google_drive",
    hasSecret: false,
  });
  await register(createOperation({ url: "https://elsewhere.example.org" }));
  expect((await list(admin, "courses"))[0]).not.toHaveProperty("integration");
});

test("operations can’t be listed while the feature is off", async () => {
  overrideFeature("assistantApis", { isFinished: false });
  expect((await person.proxy(getOperations, {})).status).toBe(403);
});
