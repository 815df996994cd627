import type { TokenUsage } from "@lectern/contract";
import type { Platform } from "../../core/context.ts";
import type { UsableModel } from "../models/service.ts";

export interface UsageOpening {
  userId: string;
  requestId: string;
  conversationId: string | null;
  model: UsableModel;
  purpose: "chat" | "title";
}

/** Writes the row before the model is called; gives its id. */
export async function openUsage(_platform: Platform, _opening: UsageOpening): Promise<string> {
  throw new Error("openUsage");
}

export interface UsageSettlement {
  usage: TokenUsage;
  /** True when the counts are ours and not the model server's. */
  isEstimate: boolean;
  outcome: "done" | "stopped" | "failed";
}

/** Settles a row once; later calls change nothing. */
export async function settleUsage(_platform: Platform, _usageId: string, _settlement: UsageSettlement): Promise<void> {
  throw new Error("settleUsage");
}

/** At a start: settles the rows that a dead process left open, as failed, with what is known. */
export async function sweepUsage(_platform: Platform): Promise<number> {
  throw new Error("sweepUsage");
}
