import type { Conversation, ConversationSettings, Model } from "@lectern/contract";
import type { ReactNode } from "react";
import type { ChatRuns } from "../../entities/chat/runs/chatRuns.ts";
import { useIsStreaming } from "../../entities/chat/runs/useRun.ts";
import { useConversationStore } from "../../entities/conversations/ConversationsProvider.tsx";
import { useModels } from "../../entities/models/useModels.ts";
import { useUserSettings } from "../../entities/settings/userSettings.ts";
import { StorageToggle } from "../../features/conversations/storage/StorageToggle.tsx";
import { ModelSelector } from "../../features/models/ModelSelector.tsx";
import { notifyFailure } from "../../ui/notices/notify.tsx";

interface ConversationControls {
  /** What answers; null: nothing can be had (yet). */
  model: Model | null;
  /** Why there is no model; null: there is one. */
  modelReason: string | null;
  isStreaming: boolean;
  /** Why nothing can be changed now; null: it can. */
  blockedReason: string | null;
  modelSelector: ReactNode;
  storageToggle: ReactNode;
  change: (changes: Partial<ConversationSettings>) => void;
}

const streamingReason = "This can be changed once the answer is complete";

/** What is chosen for a conversation: in its empty state before the first message, in the header after it. */
export function useConversationControls(
  conversation: Conversation,
  runs: ChatRuns,
  canUseCloud: boolean,
): ConversationControls {
  const { store, userId } = useConversationStore();
  const { hiddenModelIds } = useUserSettings(userId);
  const models = useModels();
  const isStreaming = useIsStreaming(runs.store, conversation.id);
  const blockedReason = isStreaming ? streamingReason : null;
  // A model that is no longer there gives way to the default one.
  const model = models.find(conversation.modelId) ?? models.default;
  const change = (changes: Partial<ConversationSettings>) => {
    void store.changeSettings(conversation.id, changes).catch(notifyFailure);
  };
  const noModel = models.status === "loading" ? "The models are still being loaded" : "Choose a model first";
  return {
    model,
    modelReason: model ? null : noModel,
    isStreaming,
    blockedReason,
    modelSelector: (
      <ModelSelector
        value={model?.id ?? null}
        hiddenIds={hiddenModelIds}
        disabled={isStreaming}
        onChange={(modelId) => change({ modelId })}
      />
    ),
    storageToggle: (
      <StorageToggle conversation={conversation} blockedReason={blockedReason} canUseCloud={canUseCloud} />
    ),
    change,
  };
}
