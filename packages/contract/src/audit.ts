import * as z from "zod/mini";
import { defineOp } from "./defineOp.ts";
import { limits } from "./limits.ts";
import { queryInteger, Timestamp, text } from "./primitives.ts";

const path = "/admin/audit";
const common = { keyScopes: "none", access: "admin" } as const;

/** The actor of entries about what the server did by itself. */
export const systemActor = "system";

const AuditFilter = {
  /** The id, email address or name on the wire of who has done it, or `systemActor`. */
  actor: z.optional(text(400)),
  verb: z.optional(text(100)),
  objectType: z.optional(text(100)),
  /** The id of an object, an email address, or a group's or service's name on the wire. */
  object: z.optional(text(400)),
  from: z.optional(Timestamp),
  /** Exclusive. */
  until: z.optional(Timestamp),
};
const AuditFilterInput = z.object(AuditFilter);
export type AuditFilter = z.infer<typeof AuditFilterInput>;

export const AuditEntry = z.object({
  id: z.number(),
  at: Timestamp,
  /** Null: the server itself. */
  actorId: z.nullable(z.string()),
  verb: z.string(),
  objectType: z.string(),
  objectIds: z.array(z.string()),
  /** The settings before and after, in which secrets are masked. */
  before: z.unknown(),
  after: z.unknown(),
  requestId: z.nullable(z.string()),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** What an id in an entry stands for now. An erased person has an empty name. */
export const AuditedName = z.object({
  kind: z.enum(["person", "erasedPerson", "group", "service", "directoryGroup", "assistant"]),
  name: z.string(),
});
export type AuditedName = z.infer<typeof AuditedName>;

const AuditPage = z.object({
  entries: z.array(AuditEntry),
  /** By id, as far as they still exist. */
  names: z.record(z.string(), AuditedName),
  nextCursor: z.nullable(z.string()),
});

export const listAuditEntries = defineOp({
  ...common,
  method: "GET",
  path,
  weight: 5,
  summary: "Lists the entries of the audit log that match, the latest first, with the names of what they are about.",
  input: z.object({
    ...AuditFilter,
    limit: z._default(queryInteger(1, limits.auditEntriesPerPage), 50),
    cursor: z.optional(text(2_000)),
  }),
  output: AuditPage,
});

export const exportAuditEntries = defineOp({
  ...common,
  method: "GET",
  path: `${path}/export`,
  isHeavy: true,
  weight: 5,
  summary: "Lists entries of the audit log in large pages, to be saved. Each call is written to the audit log.",
  input: z.object({
    ...AuditFilter,
    limit: z._default(queryInteger(1, limits.auditEntriesPerExportPage), limits.auditEntriesPerExportPage),
    cursor: z.optional(text(2_000)),
  }),
  output: AuditPage,
});

export const listAuditKinds = defineOp({
  ...common,
  method: "GET",
  path: `${path}/kinds`,
  summary: "Lists the verbs and the types of objects that occur in the audit log.",
  input: z.object({}),
  output: z.object({ verbs: z.array(z.string()), objectTypes: z.array(z.string()) }),
});
