import {
  createAssistant,
  deleteAssistant,
  getAssistant,
  leaveAssistant,
  listAssistantShares,
  listAssistants,
  listGroups,
  shareAssistant,
  unshareAssistant,
  updateGroupAssistants,
  updateGroupMembers,
} from "@lectern/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { transaction } from "../../../platform/db/transaction.ts";
import type { TestPerson } from "../../../testing/createTestApp.ts";
import { createManualClock } from "../../../testing/manualClock.ts";

import { deleteGroup } from "../../groups/deleteGroup.ts";
import { addMembers, createBuiltInGroup, setGroupPublic } from "../../groups/service.ts";
import { blockPerson, erasePerson } from "../../people/service.ts";
import { createService } from "../../principals/service.ts";
import { eraseAssistants } from "../eraseAssistants.ts";
import { type AssistantTestbed, createAssistantTestbed } from "../testing/createAssistantTestbed.ts";

const notFound = { status: 404, body: { message: "This assistant doesn’t exist, or you don’t have access to it." } };

describe("ops of assistants", () => {
  let bed: AssistantTestbed;
  let ada: TestPerson;
  let writer: TestPerson;
  let reader: TestPerson;
  let stranger: TestPerson;
  let site: TestPerson;
  let teamId: string;

  beforeAll(async () => {
    bed = await createAssistantTestbed({ environment: { ADMINS: "site@uni.edu" } });
    [ada, writer, reader, stranger] = [
      await bed.signIn("ada"),
      await bed.signIn("writer"),
      await bed.signIn("reader"),
      await bed.signIn("stranger"),
    ];
    site = await bed.server.signIn("site@uni.edu");
    teamId = await bed.createTeam(ada, [
      [writer, "write"],
      [reader, "read"],
    ]);
  });
  afterAll(() => bed.server.close());

  const list = async (person: TestPerson, input: object = {}) => {
    const { status, result } = await person.proxy(listAssistants, input);
    expect(status).toBe(200);
    return result;
  };
  const listNames = async (person: TestPerson, input: object = {}) =>
    (await list(person, input)).assistants.map(({ name }) => name);

  test("[G7.05] the list has what the caller may use, by name, with the role and what the caller cannot do", async () => {
    const person = await bed.signIn("lister");
    const groupId = await bed.createTeam(ada, [[person, "read"]]);
    await bed.create(person, { name: "own", instructions: "secret" });
    await bed.create(ada, { name: "Published", groupId, isPublished: true, instructions: "secret" });
    await bed.create(ada, { name: "Draft", groupId });
    const shared = await bed.create(ada, { name: "lent", instructions: "secret" });
    await ada.proxy(shareAssistant, { assistantId: shared, recipientUsers: [person.actor.email], accessType: "write" });
    const restrictions = { noEdit: true, noCopy: true, noShare: true, noDelete: true };
    const { assistants } = await list(person);
    expect(assistants).toMatchObject([
      { name: "lent", role: "write", ...restrictions, noEdit: false, noDelete: false, group: null },
      { name: "own", role: "admin", ...restrictions, noEdit: false, noDelete: false, noShare: false },
      { name: "Published", role: "use", ...restrictions, group: { id: groupId } },
    ]);
    expect(JSON.stringify(assistants)).not.toContain("secret");
    expect(await listNames(ada, { groupId })).toEqual(["Draft", "Published"]);
    expect(await listNames(stranger, { groupId })).toEqual([]);
  });

  test("the list of a group has what was shared with the whole group too, for its members only, through each door", async () => {
    const [owner, colleague, member, guest] = [
      await bed.signIn("owner"),
      await bed.signIn("colleague"),
      await bed.signIn("member"),
      await bed.signIn("guest"),
    ];
    const groupId = await bed.createTeam(ada, [
      [owner, "write"],
      [colleague, "write"],
      [member, "read"],
    ]);
    await bed.create(ada, { name: "Coach", groupId, isPublished: true });
    await bed.create(ada, { name: "Draft", groupId });
    const share = async (name: string, names: string[], accessType: "use" | "write" = "use") => {
      const assistantId = await bed.create(owner, { name });
      const { status } = await owner.proxy(shareAssistant, { assistantId, recipientUsers: names, accessType });
      expect(status).toBe(200);
      return assistantId;
    };
    const helperId = await share("Helper", [groupId, guest.actor.email]);
    await share("Letters", [member.actor.email, colleague.actor.email]);
    await share("Notes", [groupId], "write");
    const listAll = (person: TestPerson) => list(person, { groupId, include: "shared" });
    const listRoles = async (person: TestPerson) =>
      (await listAll(person)).assistants.map(({ name, role, sharedRole }) => [name, role, sharedRole]);

    expect(await listRoles(member)).toEqual([
      ["Coach", "use", undefined],
      ["Helper", "use", "use"],
      ["Notes", "write", "write"],
    ]);
    expect((await listRoles(colleague)).map(([name]) => name)).toEqual(["Coach", "Draft", "Helper", "Notes"]);
    expect(await listRoles(owner)).toContainEqual(["Helper", "admin", "use"]);
    const { name, email } = owner.actor;
    expect((await listAll(member)).assistants).toMatchObject([{ owner: null }, { owner: { name, email } }, {}]);
    expect(await listNames(member, { groupId })).toEqual(["Coach"]);
    const first = await list(member, { groupId, include: "shared", limit: 2 });
    expect((await list(member, { groupId, include: "shared", cursor: first.nextCursor })).assistants).toHaveLength(1);

    // The list of all assistants names the person's own groups with which each is shared.
    const listGroups = async (person: TestPerson) =>
      Object.fromEntries((await list(person)).assistants.map((each) => [each.name, each.sharedGroups]));
    const group = { id: groupId, name: (await list(member, { groupId })).assistants[0]?.group?.name };
    expect(await listGroups(member)).toMatchObject({ Coach: [], Helper: [group], Letters: [], Notes: [group] });
    expect(await listGroups(owner)).toMatchObject({ Helper: [group], Letters: [], Notes: [group] });
    expect(await listGroups(guest)).toMatchObject({ Helper: [] });
    expect((await bed.read(member, helperId)).assistant.sharedGroups).toEqual([group]);

    // Guests may use one of them, but must not learn that the group may, too.
    for (const person of [guest, stranger, site]) {
      expect((await listAll(person)).assistants).toEqual([]);
      expect((await person.rest(listAssistants, { groupId, include: "shared" })).body).toMatchObject({
        data: { assistants: [] },
      });
    }
    expect((await member.rest(listAssistants, { groupId, include: "shared" })).body).toMatchObject({
      data: { assistants: [{ name: "Coach" }, { name: "Helper", sharedRole: "use" }, { name: "Notes" }] },
    });
    expect((await list(guest)).assistants.some((assistant) => "sharedRole" in assistant)).toBe(false);

    const members = { group_id: groupId, update_type: "REMOVE", members: [owner.actor.email] };
    expect((await ada.proxy(updateGroupMembers, members)).status).toBe(200);
    expect(await listRoles(owner)).toEqual([]);
    const withdrawal = { assistantId: helperId, recipientUsers: [groupId] };
    expect((await colleague.proxy(unshareAssistant, withdrawal)).status).toBe(403);
    expect((await owner.proxy(unshareAssistant, withdrawal)).status).toBe(200);
    expect((await listRoles(member)).map(([name]) => name)).toEqual(["Coach", "Notes"]);
  });

  test("[G4.06] the list has the highest version of each assistant, sorted by name", async () => {
    const person = await bed.signIn("sorter");
    for (const name of ["Zoology", "art", "Heat"]) await bed.create(person, { name });
    const { assistants } = await list(person);
    const heatId = assistants.find(({ name }) => name === "Heat")?.assistantId ?? "";
    await bed.create(person, { assistantId: heatId, name: "Chemistry" });
    await bed.create(person, { assistantId: heatId, name: "Physics", description: "Of heat" });
    const listed = (await list(person)).assistants.map(({ name, version, description }) => [
      name,
      version,
      description,
    ]);
    expect(listed).toEqual([
      ["art", 1, ""],
      ["Physics", 3, "Of heat"],
      ["Zoology", 1, ""],
    ]);
  });

  test("the list has pages, and finds a part of the name or the description", async () => {
    const person = await bed.signIn("pager");
    for (const name of ["b", "A", "c 50%", "B"]) await bed.create(person, { name, description: `About ${name}` });
    const first = await list(person, { limit: 3 });
    expect(first.nextCursor).not.toBeNull();
    const rest = await list(person, { limit: 3, cursor: first.nextCursor });
    expect(rest.nextCursor).toBeNull();
    const names = [...first.assistants, ...rest.assistants].map(({ name }) => name);
    expect(names.map((name) => name.toLowerCase())).toEqual(["a", "b", "b", "c 50%"]);
    expect(await listNames(person, { query: "ABOUT C" })).toEqual(["c 50%"]);
    expect(await listNames(person, { query: "50%" })).toEqual(["c 50%"]);
    expect(await listNames(person, { query: "%" })).toEqual(["c 50%"]);
    expect((await person.proxy(listAssistants, { cursor: "x" })).status).toBe(400);
  });

  test("whoever may only use an assistant receives nothing of how it is made", async () => {
    const secret = "periwinkle";
    const operation = { id: secret, name: secret };
    const content = { instructions: secret, disclaimer: secret, tools: [secret], data: { operations: [operation] } };
    const assistantId = await bed.create(ada, content);
    const share = (accessType: "use" | "read") =>
      ada.proxy(shareAssistant, { assistantId, recipientUsers: [reader.actor.email], accessType });
    await share("use");
    const { result, body } = await reader.proxy(getAssistant, { assistantId });
    expect(result).toMatchObject({ assistant: { role: "use", noEdit: true }, definition: null });
    expect(JSON.stringify(body)).not.toContain(secret);
    await share("read");
    expect((await bed.read(reader, assistantId)).definition).toMatchObject(content);
    expect(await stranger.proxy(getAssistant, { assistantId })).toMatchObject(notFound);
    expect((await stranger.proxy(getAssistant, { assistantId: "no id" })).status).toBe(400);
  });

  test("[G7.06] a deleted assistant is gone for everybody, with its versions and grants, and its id is never used again", async () => {
    const assistantId = await bed.create(ada, { name: "To be deleted" });
    await ada.proxy(shareAssistant, { assistantId, recipientUsers: [reader.actor.email] });
    expect(await reader.proxy(deleteAssistant, { assistantId })).toMatchObject({
      status: 403,
      body: { message: "You can use this assistant, but not delete it." },
    });
    expect(await stranger.proxy(deleteAssistant, { assistantId })).toMatchObject(notFound);
    expect((await ada.proxy(deleteAssistant, { assistantId })).status).toBe(200);
    for (const person of [ada, reader]) {
      expect(await person.proxy(getAssistant, { assistantId })).toMatchObject(notFound);
      expect(await listNames(person)).not.toContain("To be deleted");
    }
    expect(await ada.proxy(deleteAssistant, { assistantId })).toMatchObject(notFound);
    expect(await ada.proxy(createAssistant, { assistantId, name: "Again" })).toMatchObject(notFound);
    const { db } = bed.server.platform;
    const versions = await db
      .selectFrom("assistant_versions")
      .where("assistant_id", "=", assistantId)
      .select("id")
      .execute();
    const grants = await db.selectFrom("grants").where("object_id", "=", assistantId).select("role").execute();
    expect([versions, grants]).toEqual([[], []]);
  });

  test("an assistant of one's own is shared with people, programs and groups, and withdrawn", async () => {
    const assistantId = await bed.create(ada);
    const service = await createService(bed.server.platform, ada.actor, { name: "Robot" });
    const group = await bed.createTeam(writer, [[ada, "write"]]);
    const share = (recipientUsers: string[], accessType?: "use" | "read" | "write", person = ada) =>
      person.proxy(shareAssistant, { assistantId, recipientUsers, ...(accessType ? { accessType } : {}) });
    expect((await share([reader.actor.email, "new@uni.edu", service.wireId])).status).toBe(200);
    expect((await share([group], "read")).status).toBe(200);
    const listShares = async (person = ada) =>
      (await person.proxy(listAssistantShares, { assistantId })).result?.shares;
    expect(await listShares()).toEqual(
      expect.arrayContaining([
        {
          id: reader.actor.principal.id,
          kind: "person",
          name: reader.actor.name,
          email: reader.actor.email,
          role: "use",
        },
        { id: "new@uni.edu", kind: "invitation", name: null, email: "new@uni.edu", role: "use" },
        { id: service.id, kind: "service", name: "Robot", email: null, role: "use" },
        { id: group, kind: "group", name: expect.any(String), email: null, role: "read" },
      ]),
    );
    expect((await bed.read(writer, assistantId)).assistant.role).toBe("read");
    const first = (await ada.proxy(listAssistantShares, { assistantId, limit: 3 })).result;
    const second = (await ada.proxy(listAssistantShares, { assistantId, limit: 3, cursor: first.nextCursor })).result;
    expect([first.total, second.total, second.nextCursor]).toEqual([4, 4, null]);
    expect([...first.shares, ...second.shares]).toEqual(await listShares());
    expect((await ada.proxy(listAssistantShares, { assistantId, cursor: "x" })).status).toBe(400);
    // Each id that the list returns withdraws the right.
    const recipientUsers = (await listShares())?.map(({ id }) => id) ?? [];
    expect(recipientUsers).toHaveLength(4);
    expect((await ada.proxy(unshareAssistant, { assistantId, recipientUsers })).status).toBe(200);
    expect(await listShares()).toEqual([]);
    expect(await writer.proxy(getAssistant, { assistantId })).toMatchObject(notFound);
    await share([reader.actor.email], "write");
    expect(await share([stranger.actor.email], "use", reader)).toMatchObject({
      status: 403,
      body: { message: "Only the owner of an assistant can share it." },
    });
    expect(await reader.proxy(listAssistantShares, { assistantId })).toMatchObject({ status: 403 });
    expect(await share([], "use", stranger)).toMatchObject(notFound);
    expect((await share(["no address"])).status).toBe(400);
  });

  test("only writers share with a group as a whole, and only administrators with a group that everybody is in", async () => {
    const { platform } = bed.server;
    const levels = [
      [writer, "write"],
      [reader, "read"],
    ] as const;
    const [closed, open] = [await bed.createTeam(ada, levels), await bed.createTeam(ada, levels)];
    await setGroupPublic(platform, ada.actor, { groupId: open, isPublic: true });
    const builtIn = (await transaction(platform.db, (tx) => createBuiltInGroup(tx, "Built in", new Date()))).wireId;
    await addMembers(platform, site.actor, { groupId: builtIn, members: { [writer.actor.email]: "write" } });
    const share = async (person: TestPerson, groupId: string) => {
      const assistantId = await bed.create(person);
      return (await person.proxy(shareAssistant, { assistantId, recipientUsers: [groupId] })).status;
    };
    const shareWithEach = async (person: TestPerson) => [
      await share(person, closed),
      await share(person, open),
      await share(person, builtIn),
    ];
    expect(await shareWithEach(stranger)).toEqual([404, 403, 403]);
    expect(await shareWithEach(reader)).toEqual([403, 403, 403]);
    expect(await shareWithEach(writer)).toEqual([200, 403, 403]);
    expect(await shareWithEach(ada)).toEqual([200, 200, 403]);
    expect(await shareWithEach(site)).toEqual([403, 403, 200]);
    const assistantId = await bed.create(stranger);
    expect((await stranger.proxy(shareAssistant, { assistantId, recipientUsers: [open] })).body).toMatchObject({
      message: "Everybody is in this group, so only its administrators can share something with the whole group.",
    });
  });

  test("whoever an assistant is shared with sees whose it is, and can remove it from their assistants", async () => {
    const assistantId = await bed.create(ada);
    const groupId = await bed.createTeam(ada, [[reader, "read"]]);
    const share = (recipientUsers: string[]) => ada.proxy(shareAssistant, { assistantId, recipientUsers });
    const leave = (person: TestPerson) => person.proxy(leaveAssistant, { assistantId });
    expect(await leave(stranger)).toMatchObject(notFound);
    await share([reader.actor.email, writer.actor.email]);
    const owner = { name: ada.actor.name, email: ada.actor.email };
    expect((await bed.read(reader, assistantId)).assistant).toMatchObject({ owner, isRemovable: true });
    expect((await leave(reader)).result).toEqual({ isRemoved: true });
    expect(await leave(reader)).toMatchObject(notFound);
    expect((await bed.read(writer, assistantId)).assistant).toMatchObject({ isRemovable: true });
    // Nobody removes what they have through a group, and an owner keeps their own.
    await share([reader.actor.email, groupId]);
    expect((await leave(reader)).result).toEqual({ isRemoved: false });
    expect((await bed.read(reader, assistantId)).assistant).toMatchObject({ owner, isRemovable: false, role: "use" });
    expect((await leave(ada)).result).toEqual({ isRemoved: false });
    expect((await bed.read(ada, assistantId)).assistant).toMatchObject({
      owner: null,
      isRemovable: false,
      role: "admin",
    });
    const ofGroup = await bed.create(ada, { groupId, isPublished: true });
    expect((await bed.read(reader, ofGroup)).assistant).toMatchObject({ owner: null, isRemovable: false });
    const shares = (await ada.proxy(listAssistantShares, { assistantId })).result.shares;
    expect(new Set(shares.map(({ id }) => id))).toEqual(new Set([groupId, writer.actor.principal.id]));
    const entry = await bed.server.platform.db
      .selectFrom("audit")
      .selectAll()
      .where("verb", "=", "drop")
      .orderBy("id")
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ object_ids: [assistantId], before: [{ role: "use" }] });
  });

  test("a group's assistant is shared by its members alone", async () => {
    const assistantId = await bed.create(ada, { groupId: teamId, isPublished: true });
    const reply = await ada.proxy(shareAssistant, { assistantId, recipientUsers: [stranger.actor.email] });
    expect(reply).toMatchObject({
      status: 403,
      body: { message: "What belongs to a group is shared by adding members to the group." },
    });
    expect((await bed.read(ada, assistantId)).assistant).toMatchObject({ role: "admin", noShare: true, noEdit: false });
  });

  test("[G7.22] assistants are added to a group, saved and removed at once, in either case of the letters", async () => {
    const groupId = await bed.createTeam(ada, [
      [writer, "write"],
      [reader, "read"],
    ]);
    const update = (person: TestPerson, update_type: string, assistants: (string | object)[]) =>
      person.proxy(updateGroupAssistants, { group_id: groupId, update_type, assistants: assistants as [] });
    const added = await update(writer, "add", [{ name: "One", isPublished: true }, { name: "Two" }]);
    expect(added.body).toMatchObject({ success: true, assistantData: [{ version: 1 }, { version: 1 }] });
    const [one, two] = added.result.assistantData.map(({ assistantId }) => assistantId);
    expect(await listNames(reader, { groupId })).toEqual(["One"]);
    const updated = await update(ada, "UPDATE", [{ assistantId: two, name: "Second", isPublished: true }]);
    expect(updated.result.assistantData).toMatchObject([{ assistantId: two, version: 2 }]);
    expect(await listNames(reader, { groupId })).toEqual(["One", "Second"]);
    expect((await update(writer, "REMOVE", [one ?? ""])).body).toMatchObject({ success: true, assistantData: [] });
    expect(await listNames(writer, { groupId })).toEqual(["Second"]);
    const failed = { body: { success: false, assistantData: [] } };
    expect(await update(reader, "ADD", [{ name: "No" }])).toMatchObject({ ...failed, status: 403 });
    expect(await update(stranger, "ADD", [{ name: "No" }])).toMatchObject({ ...failed, status: 404 });
    expect(await update(ada, "ADD", ["astgp/x"])).toMatchObject({ ...failed, status: 400 });
    expect(await update(ada, "ADD", [{ name: "No", assistantId: two }])).toMatchObject({ ...failed, status: 400 });
    expect(await update(ada, "UPDATE", [{ name: "No" }])).toMatchObject({ ...failed, status: 400 });
    expect(await update(ada, "REMOVE", [{ name: "No" }])).toMatchObject({ ...failed, status: 400 });
    expect(await update(ada, "REPLACE", [{ name: "No" }])).toMatchObject({ status: 400 });
    const elsewhere = await bed.create(ada, { groupId: teamId });
    expect(await update(ada, "REMOVE", [elsewhere])).toMatchObject({ ...failed, status: 404 });
    expect(await listNames(ada, { groupId })).toEqual(["Second"]);
  });

  test("an error names the assistants of the group that were saved before it, so that nobody adds them twice", async () => {
    const groupId = await bed.createTeam(ada);
    const assistants = [
      { name: "First" },
      { name: "Second" },
      { name: "Broken", dataSources: [{ id: "s3://missing" }] },
      { name: "Never" },
    ];
    const { status, body } = await ada.proxy(updateGroupAssistants, {
      group_id: groupId,
      update_type: "ADD",
      assistants,
    });
    expect([status, body]).toMatchObject([404, { success: false, assistantData: [{ version: 1 }, { version: 1 }] }]);
    expect(await listNames(ada, { groupId })).toEqual(["First", "Second"]);
    const ids = (await list(ada, { groupId })).assistants.map(({ assistantId }) => assistantId);
    expect((body as { assistantData: object[] }).assistantData).toMatchObject(
      ids.map((assistantId) => ({ assistantId })),
    );
  });

  test("[A3.25] [G3.07] a list of groups has the id, name, members and types of each group, and its assistants that the caller sees", async () => {
    const groupId = await bed.createTeam(ada, [[reader, "read"]]);
    const published = await bed.create(ada, { name: "Published", groupId, isPublished: true });
    const draft = await bed.create(ada, { name: "A draft", groupId });
    const removed = await bed.create(ada, { name: "Removed", groupId });
    await ada.proxy(deleteAssistant, { assistantId: removed });
    const findGroup = async (person: TestPerson) =>
      (await person.proxy(listGroups, {})).result.groups.find(({ id }) => id === groupId);
    expect(await findGroup(ada)).toMatchObject({
      id: groupId,
      name: expect.stringMatching(/^Team \d+$/),
      members: { [ada.actor.email]: "admin", [reader.actor.email]: "read" },
      groupTypes: ["Staff", "Student"],
      supportConvAnalysis: false,
      assistants: [
        { id: draft, name: "A draft" },
        { id: published, name: "Published" },
      ],
    });
    expect((await findGroup(reader))?.assistants).toEqual([{ id: published, name: "Published" }]);
  });

  test("a public group's published assistants are for everybody, until the group is deleted", async () => {
    const groupId = await bed.createTeam(ada);
    const assistantId = await bed.create(ada, { groupId, isPublished: true });
    expect(await stranger.proxy(getAssistant, { assistantId })).toMatchObject(notFound);
    await setGroupPublic(bed.server.platform, ada.actor, { groupId, isPublic: true });
    expect((await bed.read(stranger, assistantId)).assistant.role).toBe("use");
    await deleteGroup(bed.server.platform, ada.actor, { groupId });
    for (const person of [ada, stranger]) {
      expect(await person.proxy(getAssistant, { assistantId })).toMatchObject(notFound);
    }
    const row = await bed.server.platform.db
      .selectFrom("assistants")
      .where("id", "=", assistantId)
      .select(["name", "deleted_at"])
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ name: "", deleted_at: expect.any(Date) });
  });

  test("with a person, the person's assistants are erased; versions that they saved elsewhere stay without the name", async () => {
    const leaver = await bed.signIn("leaver");
    const groupId = await bed.createTeam(ada, [[leaver, "write"]]);
    const own = await bed.create(leaver);
    await leaver.proxy(shareAssistant, { assistantId: own, recipientUsers: [reader.actor.email] });
    const ofGroup = await bed.create(leaver, { groupId, isPublished: true });
    const { platform } = bed.server;
    const personId = leaver.actor.principal.id;
    await blockPerson(platform, site.actor, personId);
    expect((await bed.read(reader, own)).assistant.role).toBe("use");
    await erasePerson(platform, site.actor, personId);
    await eraseAssistants(platform, personId);
    expect(await reader.proxy(getAssistant, { assistantId: own })).toMatchObject(notFound);
    expect((await bed.read(ada, ofGroup)).definition).toMatchObject({ name: "Tutor", savedBy: null });
  });
});

test("sharing and withdrawing count as twenty requests, because many people may be told", async () => {
  const clock = createManualClock();
  const bed = await createAssistantTestbed({ clock, environment: { REQUESTS_PER_MINUTE: "44" } });
  const ada = await bed.signIn("ada");
  const input = { assistantId: await bed.create(ada), recipientUsers: ["bob@uni.edu"] };
  const statuses = [
    (await ada.proxy(shareAssistant, input)).status,
    (await ada.proxy(unshareAssistant, input)).status,
    (await ada.proxy(shareAssistant, input)).status,
  ];
  expect(statuses).toEqual([200, 200, 429]);
  await bed.server.close();
});
