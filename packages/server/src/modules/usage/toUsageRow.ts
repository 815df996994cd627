import { randomUUID } from "node:crypto";
import type { Payer } from "../../core/actor.ts";
import type { Platform } from "../../core/context.ts";
import type { UsableModel } from "../models/service.ts";

export interface NewUsage {
  payer: Payer;
  requestId: string;
  conversationId: string | null;
  model: UsableModel;
  purpose:
    | "chat"
    | "title"
    | "rewrite"
    | "embedding"
    | "analysis"
    | "artifact"
    | "memory"
    | "optimizer"
    | "topic"
    | "summary";
}

/** Creates the row of an open call with the current prices. */
export function toUsageRow({ clock, processes }: Platform, newUsage: NewUsage) {
  const { model, payer } = newUsage;
  return {
    id: randomUUID(),
    process_id: processes.id,
    user_id: payer.principal.id,
    credential_id: payer.credential.id,
    account_id: payer.payer,
    account_owner_id: payer.accountOwnerId ?? payer.principal.id,
    // A draft is of no version yet.
    assistant_id: payer.assistant?.versionId ?? payer.assistant?.id ?? null,
    group_id: payer.assistant?.groupId ?? null,
    request_id: newUsage.requestId,
    conversation_id: newUsage.conversationId,
    model_id: model.id,
    purpose: newUsage.purpose,
    opened_at: clock.now(),
    settled_at: null,
    outcome: null,
    is_estimate: false,
    input_tokens: 0,
    output_tokens: 0,
    cached_tokens: 0,
    cache_write_tokens: 0,
    input_token_cost: model.inputTokenCost,
    output_token_cost: model.outputTokenCost,
    cached_token_cost: model.cachedTokenCost,
    cache_write_token_cost: model.cacheWriteTokenCost ?? null,
    cost: 0,
  };
}
