import {
  type ContextParts,
  type ContextUse,
  type Conversation,
  type FoundSummary,
  findSummary,
  fitContext,
  getBranch,
  type Message,
  type Model,
  parseContextUse,
} from "@lectern/contract";
import { resolveMaxTokens } from "../../../entities/chat/sending/responseLength.ts";
import { canSummarizeLocally } from "../../../entities/conversations/store/localSummaries.ts";

/** How the next question of a conversation fills the window of its model. */
export interface ConversationContext {
  use: ContextUse;
  parts: ContextParts;
  /** `pending`: the earlier messages will be summarized, because they will not fit. `failed`: they could not be. */
  summaryState: "none" | "pending" | "failed";
}

/** Returns what the last answer that says it says of the window; null: none does. */
export function readContext(
  { messages, headId, isLocal }: Pick<Conversation, "messages" | "headId" | "isLocal">,
  model: Model,
  maxTokens: number | null,
): ConversationContext | null {
  const branch = getBranch(messages, headId);
  const use = branch.reduceRight<ContextUse | null>((found, { data }) => found ?? parseContextUse(data.state), null);
  if (!use) return null;
  const shown = findSummary(branch, true);
  // One that the person has turned off or deleted since is not sent.
  const current = shown && !shown.summary.isOff ? use : { ...use, summary: 0, laterMessages: use.messages };
  const parts = fitContext(current, model, resolveMaxTokens(maxTokens, model.outputTokenLimit));
  const mayFollow = !isLocal || canSummarizeLocally(branch);
  return { use, parts, summaryState: mayFollow ? getSummaryState(use, branch, shown) : "none" };
}

function getSummaryState(
  { summarizeUpTo, summaryFailure }: ContextUse,
  branch: readonly Message[],
  shown: FoundSummary | null,
): ConversationContext["summaryState"] {
  const end = branch.findIndex(({ id }) => id === summarizeUpTo);
  if (end < 0 || shown?.summary.isOff || (shown && shown.index >= end)) return "none";
  return summaryFailure === undefined ? "pending" : "failed";
}
