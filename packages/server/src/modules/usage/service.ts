import { randomUUID } from "node:crypto";
import type { TokenUsage } from "@lectern/contract";
import type { Platform } from "../../core/context.ts";
import type { UsableModel } from "../models/service.ts";
import { insertUsage, interruptOpenUsage, settleUsageRow } from "./repository.ts";

export interface UsageOpening {
  userId: string;
  requestId: string;
  conversationId: string | null;
  model: UsableModel;
  purpose: "chat" | "title";
}

/** Writes the row before the model is called, with the prices of now; gives its id. */
export async function openUsage({ db, clock }: Platform, opening: UsageOpening): Promise<string> {
  const id = randomUUID();
  const { model } = opening;
  await insertUsage(db, {
    id,
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
  });
  return id;
}

export interface UsageSettlement {
  usage: TokenUsage;
  /** True when the counts are ours and not the model server's. */
  isEstimate: boolean;
  outcome: "done" | "stopped" | "failed";
}

/** Settles a row once; later calls change nothing. A row that a start has swept counts as open. */
export async function settleUsage(
  { db, clock }: Platform,
  usageId: string,
  { usage, isEstimate, outcome }: UsageSettlement,
): Promise<void> {
  const inputTokens = wholeCount(usage.inputTokens);
  const counts = {
    inputTokens,
    outputTokens: wholeCount(usage.outputTokens),
    cachedTokens: Math.min(wholeCount(usage.cachedTokens), inputTokens),
  };
  await settleUsageRow(db, usageId, { ...counts, isEstimate, outcome }, clock.now());
}

/**
 * At a start: settles the rows that a dead process left open, as interrupted, with what is known. One that another process still
 * holds is settled by it in the end as if nothing had been. Gives how many rows there were.
 */
export async function sweepUsage({ db, clock }: Platform): Promise<number> {
  return interruptOpenUsage(db, clock.now());
}

/** A count that the column can hold, whatever a model's server says. */
function wholeCount(count: number): number {
  return Number.isFinite(count) ? Math.min(Math.max(Math.round(count), 0), 2 ** 31 - 1) : 0;
}
