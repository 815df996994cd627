import * as z from "zod/mini";
import { defineOp } from "./defineOp.ts";
import { Folder } from "./folders.ts";
import { limits } from "./limits.ts";
import { Id, JsonObject, Timestamp, text } from "./primitives.ts";

/** A person's prompt templates and folders: kept in each of their browsers, and in tables that join those browsers. */

export const PromptType = z.enum([
  "prompt",
  "root_prompt",
  "automation",
  "prefix_prompt",
  "output_transformer",
  "follow_up",
]);
export type PromptType = z.infer<typeof PromptType>;

const Tags = z.array(text(limits.tagLength)).check(z.maxLength(limits.tagsPerItem));

/** What a template has beside its text. Loose: other clients' fields are kept. */
export const PromptData = z.looseObject({
  /** Its conversations begin with this root prompt. */
  rootPromptId: z.optional(z.nullable(Id)),
  /** A prefix prompt or output transformer applies to conversations that have all of these. */
  requiredTags: z.optional(Tags),
  /** Given to the conversations that begin with it. */
  conversationTags: z.optional(Tags),
  /** It is not listed, and found only by those who may see the hidden ones. */
  hidden: z.optional(z.boolean()),
  tags: z.optional(Tags),
  /** Source of an output transformer, JavaScript. */
  code: z.optional(text(limits.promptCodeLength)),
  assistant: z.optional(JsonObject),
  access: z.optional(z.object({ read: z.optional(z.boolean()), write: z.optional(z.boolean()) })),
  noCopy: z.optional(z.boolean()),
  noEdit: z.optional(z.boolean()),
  noDelete: z.optional(z.boolean()),
  noShare: z.optional(z.boolean()),
});
export type PromptData = z.infer<typeof PromptData>;

export const PromptTemplate = z.object({
  id: Id,
  name: text(limits.promptNameLength),
  description: z._default(text(limits.promptDescriptionLength), ""),
  /** With `{{variables}}`, see promptVariables.ts. */
  content: text(limits.promptLength),
  folderId: z._default(z.nullable(Id), null),
  type: PromptType,
  groupId: z.optional(z.nullable(text(300))),
  data: z._default(PromptData, {}),
});
export type PromptTemplate = z.infer<typeof PromptTemplate>;

const kinds = {
  prompt: PromptTemplate,
  folder: Folder,
};

/** One item as it is, or null where it was deleted. */
const revisionOf = { revision: z.number().check(z.int(), z.minimum(0)) };
export const PromptStoreItem = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("prompt"), id: Id, item: z.nullable(kinds.prompt), ...revisionOf }),
  z.object({ kind: z.literal("folder"), id: Id, item: z.nullable(kinds.folder), ...revisionOf }),
]);
export type PromptStoreItem = z.infer<typeof PromptStoreItem>;

export const syncPrompts = defineOp({
  method: "POST",
  path: "/state/prompts/sync",
  summary:
    "Joins the prompts and folders of one's devices: takes what was changed on this one and gives what was changed elsewhere. " +
    "A changed prompt whose `revision` is not the stored one lost to another device: it is kept as a copy under a new id.",
  input: z.object({
    /** The `cursor` of the last reply; 0: gives everything. */
    since: z._default(z.number().check(z.int(), z.minimum(0)), 0),
    /** `revision`: the one that was changed, as the server gave it; 0 for what is new. */
    changes: z._default(z.array(PromptStoreItem).check(z.maxLength(limits.promptStoreChangesPerCall)), []),
  }),
  output: z.object({
    cursor: z.number(),
    /** What is new since `since`, also by this very call; deleted items as null. At most `limits.promptStoreItemsPerReply`. */
    items: z.array(PromptStoreItem),
    /** True: there is more; ask again with the new cursor. */
    hasMore: z.boolean(),
    /** Changes that were not taken as they are: `copyId` names the copy (null: a folder or a deletion, which made way). */
    conflicts: z.array(z.object({ kind: z.enum(["prompt", "folder"]), id: Id, copyId: z.nullable(Id) })),
    updatedAt: Timestamp,
  }),
});
