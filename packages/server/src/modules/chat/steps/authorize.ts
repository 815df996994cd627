import { AppError } from "../../../core/appError.ts";
import type { Actor } from "../../../core/context.ts";
import type { UsableModel } from "../../models/service.ts";
import type { ChatServices } from "../chatServices.ts";
import type { ChatTurn } from "../chatTurn.ts";

/**
 * Returns the model from the server's catalogue if the person may use it; the client supplies only the id. Throws
 * `forbidden` for a model or a feature that the person may not use, and `notFound` for any assistant.
 */
export async function authorize(chat: ChatServices, actor: Actor, turn: ChatTurn): Promise<UsableModel> {
  if (turn.assistantId) {
    throw new AppError("notFound", { userMessage: "This assistant does not exist, or you do not have access to it." });
  }
  const [flags, model] = await Promise.all([
    turn.cloud ? chat.loadFlags(actor) : null,
    chat.findModel(actor, turn.modelId),
  ]);
  if (flags && !flags.storeCloudConversations) {
    throw new AppError("forbidden", { userMessage: "Storing conversations in the cloud is switched off." });
  }
  return model;
}
