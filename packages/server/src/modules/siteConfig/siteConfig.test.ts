import {
  getFeatureFlags,
  getFlagsOfPerson,
  getSiteConfigs,
  type OpCallInput,
  updateSiteConfigs,
} from "@lectern/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/createTestApp.ts";
import { erasePerson } from "../people/service.ts";

type Changes = OpCallInput<typeof updateSiteConfigs>["configurations"];

describe("the configuration of the site", () => {
  let server: TestApp;
  let site: TestPerson;
  let ann: TestPerson;
  beforeAll(async () => {
    server = await createTestApp({ environment: { ADMINS: "site@example.org", FEATURES: "mtdCost" } });
    [site, ann] = [await server.signIn("site@example.org"), await server.signIn("ann@example.org")];
  });
  afterAll(() => server.close());

  const read = async (lazy_load?: "0" | "1") =>
    (await site.proxy(getSiteConfigs, lazy_load ? { lazy_load } : {})).result;
  const save = async (configurations: Changes, person = site) =>
    (await person.proxy(updateSiteConfigs, { configurations })).result;
  const saveFlag = (flag: { enabled: boolean; userExceptions?: string[]; amplifyGroupExceptions?: string[] }) =>
    save([{ type: "featureFlags", data: { createAstAdminGroups: flag } }]);
  const isOn = async (person: TestPerson) => (await person.proxy(getFeatureFlags, {})).result.createAstAdminGroups;
  const isAdmin = async (person: TestPerson) => {
    const { adminInterface } = (await person.proxy(getFeatureFlags, {})).result;
    expect((await person.proxy(getSiteConfigs, {})).status).toBe(adminInterface ? 200 : 403);
    return adminInterface;
  };
  const listAudit = () =>
    server.platform.db.selectFrom("audit").selectAll().where("verb", "=", "configure").orderBy("id").execute();

  test("[A7.21] is read in two groups, or whole, with the defaults of what nobody has saved", async () => {
    const { featureFlags, states, amplifyGroups } = await read();
    // The server's environment is the default, and unfinished features are not shown.
    expect(featureFlags).toMatchObject({
      mtdCost: { enabled: true, userExceptions: [], amplifyGroupExceptions: [] },
      createAstAdminGroups: { enabled: false },
    });
    expect(featureFlags).not.toHaveProperty("mixPanel");
    expect(featureFlags).not.toHaveProperty("adminInterface");
    expect(amplifyGroups).toEqual({});
    const unsaved = { revision: 0, savedBy: null, savedAt: null };
    expect(states).toMatchObject({ featureFlags: unsaved, admins: { ...unsaved, locked: ["site@example.org"] } });
    expect(Object.keys(await read("1"))).toEqual(expect.arrayContaining(["admins", "featureFlags", "amplifyGroups"]));
    const second = await read("0");
    const types = [
      "applicationSecrets",
      "applicationVariables",
      "assistantAdminGroups",
      "integrations",
      "openaiEndpoints",
      "supportedModels",
    ];
    expect(new Set(Object.keys(second.states))).toEqual(new Set(types));
    expect(new Set(Object.keys(second))).toEqual(new Set([...types, "states"]));
    expect(second).toMatchObject({ applicationVariables: {}, supportedModels: {}, openaiEndpoints: [] });
    expect(second.states.supportedModels).toEqual({ ...unsaved, locked: [] });
  });

  test("the audit log shows that the text of the cost alert has changed, and not how", async () => {
    const alert = { isActive: true, alertMessage: "MARKER {totalCost}", cost: 1 };
    await save([{ type: "promtCostAlert", data: alert }]);
    const entry = (await listAudit()).at(-1);
    const hash = expect.stringMatching(/^text:/);
    expect(entry).toMatchObject({ object_ids: ["promtCostAlert"], before: { alertMessage: hash } });
    expect(entry?.after).toEqual({ isActive: true, cost: 1, alertMessage: hash });
    expect(entry?.after).not.toMatchObject({ alertMessage: Object(entry?.before).alertMessage });
    expect(JSON.stringify(entry)).not.toContain("MARKER");
  });

  test("[A3.12] a feature is on for everybody but the people and the members of groups that are exceptions", async () => {
    await save([
      {
        type: "amplifyGroups",
        data: {
          Staff: { groupName: "Staff", members: [], includeFromOtherGroups: ["Law"] },
          Law: { groupName: "Law", members: [" Ann@Example.org "] },
        },
      },
    ]);
    expect(await isOn(ann)).toBe(false);
    await saveFlag({ enabled: false, amplifyGroupExceptions: ["Staff"] });
    expect(await isOn(ann)).toBe(true);
    await saveFlag({ enabled: true, userExceptions: ["ANN@example.org", "ann@example.org"] });
    expect(await isOn(ann)).toBe(false);
    const { featureFlags, states } = await read();
    expect(featureFlags?.createAstAdminGroups).toEqual({
      enabled: true,
      userExceptions: ["ann@example.org"],
      amplifyGroupExceptions: [],
    });
    expect(states.featureFlags).toMatchObject({ revision: 2, savedBy: "site@example.org" });
    await saveFlag({ enabled: false });
  });

  test("[A3.17] a group of the directory has a name, addresses, who created it, and the groups that it includes", async () => {
    const forged = { createdBy: "ann@example.org" };
    await save([
      {
        type: "amplifyGroups",
        data: {
          Staff: { ...forged, groupName: "Staff", members: ["Ann@example.org"], includeFromOtherGroups: ["Law"] },
          Law: { groupName: "Law", members: [] },
        },
      },
    ]);
    const createdBy = "site@example.org";
    expect((await read()).amplifyGroups).toEqual({
      Staff: { groupName: "Staff", members: ["ann@example.org"], createdBy, includeFromOtherGroups: ["Law"] },
      Law: { groupName: "Law", members: [], createdBy, includeFromOtherGroups: [] },
    });
  });

  test("[A7.20] [A7.64] each section that is refused says why, and the others are saved", async () => {
    const results = await save([
      { type: "featureFlags", data: { answerFeedback: { enabled: false, amplifyGroupExceptions: ["Nobody"] } } },
      { type: "admins", data: ["not an address"] },
      { type: "amplifyGroups", data: { Arts: { groupName: "Arts", members: ["ann@example.org"] } } },
    ]);
    expect(results).toEqual({
      featureFlags: { success: false, message: "There is no group “Nobody” in the directory." },
      admins: { success: false, message: "“not an address” is not an email address." },
      amplifyGroups: { success: true },
    });
    const { amplifyGroups, featureFlags } = await read();
    expect(Object.keys(amplifyGroups ?? {})).toEqual(["Arts"]);
    expect(featureFlags?.answerFeedback?.amplifyGroupExceptions).toEqual([]);
  });

  test("a feature that the environment sets is the same for everybody, and a change of it is refused", async () => {
    const { db } = server.platform;
    const none = { userExceptions: [], amplifyGroupExceptions: [] };
    await save([
      { type: "amplifyGroups", data: { Old: { groupName: "Old", members: ["ann@example.org"] } } },
      { type: "featureFlags", data: { answerFeedback: { enabled: true } } },
    ]);
    // Saved before the environment set it.
    const mtdCost = { enabled: false, userExceptions: ["ann@example.org"], amplifyGroupExceptions: ["Old"] };
    const setStored = (value: object) =>
      db
        .updateTable("settings")
        .set({ value: JSON.stringify(value) })
        .where("name", "=", "featureFlags")
        .execute();
    const getStored = async () =>
      (await db.selectFrom("settings").select("value").where("name", "=", "featureFlags").executeTakeFirst())?.value;
    await setStored({ mtdCost, answerFeedback: { enabled: true, ...none } });
    const { featureFlags, states } = await read();
    expect(states.featureFlags?.locked).toEqual(["mtdCost"]);
    expect(featureFlags?.mtdCost).toEqual({ enabled: true, ...none });
    expect((await ann.proxy(getFeatureFlags, {})).result.mtdCost).toBe(true);

    for (const changed of [{ enabled: false }, { enabled: true, userExceptions: ["ann@example.org"] }]) {
      expect(await save([{ type: "featureFlags", data: { mtdCost: changed } }])).toEqual({
        featureFlags: { success: false, message: "The server’s environment sets the feature “mtdCost”." },
      });
    }
    expect(
      await save([{ type: "featureFlags", data: { ...featureFlags, answerFeedback: { enabled: false } } }]),
    ).toEqual({
      featureFlags: { success: true },
    });
    expect(await getStored()).toMatchObject({ mtdCost, answerFeedback: { enabled: false } });
    // Another group with the name would get the feature once the environment does not set it.
    expect(await save([{ type: "amplifyGroups", data: {} }])).toEqual({ amplifyGroups: { success: true } });
    expect(await getStored()).toMatchObject({ mtdCost: { ...mtdCost, amplifyGroupExceptions: [] } });
    await setStored({});
  });

  test("what somebody else has saved meanwhile is not overwritten but returned", async () => {
    const revision = (await read()).states.amplifyGroups?.revision ?? 0;
    const rename = (name: string): Changes => [
      { type: "amplifyGroups", revision, data: { [name]: { groupName: name, members: [] } } },
    ];
    expect(await save(rename("First"))).toEqual({ amplifyGroups: { success: true } });
    const { amplifyGroups: refused } = await save(rename("Second"));
    expect(refused).toMatchObject({
      success: false,
      message: "Somebody else has saved this meanwhile.",
      current: {
        amplifyGroups: { First: { groupName: "First", createdBy: "site@example.org" } },
        state: { revision: revision + 1, savedBy: "site@example.org" },
      },
    });
    const both = await Promise.all(
      ["Third", "Fourth"].map((name) => save(rename(name).map((change) => ({ ...change, revision: revision + 1 })))),
    );
    expect(both.map(({ amplifyGroups }) => amplifyGroups?.success).sort()).toEqual([false, true]);
  });

  test("a group of the directory never includes itself, not even through others, and nothing of it is saved", async () => {
    const include = (name: string, other: string) => ({
      groupName: name,
      members: [],
      includeFromOtherGroups: [other],
    });
    const before = await read();
    const { amplifyGroups } = await save([
      { type: "amplifyGroups", data: { A: include("A", "B"), B: include("B", "C"), C: include("C", "A") } },
    ]);
    expect(amplifyGroups).toEqual({
      success: false,
      message: "“A” can’t include itself, not even through others.",
    });
    expect((await read()).amplifyGroups).toEqual(before.amplifyGroups);
  });

  test("[A6.01] administrators make others administrators, at once, and never remove themselves", async () => {
    expect(await isAdmin(ann)).toBe(false);
    expect(await save([{ type: "admins", data: ["ANN@example.org", "site@example.org"] }])).toEqual({
      admins: { success: true },
    });
    expect(await isAdmin(ann)).toBe(true);
    // Those whom the environment names are locked.
    expect((await read()).admins).toEqual(["ann@example.org"]);
    const { admins } = await save([{ type: "admins", data: [] }], ann);
    expect(admins).toEqual({
      success: false,
      message: "You can’t remove yourself from the administrators. Ask another administrator to do it.",
    });
    await save([{ type: "admins", data: [] }]);
    expect(await isAdmin(ann)).toBe(false);
    expect(await isAdmin(site)).toBe(true);
  });

  test("of two administrators who remove each other at once, one is refused", async () => {
    const ben = await server.signIn("ben@example.org");
    await save([{ type: "admins", data: ["ann@example.org", "ben@example.org"] }]);
    const results = await Promise.all([
      ann.proxy(updateSiteConfigs, { configurations: [{ type: "admins", data: ["ann@example.org"] }] }),
      ben.proxy(updateSiteConfigs, { configurations: [{ type: "admins", data: ["ben@example.org"] }] }),
    ]);
    expect(results.filter(({ status, result }) => status === 200 && result.admins?.success)).toHaveLength(1);
    expect((await read()).admins).toHaveLength(1);
    await save([{ type: "admins", data: [] }]);
  });

  test("each change is in the audit log, without addresses", async () => {
    await save([{ type: "admins", data: ["ann@example.org"] }]);
    await save([{ type: "admins", data: [] }]);
    const entries = await listAudit();
    expect(entries.at(-1)).toMatchObject({ object_type: "configuration", object_ids: ["admins"], after: [] });
    expect(entries.at(-2)).toMatchObject({
      actor_id: site.actor.principal.id,
      after: [expect.stringMatching(/^email:/)],
    });
    expect(JSON.stringify(entries)).not.toContain("@example.org");
  });

  test("the erasure of an administrator ends the right of the address", async () => {
    const cara = await server.signIn("cara@example.org");
    await save([{ type: "admins", data: ["cara@example.org", "ann@example.org"] }]);
    await erasePerson(server.platform, site.actor, cara.actor.principal.id);
    expect((await read()).admins).toEqual(["ann@example.org"]);
    await save([{ type: "admins", data: [] }]);
  });

  test("a group of the directory that is an exception of a feature is not deleted", async () => {
    const group = { groupName: "Kept", members: [] };
    await save([{ type: "amplifyGroups", data: { Kept: group } }]);
    await saveFlag({ enabled: false, amplifyGroupExceptions: ["Kept"] });
    expect(await save([{ type: "amplifyGroups", data: {} }])).toEqual({
      amplifyGroups: {
        success: false,
        message: "“Kept” is an exception of a feature. Please remove it there first.",
      },
    });
    await saveFlag({ enabled: false });
    expect(await save([{ type: "amplifyGroups", data: {} }])).toEqual({ amplifyGroups: { success: true } });
  });

  test("names of groups that differ in case only are refused, and a wrong address says in which group it is", async () => {
    const staff = { groupName: "Staff", members: [] };
    expect(
      await save([{ type: "amplifyGroups", data: { Staff: staff, staff: { ...staff, groupName: "staff" } } }]),
    ).toEqual({
      amplifyGroups: {
        success: false,
        message: "There is already a group “Staff” that differs only in capitalization.",
      },
    });
    expect(await save([{ type: "amplifyGroups", data: { Staff: { ...staff, members: ["nobody"] } } }])).toEqual({
      amplifyGroups: { success: false, message: "“nobody” in the group “Staff” is not an email address." },
    });
    expect((await read()).amplifyGroups).toEqual({});
  });

  test("nobody but administrators reads or saves it", async () => {
    expect((await ann.proxy(getSiteConfigs, {})).status).toBe(403);
    const configurations: Changes = [{ type: "admins", data: ["ann@example.org"] }];
    expect((await ann.proxy(updateSiteConfigs, { configurations })).status).toBe(403);
  });

  test("says which features somebody has and why, who may not have signed in yet", async () => {
    const check = async (email: string) => (await site.proxy(getFlagsOfPerson, { email })).result;
    await save([
      {
        type: "amplifyGroups",
        data: {
          Staff: { groupName: "Staff", members: [], includeFromOtherGroups: ["Law"] },
          Law: { groupName: "Law", members: ["later@example.org"] },
        },
      },
    ]);
    await saveFlag({ enabled: false, userExceptions: ["ann@example.org"], amplifyGroupExceptions: ["Staff"] });
    const everybody = { kind: "everybody" };
    expect(await check(" ANN@example.org ")).toMatchObject({
      hasSignedIn: true,
      flags: {
        createAstAdminGroups: { isOn: true, reason: { kind: "person" } },
        mtdCost: { isOn: true, reason: everybody },
      },
    });
    const later = await check("later@example.org");
    expect(later.hasSignedIn).toBe(false);
    expect(later.flags.createAstAdminGroups).toEqual({ isOn: true, reason: { kind: "group", name: "Staff" } });
    expect(later.flags).not.toHaveProperty("mixPanel");
    expect((await check("nobody@example.org")).flags.createAstAdminGroups).toEqual({ isOn: false, reason: everybody });
    const administrator = { isOn: true, reason: { kind: "administrator" } };
    expect((await check("site@example.org")).flags.createAstAdminGroups).toEqual(administrator);
    await save([{ type: "admins", data: ["future@example.org"] }]);
    expect((await check("future@example.org")).flags.createAstAdminGroups).toEqual(administrator);
    await save([{ type: "admins", data: [] }]);
    expect((await ann.proxy(getFlagsOfPerson, { email: "ann@example.org" })).status).toBe(403);
  });
});
