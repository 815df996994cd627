import type { Model } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useChat } from "../../../entities/chat/ChatProvider.tsx";
import { useIsStreaming } from "../../../entities/chat/runs/useRun.ts";
import { getModelsLoadingText, getNoModelText } from "../../../entities/chat/sending/createSend.ts";
import { useConversation } from "../../../entities/conversations/useConversation.ts";
import { chooseModel, isGuide, useModels } from "../../../entities/models/useModels.ts";

interface Availability {
  /** The conversation's model, or else the default one; null: there is none. */
  model: Model | null;
  accountId: string | null;
  /** Why nothing can be sent now; null: it can. */
  blockedReason: string | null;
}

/** Returns who answers requests about a conversation. */
export function useAvailability(conversationId: string): Availability {
  const opened = useConversation(conversationId);
  const models = useModels();
  const isStreaming = useIsStreaming(useChat().runs.store, conversationId);
  const conversation = opened.status === "ready" ? opened.conversation : null;
  const chosen = conversation && chooseModel(models, conversation.modelId);
  const model = chosen && !isGuide(chosen) ? chosen : null;
  const getReason = () => {
    if (isStreaming) return t`An answer is being written`;
    if (model) return null;
    return models.status === "loading" || !conversation ? getModelsLoadingText() : getNoModelText();
  };
  return { model, accountId: conversation?.accountId ?? null, blockedReason: getReason() };
}
