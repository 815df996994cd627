import type { ArtifactContent } from "@lectern/contract";
import { useQueryClient } from "@tanstack/react-query";
import { openArtifact } from "../../../entities/artifacts/openArtifact.ts";
import { createArtifactActions } from "../../../entities/artifacts/useArtifactActions.ts";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import { createConversation } from "../../../entities/conversations/createConversation.ts";
import { openConversation } from "../../../entities/shell/routes.ts";
import { useWorkspace } from "../../../entities/shell/workspace.ts";
import { notifyFailure, notifyRefusal } from "../../../ui/notices/notify.tsx";

/** Returns the function that opens a new conversation with a copy of an artifact. It never rejects. */
export function useOpenInNewChat(): (load: () => Promise<ArtifactContent | null>) => Promise<void> {
  const { userId, store } = useConversationStore();
  const { conversationId, blockedReason } = useWorkspace();
  const cache = useQueryClient();
  return async (load) => {
    if (blockedReason !== null) {
      notifyRefusal(blockedReason);
      return;
    }
    const content = await load();
    if (!content) return;
    try {
      // With a name, it is not the draft of the next new conversation.
      const id = await createConversation(store, cache, userId, conversationId, { name: content.name });
      const { artifactId } = await createArtifactActions(store, id).insert(content);
      openConversation(id);
      // Opening the conversation closes what was open beside the last one.
      requestAnimationFrame(() => openArtifact({ conversationId: id, artifactId, version: null }));
    } catch (error) {
      notifyFailure(error);
    }
  };
}
