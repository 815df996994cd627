import * as z from "zod/mini";
import { defineOp } from "./defineOp.ts";
import { ExportedConversation } from "./exports.ts";
import { limits } from "./limits.ts";
import { Message } from "./messages.ts";
import { weighNames } from "./people.ts";
import { Id, Timestamp, text } from "./primitives.ts";

// Snapshots of conversations, prompts and folders that a person sends to others. A snapshot is a copy: later changes
// of the originals do not reach it, and what a recipient imports from it belongs to the recipient.

const SharedIds = z._default(z.array(Id).check(z.maxLength(limits.itemsPerShare)), []);

/** The shown branch of a conversation that is stored in the sender's browser. */
const LocalConversation = z.extend(z.omit(ExportedConversation, { model: true, tree: true }), {
  messages: z.array(Message).check(z.maxLength(limits.messagesPerConversation)),
});

/**
 * What a snapshot is made of. The server reads the caller's cloud conversations, prompts and folders by their ids, so
 * that nothing of other people can be sent. Conversations of this browser are sent whole.
 */
export const SharedData = z.object({
  conversationIds: SharedIds,
  conversations: z._default(z.array(LocalConversation).check(z.maxLength(limits.itemsPerShare)), []),
  promptIds: SharedIds,
  /** The folders that the items stay in. An item in another folder is shared without it. */
  folderIds: SharedIds,
  /** True: recipients also get copies of the caller's own files that are attached to the conversations. */
  includesFiles: z._default(z.boolean(), false),
});
export type SharedData = z.infer<typeof SharedData>;

const SharedWith = z
  .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(400)))
  .check(z.minLength(1), z.maxLength(limits.recipientsPerShare));

/** The one conversation that a link shows. */
const LinkedData = z.pick(SharedData, { conversationIds: true, conversations: true }).check(
  z.refine(({ conversationIds, conversations }) => conversationIds.length + conversations.length === 1, {
    error: "must name one conversation",
  }),
);

/** How many items of each kind a snapshot has. */
export const ShareCounts = z.object({ conversations: z.number(), prompts: z.number(), folders: z.number() });
export type ShareCounts = z.infer<typeof ShareCounts>;

/** The names of the first chats, prompts and folders in a snapshot, cut if they are long. */
const ItemNames = z.array(z.string());

/** Identifies a snapshot. It is random. Only that of a link opens the snapshot for people who are no recipients. */
const ShareKey = z.uuid();

export const shareItems = defineOp({
  method: "POST",
  path: "/state/share",
  keyScopes: ["full_access"],
  weight: 20,
  weighInput: ({ sharedWith }) => weighNames(sharedWith),
  isHeavy: true,
  maxJsonValues: limits.jsonValuesOfConversations,
  summary:
    "Shares a snapshot of conversations, prompts and folders with people and groups. Of a conversation, the shown " +
    "branch is shared, with the passages that its answers cite. `failed` names recipients that do not exist or that " +
    "the caller must not share with, `leftOut` the items that are gone or must not be shared.",
  input: z.object({
    note: text(limits.shareNoteLength).check(z.trim(), z.minLength(1)),
    sharedWith: SharedWith,
    sharedData: SharedData,
  }),
  output: z.object({
    key: ShareKey,
    failed: z.array(z.object({ recipient: z.string(), reason: z.string() })),
    leftOut: z.array(Id),
  }),
});

/** A snapshot that the caller has received. */
export const ReceivedShare = z.object({
  key: ShareKey,
  /** The sender's email address. */
  sharedBy: z.string(),
  senderName: z.string(),
  sharedAt: Timestamp,
  note: z.string(),
  counts: ShareCounts,
  names: ItemNames,
  /** How many files come with it. */
  fileCount: z.number(),
  expiresAt: Timestamp,
  /** When the caller first opened it, and when they first imported something from it; null: not yet. */
  openedAt: z.nullable(Timestamp),
  importedAt: z.nullable(Timestamp),
});
export type ReceivedShare = z.infer<typeof ReceivedShare>;

export const listReceivedShares = defineOp({
  method: "GET",
  path: "/state/share",
  keyScopes: ["full_access"],
  summary: "Lists what other people have shared with the caller, newest first.",
  input: z.object({}),
  output: z.object({ items: z.array(ReceivedShare) }),
});

export const loadShare = defineOp({
  method: "POST",
  path: "/state/share/load",
  keyScopes: ["full_access"],
  isHeavy: true,
  summary:
    "Returns a snapshot that was shared with the caller as JSON text of an export file, and marks it as opened. " +
    "Its prompts cannot be changed, copied, shared or deleted.",
  input: z.object({ key: ShareKey }),
  output: z.object({ item: z.string() }),
});

/** The field of a data source in a snapshot that says which of the snapshot's files it is. */
export const sharedFileField = "sharedFile";

export const receiveSharedFiles = defineOp({
  method: "POST",
  path: "/state/share/files",
  keyScopes: ["full_access"],
  weight: 20,
  summary:
    "Copies the files of a snapshot to the caller, unless the caller has the same. In the snapshot, the field " +
    `\`${sharedFileField}\` of a data source is the index of its file. Files that the sender has deleted are left out.`,
  input: z.object({ key: ShareKey }),
  output: z.object({
    files: z.array(z.object({ index: z.number(), key: z.string(), name: z.string(), type: z.string() })),
  }),
});

export const markShareImported = defineOp({
  method: "POST",
  path: "/state/share/imported",
  keyScopes: ["full_access"],
  summary:
    "Tells the sender of a snapshot that the caller imports it. Call it before the import: it fails if the snapshot is " +
    "no longer shared with the caller.",
  input: z.object({ key: ShareKey }),
  output: z.object({}),
});

export const removeReceivedShare = defineOp({
  method: "POST",
  path: "/state/share/remove",
  keyScopes: ["full_access"],
  summary: "Removes a snapshot from the caller's list. What was imported from it stays.",
  input: z.object({ key: ShareKey }),
  output: z.object({}),
});

/** With whom a snapshot is shared. */
export const ShareRecipient = z.object({
  /** An email address, or the name of a group. */
  name: z.string(),
  isGroup: z.boolean(),
  /** Names the recipient to `withdrawShare`. */
  id: z.string(),
  /** For groups: when the first member opened or imported it. */
  openedAt: z.nullable(Timestamp),
  importedAt: z.nullable(Timestamp),
  /** How many people opened and imported it; for groups, members to whom it is not shared by themselves. */
  openedCount: z.number(),
  importedCount: z.number(),
  /** How many others are in the group; null for people, and for groups whose members are computed. */
  memberCount: z.nullable(z.number()),
});
export type ShareRecipient = z.infer<typeof ShareRecipient>;

/** A snapshot that the caller has shared. */
export const SentShare = z.object({
  key: ShareKey,
  sharedAt: Timestamp,
  note: z.string(),
  counts: ShareCounts,
  names: ItemNames,
  /** How many files come with it. */
  fileCount: z.number(),
  expiresAt: Timestamp,
  /** The first recipients; `recipientCount` counts all of them. */
  recipients: z.array(ShareRecipient),
  recipientCount: z.number(),
});
export type SentShare = z.infer<typeof SentShare>;

export const listSentShares = defineOp({
  method: "GET",
  path: "/api/share/youshared",
  entryPoint: "direct",
  keyScopes: ["full_access"],
  summary: "Lists what the caller has shared, newest first, with who has opened or imported it.",
  input: z.object({}),
  output: z.object({ items: z.array(SentShare) }),
});

export const withdrawShare = defineOp({
  method: "POST",
  path: "/state/share/withdraw",
  keyScopes: ["full_access"],
  summary:
    "Deletes a snapshot that the caller has shared, also one that has a link. Others keep what they have imported " +
    "from it. With `recipient`, only this person or group loses it.",
  input: z.object({
    key: ShareKey,
    /** The `id` of a recipient in the list of what the caller has shared. */
    recipient: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(400))),
  }),
  output: z.object({}),
});

export const createShareLink = defineOp({
  method: "POST",
  path: "/state/share/link",
  keyScopes: ["full_access"],
  flag: "shareLinks",
  weight: 20,
  isHeavy: true,
  maxJsonValues: limits.jsonValuesOfConversations,
  summary:
    "Stores a snapshot of a conversation that everybody who is signed in can open by its key, in the web app as " +
    "`#shared={key}`. The shown branch is shared, with the passages that its answers cite.",
  input: z.object({ sharedData: LinkedData }),
  output: z.object({ key: ShareKey }),
});

/** A link to a snapshot of a conversation that the caller has shared. */
export const ShareLink = z.object({
  key: ShareKey,
  /** The name of the conversation. */
  title: z.string(),
  sharedAt: Timestamp,
  expiresAt: Timestamp,
  /** How many other people have opened it. */
  viewCount: z.number(),
});
export type ShareLink = z.infer<typeof ShareLink>;

export const listShareLinks = defineOp({
  method: "GET",
  path: "/state/share/links",
  keyScopes: ["full_access"],
  summary: "Lists the links that the caller has shared, newest first. `withdrawShare` deletes one.",
  input: z.object({}),
  output: z.object({ items: z.array(ShareLink) }),
});

export const openShareLink = defineOp({
  method: "POST",
  path: "/state/share/link/open",
  keyScopes: ["full_access"],
  flag: "shareLinks",
  isHeavy: true,
  summary: "Returns the snapshot of a link as JSON text of an export file, with who has shared it and when.",
  input: z.object({ key: ShareKey }),
  output: z.object({
    item: z.string(),
    /** The name of the person. */
    sharedBy: z.string(),
    sharedAt: Timestamp,
  }),
});
