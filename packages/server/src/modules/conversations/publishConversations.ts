import type { OwnerId } from "../access/service.ts";
import { type EventPlatform, publishBrowserEvent } from "../browserEvents/service.ts";
import type { ConversationKey } from "./messages/repository.ts";

/** With more conversations at once, browsers load the list again. */
const maxEvents = 10;

/**
 * Tells the owner's browsers that a conversation was written; `summary`: only what the list shows. `revision`: the
 * written one, if it is known.
 */
export function publishSaved(
  platform: EventPlatform,
  { ownerId, conversationId: id }: ConversationKey,
  revision?: number,
  change: "saved" | "summary" = "saved",
): void {
  const event = { type: "conversation", id, change } as const;
  publishBrowserEvent(platform, ownerId, revision === undefined ? event : { ...event, revision });
}

/** Tells the owner's browsers that the server has started or ended an answer, and has written its conversation. */
export function publishRun(
  platform: EventPlatform,
  key: ConversationKey,
  requestId: string,
  state: "started" | "waiting" | "ended",
  revision?: number,
): void {
  publishSaved(platform, key, revision);
  const { ownerId, conversationId } = key;
  const event = { type: "run", conversationId, requestId, state } as const;
  publishBrowserEvent(platform, ownerId, revision === undefined ? event : { ...event, revision });
}

/**
 * Tells the owner's browsers that these conversations were written or deleted; `summary`: only what the list shows.
 * `revision`: the written one of all, if it is known.
 */
export function publishConversations(
  platform: EventPlatform,
  ownerId: OwnerId,
  ids: readonly string[],
  change: "saved" | "summary" | "deleted",
  revision?: number,
): void {
  if (ids.length > maxEvents) {
    publishBrowserEvent(platform, ownerId, { type: "conversations" });
    return;
  }
  for (const id of ids) {
    const event = { type: "conversation", id, change } as const;
    publishBrowserEvent(platform, ownerId, revision === undefined ? event : { ...event, revision });
  }
}
