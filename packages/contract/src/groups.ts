import * as z from "zod/mini";
import { defineOp } from "./defineOp.ts";
import { limits } from "./limits.ts";
import { weighNames } from "./people.ts";
import { Id, queryInteger, text } from "./primitives.ts";
import { RateLimit } from "./usage.ts";

/** What a member may do: use what is published, make assistants, or administer the group. */
export const GroupLevel = z.enum(["read", "write", "admin"]);
export type GroupLevel = z.infer<typeof GroupLevel>;

/** `{PascalCaseName}_{uuid}` */
const GroupId = Id;

/** A group that the caller is a member of. */
export const Group = z.object({
  id: GroupId,
  name: z.string(),
  /** The caller's level. */
  level: GroupLevel,
  groupTypes: z.array(z.string()),
  /** False if nobody has added the caller, who is a member for another reason, such as that the group is public. */
  canLeave: z.boolean(),
  /** Everybody is a member, at least with the level `read`. */
  isPublic: z.boolean(),
  isBuiltIn: z.boolean(),
  supportConvAnalysis: z.boolean(),
  /** Names of the directory groups whose members can read in the group; null unless the caller administers it. */
  amplifyGroups: z.nullable(z.array(z.string())),
  /** What the calls of its assistants may cost; null unless the caller administers it. */
  rateLimit: z.nullable(RateLimit),
  /** Number of people and services that were added, with open invitations; null for members below `write`. */
  numOfMembers: z.nullable(z.number()),
  /**
   * The level of everybody who was added, by email address or id of a service. Only the caller's own if the caller is
   * below `write` or the group has more than `limits.membersPerListedGroup` members; then `listGroupMembers` has them.
   */
  members: z.record(z.string(), GroupLevel),
  /** The assistants of the group that the caller may chat with or edit, by name. */
  assistants: z.array(z.object({ id: Id, name: z.string() })),
});
export type Group = z.infer<typeof Group>;

/** A member who was added to a group, or an open invitation. */
export const GroupMember = z.object({
  /** Names the member in calls that change members: the id of a person or a service, or an address. */
  id: z.string(),
  /** `address`: the caller cannot see whether somebody has signed in with it, because they share no other group. */
  kind: z.enum(["person", "service", "invitation", "address"]),
  /** Null for a service. */
  email: z.nullable(z.string()),
  /** Null for an invitation or an address. */
  name: z.nullable(z.string()),
  /** `{App-Name}-{6 digits}`; null unless `kind` is `service`. */
  systemId: z.nullable(z.string()),
  level: GroupLevel,
});
export type GroupMember = z.infer<typeof GroupMember>;

/** What site administrators see of every group. */
export const GroupMetadata = z.object({
  group_id: GroupId,
  groupName: z.string(),
  /** Email address; null if the person no longer exists. */
  createdBy: z.nullable(z.string()),
  isPublic: z.boolean(),
  supportConvAnalysis: z.boolean(),
  amplifyGroups: z.array(z.string()),
  /** Number of people and services that were added, with open invitations. */
  numOfMembers: z.number(),
});
export type GroupMetadata = z.infer<typeof GroupMetadata>;

const path = "/groups";
const GroupTypes = z.array(text(200)).check(z.maxLength(limits.groupTypes));
/** An email address, the id of a service or a person, or `#` and the name or id of a group for all its members. */
const MemberName = text(400).check(z.minLength(1));
const MemberNames = z.array(MemberName).check(z.maxLength(limits.groupMembersPerCall));
const MemberLevels = z.record(MemberName, GroupLevel).check(
  z.refine((members) => Object.keys(members).length <= limits.groupMembersPerCall, {
    error: `must not have more than ${limits.groupMembersPerCall} members`,
  }),
);
/** Levels by name, or names only. */
export const GroupMembersInput = z.union([MemberNames, MemberLevels]);
export type GroupMembersInput = z.infer<typeof GroupMembersInput>;
const weighMembers = (members: GroupMembersInput) =>
  weighNames(Array.isArray(members) ? members : Object.keys(members));
/** What to do with the members or assistants of a group, in upper or lower case. */
export const UpdateType = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(20)),
    z.transform((type) => type.toUpperCase()),
  ),
  z.enum(["ADD", "UPDATE", "REMOVE"]),
);
const Cursor = z.string().check(z.maxLength(4_000));

export const listGroups = defineOp({
  method: "GET",
  path: `${path}/list`,
  keyScopes: ["full_access"],
  summary:
    "Lists the groups that the caller is a member of, by name. `cursor` is the `nextCursor` of the previous page. " +
    "`members` has only the caller if the caller cannot write in the group or the group is large.",
  input: z.object({
    limit: z._default(queryInteger(1, limits.groupsPerPage), limits.groupsPerPage),
    cursor: z.optional(Cursor),
  }),
  output: z.object({ groups: z.array(Group), nextCursor: z.nullable(z.string()) }),
});

export const listGroupMembers = defineOp({
  method: "POST",
  path: `${path}/members/list`,
  keyScopes: ["full_access"],
  summary:
    "Lists the members who were added to a group, with open invitations, by email address. `query` is a part of the " +
    "name or the address. `total` counts all that match. Members who cannot write in the group see only themselves.",
  input: z.object({
    group_id: GroupId,
    query: z._default(text(limits.searchLength), ""),
    limit: z._default(queryInteger(1, limits.groupMembersPerPage), 100),
    /** The `nextCursor` of the previous page. */
    cursor: z.optional(z.nullable(Cursor)),
  }),
  output: z.object({ members: z.array(GroupMember), total: z.number(), nextCursor: z.nullable(z.string()) }),
});

export const createGroup = defineOp({
  method: "POST",
  path: `${path}/create`,
  keyScopes: ["full_access"],
  flag: "createAstAdminGroups",
  summary: "Creates a group whose administrator is the caller. `members` has a level by email address or system id.",
  input: z.object({
    group_name: text(limits.groupNameLength),
    members: z._default(MemberLevels, {}),
    types: z._default(GroupTypes, []),
  }),
  weighInput: ({ members }) => weighMembers(members),
  output: Group,
});

export const updateGroupTypes = defineOp({
  method: "POST",
  path: `${path}/types/update`,
  keyScopes: ["full_access"],
  summary: "Replaces the types of a group, of which people choose one when they chat with its assistants.",
  input: z.object({ group_id: GroupId, types: GroupTypes }),
  output: z.object({}),
});

export const updateGroupMembers = defineOp({
  method: "POST",
  path: `${path}/members/update`,
  keyScopes: ["full_access"],
  summary:
    "Adds members to a group (ADD), changes their levels (UPDATE) or removes them (REMOVE). `members` has levels by " +
    "name, or names only: who is added without a level can read. Members that a group already has keep their level.",
  input: z.object({ group_id: GroupId, update_type: UpdateType, members: GroupMembersInput }).check(
    z.refine(({ update_type, members }) => update_type !== "UPDATE" || !Array.isArray(members), {
      path: ["members"],
      error: "must have a level for each member",
    }),
  ),
  weighInput: ({ members }) => weighMembers(members),
  output: z.object({}),
});

export const updateGroupPermissions = defineOp({
  method: "POST",
  path: `${path}/members/update_permissions`,
  keyScopes: ["full_access"],
  summary: "Changes the levels of members of a group. `affected_members` has the new levels by name.",
  input: z.object({ group_id: GroupId, affected_members: MemberLevels }),
  weighInput: ({ affected_members }) => weighMembers(affected_members),
  output: z.object({}),
});

export const leaveGroup = defineOp({
  method: "POST",
  path: `${path}/leave`,
  keyScopes: ["full_access"],
  summary: "Ends the caller's membership of a group.",
  input: z.object({ group_id: GroupId }),
  output: z.object({}),
});

export const deleteGroup = defineOp({
  method: "DELETE",
  path: `${path}/delete`,
  keyScopes: ["full_access"],
  summary: "Deletes a group: its members lose their access at once, and its files are deleted after 30 days.",
  input: z.object({ group_id: GroupId }),
  output: z.object({}),
});

export const updateGroupPublic = defineOp({
  method: "POST",
  path: `${path}/public/update`,
  keyScopes: ["full_access"],
  summary: "Makes everybody a member of a group with the level read, or ends this. Site administrators may do it, too.",
  input: z.object({ group_id: GroupId, isPublic: z.boolean() }),
  output: z.object({}),
});

export const updateGroupAmplifyGroups = defineOp({
  method: "POST",
  path: `${path}/amplify_groups/update`,
  keyScopes: ["full_access"],
  summary:
    "Sets the Amplify groups (lists of email addresses) whose members are members of a group with the level read. Site " +
    "administrators may do it, too; others can add only those that contain themselves.",
  input: z.object({
    group_id: GroupId,
    amplifyGroups: z.array(text(400)).check(z.maxLength(limits.directoryGroupsPerGroup)),
  }),
  output: z.object({}),
});

export const listAllGroups = defineOp({
  method: "GET",
  path: `${path}/list_all`,
  keyScopes: "none",
  access: "admin",
  summary: "Lists all groups by name, without what belongs to them. `query` is a part of the name.",
  input: z.object({
    query: z._default(text(limits.searchLength), ""),
    limit: z._default(queryInteger(1, limits.groupsPerPage), limits.groupsPerPage),
    cursor: z.optional(Cursor),
  }),
  output: z.object({ groups: z.array(GroupMetadata), nextCursor: z.nullable(z.string()) }),
});

export const takeOverGroup = defineOp({
  method: "POST",
  path: `${path}/take_over`,
  keyScopes: "none",
  access: "admin",
  summary:
    "Makes the caller an administrator of any group. It is written to the audit log, and the group's members see it.",
  input: z.object({ group_id: GroupId }),
  output: z.object({}),
});
