import {
  createAssistant,
  findUnlistedEmailAddresses,
  listAssistantShares,
  listEmailAddresses,
  listGroupMembers,
  shareAssistant,
  unshareAssistant,
  updateGroupMembers,
} from "@lectern/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/createTestApp.ts";

import {
  addMembers,
  changeDirectoryGroupMembers,
  createDirectoryGroup,
  createGroup,
  setDirectoryGroupsOfGroup,
} from "../groups/service.ts";
import { createService } from "../principals/service.ts";

describe("with EMAIL_DIRECTORY=groups", () => {
  let server: TestApp;
  let site: TestPerson;
  let ada: TestPerson;
  let bob: TestPerson;
  let carol: TestPerson;
  beforeAll(async () => {
    const environment = { ADMINS: "site@uni.edu", EMAIL_DIRECTORY: "groups", FEATURES: "createAstAdminGroups" };
    server = await createTestApp({ environment });
    const signIn = (name: string) => server.signIn(`${name}@uni.edu`);
    [site, ada, bob, carol] = [await signIn("site"), await signIn("ada"), await signIn("bob"), await signIn("carol")];
  });
  afterAll(() => server.close());

  let count = 0;
  const create = async (creator: TestPerson, members: Record<string, "read" | "write" | "admin"> = {}) =>
    (await createGroup(server.platform, creator.actor, { name: `Group ${++count}`, types: [], members })).wireId;
  const listMembers = async (person: TestPerson, group_id: string, query = "") =>
    (await person.proxy(listGroupMembers, { group_id, query })).result.members;
  const findEmails = async (person: TestPerson, emailprefix: string) => {
    const { body } = await person.rest(listEmailAddresses, { emailprefix });
    return (JSON.parse(String(body.body)) as { emails: string[] }).emails;
  };
  const asAddress = (email: string) => ({ id: email, kind: "address", email, name: null });
  const asPerson = ({ actor: { principal, email, name } }: TestPerson) => ({
    ...{ id: principal.id, kind: "person", email, name },
  });

  test("an address that somebody adds to their group looks the same whether or not it has an account", async () => {
    const group_id = await create(ada, { "bob@uni.edu": "read", "nobody@uni.edu": "read" });
    const rows = await listMembers(ada, group_id);
    expect(rows).toEqual([
      { ...asPerson(ada), systemId: null, level: "admin" },
      { ...asAddress("bob@uni.edu"), systemId: null, level: "read" },
      { ...asAddress("nobody@uni.edu"), systemId: null, level: "read" },
    ]);
    await server.platform.db
      .updateTable("users")
      .set({ name: "Robert Smith" })
      .where("id", "=", bob.actor.principal.id)
      .execute();
    expect(await listMembers(ada, group_id, "smith")).toEqual([]);
    expect(await findEmails(ada, "*")).toEqual(["ada@uni.edu", "bob@uni.edu", "nobody@uni.edu"]);
    // Whoever did not add bob is in a group with him.
    await addMembers(server.platform, ada.actor, { groupId: group_id, members: { "carol@uni.edu": "write" } });
    expect(await listMembers(carol, group_id, "smith")).toMatchObject([{ kind: "person", name: "Robert Smith" }]);
    // Each id in the list names the member.
    const members = (await listMembers(ada, group_id))
      .map(({ id }) => id)
      .filter((id) => id !== ada.actor.principal.id);
    const removal = await ada.proxy(updateGroupMembers, { group_id, update_type: "REMOVE", members });
    expect(removal.status).toBe(200);
    expect(await listMembers(ada, group_id)).toHaveLength(1);
  });

  test("the same is true of an address with which somebody shares, until they share a group that another has made", async () => {
    const assistantId = (await ada.proxy(createAssistant, { name: "Tutor" })).result.assistantId;
    const recipientUsers = ["bob@uni.edu", "nobody@uni.edu"];
    const share = () => ada.proxy(shareAssistant, { assistantId, recipientUsers });
    const listShares = async () => (await ada.proxy(listAssistantShares, { assistantId })).result.shares;
    expect((await share()).status).toBe(200);
    const shares = await listShares();
    expect(shares).toEqual([
      { ...asAddress("bob@uni.edu"), role: "use" },
      { ...asAddress("nobody@uni.edu"), role: "use" },
    ]);
    const withdrawal = { assistantId, recipientUsers: shares.map(({ id }) => id) };
    expect((await ada.proxy(unshareAssistant, withdrawal)).status).toBe(200);
    expect(await listShares()).toEqual([]);
    await share();
    await create(bob, { "ada@uni.edu": "read" });
    expect(await listShares()).toMatchObject([
      { ...asAddress("nobody@uni.edu") },
      { kind: "person", id: bob.actor.principal.id, name: "Robert Smith" },
    ]);
    expect(await findEmails(carol, "bob")).toEqual([]);
  });

  test("neither a program of the caller's own nor a list that the caller has added reveals anybody", async () => {
    const group_id = await create(carol);
    const robot = await createService(server.platform, carol.actor, { name: "Robot" });
    await addMembers(server.platform, carol.actor, { groupId: group_id, members: { [robot.id]: "admin" } });
    const actor = { ...carol.actor, principal: { id: robot.id, kind: "service" as const } };
    await addMembers(server.platform, actor, { groupId: group_id, members: { "bob@uni.edu": "read" } });
    expect(await listMembers(carol, group_id, "bob")).toMatchObject([asAddress("bob@uni.edu")]);
    await createDirectoryGroup(server.platform, site.actor, { name: "All" });
    const add = ["ada@uni.edu", "carol@uni.edu", "site@uni.edu"];
    await changeDirectoryGroupMembers(server.platform, site.actor, { name: "All", add });
    const lists = { groupId: group_id, names: ["All"] };
    await setDirectoryGroupsOfGroup(server.platform, carol.actor, lists);
    expect(await findEmails(carol, "site")).toEqual([]);
    // One that a site administrator has set does, and stays so when the list is saved again.
    await setDirectoryGroupsOfGroup(server.platform, carol.actor, { ...lists, names: [] });
    await setDirectoryGroupsOfGroup(server.platform, site.actor, lists);
    await setDirectoryGroupsOfGroup(server.platform, carol.actor, lists);
    expect(await findEmails(carol, "site")).toEqual(["site@uni.edu"]);
  });

  test("an invitation that is answered still counts as added by the one who sent it", async () => {
    const group_id = await create(ada, { "late@uni.edu": "read" });
    await server.signIn("late@uni.edu");
    expect(await listMembers(ada, group_id, "late")).toMatchObject([asAddress("late@uni.edu")]);
  });

  test("nobody is told which addresses have no account, whoever they are", async () => {
    const group_id = await create(bob, { "ada@uni.edu": "admin" });
    expect(await listMembers(ada, group_id, "bob")).toMatchObject([{ kind: "person" }]);
    for (const person of [ada, carol, site])
      for (const email of ["bob@uni.edu", "carol@uni.edu", "nobody@uni.edu", person.actor.email])
        expect((await person.proxy(findUnlistedEmailAddresses, { emails: [email] })).result).toEqual({
          unlisted: null,
        });
  });
});
