import type { Conversation } from "@lectern/contract";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useConversationStore } from "../../entities/conversations/ConversationsProvider.tsx";
import { placeOf, readStorageSelection } from "../../entities/conversations/storageSelection.ts";
import type { ConversationStore } from "../../entities/conversations/store/conversationStore.ts";
import { conversationKeys } from "../../entities/conversations/store/shownConversations.ts";
import { useDraftId } from "../../entities/conversations/useConversationList.ts";
import { flagsQuery } from "../../entities/flags/useFlag.ts";
import { openConversation } from "../../entities/shell/routes.ts";
import { notifyFailure } from "../../ui/notices/notify.tsx";

interface DraftConversation {
  /** The conversation without messages that a new chat begins in; null: there is none yet. */
  id: string | null;
  /** Why there is none. */
  error: Error | null;
  retry: () => void;
  /** Opens a new chat with the model and the temperature of `previousId`. */
  startNew: (previousId: string | null) => void;
}

/** The draft of the person who is signed in; made when `isNeeded` and there is none, as when another tab has used it. */
export function useDraftConversation(isNeeded: boolean): DraftConversation {
  const { userId, store } = useConversationStore();
  const cache = useQueryClient();
  const draftId = useDraftId();

  const start = (previousId: string | null) => beginConversation(store, cache, userId, previousId);
  const { error, refetch } = useQuery({
    queryKey: ["newDraft", userId],
    queryFn: () => start(null),
    enabled: isNeeded && draftId === null,
    staleTime: 0,
    networkMode: "always",
  });
  return {
    id: draftId ?? null,
    error: draftId ? null : error,
    retry: () => void refetch(),
    startNew: (previousId) => void start(previousId).then(() => openConversation(null), notifyFailure),
  };
}

/** Makes an empty conversation with the model and the temperature of `previousId`, or uses the draft; gives its id. */
export async function beginConversation(
  store: ConversationStore,
  cache: QueryClient,
  userId: string,
  previousId: string | null,
): Promise<string> {
  const previous =
    previousId === null ? null : cache.getQueryData<Conversation>(conversationKeys.one(userId, previousId));
  return store.startNew({
    isLocal: !(await isForCloud(cache, userId)),
    modelId: previous?.modelId ?? null,
    temperature: previous?.temperature ?? null,
  });
}

/** Whether a new conversation goes to the cloud: chosen by the person, and allowed. Not where that cannot be known. */
async function isForCloud(cache: QueryClient, userId: string): Promise<boolean> {
  if (placeOf(readStorageSelection(userId)) !== "cloud") return false;
  const flags = await cache.fetchQuery(flagsQuery).catch(() => null);
  return flags?.storeCloudConversations ?? false;
}
