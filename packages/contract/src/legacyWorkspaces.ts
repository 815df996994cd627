import * as z from "zod/mini";
import { defineOp } from "./defineOp.ts";
import { limits } from "./limits.ts";
import { Id, Timestamp, text } from "./primitives.ts";

// Workspaces that people saved in an earlier product. An operator imports them from a file; their content is an export
// file, which people import in their browsers.

const Tags = z.array(text(limits.tagLength)).check(z.maxLength(limits.tagsPerItem));

export const LegacyWorkspace = z.object({
  key: Id,
  note: z._default(text(limits.shareNoteLength), ""),
  sharedAt: Timestamp,
  name: z.optional(text(limits.workspaceNameLength)),
  description: z.optional(text(limits.shareNoteLength)),
  id: z.optional(Id),
  createdAt: z.optional(Timestamp),
  updatedAt: z.optional(Timestamp),
  lastAccessedAt: z.optional(Timestamp),
  tags: z.optional(Tags),
});
export type LegacyWorkspace = z.infer<typeof LegacyWorkspace>;

export const listLegacyWorkspaces = defineOp({
  method: "GET",
  path: "/state/workspaces",
  keyScopes: ["full_access"],
  summary: "Lists the workspaces that the operator has imported for the caller's verified address, newest first.",
  input: z.object({}),
  output: z.object({ items: z.array(LegacyWorkspace) }),
});

export const loadLegacyWorkspace = defineOp({
  method: "POST",
  path: "/state/workspaces/load",
  keyScopes: ["full_access"],
  isHeavy: true,
  summary: "Returns the data of one of the caller's workspaces as JSON text of an export file of any version.",
  input: z.object({ key: Id }),
  output: z.object({ item: z.string() }),
});
