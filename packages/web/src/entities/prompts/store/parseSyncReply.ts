import { PromptStoreItem, SyncPromptsReply } from "@lectern/contract";
import * as z from "zod/mini";
import type { SyncReply } from "./mergeSyncReply.ts";

const Envelope = z.object({
  cursor: SyncPromptsReply.shape.cursor,
  items: z.array(z.unknown()),
  hasMore: z.boolean(),
  conflicts: SyncPromptsReply.shape.conflicts,
});

/**
 * Parses a reply and drops items that do not match the contract. Throws if another part of the reply does not match.
 */
export function parseSyncReply(reply: unknown): SyncReply {
  const envelope = Envelope.parse(reply);
  const items = envelope.items
    .map((item) => PromptStoreItem.safeParse(item).data)
    .filter((item) => item !== undefined)
    .filter(({ id, item }) => item === null || item.id === id);
  return { ...envelope, items };
}
