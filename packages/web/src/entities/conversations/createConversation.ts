import type { Conversation } from "@lectern/contract";
import type { QueryClient } from "@tanstack/react-query";
import { flagsQuery } from "../flags/useFlag.ts";
import { readDefaultModelId } from "./defaultModel.ts";
import type { StartSettings } from "./newConversation.ts";
import { readStorageLocation } from "./readStorageLocation.ts";
import { conversationKeys } from "./store/conversationCache.ts";
import type { ConversationStore } from "./store/conversationStore.ts";

/**
 * Starts an empty conversation with the model and the temperature of the conversation `previousId`, or else with the
 * model that the person chose last, and with the given settings instead of the defaults. Reuses the draft if there is
 * one. Resolves to the id of the empty conversation.
 */
export async function createConversation(
  store: ConversationStore,
  cache: QueryClient,
  userId: string,
  previousId: string | null,
  { modelId, ...settings }: StartSettings & { modelId?: string | null } = {},
): Promise<string> {
  const previous =
    previousId === null ? null : cache.getQueryData<Conversation>(conversationKeys.one(userId, previousId));
  return store.startNew({
    isLocal: !(await shouldUseCloud(store, cache, userId)),
    modelId: modelId ?? previous?.modelId ?? readDefaultModelId(userId),
    temperature: previous?.temperature ?? null,
    ...settings,
  });
}

/**
 * True if new conversations are stored in the cloud, by the person's choice or by default, and the person may use it.
 * False if the flags cannot be loaded.
 */
async function shouldUseCloud(store: ConversationStore, cache: QueryClient, userId: string): Promise<boolean> {
  if ((await readStorageLocation(store, userId)) !== "cloud") return false;
  const flags = await cache.fetchQuery(flagsQuery).catch(() => null);
  return flags?.storeCloudConversations ?? false;
}
