import type { OwnerId } from "../access/service.ts";
import { type EventPlatform, publishBrowserEvent } from "../browserEvents/service.ts";
import type { ConversationKey } from "./messages/repository.ts";

/** With more conversations at once, browsers load the list again. */
const maxEvents = 10;

/** Tells the owner's browsers that a conversation was written. `revision`: the written one, if it is known. */
export function publishSaved(platform: EventPlatform, ownerId: OwnerId, id: string, revision?: number): void {
  publishBrowserEvent(platform, ownerId, {
    type: "conversation",
    id,
    change: "saved",
    ...(revision === undefined ? {} : { revision }),
  });
}

/** Tells the owner's browsers that the server has started or ended an answer, and has written its conversation. */
export function publishRun(
  platform: EventPlatform,
  { ownerId, conversationId }: ConversationKey,
  { requestId, state, revision }: { requestId: string; state: "started" | "ended"; revision?: number | undefined },
): void {
  publishSaved(platform, ownerId, conversationId, revision);
  publishBrowserEvent(platform, ownerId, { type: "run", conversationId, requestId, state });
}

/** Tells the owner's browsers that these conversations were written or deleted. */
export function publishConversations(
  platform: EventPlatform,
  ownerId: OwnerId,
  ids: readonly string[],
  change: "saved" | "deleted",
): void {
  if (ids.length > maxEvents) publishBrowserEvent(platform, ownerId, { type: "conversations" });
  else for (const id of ids) publishBrowserEvent(platform, ownerId, { type: "conversation", id, change });
}
