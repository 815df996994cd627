import type { TokenUsage } from "@lectern/contract";
import type { FinishReason, ModelToolCall, WireParts } from "../../platform/modelProviders/modelProvider.ts";
import type { AppError } from "../appError.ts";

/** How a call of the model, or all calls of a run together, ended. */
export interface ModelOutcome {
  end: "done" | "stopped" | "failed";
  /** `approval`: a tool waits for a person's approval. */
  finishReason: FinishReason | "approval" | "pause" | null;
  /** The model server's own token counts; null if it sent none. */
  usage: TokenUsage | null;
  failure: AppError | null;
}

/** What the model has written in one call. */
export interface RoundOutput {
  content: string;
  reasoning: string;
  toolCalls: readonly ModelToolCall[];
  /** What the model's server needs back with the results of the tools. */
  wireParts: WireParts | null;
}
