import type { Conversation, Model } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import {
  type ConversationAssistant,
  getAssistantBlockedReason,
} from "../../../entities/assistants/conversationAssistant.ts";
import { useConversationAssistant } from "../../../entities/assistants/useConversationAssistant.ts";
import { useChat } from "../../../entities/chat/ChatProvider.tsx";
import { useIsStreaming } from "../../../entities/chat/runs/useRun.ts";
import { chooseAnswerModel } from "../../../entities/chat/sending/chooseAnswerModel.ts";
import { getModelsLoadingText, getNoModelText } from "../../../entities/chat/sending/createSend.ts";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import { writeDefaultModelId } from "../../../entities/conversations/defaultModel.ts";
import type { SettingsChanges } from "../../../entities/conversations/store/conversationStore.ts";
import { useModels } from "../../../entities/models/useModels.ts";
import { notifyFailure } from "../../../ui/notices/notify.tsx";

interface ConversationControls {
  /** The model that answers; null if there is none or it has not been loaded yet. */
  model: Model | null;
  assistant: ConversationAssistant;
  /** The reason why nothing can be sent, such as a missing model; null if there is none. */
  sendBlockedReason: string | null;
  /** The reason why the model cannot be changed, also while no answer is being written; null if there is none. */
  enforcedModelReason: string | null;
  isStreaming: boolean;
  /** The reason why nothing can be changed now; null if changes are possible. */
  blockedReason: string | null;
  change: (changes: SettingsChanges) => void;
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
  const assistant = useConversationAssistant(conversation);
  const model = chooseAnswerModel(models, conversation, assistant);
  const change = (changes: SettingsChanges) => void store.changeSettings(conversation.id, changes).catch(notifyFailure);
  const noModelReason = models.status === "loading" ? getModelsLoadingText() : getNoModelText();
  return {
    model,
    assistant,
    sendBlockedReason: model ? getAssistantBlockedReason(assistant, conversation) : noModelReason,
    enforcedModelReason: getEnforcedModelReason(assistant),
    isStreaming,
    blockedReason: isStreaming ? getChangeBlockedReason() : null,
    change,
    changeModel: (modelId) => {
      writeDefaultModelId(userId, modelId);
      change({ modelId });
    },
  };
}

function getEnforcedModelReason(assistant: ConversationAssistant): string | null {
  if (assistant.status !== "ready" || assistant.assistant.model === null) return null;
  const { name } = assistant.assistant;
  return t`The assistant “${name}” chooses the model`;
}
