import {
  createGroup as createGroupOp,
  findUnlistedEmailAddresses,
  limits,
  listEmailAddresses,
  shareAssistant,
  unshareAssistant,
  updateGroupMembers,
  updateGroupPermissions,
} from "@lectern/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../../testing/createTestApp.ts";
import { createManualClock } from "../../../testing/manualClock.ts";

import { deleteGroup } from "../../groups/deleteGroup.ts";
import {
  addMembers,
  changeDirectoryGroupMembers,
  createDirectoryGroup,
  createGroup,
  setDirectoryGroupIncludes,
  setDirectoryGroupsOfGroup,
  setGroupPublic,
} from "../../groups/service.ts";
import { erasePerson } from "../service.ts";

const ADMINS = "site@uni.edu";
const findUnlisted = async (person: TestPerson, emails: readonly string[]) =>
  (await person.proxy(findUnlistedEmailAddresses, { emails: [...emails] })).result.unlisted;
const find = async (person: TestPerson, emailprefix: string) => {
  const { status, body } = await person.rest(listEmailAddresses, { emailprefix });
  expect(status).toBe(200);
  return (JSON.parse(String(body.body)) as { emails: string[] }).emails;
};

describe("the directory of email addresses", () => {
  let server: TestApp;
  let ada: TestPerson;
  beforeAll(async () => {
    server = await createTestApp({ environment: { ADMINS } });
    ada = await server.signIn("ada@uni.edu");
  });
  afterAll(() => server.close());

  test("[C7.40] [A7.19] the response has a body with a list of email addresses", async () => {
    const { status, body } = await ada.rest(listEmailAddresses, { emailprefix: "ada@" });
    expect({ status, body }).toEqual({ status: 200, body: { statusCode: 200, body: expect.any(String) } });
    expect(JSON.parse(String(body.body))).toEqual({ success: true, emails: ["ada@uni.edu"] });
    const proxied = await ada.proxy(listEmailAddresses, { emailprefix: "ada@" });
    expect(proxied.body).toEqual(body);
    const all = await ada.rest(listEmailAddresses, {});
    expect(JSON.parse(String(all.body.body))).toEqual({ success: true, emails: ["ada@uni.edu"] });
  });

  test("addresses are found by their beginning only, in any case, and no character stands for others", async () => {
    for (const name of ["Zoe.Smith", "zoe_x", "zoex", "zo%e", "zoë"]) await server.signIn(`${name}@uni.edu`);
    expect(await find(ada, " ZOE")).toEqual(["zoe.smith@uni.edu", "zoe_x@uni.edu", "zoex@uni.edu"]);
    expect(await find(ada, "zoe_")).toEqual(["zoe_x@uni.edu"]);
    expect(await find(ada, "zo%")).toEqual(["zo%e@uni.edu"]);
    expect(await find(ada, "ZOË")).toEqual(["zoë@uni.edu"]);
    for (const prefix of ["%", "_", "uni.edu", "z*", "zoe.smith@uni.edu ada", "\\"]) {
      expect(await find(ada, prefix)).toEqual([]);
    }
    expect((await ada.rest(listEmailAddresses, { emailprefix: "x".repeat(300) })).status).toBe(400);
  });

  test("a list has at most 20 addresses, of which `*` gives the first", async () => {
    const names = Array.from({ length: 25 }, (_, index) => `many${String(index).padStart(2, "0")}@uni.edu`);
    for (const name of names) await server.signIn(name);
    expect(await find(ada, "many")).toEqual(names.slice(0, 20));
    expect(await find(ada, "*")).toEqual(await find(ada, ""));
    expect((await find(ada, "*")).length).toBe(limits.suggestedEmails);
    expect((await find(ada, "*"))[0]).toBe("ada@uni.edu");
  });

  test("of several addresses, those with which nobody has signed in are returned as they were sent", async () => {
    await server.signIn("yara@uni.edu");
    expect(await findUnlisted(ada, [" Yara@Uni.edu", "New@uni.edu", "y", "%"])).toEqual(["New@uni.edu", "y", "%"]);
    expect(await findUnlisted(ada, [])).toEqual([]);
    const tooMany = Array.from({ length: limits.emailsPerLookup + 1 }, (_, index) => `p${index}@uni.edu`);
    expect((await ada.proxy(findUnlistedEmailAddresses, { emails: tooMany })).status).toBe(400);
    expect(await findUnlisted(ada, tooMany.slice(1))).toHaveLength(limits.emailsPerLookup);
  });

  test("people who are blocked, erased, unverified or invited are not in it", async () => {
    const { db } = server.platform;
    const site = await server.signIn(ADMINS);
    const people = await Promise.all(
      ["gone1", "gone2", "gone3", "gone4"].map((name) => server.signIn(`${name}@uni.edu`)),
    );
    const [blocked, erased, unverified] = people.map(({ actor }) => actor.principal.id);
    await db
      .updateTable("users")
      .set({ blocked_at: new Date() })
      .where("id", "=", blocked ?? "")
      .execute();
    await erasePerson(server.platform, site.actor, erased ?? "");
    await db
      .updateTable("users")
      .set({ email_verified: false })
      .where("id", "=", unverified ?? "")
      .execute();
    const members = { "gone5@uni.edu": "read" } as const;
    await createGroup(server.platform, ada.actor, { name: "Guests", types: [], members });
    expect(await find(ada, "gone")).toEqual(["gone4@uni.edu"]);
    const emails = [1, 2, 3, 4, 5].map((number) => `gone${number}@uni.edu`);
    expect(await findUnlisted(ada, emails)).toEqual(emails.filter((email) => email !== "gone4@uni.edu"));
  });
});

describe("the directory of an institution that narrows it", () => {
  test("lists those who share a group with the caller, unless it is only public", async () => {
    const server = await createTestApp({ environment: { ADMINS, EMAIL_DIRECTORY: "groups" } });
    const { platform } = server;
    const signIn = (name: string) => server.signIn(`${name}@uni.edu`);
    const [site, ada, bob, carol, dora] = await Promise.all(["site", "ada", "bob", "carol", "dora"].map(signIn));
    if (!site || !ada || !bob || !carol || !dora) throw new Error("somebody did not sign in");
    const [a, b, c] = ["ada@uni.edu", "bob@uni.edu", "carol@uni.edu"];
    expect(await find(ada, "*")).toEqual([]);

    const create = async (creator: TestPerson, name: string) =>
      (await createGroup(platform, creator.actor, { name, types: [], members: {} })).wireId;
    const lab = await create(ada, "Lab");
    await addMembers(platform, ada.actor, { groupId: lab, members: { [b]: "read" } });
    expect(await find(ada, "*")).toEqual([a, b]);
    expect(await find(bob, "*")).toEqual([a, b]);

    for (const name of ["Inner", "Outer"]) await createDirectoryGroup(platform, site.actor, { name });
    await setDirectoryGroupIncludes(platform, site.actor, { name: "Outer", includes: ["Inner"] });
    await changeDirectoryGroupMembers(platform, site.actor, { name: "Inner", add: [c] });
    // Ada is not in the list, so she cannot learn whom it contains by adding it to her group.
    const lists = { groupId: lab, names: ["Outer"] };
    await expect(setDirectoryGroupsOfGroup(platform, ada.actor, lists)).rejects.toMatchObject({ code: "notFound" });
    expect(await find(ada, "*")).toEqual([a, b]);
    await setDirectoryGroupsOfGroup(platform, site.actor, lists);
    for (const person of [ada, bob, carol]) expect(await find(person, "*")).toEqual([a, b, c]);

    const open = await create(dora, "Open");
    await setGroupPublic(platform, dora.actor, { groupId: open, isPublic: true });
    expect(await find(dora, "*")).toEqual(["dora@uni.edu"]);
    expect(await find(ada, "d")).toEqual([]);
    expect(await find(site, "a")).toEqual([]);

    await deleteGroup(platform, ada.actor, { groupId: lab });
    expect(await find(bob, "*")).toEqual([]);
    expect(await find(carol, "*")).toEqual([]);
    await server.close();
  });
});

test.each([
  ["a search", (person: TestPerson) => person.proxy(listEmailAddresses, { emailprefix: "a" })],
  ["a question for addresses", (person: TestPerson) => person.proxy(findUnlistedEmailAddresses, { emails: ["a@b.c"] })],
])("%s counts as twenty requests, separately for each person", async (_, call) => {
  const clock = createManualClock();
  const server = await createTestApp({ clock, environment: { REQUESTS_PER_MINUTE: "41" } });
  const [ada, bob] = [await server.signIn("ada@uni.edu"), await server.signIn("bob@uni.edu")];
  const ask = async (person: TestPerson) => (await call(person)).status;
  expect([await ask(ada), await ask(ada), await ask(ada), await ask(bob)]).toEqual([200, 200, 429, 200]);
  clock.advance(60_000);
  expect(await ask(ada)).toBe(200);
  await server.close();
});

const addresses = Array.from({ length: 100 }, (_, index) => `guess${index}@uni.edu`);
const levels = Object.fromEntries(addresses.map((address) => [address, "read" as const]));
const change = { group_id: "none", members: levels };
const share = { assistantId: "astp/00000000-0000-4000-8000-000000000000", recipientUsers: addresses };
test.each([
  ["creating a group", 1, (person: TestPerson) => person.proxy(createGroupOp, { group_name: "G", members: levels })],
  ["adding", 1, (person: TestPerson) => person.proxy(updateGroupMembers, { ...change, update_type: "ADD" })],
  ["removing", 1, (person: TestPerson) => person.rest(updateGroupMembers, { ...change, update_type: "REMOVE" })],
  [
    "changing levels",
    1,
    (person: TestPerson) => person.rest(updateGroupPermissions, { group_id: "none", affected_members: levels }),
  ],
  ["sharing", 20, (person: TestPerson) => person.proxy(shareAssistant, share)],
  ["no longer sharing", 20, (person: TestPerson) => person.proxy(unshareAssistant, share)],
])("%s counts each address as much as looking it up, even if it fails", async (_, weight, call) => {
  const clock = createManualClock();
  // A hundred addresses are two look-ups of fifty.
  const server = await createTestApp({ clock, environment: { REQUESTS_PER_MINUTE: `${weight + 40}` } });
  const person = await server.signIn("ada@uni.edu");
  expect((await call(person)).status).not.toBe(429);
  expect((await call(person)).status).toBe(429);
  clock.advance(60_000);
  expect((await call(person)).status).not.toBe(429);
  await server.close();
});
