import { AppError } from "../../../core/appError.ts";
import type { Actor } from "../../../core/context.ts";
import type { UsableModel } from "../../models/service.ts";
import type { ChatServices } from "../chatServices.ts";
import type { ChatTurn } from "../chatTurn.ts";

/**
 * Gives the model as the server knows it, if this person may use it; nothing about it is taken from the client. Throws
 * `forbidden` for a model or a feature one may not use, `notFound` for an assistant.
 */
export async function authorize(chat: ChatServices, actor: Actor, turn: ChatTurn): Promise<UsableModel> {
  if (turn.assistantId) {
    throw new AppError("notFound", { userMessage: "There is no such assistant, or you may not use it." });
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
