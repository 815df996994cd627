import {
  deactivateApiKey,
  defaultAccessTypes,
  defaultGroupKeyRateLimit,
  deleteGroup,
  getAvailableModels,
  keyScopes,
  listApiKeys,
  listGroups,
  replaceGroupKey,
  revealApiKey,
  updateApiKeys,
  updateGroupMembers,
  updateSiteConfigs,
} from "@lectern/contract";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/createTestApp.ts";
import { createManualClock } from "../../testing/manualClock.ts";
import { overrideFeature } from "../../testing/overrideFeature.ts";
import { createGroup } from "../groups/service.ts";
import { erasePerson } from "../people/service.ts";
import { authenticateKey } from "./service.ts";

const clock = createManualClock();
let server: TestApp;
let siteAdmin: TestPerson;
let admin: TestPerson;
let writer: TestPerson;
let reader: TestPerson;
let groupId: string;
let groupRowId: string;
let count = 0;
beforeAll(async () => {
  server = await createTestApp({ clock, environment: { ADMINS: "admin@uni.edu" } });
  siteAdmin = await server.signIn("admin@uni.edu");
});
beforeEach(async () => {
  overrideFeature("createAstAdminGroups", { isFinished: true, isOnByDefault: true });
  count += 1;
  [admin, writer, reader] = (await Promise.all(
    ["lead", "writer", "reader"].map((name) => server.signIn(`${name}-${count}@uni.edu`)),
  )) as [TestPerson, TestPerson, TestPerson];
  const members = { [writer.actor.email]: "write", [reader.actor.email]: "read" } as const;
  const group = await createGroup(server.platform, admin.actor, { name: "Physics 101", types: [], members });
  groupId = group.wireId;
  groupRowId = group.id;
});
afterEach(() => clock.advance(2_000));
afterAll(() => server.close());

const replace = (person: TestPerson) => person.proxy(replaceGroupKey, { groupId });
const list = async (person: TestPerson) => (await person.proxy(listApiKeys, {})).result.keys;
const call = async (key: string | null, url: string = getAvailableModels.path) =>
  server.app.inject({ url, headers: { authorization: `Bearer ${key}` } });

describe("replacing the key of a group", () => {
  test("[A7.56][G7.25][G9.13] gives its administrators a key with the default limit, which reads in the group", async () => {
    const headers = { authorization: `Bearer ${admin.token}` };
    const request = { method: "POST", url: "/groups/replace_key", headers, payload: { data: { groupId } } } as const;
    const reply = await server.app.inject(request);
    expect(reply.json()).toMatchObject({ success: true });
    const result = reply.json().data;
    expect(result.id).toMatch(new RegExp(`^${groupRowId}/systemKey/[0-9a-f-]{36}$`));
    expect(result.key).toMatch(/^amp-v1-/);
    expect(defaultGroupKeyRateLimit).toEqual({ period: "Monthly", rate: "100.00" });
    expect(await list(admin)).toMatchObject([
      {
        api_owner_id: result.id,
        kind: "system",
        applicationName: "Physics 101",
        owner: "",
        rateLimit: { period: "Monthly", rate: "100" },
        accessTypes: [...defaultAccessTypes],
        account: { id: "general_account", name: "No COA On File", isDefault: true },
        systemId: expect.stringMatching(/^Physics-101-\d{6}$/),
        group: { id: groupId, name: "Physics 101" },
        permissions: { reveal: true, edit: true, deactivate: true },
      },
    ]);
    expect((await admin.proxy(revealApiKey, { apiKeyId: result.id })).result.key).toBe(result.key);
    const updates = { accessTypes: [...keyScopes] };
    await admin.proxy(updateApiKeys, [{ apiKeyId: result.id, updates }]);
    const groups = (await call(result.key, listGroups.path)).json().data.groups;
    expect(groups.map(({ name }: { name: string }) => name)).toEqual(["Physics 101"]);
  });

  test("ends the earlier key at once, and the service stays the same", async () => {
    const first = (await replace(admin)).result;
    expect((await call(first.key)).statusCode).toBe(200);
    const second = (await replace(admin)).result;
    expect((await call(first.key)).json()).toMatchObject({ message: "This API key has been replaced by another one." });
    expect((await call(second.key)).statusCode).toBe(200);
    const keys = await list(admin);
    expect(new Set(keys.map(({ inactiveReason }) => inactiveReason))).toEqual(new Set([null, "replaced"]));
    expect(keys).toHaveLength(2);
    expect(new Set(keys.map(({ systemId }) => systemId)).size).toBe(1);
    const replies = await Promise.all([1, 2, 3].map(() => replace(admin)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await list(admin)).filter(({ active }) => active)).toHaveLength(1);
  });

  test("is for administrators of the group, and for those of the site, who do not see it", async () => {
    expect(await replace(writer)).toMatchObject({
      status: 403,
      body: { message: "You are not authorized to replace the API key of this group." },
    });
    expect((await replace(reader)).status).toBe(403);
    const stranger = await server.signIn("stranger@uni.edu");
    expect((await replace(stranger)).status).toBe(404);
    const unknown = { groupId: "Nobody_00000000-0000-4000-8000-000000000000" };
    expect((await siteAdmin.proxy(replaceGroupKey, unknown)).status).toBe(404);
    const { result } = await replace(siteAdmin);
    expect(result.key).toBeNull();
    const apiKeyId = result.id;
    for (const person of [siteAdmin, writer, reader, stranger]) {
      expect(await list(person)).toEqual([]);
      expect((await person.proxy(revealApiKey, { apiKeyId })).status).toBe(404);
      expect((await person.proxy(deactivateApiKey, { apiKeyId })).status).toBe(404);
    }
    expect((await admin.proxy(revealApiKey, { apiKeyId })).result.key).toMatch(/^amp-v1-/);
    const audit = await server.platform.db
      .selectFrom("audit")
      .select(["actor_id", "after"])
      .where("verb", "=", "replaceKey")
      .where(sql<boolean>`object_ids ? ${groupRowId}`)
      .execute();
    expect(audit).toMatchObject([{ actor_id: siteAdmin.actor.principal.id }]);
    expect(JSON.stringify(audit)).not.toContain("amp-v1-");
  });

  test("gives the new key the limit and the access types of the earlier one", async () => {
    const { id: apiKeyId } = (await replace(admin)).result;
    const updates = { rateLimit: { period: "Daily", rate: "2.5" }, accessTypes: ["chat"] } as const;
    await admin.proxy(updateApiKeys, [{ apiKeyId, updates: { ...updates, accessTypes: [...updates.accessTypes] } }]);
    await replace(admin);
    expect((await list(admin)).filter(({ active }) => active)).toMatchObject([updates]);
  });

  test("adds the service again if it was removed, and leaves a higher level", async () => {
    await replace(admin);
    const [key] = await list(admin);
    const { db } = server.platform;
    const readLevels = () =>
      db
        .selectFrom("group_members")
        .innerJoin("services", "services.id", "principal_id")
        .where("group_id", "=", groupRowId)
        .select(["wire_id", "level"])
        .execute();
    expect(await readLevels()).toEqual([{ wire_id: key?.systemId, level: "read" }]);
    await db.updateTable("group_members").set({ level: "write" }).where("level", "=", "read").execute();
    await replace(admin);
    expect(await readLevels()).toEqual([{ wire_id: key?.systemId, level: "write" }]);
    await sqlDeleteServices();
    await replace(admin);
    expect(await readLevels()).toEqual([{ wire_id: key?.systemId, level: "read" }]);
    // The log has each time when the service became a member.
    const entries = await db
      .selectFrom("audit")
      .select("after")
      .where("verb", "=", "replaceKey")
      .where(sql<boolean>`object_ids ? ${groupRowId}`)
      .orderBy("id")
      .execute();
    expect(entries).toMatchObject([true, false, true].map((isNewMember) => ({ after: { isNewMember } })));
  });
});

const sqlDeleteServices = () =>
  server.platform.db
    .deleteFrom("group_members")
    .where("principal_id", "in", (eb) => eb.selectFrom("services").select("services.id"))
    .execute();

test("administrators of the group change and end its key, except its account", async () => {
  const { id: apiKeyId, key } = (await replace(admin)).result;
  const rateLimit = { period: "Daily", rate: "5" } as const;
  const update = async (updates: object) =>
    (await admin.proxy(updateApiKeys, [{ apiKeyId, updates }])).result.failedKeys;
  expect(await update({ rateLimit, account: "general_account" })).toEqual([]);
  expect(await update({ account: "1.2.3" })).toMatchObject([
    { name: "Physics 101", message: "The key of a group has no account of a person." },
  ]);
  expect(await list(admin)).toMatchObject([{ rateLimit }]);
  await admin.proxy(deactivateApiKey, { apiKeyId });
  expect((await call(key)).statusCode).toBe(401);
});

describe("the limit that a site administrator sets for the key of a group", () => {
  type Limit = { period: "Unlimited" | "Monthly" | "Daily" | "Hourly"; rate: string };
  const saveAs = async (person: TestPerson, keyRateLimit: Limit) =>
    person.proxy(updateSiteConfigs, {
      configurations: [{ type: "assistantAdminGroups", data: { [groupId]: { group_id: groupId, keyRateLimit } } }],
    });
  const setMax = async (keyRateLimit: Limit) => {
    expect((await saveAs(siteAdmin, keyRateLimit)).result.assistantAdminGroups).toEqual({ success: true });
  };
  const readActive = async () => (await list(admin)).find(({ active }) => active);
  const changeAs = async (person: TestPerson, rateLimit: Limit) => {
    const apiKeyId = (await readActive())?.api_owner_id ?? "";
    return (await person.proxy(updateApiKeys, [{ apiKeyId, updates: { rateLimit } }])).result.failedKeys.map(
      ({ message }) => message,
    );
  };
  const monthly = (rate: string) => ({ period: "Monthly", rate }) as const;
  const unlimited = { period: "Unlimited", rate: "0" } as const;
  const refusal =
    "This limit allows more than the $50.00 per month that an administrator of this site has set for this API key. You can only lower it.";

  test("holds at once, and administrators of the group can lower but neither raise nor remove it", async () => {
    await replace(admin);
    expect(await changeAs(admin, monthly("500"))).toEqual([]);
    await setMax(monthly("50.00"));
    expect(await readActive()).toMatchObject({ rateLimit: monthly("50"), maxRateLimit: monthly("50") });
    for (const limit of [monthly("50.01"), unlimited, { period: "Daily", rate: "5" } as const]) {
      expect(await changeAs(admin, limit)).toEqual([refusal]);
    }
    expect(await readActive()).toMatchObject({ rateLimit: monthly("50") });
    expect(await changeAs(admin, monthly("20"))).toEqual([]);
    expect(await readActive()).toMatchObject({ rateLimit: monthly("20"), maxRateLimit: monthly("50") });
    // A typing error can be corrected.
    expect(await changeAs(admin, { period: "Daily", rate: "1.6" })).toEqual([]);
    expect(await changeAs(admin, monthly("50"))).toEqual([]);
    // What else a refused request changes is not changed either, and a request without a limit is not refused.
    const { api_owner_id: apiKeyId = "" } = (await readActive()) ?? {};
    const updates = { rateLimit: unlimited, accessTypes: ["chat" as const] };
    expect((await admin.proxy(updateApiKeys, [{ apiKeyId, updates }])).result.failedKeys).toHaveLength(1);
    expect((await readActive())?.accessTypes).toEqual([...defaultAccessTypes]);
    const narrowed = await admin.proxy(updateApiKeys, [{ apiKeyId, updates: { accessTypes: ["chat"] } }]);
    expect(narrowed.result.failedKeys).toEqual([]);
  });

  test("also holds for a site administrator who administers the group, outside of the administration", async () => {
    await replace(admin);
    await setMax(monthly("50"));
    const members = { [siteAdmin.actor.email]: "admin" } as const;
    await admin.proxy(updateGroupMembers, { group_id: groupId, update_type: "ADD", members });
    expect(await changeAs(siteAdmin, monthly("60"))).toEqual([refusal]);
    await setMax(monthly("60"));
    expect(await readActive()).toMatchObject({ rateLimit: monthly("60"), maxRateLimit: monthly("60") });
  });

  test("leaves a lower limit that the group has chosen, and changes the key’s limit only with it", async () => {
    await setMax(monthly("100"));
    await replace(admin);
    expect(await changeAs(admin, monthly("30"))).toEqual([]);
    await setMax(monthly("50"));
    expect(await readActive()).toMatchObject({ rateLimit: monthly("30"), maxRateLimit: monthly("50") });
    await setMax({ period: "Daily", rate: "1" });
    expect(await readActive()).toMatchObject({ rateLimit: { period: "Daily", rate: "1" } });
    // It is the highest one, so it stays that.
    await setMax(monthly("60"));
    expect(await readActive()).toMatchObject({ rateLimit: monthly("60"), maxRateLimit: monthly("60") });
    const entries = await server.platform.db
      .selectFrom("audit")
      .select(sql`array[before -> 'limitOfKey', after -> 'limitOfKey']::text[]`.as("limits"))
      .where("verb", "=", "changeKeyLimit")
      .where(sql<boolean>`object_ids ? ${groupRowId}`)
      .orderBy("id")
      .execute();
    const daily = { period: "Daily", rate: "1" };
    expect(
      entries.map(({ limits }) => (limits as (string | null)[]).map((limit) => limit && JSON.parse(limit))),
    ).toEqual([
      [null, null],
      [monthly("30"), monthly("30")],
      [monthly("30"), daily],
      [daily, monthly("60")],
    ]);
  });

  test("cannot be lifted by ending or replacing the key", async () => {
    await replace(admin);
    await setMax(monthly("50"));
    await changeAs(admin, monthly("30"));
    await replace(admin);
    expect(await readActive()).toMatchObject({ rateLimit: monthly("30"), maxRateLimit: monthly("50") });
    await admin.proxy(deactivateApiKey, { apiKeyId: (await readActive())?.api_owner_id ?? "" });
    await setMax(monthly("10"));
    await replace(admin);
    expect(await readActive()).toMatchObject({ rateLimit: monthly("10"), maxRateLimit: monthly("10") });
    await replace(siteAdmin);
    expect(await readActive()).toMatchObject({ rateLimit: monthly("10"), maxRateLimit: monthly("10") });
  });

  test("may be set before there is a key", async () => {
    await setMax({ period: "Daily", rate: "7" });
    await replace(admin);
    expect(await readActive()).toMatchObject({ rateLimit: { period: "Daily", rate: "7" } });
  });

  test("is given back to the administrators of the group with ‘Unlimited’, which changes no key", async () => {
    await replace(admin);
    await setMax(monthly("50"));
    await setMax({ period: "Unlimited", rate: "3" });
    expect(await readActive()).toMatchObject({ rateLimit: monthly("50"), maxRateLimit: null });
    expect(await changeAs(admin, unlimited)).toEqual([]);
  });

  test("is set by site administrators alone, and audited", async () => {
    await replace(admin);
    const { key } = (await replace(admin)).result;
    for (const person of [admin, writer, reader, await server.signIn("outsider@uni.edu")]) {
      expect((await saveAs(person, monthly("500"))).status).toBe(403);
    }
    const headers = { authorization: `Bearer ${key}` };
    const byKey = { method: "POST", url: updateSiteConfigs.path, headers, payload: { data: {} } } as const;
    expect((await server.app.inject(byKey)).statusCode).toBe(403);
    expect(await changeAs(writer, monthly("1"))).toEqual([expect.stringContaining("doesn’t exist")]);
    await setMax(monthly("50"));
    await setMax(monthly("50.0"));
    const entries = await server.platform.db
      .selectFrom("audit")
      .select(["actor_id", "before", "after"])
      .where("verb", "=", "changeKeyLimit")
      .where(sql<boolean>`object_ids ? ${groupRowId}`)
      .execute();
    expect(entries).toEqual([
      {
        actor_id: siteAdmin.actor.principal.id,
        before: { ...unlimited, limitOfKey: monthly("100") },
        after: { ...monthly("50"), limitOfKey: monthly("50") },
      },
    ]);
  });

  test("limits what the calls of the key cost", async () => {
    const { key } = (await replace(admin)).result;
    await setMax(monthly("0"));
    clock.advance(2_000);
    const actor = await authenticateKey(server.platform, key ?? "");
    expect(actor.credential).toMatchObject({
      rateLimit: { period: "Monthly", rate: 0 },
      maxRateLimit: { period: "Monthly", rate: 0 },
    });
  });
});

test("the key ends with the group", async () => {
  const { key } = (await replace(admin)).result;
  expect((await call(key)).statusCode).toBe(200);
  expect((await admin.proxy(deleteGroup, { group_id: groupId })).status).toBe(200);
  clock.advance(2_000);
  expect((await call(key)).json()).toMatchObject({ message: "This API key has been deactivated." });
  expect(await list(admin)).toEqual([]);
});

test("the key stays when whoever replaced it is erased", async () => {
  const { key, id: apiKeyId } = (await replace(admin)).result;
  const successorId = writer.actor.principal.id;
  await erasePerson(server.platform, siteAdmin.actor, admin.actor.principal.id, { successorId });
  clock.advance(2_000);
  expect((await call(key)).statusCode).toBe(200);
  expect((await writer.proxy(revealApiKey, { apiKeyId })).result.key).toBe(key);
});

test("a key of a group asks for the agreement until one of its administrators has accepted it", async () => {
  overrideFeature("dataDisclosure", { isFinished: true, isOnByDefault: true });
  const { key } = (await replace(admin)).result;
  const value = JSON.stringify({ version: "1" });
  await server.platform.db
    .insertInto("settings")
    .values({ name: "dataDisclosure", value, updated_at: clock.now() })
    .execute();
  clock.advance(2_000);
  expect((await call(key)).json()).toMatchObject({ error: "DisclosureRequired" });
  const accept = (person: TestPerson) =>
    server.platform.db
      .insertInto("disclosure_acceptances")
      .values({ principal_id: person.actor.principal.id, version: "1", accepted_at: clock.now() })
      .execute();
  await accept(writer);
  expect((await call(key)).statusCode).toBe(403);
  await accept(admin);
  expect((await call(key)).statusCode).toBe(200);
  await server.platform.db.deleteFrom("settings").execute();
});
