import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useConversationStore } from "../features/conversations/ConversationsProvider.tsx";
import { readStorageSelection } from "../features/conversations/storageSelection.ts";
import { openConversation } from "../lib/fragment.ts";

interface Draft {
  /** The conversation without messages that a new chat begins in; null: not known yet. */
  id: string | null;
  /** Opens a new chat with the model and the temperature of `previousId`. */
  startNew: (previousId: string | null) => Promise<void>;
  /** It has become a conversation: the next new chat needs another. */
  forget: () => void;
}

/** The draft of the person who is signed in; made when `isNeeded` and there is none. */
export function useDraft(isNeeded: boolean, canUseCloud: boolean): Draft {
  const { userId, store } = useConversationStore();
  const cache = useQueryClient();
  const queryKey = ["draft", userId];
  const isLocal = () => !canUseCloud || readStorageSelection(userId) === "future-local";
  const { data } = useQuery({
    queryKey,
    queryFn: async () => {
      const draft = (await store.list()).find(({ isDraft }) => isDraft);
      return draft?.id ?? store.startNew({ isLocal: isLocal(), modelId: null, temperature: null });
    },
    enabled: isNeeded,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: "always",
  });
  return {
    id: data ?? null,
    async startNew(previousId) {
      const previous = previousId === null ? null : await store.read(previousId).catch(() => null);
      const choices = {
        isLocal: isLocal(),
        modelId: previous?.modelId ?? null,
        temperature: previous?.temperature ?? null,
      };
      cache.setQueryData(queryKey, await store.startNew(choices));
      openConversation(null);
    },
    forget: () => cache.removeQueries({ queryKey }),
  };
}
