import * as z from "zod/mini";
import { defineOp } from "./defineOp.ts";
import { limits } from "./limits.ts";
import { Id, queryInteger, text } from "./primitives.ts";

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
  /** Everybody is a member, at least with the level `read`. */
  isPublic: z.boolean(),
  isBuiltIn: z.boolean(),
  supportConvAnalysis: z.boolean(),
  /** Number of people and services that were added, with open invitations; null for members below `write`. */
  numOfMembers: z.nullable(z.number()),
  /**
   * The level of everybody who was added, by e-mail address or id of a service. Only the caller's own if the caller is
   * below `write` or the group has more than `limits.membersPerListedGroup` members; then `listGroupMembers` has them.
   */
  members: z.record(z.string(), GroupLevel),
});
export type Group = z.infer<typeof Group>;

/** A member who was added to a group, or an open invitation. */
export const GroupMember = z.object({
  /** Names the member in calls that change members: the id of a person or a service, or an invitation's address. */
  id: z.string(),
  kind: z.enum(["person", "service", "invitation"]),
  /** Null for a service. */
  email: z.nullable(z.string()),
  /** Null for an invitation. */
  name: z.nullable(z.string()),
  /** `{App-Name}-{6 digits}`; null unless `kind` is `service`. */
  systemId: z.nullable(z.string()),
  level: GroupLevel,
});
export type GroupMember = z.infer<typeof GroupMember>;

const path = "/groups";
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
    "Lists the members who were added to a group, with open invitations, by e-mail address. `query` is a part of the " +
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
