import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { selectAssistant } from "../../../entities/assistants/selectAssistant.ts";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import { createConversation } from "../../../entities/conversations/createConversation.ts";
import { focusField } from "../../../entities/shell/focusTargets.ts";
import { openConversation } from "../../../entities/shell/routes.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { notifyFailure } from "../../../ui/notices/notify.tsx";

/** Returns the function that opens a new conversation with an assistant. It never rejects. */
export function useAssistantStart(): (assistantId: string) => Promise<void> {
  const { userId, store } = useConversationStore();
  const { conversationId } = useWorkspace();
  const cache = useQueryClient();
  return useCallback(
    async (assistantId) => {
      try {
        const id = await createConversation(store, cache, userId, conversationId);
        selectAssistant(userId, { id, messages: [], headId: null }, assistantId);
        openConversation(null);
        focusField("message");
      } catch (error) {
        notifyFailure(error);
      }
    },
    [store, cache, userId, conversationId],
  );
}
