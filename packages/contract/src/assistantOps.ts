import * as z from "zod/mini";
import {
  AssistantContent,
  AssistantDefinition,
  AssistantId,
  AssistantSummary,
  AssistantVersionId,
  Author,
} from "./assistants.ts";
import { defineOp } from "./defineOp.ts";
import { GroupMembersInput, UpdateType } from "./groups.ts";
import { limits } from "./limits.ts";
import { weighNames } from "./people.ts";
import { Id, queryInteger, Timestamp, text } from "./primitives.ts";

const path = "/assistant";

const Cursor = z.string().check(z.maxLength(4_000));

const SavedAssistant = z.object({ id: AssistantVersionId, assistantId: AssistantId, version: z.number() });

export const createAssistant = defineOp({
  method: "POST",
  path: `${path}/create`,
  keyScopes: ["full_access", "assistants"],
  summary:
    "Creates an assistant, or with `assistantId` a new version of one. `groupId` creates it in a group, unpublished " +
    "unless `isPublished` is true. With `baseVersion`, saving is a conflict if a newer version exists, unless it is the same. " +
    "With `draftId`, creating can be repeated after a lost response: the assistant that this caller created with the same id " +
    "is returned, with a new version if something has changed. Files that the " +
    "owner of the assistant does not have are copied to the owner. An API key needs `file_upload` to attach files.",
  input: z.extend(AssistantContent, {
    assistantId: z.optional(z.nullable(AssistantId)),
    /** The version that the author has edited. */
    baseVersion: z.optional(z.number().check(z.int(), z.minimum(1))),
    groupId: z.optional(z.nullable(Id)),
    /** Only in a group. Absent: unchanged, and false for a new one. */
    isPublished: z.optional(z.boolean()),
    /** Chosen by the client for a new assistant. It means nothing for other callers or other owners. */
    draftId: z.optional(z.uuid()),
  }),
  output: SavedAssistant,
});

export const listAssistants = defineOp({
  method: "GET",
  path: `${path}/list`,
  keyScopes: ["full_access", "assistants"],
  summary:
    "Lists the newest version of each assistant that the caller may chat with or edit, by name. `cursor` is the " +
    "`nextCursor` of the previous page, `query` a part of the name or the description.",
  input: z.object({
    query: z._default(text(limits.searchLength), ""),
    /** Only the assistants of this group. */
    groupId: z.optional(Id),
    /** `shared`: with `groupId`, for members of the group, also what people have shared with the group as a whole. */
    include: z.optional(z.literal("shared")),
    limit: z._default(queryInteger(1, limits.assistantsPerPage), limits.assistantsPerPage),
    cursor: z.optional(Cursor),
  }),
  output: z.object({
    assistants: z.array(
      z.extend(AssistantSummary, {
        /** What members of `groupId` may do because it was shared with them all. Absent if the group owns it. */
        sharedRole: z.optional(z.enum(["use", "read", "write"])),
      }),
    ),
    nextCursor: z.nullable(z.string()),
  }),
});

export const getAssistant = defineOp({
  method: "POST",
  path: `${path}/get`,
  keyScopes: ["full_access", "assistants"],
  summary:
    "Returns an assistant with its instructions and documents. `definition` is null for callers who may only use it. " +
    "With `version`, an earlier version, which needs the right to edit the assistant.",
  input: z.object({ assistantId: AssistantId, version: z.optional(z.number().check(z.int(), z.minimum(1))) }),
  output: z.object({ assistant: AssistantSummary, definition: z.nullable(AssistantDefinition) }),
});

export const listAssistantVersions = defineOp({
  method: "POST",
  path: `${path}/versions`,
  keyScopes: ["full_access", "assistants"],
  summary: "Lists the versions of an assistant that the caller may edit, newest first.",
  input: z.object({ assistantId: AssistantId, before: z.optional(z.number()) }),
  output: z.object({
    versions: z.array(
      z.object({ id: AssistantVersionId, version: z.number(), name: z.string(), savedBy: Author, savedAt: Timestamp }),
    ),
    /** `before` of the next page; null: there is none. */
    nextBefore: z.nullable(z.number()),
  }),
});

export const deleteAssistant = defineOp({
  method: "POST",
  path: `${path}/delete`,
  keyScopes: ["full_access", "assistants"],
  summary: "Deletes an assistant with all its versions. Its files stay.",
  input: z.object({ assistantId: AssistantId }),
  output: z.object({}),
});

/** Email addresses, ids of services, `#` and the name of a group for its members, or the id of a group as a whole. */
const Recipients = z.array(text(400).check(z.minLength(1))).check(z.maxLength(limits.groupMembersPerCall));

export const shareAssistant = defineOp({
  method: "POST",
  path: `${path}/share`,
  keyScopes: ["full_access", "share"],
  weight: 20,
  summary:
    "Gives people and groups a right to an assistant of the caller's own, or changes the right they have. A group as a " +
    "whole needs write access to the group, or its administration if it is public.",
  input: z.object({
    assistantId: AssistantId,
    recipientUsers: Recipients,
    accessType: z._default(z.enum(["use", "read", "write"]), "use"),
  }),
  weighInput: ({ recipientUsers }) => weighNames(recipientUsers),
  output: z.object({}),
});

export const unshareAssistant = defineOp({
  method: "POST",
  path: `${path}/unshare`,
  keyScopes: ["full_access", "share"],
  weight: 20,
  summary: "Takes the right to an assistant of the caller's own away from people and groups.",
  input: z.object({ assistantId: AssistantId, recipientUsers: Recipients }),
  weighInput: ({ recipientUsers }) => weighNames(recipientUsers),
  output: z.object({}),
});

export const listAssistantShares = defineOp({
  method: "POST",
  path: `${path}/shares`,
  keyScopes: ["full_access", "share"],
  summary: "Lists who has a right to an assistant of the caller's own, by name. `total` counts all of them.",
  input: z.object({
    assistantId: AssistantId,
    limit: z._default(queryInteger(1, limits.assistantSharesPerPage), 100),
    /** The `nextCursor` of the previous page. */
    cursor: z.optional(z.nullable(Cursor)),
  }),
  output: z.object({
    shares: z.array(
      z.object({
        /** Names the recipient in `unshareAssistant`. */
        id: z.string(),
        /** `address`: the caller cannot see whether somebody has signed in with it, because they share no group. */
        kind: z.enum(["person", "service", "group", "invitation", "address"]),
        name: z.nullable(z.string()),
        email: z.nullable(z.string()),
        role: z.enum(["use", "read", "write"]),
      }),
    ),
    total: z.number(),
    nextCursor: z.nullable(z.string()),
  }),
});

export const leaveAssistant = defineOp({
  method: "POST",
  path: `${path}/leave`,
  keyScopes: ["full_access", "share"],
  summary:
    "Gives up the right to an assistant that somebody has shared with the caller. `isRemoved` is false if the caller " +
    "still has it, as the owner or through a group.",
  input: z.object({ assistantId: AssistantId }),
  output: z.object({ isRemoved: z.boolean() }),
});

/** The most characters of a sealed citation. */
const maxCitationLength = 2_000;

export const openAssistantPassage = defineOp({
  method: "POST",
  path: `${path}/passage`,
  keyScopes: ["full_access", "assistants", "chat"],
  summary:
    "Returns a passage that an answer of an assistant has cited, by the sealed `citation` in the answer's sources, while " +
    "the caller may use the assistant.",
  input: z.object({ citation: z.string().check(z.minLength(1), z.maxLength(maxCitationLength)) }),
  output: z.object({
    name: z.string(),
    /** The text without the headings above it, unless `headings` is absent. */
    content: z.string(),
    headings: z.optional(z.string()),
    locations: z.array(z.record(z.string(), z.union([z.string(), z.number()]))),
  }),
});

/** A new assistant of a group, or with `assistantId` a new version of one. */
const GroupAssistant = z.extend(AssistantContent, {
  assistantId: z.optional(z.nullable(AssistantId)),
  baseVersion: z.optional(z.number().check(z.int(), z.minimum(1))),
  isPublished: z.optional(z.boolean()),
});

export const updateGroupAssistants = defineOp({
  method: "POST",
  path: "/groups/assistants/update",
  keyScopes: ["full_access"],
  flag: "assistantAdminInterface",
  summary:
    "Adds assistants to a group (ADD), saves versions of them (UPDATE) or deletes them (REMOVE, with their ids). Each " +
    "one is saved by itself: the first error ends the call, and its `assistantData` names those that were saved before it, " +
    "which a caller who tries again leaves out.",
  responseEnvelope: "fields",
  input: z.object({
    group_id: Id,
    update_type: UpdateType,
    assistants: z.array(z.union([AssistantId, GroupAssistant])).check(z.minLength(1), z.maxLength(100)),
  }),
  output: z.object({ assistantData: z.array(SavedAssistant) }),
});

export const updateBuiltInGroup = defineOp({
  method: "POST",
  path: "/groups/assistants/amplify",
  keyScopes: "none",
  access: "admin",
  summary:
    "Adds assistants and members to the group of the server itself, which is created if it does not exist. An assistant " +
    "with `assistantId` gets a new version, and members without a level can read. Without `assistantId`, the assistant " +
    "of the group with the same name gets a new version, if something has changed, so that the call can be repeated. " +
    "The id of an assistant of the server itself adds a copy of it, which is not published. " +
    "Each assistant is saved by itself: the first error ends the call.",
  responseEnvelope: "fields",
  input: z.object({
    assistants: z._default(z.array(z.union([AssistantId, GroupAssistant])).check(z.maxLength(100)), []),
    members: z._default(GroupMembersInput, []),
  }),
  output: z.object({ assistantData: z.array(SavedAssistant) }),
});

export const listBuiltInAssistants = defineOp({
  method: "GET",
  path: "/groups/assistants/amplify/list",
  keyScopes: "none",
  access: "admin",
  summary:
    "Lists the assistants of the server itself, and which of them have a copy in the group of the server. `group` is null " +
    "if the group does not exist.",
  input: z.object({}),
  output: z.object({
    group: z.nullable(z.object({ id: Id, name: z.string() })),
    assistants: z.array(
      z.object({ assistantId: AssistantId, name: z.string(), description: z.string(), hasCopy: z.boolean() }),
    ),
  }),
});
