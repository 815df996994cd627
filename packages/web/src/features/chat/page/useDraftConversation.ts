import { useQuery, useQueryClient } from "@tanstack/react-query";
import { chooseAssistant } from "../../../entities/assistants/assistantChoice.ts";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import { createConversation } from "../../../entities/conversations/createConversation.ts";
import { useDraftId } from "../../../entities/conversations/useConversationList.ts";
import { openConversation } from "../../../entities/shell/routes.ts";
import { notifyFailure } from "../../../ui/notices/notify.tsx";

interface DraftConversation {
  /** The id of the empty conversation in which a new chat starts; null until that conversation exists. */
  id: string | null;
  /** The error if the draft could not be created. */
  error: Error | null;
  retry: () => void;
  /**
   * Opens a new chat with the model and the temperature of the conversation `previousId`, or with the defaults (null).
   */
  startNew: (previousId: string | null) => void;
}

/**
 * Returns the draft conversation of the signed-in person. Creates one if `isNeeded` and there is none, for example
 * because another tab has used the last one.
 */
export function useDraftConversation(isNeeded: boolean): DraftConversation {
  const { userId, store } = useConversationStore();
  const cache = useQueryClient();
  const draftId = useDraftId();

  const create = (previousId: string | null) => createConversation(store, cache, userId, previousId);
  const { error, refetch } = useQuery({
    queryKey: ["newDraft", userId],
    queryFn: () => create(null),
    enabled: isNeeded && draftId === null,
    staleTime: 0,
    networkMode: "always",
  });
  return {
    id: draftId ?? null,
    error: draftId ? null : error,
    retry: () => void refetch(),
    startNew: (previousId) =>
      void create(previousId).then((id) => {
        // The draft may be the one in which an assistant has been chosen.
        chooseAssistant({ id, messages: [], headId: null }, null);
        openConversation(null);
      }, notifyFailure),
  };
}
