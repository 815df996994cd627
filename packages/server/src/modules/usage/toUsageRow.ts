import { randomUUID } from "node:crypto";
import type { Platform } from "../../core/context.ts";
import type { UsableModel } from "../models/service.ts";

export interface NewUsage {
  userId: string;
  requestId: string;
  conversationId: string | null;
  model: UsableModel;
  purpose: "chat" | "title" | "embedding";
}

/** A row as it is opened, with the prices of now. */
export function toUsageRow({ clock, processes }: Platform, opening: NewUsage) {
  const { model } = opening;
  return {
    id: randomUUID(),
    process_id: processes.id,
    user_id: opening.userId,
    request_id: opening.requestId,
    conversation_id: opening.conversationId,
    model_id: model.id,
    purpose: opening.purpose,
    opened_at: clock.now(),
    settled_at: null,
    outcome: null,
    is_estimate: false,
    input_tokens: 0,
    output_tokens: 0,
    cached_tokens: 0,
    input_token_cost: model.inputTokenCost,
    output_token_cost: model.outputTokenCost,
    cached_token_cost: model.cachedTokenCost,
    cost: 0,
  };
}
