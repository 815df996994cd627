import {
  createAssistant,
  createGroup,
  getSiteConfigs,
  listGroups,
  type OpCallInput,
  takeOverGroup,
  updateGroupAssistants,
  updateGroupMembers,
  updateGroupPublic,
  updateSiteConfigs,
} from "@lectern/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/createTestApp.ts";
import { openBrowserEvents } from "../../testing/openBrowserEvents.ts";
import { overrideFeature } from "../../testing/overrideFeature.ts";
import { findGroupLimit } from "../usage/repository.ts";

type GroupChanges = Extract<
  OpCallInput<typeof updateSiteConfigs>["configurations"][number],
  { type: "assistantAdminGroups" }
>["data"];

describe("the groups with assistants", () => {
  let server: TestApp;
  let site: TestPerson;
  let ann: TestPerson;
  let ben: TestPerson;
  let group_id: string;
  let count = 0;
  beforeAll(async () => {
    server = await createTestApp({ environment: { ADMINS: "site@uni.edu", FEATURES: "assistantAdminInterface" } });
    site = await server.signIn("site@uni.edu");
    ann = await server.signIn("ann@uni.edu");
    await site.proxy(updateSiteConfigs, {
      configurations: [{ type: "amplifyGroups", data: { Law: { groupName: "Law", members: ["ben@uni.edu"] } } }],
    });
    ben = await server.signIn("ben@uni.edu");
  });
  beforeEach(async () => {
    overrideFeature("createAstAdminGroups", { isFinished: true, isOnByDefault: true });
    group_id = (await ann.proxy(createGroup, { group_name: `Group ${++count}` })).result.id;
  });
  afterAll(() => server.close());

  const read = async () => (await site.proxy(getSiteConfigs, { lazy_load: "0" })).result;
  const readGroup = async () => (await read()).assistantAdminGroups?.[group_id];
  const save = async (data: GroupChanges, revision?: number, person = site) =>
    (
      await person.proxy(updateSiteConfigs, {
        configurations: [{ type: "assistantAdminGroups", data, ...(revision === undefined ? {} : { revision }) }],
      })
    ).result?.assistantAdminGroups;
  const listAudit = async () => {
    const { db } = server.platform;
    const { id } = await db.selectFrom("groups").where("wire_id", "=", group_id).select("id").executeTakeFirstOrThrow();
    const entries = await db.selectFrom("audit").where("object_type", "=", "group").selectAll().orderBy("id").execute();
    return entries.filter(({ verb, object_ids }) => verb !== "create" && object_ids.includes(id));
  };
  const updateMembers = (person: TestPerson, level: "read" | "write") =>
    ann.proxy(updateGroupMembers, { group_id, update_type: "ADD", members: { [person.actor.email]: level } });
  const isMember = async (person: TestPerson) =>
    (await person.proxy(listGroups, {})).result.groups.some(({ id }) => id === group_id);

  test("[A3.02] [A9.27] are read with their counts, and not with the sections that the administration opens with", async () => {
    await ann.proxy(updateGroupAssistants, {
      group_id,
      update_type: "ADD",
      assistants: [{ name: "A" }, { name: "B" }],
    });
    await ann.proxy(createAssistant, { name: "Ann’s own" });
    expect(await readGroup()).toEqual({
      group_id,
      groupName: `Group ${count}`,
      createdBy: "ann@uni.edu",
      isPublic: false,
      supportConvAnalysis: false,
      amplifyGroups: [],
      rateLimit: { period: "Unlimited", rate: null },
      keyRateLimit: { period: "Unlimited", rate: "0" },
      numOfAssistants: 2,
      hasAdmin: true,
    });
    const first = (await site.proxy(getSiteConfigs, { lazy_load: "1" })).result;
    expect(first).not.toHaveProperty("assistantAdminGroups");
    expect((await ann.proxy(getSiteConfigs, { lazy_load: "0" })).status).toBe(403);
  });

  test("[A6.05] are given to everybody, to groups of the directory and to the analysis, each with its own audit and only if it differs", async () => {
    expect(await isMember(ben)).toBe(false);
    expect(await save({ [group_id]: { group_id, amplifyGroups: ["Law"], isPublic: false } })).toEqual({
      success: true,
    });
    expect(await isMember(ben)).toBe(true);
    expect(await save({ [group_id]: { group_id, amplifyGroups: ["Law"], supportConvAnalysis: true } })).toEqual({
      success: true,
    });
    expect(await save({ [group_id]: { group_id, isPublic: true, amplifyGroups: [] } })).toEqual({ success: true });
    expect(await isMember(ben)).toBe(true);
    expect(await readGroup()).toMatchObject({ isPublic: true, supportConvAnalysis: true, amplifyGroups: [] });
    expect((await listAudit()).map(({ verb, before, after }) => [verb, before, after])).toEqual([
      ["changeDirectoryGroups", [], ["Law"]],
      ["changeAnalysis", { supportsAnalysis: false }, { supportsAnalysis: true }],
      ["changeAvailability", { isPublic: false }, { isPublic: true }],
      ["changeDirectoryGroups", ["Law"], []],
    ]);
  });

  test("have a limit on the cost of their assistants, which is audited, and which only their administrators see", async () => {
    const { db } = server.platform;
    const limit = { period: "Monthly", rate: 12.5 } as const;
    await updateMembers(ben, "write");
    const readAs = async (person: TestPerson) =>
      (await person.proxy(listGroups, {})).result.groups.find(({ id }) => id === group_id)?.rateLimit;
    expect(await save({ [group_id]: { group_id, rateLimit: limit } })).toEqual({ success: true });
    expect(await readGroup()).toMatchObject({ rateLimit: limit });
    expect([await readAs(ann), await readAs(ben)]).toEqual([limit, null]);
    const { id } = await db.selectFrom("groups").where("wire_id", "=", group_id).select("id").executeTakeFirstOrThrow();
    expect(await findGroupLimit(db, id)).toEqual({ name: `Group ${count}`, limit });
    // The rate of no limit does not matter.
    await save({ [group_id]: { group_id, rateLimit: { period: "Unlimited", rate: 3 } } });
    await save({ [group_id]: { group_id, rateLimit: { period: "Unlimited", rate: 0 } } });
    expect(await readAs(ann)).toEqual({ period: "Unlimited", rate: null });
    const audit = (await listAudit()).filter(({ verb }) => verb === "changeLimit");
    expect(audit.map(({ before, after }) => [before, after])).toEqual([
      [{ period: "Unlimited", rate: null }, limit],
      [limit, { period: "Unlimited", rate: null }],
    ]);
    const tooHigh = { period: "Daily", rate: 100_000 } as const;
    const invalid = {
      configurations: [
        { type: "assistantAdminGroups" as const, data: { [group_id]: { group_id, rateLimit: tooHigh } } },
      ],
    };
    expect((await site.proxy(updateSiteConfigs, invalid)).status).toBe(400);
    expect((await ann.proxy(updateSiteConfigs, { configurations: [] })).status).toBe(403);
  });

  test("what the group’s own administrators change meanwhile stays, unless the same thing is saved", async () => {
    const { revision = -1 } = (await read()).states.assistantAdminGroups ?? {};
    await ann.proxy(updateGroupPublic, { group_id, isPublic: true });
    expect(await save({ [group_id]: { group_id, supportConvAnalysis: true } }, revision)).toEqual({ success: true });
    expect(await readGroup()).toMatchObject({ isPublic: true, supportConvAnalysis: true });
  });

  test("a change of another administrator is returned instead of overwritten, and a refused group changes none", async () => {
    const { revision = -1 } = (await read()).states.assistantAdminGroups ?? {};
    await save({ [group_id]: { group_id, isPublic: true } }, revision);
    const refused = await save({ [group_id]: { group_id, isPublic: false } }, revision);
    expect(refused).toMatchObject({
      success: false,
      current: { assistantAdminGroups: { [group_id]: { isPublic: true } }, state: { revision: revision + 1 } },
    });
    expect(
      await save({ [group_id]: { group_id, isPublic: false }, Gone_1: { group_id: "Gone_1", isPublic: true } }),
    ).toEqual({ success: false, message: "This group doesn’t exist, or you’re not a member." });
    expect(await save({ [group_id]: { group_id, isPublic: false, amplifyGroups: ["Nobody"] } })).toEqual({
      success: false,
      message: "There is no group “Nobody” in the directory.",
    });
    expect(await readGroup()).toMatchObject({ isPublic: true });
    expect(await save({ [group_id]: { group_id, isPublic: false } }, undefined, ann)).toBeUndefined();
  });

  test("browsers are told that rights and assistants have changed", async () => {
    const origin = await server.app.listen({ port: 0, host: "127.0.0.1" });
    const stream = await openBrowserEvents(origin, ben);
    await save({ [group_id]: { group_id, supportConvAnalysis: true } });
    const getTypes = () => stream.events.map(({ type }) => type);
    await vi.waitFor(() => expect(getTypes()).toEqual(expect.arrayContaining(["rights", "assistants", "config"])));
    stream.close();
  });

  test("a group without an administrator who can sign in is marked, and taken over", async () => {
    const { db } = server.platform;
    await db.updateTable("users").set({ blocked_at: new Date() }).where("email", "=", "ann@uni.edu").execute();
    expect(await readGroup()).toMatchObject({ hasAdmin: false });
    await site.proxy(takeOverGroup, { group_id });
    expect(await readGroup()).toMatchObject({ hasAdmin: true });
    expect(await isMember(site)).toBe(true);
    await db.updateTable("users").set({ blocked_at: null }).where("email", "=", "ann@uni.edu").execute();
  });
});
