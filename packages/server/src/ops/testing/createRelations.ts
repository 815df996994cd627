import type { Actor } from "../../core/context.ts";
import type { Role } from "../../modules/access/service.ts";
import { giveGrants, revokeGrants } from "../../modules/grants/service.ts";
import { deleteGroup } from "../../modules/groups/deleteGroup.ts";
import * as groups from "../../modules/groups/service.ts";
import { createService } from "../../modules/principals/service.ts";
import { createTestActor } from "../../testing/createTestActor.ts";
import type { TestApp } from "../../testing/createTestApp.ts";

/** What a caller is to an object, and the role that follows from it. */
export interface Relation {
  name: string;
  caller: Actor;
  role: Role | "owner" | null;
  /** True if the membership from which the role follows is computed. */
  isComputed?: boolean;
  /** Gives the caller the right to an object of the owner, if the relation is about a grant. */
  share?(object: { type: string; id: string }): Promise<void>;
}

export interface Relations {
  owner: Actor;
  siteAdmin: Actor;
  /** Has no relation to anything here, and can be made an administrator of a group. */
  otherAdministrator: Actor;
  /** Relations to objects of the owner, who is a person. */
  toPerson: readonly Relation[];
  /** Relations to objects of a group. */
  toGroups: readonly (Relation & { group: TestGroup })[];
}

export interface TestGroup {
  id: string;
  wireId: string;
  isBuiltIn?: boolean;
}

/** Creates the callers of the callers' table. The groups are changed as their administrators would change them. */
export async function createRelations({ platform, signIn }: TestApp): Promise<Relations> {
  const people = await createPeople(signIn);
  const { owner, friend, reader, writer, admin, former, otherAdmin, listed, stranger, siteAdmin, successor } = people;
  const service = await addService("A program");
  const memberService = await addService("Member program");
  const team = await createTeam();
  const openGroup = await addGroup(admin, "Open group");
  await groups.setGroupPublic(platform, admin, { groupId: openGroup.wireId, isPublic: true });
  await groups.addMembers(platform, admin, { groupId: openGroup.wireId, members: { [writer.email]: "write" } });
  const builtInGroup = { ...(await addGroup(admin, "Built-in group")), isBuiltIn: true };
  await groups.addMembers(platform, admin, { groupId: builtInGroup.wireId, members: { [reader.email]: "read" } });
  await platform.db.updateTable("groups").set({ is_built_in: true }).where("id", "=", builtInGroup.id).execute();
  const deletedGroup = await addGroup(admin, "Deleted group");
  await deleteGroup(platform, admin, { groupId: deletedGroup.wireId });

  async function addService(name: string): Promise<Actor> {
    const { id } = await createService(platform, owner, { name });
    return createTestActor(id, { principal: { id, kind: "service" }, credential: createKey(id) });
  }

  async function addGroup(creator: Actor, name: string): Promise<TestGroup> {
    const { wireId } = await groups.createGroup(platform, creator, { name, types: [], members: {} });
    const [id] = await groups.findGroupIds(platform.db, [wireId]);
    if (id === undefined) throw new Error("the group was not created");
    return { id, wireId };
  }

  async function createTeam(): Promise<TestGroup> {
    const group = await addGroup(admin, "Team");
    const groupId = group.wireId;
    await groups.addMembers(platform, admin, {
      groupId,
      members: {
        [reader.email]: "read",
        [writer.email]: "write",
        [former.email]: "admin",
        [memberService.principal.id]: "write",
      },
    });
    await groups.removeMembers(platform, admin, { groupId, members: [former.email] });
    for (const name of ["Inner", "Outer"]) await groups.createDirectoryGroup(platform, siteAdmin, { name });
    await groups.changeDirectoryGroupMembers(platform, siteAdmin, { name: "Inner", add: [listed.email] });
    await groups.setDirectoryGroupIncludes(platform, siteAdmin, { name: "Outer", includes: ["Inner"] });
    await groups.setDirectoryGroupsOfGroup(platform, siteAdmin, { groupId, names: ["Outer"] });
    await addGroup(otherAdmin, "Other team");
    return group;
  }

  const grant =
    (role: "use" | "read" | "write", recipient: { principalId: string } | { email: string }) =>
    async ({ type, id }: { type: string; id: string }) => {
      const to =
        "email" in recipient
          ? { email: recipient.email, expires_at: "2100-01-01" }
          : { principal_id: recipient.principalId };
      await platform.db
        .insertInto("grants")
        .values({
          object_type: type,
          object_id: id,
          role,
          granted_by: owner.principal.id,
          created_at: platform.clock.now(),
          ...to,
        })
        .onConflict((conflict) => conflict.columns(["object_type", "object_id", "principal_id"]).doUpdateSet({ role }))
        .execute();
    };
  const grantTo = (role: "use" | "read" | "write", { principal }: Actor) => grant(role, { principalId: principal.id });
  const grantToGroup = (role: "use" | "read" | "write", { id }: TestGroup) => grant(role, { principalId: id });
  const grantAndRevoke = async ({ type, id }: { type: string; id: string }) => {
    if (type !== "file" && type !== "assistant") return;
    const object = { type, id } as const;
    await giveGrants(platform, owner, { object, names: [friend.email], role: "write" });
    await revokeGrants(platform, owner, { object, names: [friend.email] });
  };

  const toPerson: Relation[] = [
    { name: "the owner", caller: owner, role: "owner" },
    { name: "a job of the owner", caller: { ...owner, credential: { kind: "job", id: "job" } }, role: "owner" },
    { name: "a key of the owner", caller: { ...owner, credential: createKey("key") }, role: "owner" },
    { name: "use by a grant", caller: friend, role: "use", share: grantTo("use", friend) },
    { name: "read by a grant", caller: friend, role: "read", share: grantTo("read", friend) },
    { name: "write by a grant", caller: friend, role: "write", share: grantTo("write", friend) },
    { name: "use by a grant to a group", caller: reader, role: "use", share: grantToGroup("use", team) },
    { name: "read by a grant to a group", caller: reader, role: "read", share: grantToGroup("read", team) },
    { name: "write by a grant to a group", caller: reader, role: "write", share: grantToGroup("write", team) },
    {
      name: "read by a grant to a group as its administrator",
      caller: admin,
      role: "read",
      share: grantToGroup("read", team),
    },
    {
      name: "write by a grant to a public group",
      caller: stranger,
      role: "write",
      share: grantToGroup("write", openGroup),
    },
    {
      name: "write by a grant to a group with a directory group",
      caller: listed,
      role: "write",
      share: grantToGroup("write", team),
    },
    { name: "a service with a grant", caller: service, role: "write", share: grantTo("write", service) },
    { name: "a former member of a group with a grant", caller: former, role: null, share: grantToGroup("write", team) },
    {
      name: "a member of a deleted group with a grant",
      caller: admin,
      role: null,
      share: grantToGroup("write", deletedGroup),
    },
    { name: "a person whose grant was revoked", caller: friend, role: null, share: grantAndRevoke },
    {
      name: "a person with a grant of another type",
      caller: friend,
      role: null,
      share: ({ id }) => grantTo("write", friend)({ type: "other", id }),
    },
    {
      name: "a person with a grant to another object",
      caller: friend,
      role: null,
      share: ({ type, id }) => grantTo("write", friend)({ type, id: `${id}2` }),
    },
    {
      name: "a person whose address was invited and who has not signed in since",
      caller: friend,
      role: null,
      share: grant("write", { email: friend.email }),
    },
    { name: "another group's administrator", caller: otherAdmin, role: null, share: grantToGroup("write", team) },
    { name: "a stranger", caller: stranger, role: null },
    { name: "a job of a stranger", caller: { ...stranger, credential: { kind: "job", id: "job" } }, role: null },
    { name: "a service of the owner", caller: service, role: null },
    { name: "a site administrator", caller: siteAdmin, role: null },
  ];
  const toGroups: (Relation & { group: TestGroup })[] = [
    { name: "a member with read", caller: reader, role: "use", group: team },
    { name: "a member with write", caller: writer, role: "write", group: team },
    { name: "a member with admin", caller: admin, role: "admin", group: team },
    { name: "a service with write", caller: memberService, role: "write", group: team },
    {
      name: "a job of a member with write",
      caller: { ...writer, credential: { kind: "job", id: "job" } },
      role: "write",
      group: team,
    },
    { name: "anybody in a public group", caller: stranger, role: "use", isComputed: true, group: openGroup },
    { name: "a member of a public group with write", caller: writer, role: "write", group: openGroup },
    { name: "a member of a nested directory group", caller: listed, role: "use", isComputed: true, group: team },
    {
      name: "a person whose unverified address is in the directory group",
      caller: { ...stranger, email: listed.email, verifiedEmail: null },
      role: null,
      group: team,
    },
    { name: "a former member", caller: former, role: null, group: team },
    { name: "an administrator of a deleted group", caller: admin, role: null, group: deletedGroup },
    { name: "another group's administrator", caller: otherAdmin, role: null, group: team },
    { name: "a stranger", caller: stranger, role: null, group: team },
    {
      name: "a job of a stranger",
      caller: { ...stranger, credential: { kind: "job", id: "job" } },
      role: null,
      group: team,
    },
    { name: "a service", caller: service, role: null, group: team },
    { name: "a site administrator", caller: siteAdmin, role: null, group: team },
    {
      name: "a site administrator in the built-in group",
      caller: siteAdmin,
      role: "admin",
      isComputed: true,
      group: builtInGroup,
    },
    { name: "a member of the built-in group with read", caller: reader, role: "use", group: builtInGroup },
    { name: "a stranger to the built-in group", caller: stranger, role: null, group: builtInGroup },
  ];
  return { owner, siteAdmin, otherAdministrator: successor, toPerson, toGroups };
}

const createKey = (id: string) => ({ kind: "key", id, scopes: new Set(["full_access"] as const) }) as const;

async function createPeople(signIn: TestApp["signIn"]) {
  const create = async (name: string) => (await signIn(`${name}@uni.edu`)).actor;
  return {
    owner: await create("table-owner"),
    friend: await create("friend"),
    reader: await create("reader"),
    writer: await create("writer"),
    admin: await create("group-admin"),
    former: await create("former"),
    otherAdmin: await create("other-admin"),
    listed: await create("listed"),
    stranger: await create("somebody"),
    siteAdmin: await create("admin"),
    successor: await create("successor"),
  };
}
