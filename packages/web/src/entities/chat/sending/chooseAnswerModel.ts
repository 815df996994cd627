import type { Conversation, Model } from "@lectern/contract";
import type { ConversationAssistant } from "../../assistants/conversationAssistant.ts";
import { chooseModel, type Models } from "../../models/useModels.ts";

/**
 * Returns the model that answers the next question: the one that the assistant enforces, if the person may use it, or
 * else the choice of the conversation or the default. Null if there is none.
 */
export function chooseAnswerModel(
  models: Pick<Models, "models" | "default"> | undefined,
  { modelId }: Pick<Conversation, "modelId">,
  found: ConversationAssistant,
): Model | null {
  const enforcedId = found.status === "ready" ? found.assistant.model : null;
  const enforcedModel = models?.models.find(({ id }) => id === enforcedId);
  return enforcedModel ?? chooseModel(models, modelId);
}
