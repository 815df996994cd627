import type { ConversationSummary } from "@lectern/contract";
import type { StoragePlace } from "../../entities/conversations/storage/storageTexts.ts";

/** Returns where most of the conversations are stored. */
export function getUsualPlace(conversations: readonly ConversationSummary[]): StoragePlace {
  const localCount = conversations.filter(({ isLocal }) => isLocal).length;
  return localCount * 2 >= conversations.length ? "local" : "cloud";
}
