import { AppError } from "../../../core/appError.ts";
import type { Actor } from "../../../core/context.ts";
import type { ChatTurn } from "../../../core/run/chatTurn.ts";
import type { UsableModel } from "../../models/service.ts";
import type { ChatServices } from "../chatServices.ts";

/**
 * Returns the requested model from the server's catalogue. Throws `forbidden` if the person may not use the model, and
 * `notFound` if the request names an assistant, because there are none.
 */
export async function authorize(services: ChatServices, actor: Actor, turn: ChatTurn): Promise<UsableModel> {
  if (turn.assistantId) {
    throw new AppError("notFound", { userMessage: "This assistant does not exist, or you do not have access to it." });
  }
  return services.findModel(actor, turn.modelId);
}
