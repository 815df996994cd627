import type { Conversation, ConversationSettings, Model } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useChat } from "../../../entities/chat/ChatProvider.tsx";
import { useIsStreaming } from "../../../entities/chat/runs/useRun.ts";
import { getModelsLoadingText, getNoModelText } from "../../../entities/chat/sending/createSend.ts";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import { writeDefaultModelId } from "../../../entities/conversations/defaultModel.ts";
import { useModels } from "../../../entities/models/useModels.ts";
import { notifyFailure } from "../../../ui/notices/notify.tsx";

interface ConversationControls {
  /** The model that answers; null if there is none or it has not been loaded yet. */
  model: Model | null;
  /** The reason why there is no model; null if there is one. */
  modelReason: string | null;
  isStreaming: boolean;
  /** The reason why nothing can be changed now; null if changes are possible. */
  blockedReason: string | null;
  change: (changes: Partial<ConversationSettings>) => void;
  /** Changes the model of this conversation and of the next new ones. */
  changeModel: (modelId: string) => void;
}

/** Why the settings of a conversation cannot be changed while an answer is being written. */
export const getChangeBlockedReason = (): string => t`You can change this once the answer is complete`;

/** Returns the model of a conversation and a function that changes the conversation's settings. */
export function useConversationControls(conversation: Conversation): ConversationControls {
  const { userId, store } = useConversationStore();
  const { runs } = useChat();
  const models = useModels();
  const isStreaming = useIsStreaming(runs.store, conversation.id);
  // The default model replaces a model that is no longer available.
  const model = models.find(conversation.modelId) ?? models.default;
  const change = (changes: Partial<ConversationSettings>) =>
    void store.changeSettings(conversation.id, changes).catch(notifyFailure);
  const noModelReason = models.status === "loading" ? getModelsLoadingText() : getNoModelText();
  return {
    model,
    modelReason: model ? null : noModelReason,
    isStreaming,
    blockedReason: isStreaming ? getChangeBlockedReason() : null,
    change,
    changeModel: (modelId) => {
      writeDefaultModelId(userId, modelId);
      change({ modelId });
    },
  };
}
