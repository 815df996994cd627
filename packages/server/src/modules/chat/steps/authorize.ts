import type { Actor } from "../../../core/context.ts";
import type { AppliedAssistant } from "../../../core/run/appliedAssistant.ts";
import type { ChatTurn } from "../../../core/run/chatTurn.ts";
import { findAppliedAssistant } from "../../assistants/service.ts";
import type { UsableModel } from "../../models/service.ts";
import type { ChatServices } from "../chatServices.ts";

/**
 * Returns the assistant that the request names, and the requested model from the server's catalogue; the model that the
 * assistant enforces goes first. Throws the errors of `findAppliedAssistant`, and `forbidden` if the person may not use
 * the model.
 */
export async function authorize(
  { platform, findModel }: ChatServices,
  actor: Actor,
  { assistantId, groupType, modelId }: ChatTurn,
): Promise<{ model: UsableModel; assistant: AppliedAssistant | null }> {
  const assistant =
    assistantId === null ? null : await findAppliedAssistant(platform, actor, { assistantId, groupType });
  return { model: await findModel(actor, assistant?.modelId ?? modelId), assistant };
}
