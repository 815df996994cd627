import * as z from "zod/mini";
import { FileState } from "./files.ts";

/** `GET` streams the events of the session's person to a browser, as server-sent events whose data is JSON. */
export const browserEventsPath = "/api/events";

/**
 * The header with the id of the person whose events a page expects. Meanwhile somebody else may have signed in on the
 * same computer, and the page must not receive their events.
 */
export const eventsPersonHeader = "x-lectern-person";

const id = z.string();
/** True if everybody's browsers are told, which should then not all ask at once. */
const isForEverybody = z.optional(z.boolean());

/**
 * Tells the browsers of one person that something has changed, so that they read it again. An event contains names and
 * ids, never content or titles, and never the id of a local conversation.
 */
export const BrowserEvent = z.discriminatedUnion("type", [
  /** The stream starts here: nothing has changed since the position that the browser sent. Not for listeners. */
  z.object({ type: z.literal("opened") }),
  /** Events may have been lost: read everything on display again. */
  z.object({ type: z.literal("resync") }),
  /**
   * A cloud conversation was written or deleted; `summary`: only what `ConversationSummary` contains has changed.
   * `revision` is the written one, by which a browser recognizes what it has.
   */
  z.object({
    type: z.literal("conversation"),
    id,
    change: z.enum(["saved", "summary", "deleted"]),
    revision: z.optional(z.number()),
  }),
  /** Several cloud conversations were written or deleted. */
  z.object({ type: z.literal("conversations") }),
  /** The server started or ended an answer of a cloud conversation, or it waits for the person's approval. */
  z.object({
    type: z.literal("run"),
    conversationId: id,
    requestId: id,
    state: z.enum(["started", "waiting", "ended"]),
    /** The revision of the conversation that this has written. */
    revision: z.optional(z.number()),
  }),
  /** The state, the progress (0 to 100) or the metadata of a file changed. `state` is null if the file was deleted. */
  z.object({ type: z.literal("file"), key: id, state: z.nullable(FileState), progress: z.optional(z.number()) }),
  /** The person's settings were saved. */
  z.object({ type: z.literal("settings") }),
  /** Prompts or folders were written. `cursor` is that of the write, to recognize what was already synced. */
  z.object({ type: z.literal("prompts"), cursor: z.optional(z.number()) }),
  /** The models, the flags or the configuration of the server changed. */
  z.object({ type: z.literal("config") }),
  /** Assistants that the person may use or edit were saved or deleted. */
  z.object({ type: z.literal("assistants"), isForEverybody }),
  /** Something was shared with the person, or what they have shared was withdrawn, opened or imported. */
  z.object({ type: z.literal("shares"), isForEverybody }),
  /** An editor of a group has opened this cloud conversation of the person; see `getConversationAnalysis`. */
  z.object({ type: z.literal("analysis"), conversationId: id }),
  /**
   * Memories, their projects or pending facts of the person changed. `conversationId`: only the facts that were found in
   * this cloud conversation.
   */
  z.object({ type: z.literal("memories"), conversationId: z.optional(id) }),
  /** The person's groups, grants or roles changed. */
  z.object({ type: z.literal("rights"), isForEverybody }),
]);
export type BrowserEvent = z.infer<typeof BrowserEvent>;

export type BrowserEventType = BrowserEvent["type"];
export type BrowserEventOf<Type extends BrowserEventType> = Extract<BrowserEvent, { type: Type }>;
