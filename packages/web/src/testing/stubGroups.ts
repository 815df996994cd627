import {
  createGroup,
  deleteGroup,
  findUnlistedEmailAddresses,
  type Group,
  type GroupLevel,
  getFeatureFlags,
  leaveGroup,
  listEmailAddresses,
  listGroupMembers,
  listGroups,
  updateGroupMembers,
  updateGroupPermissions,
  updateGroupTypes,
} from "@lectern/contract";
import { createGroup as createGroupForTest } from "../entities/groups/testing/createGroup.ts";
import { createFlags } from "./defaultAnswers.ts";
import { emitBrowserEvent, Failure, getPerson, stubOp } from "./stubServer.ts";

/** The groups of a test. */
export interface StubbedGroups {
  /** The only group with this name. */
  get(name: string): Group;
  /** Changes a group, as somebody else would. The page is told unless `isTold` is false. */
  change(name: string, changes: Partial<Group>, options?: { isTold?: boolean }): void;
  /** Deletes a group, or ends the person's membership, as somebody else would. The page is told. */
  remove(name: string): void;
}

/** The features that an administrator of the site has. */
export const groupFlags = { assistantAdminInterface: true, createAstAdminGroups: true };

/**
 * Answers as a server that stores groups, starting with these, of which the person is the administrator unless they say
 * something else. The person has the features for groups. `signedInEmails`: those that are suggested.
 */
export function stubGroups(
  groups: readonly Partial<Group>[],
  { signedInEmails = [] }: { signedInEmails?: readonly string[] } = {},
): StubbedGroups {
  const { email: ownEmail } = getPerson();
  const rows = new Map<string, Group>();
  const put = (group: Group): Group => {
    const numOfMembers = group.level === "read" ? null : Object.keys(group.members).length;
    const row = { ...group, level: group.members[ownEmail] ?? group.level, numOfMembers };
    rows.set(row.id, row);
    return row;
  };
  for (const { name = "Physics", level = "admin", ...fields } of groups)
    put(
      createGroupForTest({
        id: `${name.replaceAll(" ", "")}_1`,
        name,
        level,
        members: { [ownEmail]: level },
        ...fields,
      }),
    );
  const find = (groupId: string): Group => {
    const group = rows.get(groupId);
    if (!group) throw new Failure("Not found.", { status: 404, code: "notFound" });
    return group;
  };
  const findByName = (name: string): Group => {
    const group = [...rows.values()].find((each) => each.name === name);
    if (!group) throw new Error(`there is no group ${name}`);
    return group;
  };

  stubOp(getFeatureFlags, createFlags(groupFlags));
  stubOp(listGroups, () => ({
    groups: [...rows.values()].sort((a, b) => a.name.localeCompare(b.name)),
    nextCursor: null,
  }));
  stubOp(createGroup, ({ group_name, members = {}, types = [] }) =>
    put(
      createGroupForTest({
        id: `${group_name.replaceAll(" ", "")}_${rows.size + 1}`,
        name: group_name,
        groupTypes: types,
        members: { [ownEmail]: "admin", ...members },
      }),
    ),
  );
  stubOp(updateGroupTypes, ({ group_id, types }) => {
    put({ ...find(group_id), groupTypes: types });
    return {};
  });
  const toAddresses = (names: readonly string[]): string[] =>
    names.flatMap((name) => (name.startsWith("#") ? Object.keys(findByName(name.slice(1)).members) : [name]));
  stubOp(updateGroupMembers, ({ group_id, update_type, members }) => {
    const group = find(group_id);
    const levels = Array.isArray(members) ? new Map<string, GroupLevel>() : new Map(Object.entries(members));
    const names = Array.isArray(members) ? members : [...levels.keys()];
    const changed = { ...group.members };
    for (const name of names) {
      for (const address of toAddresses([name])) {
        if (update_type === "REMOVE") delete changed[address];
        else if (update_type === "UPDATE" || !changed[address]) changed[address] = levels.get(name) ?? "read";
      }
    }
    put({ ...group, members: changed });
    return {};
  });
  stubOp(updateGroupPermissions, ({ group_id, affected_members }) => {
    const group = find(group_id);
    put({ ...group, members: { ...group.members, ...affected_members } });
    return {};
  });
  const end = ({ group_id }: { group_id: string }) => {
    rows.delete(find(group_id).id);
    return {};
  };
  stubOp(leaveGroup, end);
  stubOp(deleteGroup, end);
  stubOp(listGroupMembers, ({ group_id, query = "" }) => {
    const members = Object.entries(find(group_id).members)
      .filter(([address]) => address.includes(query))
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([address, level]) => {
        const hasSignedIn = address === ownEmail || signedInEmails.includes(address);
        const kind = hasSignedIn ? ("person" as const) : ("invitation" as const);
        return { id: address, kind, email: address, name: hasSignedIn ? address : null, systemId: null, level };
      });
    return { members, total: members.length, nextCursor: null };
  });
  stubOp(listEmailAddresses, ({ emailprefix = "*" }) => ({
    emails: signedInEmails.filter((email) => emailprefix === "*" || email.startsWith(emailprefix)),
  }));
  stubOp(findUnlistedEmailAddresses, ({ emails }) => ({
    unlisted: emails.filter((email) => email !== ownEmail && !signedInEmails.includes(email)),
  }));

  return {
    get: findByName,
    change(name, changes, { isTold = true } = {}) {
      put({ ...findByName(name), ...changes });
      if (isTold) emitBrowserEvent({ type: "rights" });
    },
    remove(name) {
      rows.delete(findByName(name).id);
      emitBrowserEvent({ type: "rights" });
    },
  };
}
