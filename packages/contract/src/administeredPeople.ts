import * as z from "zod/mini";
import { defineOp } from "./defineOp.ts";
import { limits } from "./limits.ts";
import { Id, queryInteger, Timestamp, text } from "./primitives.ts";

// People as site administrators see them: who they are, when they were here and how much they use, never what they write.

const path = "/admin/people";
const common = { keyScopes: "none", access: "admin" } as const;

const PersonInput = z.object({ personId: Id });

/** The `type` of the conflict that says that groups would have no administrator without a successor. */
export const successorNeeded = "SuccessorNeeded";

const SuccessorInput = z.object({ personId: Id, successorId: z.optional(Id) });

/**
 * Why somebody is a site administrator. `environment`: the server's configuration lists the address, so nobody can change it
 * in the product. `added`: administrators have added the address. `first`: the first person who signed in.
 */
export const AdministratorSource = z.enum(["environment", "added", "first"]);
export type AdministratorSource = z.infer<typeof AdministratorSource>;

export const AdministeredPerson = z.object({
  id: z.string(),
  email: z.string(),
  /** False for an address that the identity provider has not verified, or that has passed to another account. */
  isEmailVerified: z.boolean(),
  name: z.string(),
  /** Null: no site administrator. */
  administratorSource: z.nullable(AdministratorSource),
  blockedAt: z.nullable(Timestamp),
  /** When the identity provider last confirmed the person: at a sign-in, or when it renewed a session. */
  lastSeenAt: Timestamp,
  activeSessionCount: z.number(),
});
export type AdministeredPerson = z.infer<typeof AdministeredPerson>;

export const PeopleSort = z.enum(["name", "email", "lastSeen"]);
export type PeopleSort = z.infer<typeof PeopleSort>;

export const PeopleStatus = z.enum(["all", "active", "blocked", "administrators"]);
export type PeopleStatus = z.infer<typeof PeopleStatus>;

export const listPeople = defineOp({
  ...common,
  method: "GET",
  path,
  // A search that finds little reads all people.
  weight: 5,
  summary:
    "Lists people who have signed in and have not been erased. `query` is a part of the name or the email address. " +
    "`lastSeen` lists the latest first.",
  input: z.object({
    query: z._default(text(limits.searchLength), ""),
    status: z._default(PeopleStatus, "all"),
    sort: z._default(PeopleSort, "name"),
    limit: z._default(queryInteger(1, limits.peoplePerPage), limits.peoplePerPage),
    cursor: z.optional(text(2_000)),
  }),
  output: z.object({ people: z.array(AdministeredPerson), nextCursor: z.nullable(z.string()) }),
});

const GroupOfPerson = z.object({
  name: z.string(),
  level: z.enum(["read", "write", "admin"]),
  /** True if no other person who can sign in administers the group, so that a block or an erasure needs a successor. */
  isOnlyAdministrator: z.boolean(),
});

export const getPerson = defineOp({
  ...common,
  method: "GET",
  path: `${path}/person`,
  weight: 5,
  summary: "Returns how much a person stores and uses, and the groups of which the person is a member. No content.",
  input: PersonInput,
  output: z.object({
    person: AdministeredPerson,
    createdAt: Timestamp,
    /** Null: none is stored any more. */
    lastSignInAt: z.nullable(Timestamp),
    storage: z.object({
      files: z.object({ count: z.number(), bytes: z.number() }),
      conversations: z.object({ count: z.number(), bytes: z.number() }),
    }),
    /** The groups with a stored membership, by name, at most `limits.groupsOfPersonShown`. */
    groups: z.array(GroupOfPerson),
    groupCount: z.number(),
    /** Since the first of this month (UTC); the cost in US dollars. */
    usageThisMonth: z.object({
      cost: z.number(),
      answers: z.number(),
      inputTokens: z.number(),
      outputTokens: z.number(),
    }),
  }),
});
export type GroupOfPerson = z.infer<typeof GroupOfPerson>;

export const signOutPerson = defineOp({
  ...common,
  method: "POST",
  path: `${path}/sign-out`,
  summary: "Ends all sessions of a person, who can sign in again.",
  input: PersonInput,
  output: z.object({}),
});

export const blockPerson = defineOp({
  ...common,
  method: "POST",
  path: `${path}/block`,
  summary:
    "Ends all sessions of a person and rejects further sign-ins. `successorId` becomes administrator of groups that would " +
    "have none; without one, such groups are a conflict of type `SuccessorNeeded`.",
  input: SuccessorInput,
  output: z.object({}),
});

export const unblockPerson = defineOp({
  ...common,
  method: "POST",
  path: `${path}/unblock`,
  summary: "Lets a blocked person sign in again.",
  input: PersonInput,
  output: z.object({}),
});

/** What an erasure deletes, as far as it is counted. What belongs to it, such as the text of files, goes with it. */
export const ErasedKind = z.enum([
  "conversations",
  "messages",
  "folders",
  "prompts",
  "files",
  "assistants",
  "artifacts",
  "shares",
  "rights",
  "memberships",
  "accounts",
  "apiKeys",
  "memories",
  "memoryProjects",
  "qualitySubmissions",
  "integrations",
  "sessions",
  "savedWorkspaces",
]);
export type ErasedKind = z.infer<typeof ErasedKind>;

export const previewErasure = defineOp({
  ...common,
  method: "GET",
  path: `${path}/erasure/preview`,
  isHeavy: true,
  weight: 10,
  summary: "Counts what the erasure of a person would delete, and lists what it would hand over to a successor.",
  input: PersonInput,
  output: z.object({
    email: z.string(),
    administratorSource: z.nullable(AdministratorSource),
    deleted: z.array(z.object({ kind: ErasedKind, count: z.number() })),
    /** The names of groups that would have no administrator: they need a successor. */
    groups: z.array(z.string()),
    /** The names of services, which nobody could use without a successor. */
    services: z.array(z.string()),
  }),
});

export const erasePerson = defineOp({
  ...common,
  method: "POST",
  path: `${path}/erase`,
  isHeavy: true,
  weight: 10,
  summary:
    "Erases a person, whose email address confirms it: ends sessions and rights at once, and deletes everything that the " +
    "person has stored in the background. It cannot be undone.",
  input: z.object({ personId: Id, email: text(320), successorId: z.optional(Id) }),
  output: z.object({}),
});

export const Erasure = z.object({
  personId: z.string(),
  startedAt: Timestamp,
  /** Null: the deletion is in progress. */
  endedAt: z.nullable(Timestamp),
});
export type Erasure = z.infer<typeof Erasure>;

export const listErasures = defineOp({
  ...common,
  method: "GET",
  path: `${path}/erasures`,
  summary: "Lists the erasures that are in progress or ended last, the latest first.",
  input: z.object({}),
  output: z.object({ erasures: z.array(Erasure) }),
});

export const getErasure = defineOp({
  ...common,
  method: "GET",
  path: `${path}/erasure`,
  weight: 2,
  summary: "Returns the progress of a person's erasure, and in the end what it has deleted and handed over.",
  input: PersonInput,
  output: z.object({
    ...Erasure.shape,
    /** The name or address of who has erased the person; null if it is not known any more. */
    erasedBy: z.nullable(z.string()),
    successor: z.nullable(z.string()),
    /** The count before the erasure, and how many of them are still there. */
    deleted: z.array(z.object({ kind: ErasedKind, count: z.number(), remaining: z.number() })),
    handedOver: z.object({ groups: z.number(), services: z.number() }),
  }),
});
