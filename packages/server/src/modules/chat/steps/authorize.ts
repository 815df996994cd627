import type { Actor } from "../../../core/context.ts";
import type { AppliedAssistant } from "../../../core/run/appliedAssistant.ts";
import type { ChatTurn } from "../../../core/run/chatTurn.ts";
import { findAppliedAssistant, findDraftAssistant } from "../../assistants/service.ts";
import type { UsableModel } from "../../models/service.ts";
import type { ChatServices } from "../chatServices.ts";

/**
 * Returns the assistant that the request names or of which it has a draft, and the requested model from the server's
 * catalogue; the model that the assistant enforces goes first. Throws the errors of `findAppliedAssistant` and
 * `findDraftAssistant`, and `forbidden` if the person may not use the model.
 */
export async function authorize(
  { platform, findModel }: ChatServices,
  actor: Actor,
  { assistantId, assistantDraft, groupType, modelId }: ChatTurn,
): Promise<{ model: UsableModel; assistant: AppliedAssistant | null }> {
  const requestedModel = findModel(actor, modelId);
  const findAssistant = assistantDraft
    ? () => findDraftAssistant(platform, actor, { draft: assistantDraft, groupType })
    : assistantId !== null && (() => findAppliedAssistant(platform, actor, { assistantId, groupType }));
  if (!findAssistant) return { model: await requestedModel, assistant: null };
  // Both are found at once, because few assistants enforce a model.
  requestedModel.catch(() => undefined); // the error counts only if this model answers
  const assistant = await findAssistant();
  return {
    model: await (assistant.modelId === null ? requestedModel : findModel(actor, assistant.modelId)),
    assistant,
  };
}
