import {
  type ApiKey,
  createApiKey,
  deactivateApiKey,
  defaultAccessTypes,
  keyScopes,
  limits,
  listApiKeys,
  listSystemIds,
  maskedApiKey,
  type OpCallInput,
  reportLeakedApiKey,
  revealApiKey,
  saveAccounts,
  updateApiKeys,
} from "@lectern/contract";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/createTestApp.ts";
import { createTestKey } from "../../testing/createTestKey.ts";
import { createManualClock } from "../../testing/manualClock.ts";
import { createService } from "../principals/service.ts";
import { listKeyNames } from "./service.ts";

const clock = createManualClock();
let server: TestApp;
let count = 0;
beforeAll(async () => {
  server = await createTestApp({ clock, environment: { ADMINS: "admin@uni.edu" } });
});
afterEach(() => clock.advance(2_000));
afterAll(() => server.close());

const signIn = (name = "person") => server.signIn(`${name}-${++count}@uni.edu`);
const uuid = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const general = { id: "general_account", name: "No COA On File", isDefault: true };

const create = (person: TestPerson, input: Partial<OpCallInput<typeof createApiKey>> = {}) =>
  person.proxy(createApiKey, { account: general.id, appName: "Notebook", ...input });
const list = async (person: TestPerson) => (await person.proxy(listApiKeys, {})).result.keys;
const reveal = (person: TestPerson, apiKeyId: string) => person.proxy(revealApiKey, { apiKeyId });
const deactivate = (person: TestPerson, apiKeyId: string) => person.proxy(deactivateApiKey, { apiKeyId });
const update = async (person: TestPerson, requests: OpCallInput<typeof updateApiKeys>) =>
  (await person.proxy(updateApiKeys, requests)).result.failedKeys;
const listAudit = async (id: string) =>
  server.platform.db
    .selectFrom("audit")
    .select(["actor_id", "verb", "before", "after"])
    .where("object_type", "=", "apiKey")
    .where(sql<boolean>`object_ids ? ${id}`)
    .orderBy("id")
    .execute();
const getToday = () => clock.now().toISOString().slice(0, 10);
const getDay = (days: number) => new Date(clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
const toUuid = (apiKeyId: string) => apiKeyId.split("/").at(-1) ?? "";

test("[A7.39][A7.44][A7.45][A7.46][A7.47][A7.48][A7.49][A7.50] the ops have the paths and bodies of the specification", async () => {
  const { token } = await signIn();
  const call = async (method: "GET" | "POST", url: string, data?: unknown) => {
    const headers = { authorization: `Bearer ${token}` };
    const reply = await server.app.inject({
      method,
      url,
      headers,
      ...(data === undefined ? {} : { payload: { data } }),
    });
    expect(reply.statusCode, url).toBe(200);
    return reply.json();
  };
  const input = { account: general.id, delegate: null, appName: "App", appDescription: "", systemUse: true };
  const created = await call("POST", "/apiKeys/keys/create", input);
  const { id: apiKeyId, key } = created.data;
  expect(await call("GET", `/apiKeys/key/get?apiKeyId=${encodeURIComponent(apiKeyId)}`)).toEqual({
    success: true,
    data: { key },
  });
  expect((await call("GET", "/apiKeys/keys/get")).data.keys).toMatchObject([{ api_owner_id: apiKeyId }]);
  expect(await call("GET", "/apiKeys/get_system_ids")).toEqual({
    success: true,
    data: [{ systemId: expect.stringMatching(/^App-\d{6}$/), applicationName: "App" }],
  });
  const requests = [{ apiKeyId, updates: { expirationDate: getDay(1) } }];
  expect(await call("POST", "/apiKeys/keys/update", requests)).toEqual({ success: true, failedKeys: [] });
  expect(await call("POST", "/apiKeys/key/deactivate", { apiKeyId })).toMatchObject({ success: true });
});

describe("creating an API key", () => {
  test("[A3.06][A3.07][A3.08] gives a personal, a system or a delegated key with an id of its kind", async () => {
    const [ann, bob] = [await signIn("ann"), await signIn("bob")];
    const ownerId = ann.actor.principal.id;
    const personal = await create(ann, { owner: ann.actor.email, appDescription: "Counts things." });
    expect(personal.result.id).toMatch(new RegExp(`^${ownerId}/ownerKey/${uuid}$`));
    expect(personal.result.key).toMatch(/^amp-v1-[\w-]{43}$/);
    const expected: ApiKey = {
      api_owner_id: personal.result.id,
      kind: "personal",
      applicationName: "Notebook",
      applicationDescription: "Counts things.",
      owner: ann.actor.email,
      delegate: null,
      account: general,
      active: true,
      inactiveReason: null,
      createdAt: clock.now().toISOString(),
      expirationDate: null,
      lastAccessed: null,
      rateLimit: { period: "Unlimited", rate: "0" },
      maxRateLimit: null,
      accessTypes: [...defaultAccessTypes],
      systemId: null,
      group: null,
      permissions: { reveal: true, edit: true, deactivate: true },
      usage: { calls: 0, cost: 0 },
    };
    expect(personal.result.apiKey).toEqual(expected);

    const system = await create(ann, { appName: "Grade bot 2", systemUse: true });
    expect(system.result.id).toMatch(new RegExp(`^${ownerId}/systemKey/${uuid}$`));
    expect(system.result.apiKey).toMatchObject({
      kind: "system",
      systemId: expect.stringMatching(/^Grade-bot-2-\d{6}$/),
    });

    const delegated = await create(ann, { delegate: ` ${bob.actor.email.toUpperCase()} ` });
    expect(delegated.result.id).toMatch(new RegExp(`^${ownerId}/delegateKey/${uuid}$`));
    expect(delegated.result).toMatchObject({ key: null, apiKey: { kind: "delegate", delegate: bob.actor.email } });
    expect((await list(ann)).map(({ kind }) => kind).toSorted()).toEqual(["delegate", "personal", "system"]);
  });

  test("[A3.09] takes the account, the limit, the last day and the access types", async () => {
    const ann = await signIn();
    const physics = {
      id: "1.2.3",
      name: "Physics",
      rateLimit: { period: "Unlimited" as const, rate: "0" },
      isDefault: false,
    };
    const accounts = [{ ...physics, ...general }, physics];
    expect((await ann.proxy(saveAccounts, { accounts })).status).toBe(200);
    const rateLimit = { period: "Daily", rate: "2.50" } as const;
    const { result } = await create(ann, {
      ...{ account: "1.2.3", delegate: null, appName: "App", appDescription: "" },
      ...{ rateLimit, expirationDate: getDay(30), accessTypes: ["chat", "share"], systemUse: false },
    });
    expect(result.apiKey).toMatchObject({
      account: { id: "1.2.3", name: "Physics", isDefault: false },
      rateLimit: { period: "Daily", rate: "2.5" },
      expirationDate: getDay(30),
      accessTypes: ["chat", "share"],
    });
    expect(await listAudit(toUuid(result.id))).toEqual([
      {
        actor_id: ann.actor.principal.id,
        verb: "create",
        before: null,
        after: {
          kind: "personal",
          actsFor: ann.actor.principal.id,
          account: "1.2.3",
          expirationDate: getDay(30),
          rateLimit,
          accessTypes: ["chat", "share"],
        },
      },
    ]);
  });

  test("needs an account of the caller's list", async () => {
    const ann = await signIn();
    for (const account of ["1.2.3", "", " "]) {
      expect(await create(ann, { account })).toMatchObject({ status: 400 });
    }
    expect((await create(ann, { account: "1.2.3" })).body.message).toBe(
      "This account is not on your list any more. Please choose another one.",
    );
    expect(await list(ann)).toEqual([]);
  });

  test("[A5.31] refuses a last day before today (UTC)", async () => {
    const ann = await signIn();
    const message = "The expiration date can’t be earlier than today.";
    expect(await create(ann, { expirationDate: getDay(-1) })).toMatchObject({
      status: 400,
      body: { message, issues: [{ path: "expirationDate" }] },
    });
    for (const expirationDate of ["tomorrow", "2027-02-30", "", "99999-01-01"]) {
      expect((await create(ann, { expirationDate })).status, expirationDate).toBe(400);
    }
    expect((await create(ann, { expirationDate: getToday() })).status).toBe(200);
  });

  test("[A5.32] refuses system use with a delegate", async () => {
    const ann = await signIn();
    const reply = await create(ann, { systemUse: true, delegate: "bob@uni.edu" });
    expect(reply).toMatchObject({
      status: 400,
      body: { issues: [{ path: "systemUse", message: "is only allowed without a delegate" }] },
    });
    expect(await list(ann)).toEqual([]);
  });

  test("[A5.33][A9.06][A3.10] gives all access types but full access by default, and full access gives all", async () => {
    const ann = await signIn();
    expect(new Set(defaultAccessTypes)).toEqual(
      new Set(["assistants", "chat", "dual_embedding", "file_upload", "share"]),
    );
    const accessTypesOf = async (accessTypes?: OpCallInput<typeof createApiKey>["accessTypes"]) =>
      (await create(ann, accessTypes ? { accessTypes } : {})).result.apiKey.accessTypes;
    expect(await accessTypesOf()).toEqual([...defaultAccessTypes]);
    expect(await accessTypesOf([...defaultAccessTypes])).toEqual([...defaultAccessTypes]);
    expect(await accessTypesOf(["full_access"])).toEqual([...keyScopes]);
    expect(await accessTypesOf(["chat", "assistants", "chat"])).toEqual(["assistants", "chat"]);
    for (const missing of defaultAccessTypes) {
      const others = defaultAccessTypes.filter((type) => type !== missing);
      expect(await accessTypesOf(others), missing).toEqual(keyScopes.filter((scope) => others.includes(scope)));
    }
    // Some clients call the same access type by the other name.
    expect(await accessTypesOf(["upload_file"] as never)).toEqual(["file_upload"]);
    expect(await accessTypesOf(["upload_file", "file_upload"] as never)).toEqual(["file_upload"]);
    for (const accessTypes of [[], ["admin"], ["FULL_ACCESS"], ["none"]]) {
      expect((await create(ann, { accessTypes: accessTypes as never })).status, `${accessTypes}`).toBe(400);
    }
  });

  test("refuses a delegate who is no address or the caller, and an owner who is somebody else", async () => {
    const [ann, bob] = [await signIn("ann"), await signIn("bob")];
    for (const delegate of ["bob", "", "a@b", "a b@uni.edu", bob.actor.principal.id]) {
      expect((await create(ann, { delegate })).body.message, delegate).toBe("The delegate must be an email address.");
    }
    for (const delegate of [ann.actor.email, ann.actor.email.toUpperCase()]) {
      expect((await create(ann, { delegate })).body.message).toBe("You can’t delegate an API key to yourself.");
    }
    expect((await create(ann, { owner: bob.actor.email })).body.message).toBe(
      "You can only create API keys of your own.",
    );
    expect(await list(ann)).toEqual([]);
    expect(await list(bob)).toEqual([]);
  });

  test("names the service of an application whose name has no letters of its ids", async () => {
    const { result } = await create(await signIn(), { appName: "研究 …", systemUse: true });
    expect(result.apiKey).toMatchObject({
      applicationName: "研究 …",
      systemId: expect.stringMatching(/^Application-\d{6}$/),
    });
  });

  test("stops at the limit of active keys, also for calls at once; inactive ones do not count", async () => {
    const ann = await signIn();
    for (let n = 0; n < limits.apiKeysPerPerson - 2; n += 1) await createTestKey(server, ann);
    await createTestKey(server, ann, { expirationDate: getToday() });
    const statuses = (await Promise.all([create(ann), create(ann), create(ann)])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 413, 413]);
    expect((await create(ann)).body.message).toBe(
      "You have 200 active API keys. Please deactivate some of them first.",
    );
    const [first, second] = await list(ann);
    await deactivate(ann, first?.api_owner_id ?? "");
    expect((await create(ann)).status).toBe(200);
    expect((await create(ann)).status).toBe(413);
    expect(second?.active).toBe(true);
    clock.advance(86_400_000);
    // The key with a last day has expired.
    expect((await create(ann)).status).toBe(200);
    expect((await create(ann)).status).toBe(413);
  });
});

test("the database has the secret only as a keyed hash and sealed, and no reply but those for it contains it", async () => {
  const ann = await signIn();
  const { result } = await create(ann);
  const secret = result.key ?? "";
  const row = await server.platform.db
    .selectFrom("api_keys")
    .selectAll()
    .where("id", "=", toUuid(result.id))
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain(secret.slice("amp-v1-".length));
  expect(row.key_hash).toBe(server.platform.secrets.sign("apiKeyHashes", secret));
  const { key: _, ...created } = result;
  for (const reply of [created, await list(ann), await ann.proxy(listSystemIds, {})]) {
    expect(JSON.stringify(reply)).not.toContain("amp-v1-");
  }
  const audit = await server.platform.db.selectFrom("audit").selectAll().execute();
  expect(JSON.stringify(audit)).not.toContain("amp-v1-");
});

describe("seeing an API key", () => {
  test("[A4.08] its owner does, also after it was deactivated; each time is audited", async () => {
    const ann = await signIn();
    const { result } = await create(ann);
    expect((await reveal(ann, result.id)).result).toEqual({ key: result.key });
    await deactivate(ann, result.id);
    expect((await reveal(ann, result.id)).result).toEqual({ key: result.key });
    const rows = (await listAudit(toUuid(result.id))).filter(({ verb }) => verb === "reveal");
    expect(rows).toEqual([
      { actor_id: ann.actor.principal.id, verb: "reveal", before: null, after: null },
      { actor_id: ann.actor.principal.id, verb: "reveal", before: null, after: null },
    ]);
  });

  test("[A4.13][A6.06][A6.07][A6.08] of a delegated key, only the delegate does, who can do nothing else but end it", async () => {
    const [ann, bob] = [await signIn("ann"), await signIn("bob")];
    const { result } = await create(ann, { delegate: bob.actor.email });
    expect(await reveal(ann, result.id)).toMatchObject({
      status: 403,
      body: { message: "Only the person to whom this API key was delegated can see it." },
    });
    expect((await list(ann))[0]?.permissions).toEqual({ reveal: false, edit: true, deactivate: true });
    expect(await list(bob)).toMatchObject([
      {
        api_owner_id: result.id,
        owner: ann.actor.email,
        delegate: bob.actor.email,
        permissions: { reveal: true, edit: false, deactivate: true },
      },
    ]);
    const key = (await reveal(bob, result.id)).result.key;
    expect(key).toMatch(/^amp-v1-/);
    expect(
      await update(bob, [{ apiKeyId: result.id, updates: { account: general.id, expirationDate: null } }]),
    ).toEqual([{ apiKeyId: result.id, name: "Notebook", message: "Only the owner of this API key can change it." }]);
    const rateLimit = { period: "Daily", rate: "3" } as const;
    expect(await update(ann, [{ apiKeyId: result.id, updates: { rateLimit } }])).toEqual([]);
    expect((await list(bob))[0]).toMatchObject({ active: true, rateLimit });
    expect((await deactivate(bob, result.id)).status).toBe(200);
    expect((await list(bob))[0]).toMatchObject({ active: false, permissions: { reveal: true, deactivate: false } });
    expect((await reveal(ann, result.id)).status).toBe(403);
    const other = await create(ann, { delegate: bob.actor.email });
    expect((await deactivate(ann, other.result.id)).status).toBe(200);
    expect((await list(bob)).filter(({ active }) => active)).toEqual([]);
    expect((await create(ann, { systemUse: true, delegate: bob.actor.email })).status).toBe(400);
    expect((await create(ann, { systemUse: true })).result.apiKey.delegate).toBeNull();
  });

  test("begins with amp-, and forty asterisks stand for it", async () => {
    const { result } = await create(await signIn());
    expect(result.key).toMatch(/^amp-/);
    expect(maskedApiKey).toBe("*".repeat(40));
  });
});

describe("the keys of others", () => {
  test("are not found, whatever part of the id is right, by people and by administrators", async () => {
    const [ann, bob, admin] = [await signIn("ann"), await signIn("bob"), await server.signIn("admin@uni.edu")];
    const { apiKeyId } = await createTestKey(server, ann, { appName: "heliotrope" });
    for (const person of [bob, admin]) {
      for (const reply of [await reveal(person, apiKeyId), await deactivate(person, apiKeyId)]) {
        expect(reply).toMatchObject({
          status: 404,
          body: { message: "This API key doesn’t exist, or you don’t have access to it." },
        });
      }
      const updates = { rateLimit: { period: "Unlimited" as const, rate: "0" } };
      const failedKeys = await update(person, [{ apiKeyId, updates }]);
      expect(failedKeys).toMatchObject([{ apiKeyId, name: apiKeyId }]);
      expect(JSON.stringify([failedKeys, await list(person)])).not.toContain("heliotrope");
    }
    expect(await list(ann)).toMatchObject([{ active: true, accessTypes: [...keyScopes] }]);
  });

  test("are not found by ids that are malformed or mix two keys", async () => {
    const [ann, bob] = [await signIn("ann"), await signIn("bob")];
    const [own, theirs] = [await createTestKey(server, ann), await createTestKey(server, bob)];
    const owner = ann.actor.principal.id;
    const ids = [
      own.id,
      `${owner}/delegateKey/${own.id}`,
      `${owner}/systemKey/${own.id}`,
      `${owner}/OwnerKey/${own.id}`,
      `${bob.actor.principal.id}/ownerKey/${own.id}`,
      `${owner}/ownerKey/${theirs.id}`,
      `${owner}/ownerKey/${own.id}/`,
      `x/${owner}/ownerKey/${own.id}`,
      `${owner}/ownerKey/${own.id.toUpperCase()}`,
      `${owner}/ownerKey/${own.id}@x`,
      `${owner}/ownerKey/`,
      `${owner}/ownerKey/..`,
    ];
    for (const apiKeyId of ids) expect((await reveal(ann, apiKeyId)).status, apiKeyId).toBe(404);
    for (const apiKeyId of ["", "'", "a b", `${own.apiKeyId}\0`, `${own.apiKeyId} or 1=1`, "x".repeat(300)]) {
      expect((await reveal(ann, apiKeyId)).status, apiKeyId).toBe(400);
    }
    expect((await reveal(ann, own.apiKeyId)).status).toBe(200);
  });
});

describe("ending an API key", () => {
  test("[A4.06][A4.09] is for good, and a second time says that it is already inactive", async () => {
    const ann = await signIn();
    const { apiKeyId, id } = await createTestKey(server, ann, { expirationDate: getDay(50) });
    expect(await deactivate(ann, apiKeyId)).toMatchObject({
      status: 200,
      body: { success: true, message: "The API key has been deactivated." },
    });
    for (let n = 0; n < 2; n += 1) {
      expect((await deactivate(ann, apiKeyId)).body).toMatchObject({
        success: true,
        message: "The API key is already inactive.",
      });
    }
    expect(await list(ann)).toMatchObject([
      {
        active: false,
        inactiveReason: "deactivated",
        permissions: { reveal: true, edit: false, deactivate: false },
      },
    ]);
    expect((await listAudit(id)).slice(1)).toMatchObject([
      { verb: "deactivate", before: { active: true }, after: { active: false, reason: "deactivated" } },
    ]);
    // Nothing makes it active again.
    const later = getDay(100);
    expect(await update(ann, [{ apiKeyId, updates: { expirationDate: later } }])).toHaveLength(1);
    expect((await list(ann))[0]?.active).toBe(false);
  });

  test("says that an expired key is already inactive", async () => {
    const ann = await signIn();
    const { apiKeyId } = await createTestKey(server, ann, { expirationDate: getToday() });
    clock.advance(86_400_000);
    expect((await deactivate(ann, apiKeyId)).body.message).toBe("The API key is already inactive.");
    expect(await list(ann)).toMatchObject([{ active: false, inactiveReason: "expired" }]);
  });

  test("of several calls at once, one ends it", async () => {
    const ann = await signIn();
    const { apiKeyId, id } = await createTestKey(server, ann);
    const replies = await Promise.all([1, 2, 3].map(() => deactivate(ann, apiKeyId)));
    expect(replies.filter(({ body }) => body.message === "The API key has been deactivated.")).toHaveLength(1);
    expect((await listAudit(id)).map(({ verb }) => verb)).toEqual(["create", "deactivate"]);
  });

  test("is also possible for whoever has found its secret, and says nothing about a wrong one", async () => {
    const [ann, bob] = [await signIn("ann"), await signIn("bob")];
    const { secret, id } = await createTestKey(server, ann);
    const report = (key: string) => bob.proxy(reportLeakedApiKey, { key });
    const wrong = [`amp-v1-${"x".repeat(43)}`, "amp-", "", id, secret.slice(0, -1), secret.toUpperCase()];
    for (const key of wrong) expect((await report(key)).body, key).toEqual({ success: true });
    expect((await list(ann))[0]?.active).toBe(true);
    for (let n = 0; n < 2; n += 1) expect((await report(` ${secret}\n`)).body).toEqual({ success: true });
    expect(await list(ann)).toMatchObject([{ active: false, inactiveReason: "leaked" }]);
    expect(await list(bob)).toEqual([]);
    expect((await listAudit(id)).slice(1)).toMatchObject([
      { actor_id: bob.actor.principal.id, verb: "reportLeaked", after: { reason: "leaked" } },
    ]);
  });

  test("its owner can say that it was leaked", async () => {
    const ann = await signIn();
    const { apiKeyId } = await createTestKey(server, ann);
    await ann.proxy(deactivateApiKey, { apiKeyId, leaked: true });
    expect(await list(ann)).toMatchObject([{ inactiveReason: "leaked" }]);
  });
});

describe("changing API keys", () => {
  const limit = { period: "Monthly", rate: "7.25" } as const;

  test("[A4.10] saves the changes of several keys together, and names those that failed", async () => {
    const [ann, bob] = [await signIn("ann"), await signIn("bob")];
    const first = await createTestKey(server, ann, { appName: "First" });
    const second = await createTestKey(server, ann, { appName: "Second" });
    const third = await createTestKey(server, ann, { appName: "Third", delegate: bob.actor.email });
    const foreign = await createTestKey(server, bob);
    const reply = await ann.proxy(updateApiKeys, [
      { apiKeyId: first.apiKeyId, updates: { rateLimit: limit, accessTypes: ["chat"], expirationDate: getDay(5) } },
      { apiKeyId: second.apiKeyId, updates: { account: "9.9.9", rateLimit: limit } },
      { apiKeyId: foreign.apiKeyId, updates: { accessTypes: ["chat"] } },
      { apiKeyId: third.apiKeyId, updates: { account: general.id, accessTypes: ["share", "chat"] } },
    ]);
    expect(reply.body).toEqual({
      success: true,
      failedKeys: [
        {
          apiKeyId: second.apiKeyId,
          name: "Second",
          message: "This account is not on your list any more. Please choose another one.",
        },
        {
          apiKeyId: foreign.apiKeyId,
          name: foreign.apiKeyId,
          message: "This API key doesn’t exist, or you don’t have access to it.",
        },
      ],
    });
    const keys = new Map((await list(ann)).map((key) => [key.applicationName, key]));
    expect(keys.get("First")).toMatchObject({ rateLimit: limit, accessTypes: ["chat"], expirationDate: getDay(5) });
    expect(keys.get("Second")).toMatchObject({
      rateLimit: { period: "Unlimited" },
      accessTypes: [...keyScopes],
    });
    expect(keys.get("Third")).toMatchObject({ accessTypes: ["chat", "share"] });
    expect((await list(bob)).find(({ kind }) => kind === "personal")?.accessTypes).toEqual([...keyScopes]);
    expect((await listAudit(first.id)).at(-1)).toEqual({
      actor_id: ann.actor.principal.id,
      verb: "update",
      before: {
        account: general.id,
        expirationDate: null,
        rateLimit: { period: "Unlimited", rate: "0" },
        accessTypes: [...keyScopes],
      },
      after: { account: general.id, expirationDate: getDay(5), rateLimit: limit, accessTypes: ["chat"] },
    });
    expect(await listAudit(second.id)).toHaveLength(1);
  });

  test("[A4.07] only active ones can be changed", async () => {
    const ann = await signIn();
    const ended = await createTestKey(server, ann, { appName: "Ended" });
    const expired = await createTestKey(server, ann, { appName: "Expired", expirationDate: getToday() });
    await deactivate(ann, ended.apiKeyId);
    clock.advance(86_400_000);
    const requests = [ended, expired].map(({ apiKeyId }) => ({ apiKeyId, updates: { expirationDate: null } }));
    expect(await update(ann, requests)).toMatchObject([
      { name: "Ended", message: "Only active API keys can be changed." },
      { name: "Expired", message: "Only active API keys can be changed." },
    ]);
  });

  test("refuses a last day in the past, but keeps the one that a key has", async () => {
    const ann = await signIn();
    const { apiKeyId } = await createTestKey(server, ann, { expirationDate: getToday() });
    expect(await update(ann, [{ apiKeyId, updates: { expirationDate: getDay(-1) } }])).toMatchObject([
      { message: "The expiration date can’t be earlier than today." },
    ]);
    expect(await update(ann, [{ apiKeyId, updates: { expirationDate: getToday(), rateLimit: limit } }])).toEqual([]);
    expect(await update(ann, [{ apiKeyId, updates: { expirationDate: null } }])).toEqual([]);
    expect(await list(ann)).toMatchObject([{ expirationDate: null, rateLimit: limit }]);
  });

  test("the same key twice is changed twice, and callers at once do not wait for each other for ever", async () => {
    const ann = await signIn();
    const [a, b] = [await createTestKey(server, ann), await createTestKey(server, ann)];
    const change = (ids: string[]) =>
      update(
        ann,
        ids.map((apiKeyId) => ({ apiKeyId, updates: { rateLimit: limit } })),
      );
    expect(await Promise.all([change([a.apiKeyId, b.apiKeyId]), change([b.apiKeyId, a.apiKeyId])])).toEqual([[], []]);
    const requests = (["1", "2"] as const).map((rate) => ({
      apiKeyId: a.apiKeyId,
      updates: { rateLimit: { period: "Daily" as const, rate } },
    }));
    expect(await update(ann, requests)).toEqual([]);
    const audit = await listAudit(a.id);
    expect(audit.at(-1)).toMatchObject({ before: { rateLimit: { rate: "1" } }, after: { rateLimit: { rate: "2" } } });
  });

  test("takes no more at once than a person can have", async () => {
    const ann = await signIn();
    const { apiKeyId } = await createTestKey(server, ann);
    const requests = Array.from({ length: limits.apiKeysPerPerson + 1 }, () => ({ apiKeyId, updates: {} }));
    expect((await ann.proxy(updateApiKeys, requests)).status).toBe(400);
    expect(await update(ann, requests.slice(1))).toEqual([]);
  });
});

test("the list has the newest key first, with the keys that were delegated to the caller", async () => {
  const [ann, bob] = [await signIn("ann"), await signIn("bob")];
  for (const [owner, appName, delegate] of [
    [ann, "One", null],
    [bob, "Two", ann.actor.email],
    [ann, "Three", bob.actor.email],
    [bob, "Four", null],
  ] as const) {
    await createTestKey(server, owner, { appName, delegate });
    clock.advance(1_000);
  }
  const namesOf = async (person: TestPerson) => (await list(person)).map(({ applicationName }) => applicationName);
  expect(await namesOf(ann)).toEqual(["Three", "Two", "One"]);
  expect(await namesOf(bob)).toEqual(["Four", "Three", "Two"]);
});

test("the system ids are those of the caller's active system keys", async () => {
  const [ann, bob] = [await signIn("ann"), await signIn("bob")];
  const active = await createTestKey(server, ann, { appName: "Active", systemUse: true });
  const ended = await createTestKey(server, ann, { appName: "Ended", systemUse: true });
  await createTestKey(server, ann, { appName: "Expired", systemUse: true, expirationDate: getToday() });
  await createTestKey(server, ann);
  await createTestKey(server, bob, { systemUse: true });
  await createService(server.platform, ann.actor, { name: "Without a key" });
  await deactivate(ann, ended.apiKeyId);
  clock.advance(86_400_000);
  const { body } = await ann.proxy(listSystemIds, {});
  const systemId = (await list(ann)).find(({ api_owner_id }) => api_owner_id === active.apiKeyId)?.systemId;
  expect(systemId).toMatch(/^Active-\d{6}$/);
  expect(body).toEqual({ success: true, data: [{ systemId, applicationName: "Active" }] });
});

test("an account that was removed from the owner's list pays no more: the default does", async () => {
  const ann = await signIn();
  const unlimited = { period: "Unlimited" as const, rate: "0" };
  const physics = { id: "1.2.3", name: "Physics", rateLimit: unlimited, isDefault: false };
  const biology = { id: "4.5.6", name: "Biology", rateLimit: unlimited, isDefault: true };
  const generalEntry = { ...general, rateLimit: unlimited, isDefault: false };
  await ann.proxy(saveAccounts, { accounts: [generalEntry, physics, biology] });
  await createTestKey(server, ann, { account: "1.2.3" });
  expect((await list(ann))[0]?.account).toEqual({ id: "1.2.3", name: "Physics", isDefault: false });
  await ann.proxy(saveAccounts, { accounts: [generalEntry, biology] });
  expect((await list(ann))[0]?.account).toEqual({ id: "4.5.6", name: "Biology", isDefault: true });
});

test("the names of keys are found by the ids that usage rows have", async () => {
  const ann = await signIn();
  const { id } = await createTestKey(server, ann, { appName: "Named" });
  expect(await listKeyNames(server.platform.db, [id, "unknown"])).toEqual([{ id, name: "Named" }]);
  expect(await listKeyNames(server.platform.db, [])).toEqual([]);
});
