import * as z from "zod/mini";
import { defineOp } from "./defineOp.ts";
import { Folder } from "./folders.ts";
import { limits } from "./limits.ts";
import { Id, JsonObject, Timestamp, text } from "./primitives.ts";

// A person's prompt templates and folders, which are stored in each of the person's browsers and synced through the
// server.

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

/** Metadata of a template. A loose object, so that fields of other clients are preserved. */
export const PromptData = z.looseObject({
  /** Id of the root prompt that conversations started from this template use. */
  rootPromptId: z.optional(z.nullable(Id)),
  /** A prefix prompt or output transformer applies to conversations that have all of these tags. */
  requiredTags: z.optional(Tags),
  /** Tags added to the conversations started from this template. */
  conversationTags: z.optional(Tags),
  /** True if only people who may see hidden prompts see this prompt in their list. */
  hidden: z.optional(z.boolean()),
  tags: z.optional(Tags),
  /** JavaScript source of an output transformer. */
  code: z.optional(text(limits.promptCodeLength)),
  assistant: z.optional(JsonObject),
  access: z.optional(z.object({ read: z.optional(z.boolean()), write: z.optional(z.boolean()) })),
  noCopy: z.optional(z.boolean()),
  noEdit: z.optional(z.boolean()),
  noDelete: z.optional(z.boolean()),
  noShare: z.optional(z.boolean()),
  /** True for a prompt that came from a share: nobody can change, copy, share or delete it. Only the server sets it. */
  isReceived: z.optional(z.boolean()),
});
export type PromptData = z.infer<typeof PromptData>;

export const PromptTemplate = z.object({
  id: Id,
  name: text(limits.promptNameLength),
  description: z._default(text(limits.promptDescriptionLength), ""),
  /** The template's text, with `{{variables}}`; see promptVariables.ts. */
  content: text(limits.promptLength),
  folderId: z._default(z.nullable(Id), null),
  type: PromptType,
  groupId: z.optional(z.nullable(text(300))),
  data: z._default(PromptData, {}),
});
export type PromptTemplate = z.infer<typeof PromptTemplate>;

const revision = z.number().check(z.int(), z.minimum(0));

/** A prompt or a folder; `item` is null if it was deleted. */
export const PromptStoreItem = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("prompt"), id: Id, item: z.nullable(PromptTemplate), revision }),
  z.object({ kind: z.literal("folder"), id: Id, item: z.nullable(Folder), revision }),
]);
export type PromptStoreItem = z.infer<typeof PromptStoreItem>;

export const SyncPromptsReply = z.object({
  cursor: z.number(),
  /** Changes after `since`, including those of this call; at most `limits.promptStoreItemsPerReply`. */
  items: z.array(PromptStoreItem),
  /** True if there are more items; call again with the new cursor. */
  hasMore: z.boolean(),
  /**
   * Rejected changes: a prompt was stored as the copy `copyId`; a folder, a deletion or the change of a received
   * prompt was discarded (`copyId` is null).
   */
  conflicts: z.array(z.object({ kind: z.enum(["prompt", "folder"]), id: Id, copyId: z.nullable(Id) })),
  updatedAt: Timestamp,
});

export const syncPrompts = defineOp({
  method: "POST",
  path: "/state/prompts/sync",
  keyScopes: ["full_access"],
  summary:
    "Syncs the caller's prompts and folders between devices: stores the changes of this device and returns those of " +
    "the others. " +
    "A changed prompt whose `revision` is not the stored one conflicts with another device: it is stored as a copy " +
    "under a new id. A prompt that was received in a share keeps its text and its restrictions; it can be moved, " +
    "hidden, and deleted with its folder.",
  input: z.object({
    /** The `cursor` of the last response; 0 requests everything. */
    since: z._default(z.number().check(z.int(), z.minimum(0)), 0),
    /** Here `revision` is the stored revision on which the change is based; 0 for a new item. */
    changes: z._default(
      z.array(PromptStoreItem).check(
        z.maxLength(limits.promptStoreChangesPerCall),
        z.refine((changes) => JSON.stringify(changes).length <= limits.promptStoreCharactersPerCall, {
          error: "are too long together",
        }),
      ),
      [],
    ),
  }),
  output: SyncPromptsReply,
});
