import {
  type ContextParts,
  type ContextUse,
  type Conversation,
  fitContext,
  getBranch,
  type Model,
  parseContextUse,
} from "@lectern/contract";
import { resolveMaxTokens } from "../../../entities/chat/sending/responseLength.ts";

/** How the next question of a conversation fills the window of its model. */
export interface ConversationContext {
  use: ContextUse;
  parts: ContextParts;
}

/** Returns what the last answer that says it says of the window; null: none does. */
export function readContext(
  { messages, headId }: Pick<Conversation, "messages" | "headId">,
  model: Model,
  maxTokens: number | null,
): ConversationContext | null {
  for (const { data } of getBranch(messages, headId).toReversed()) {
    const use = parseContextUse(data.state);
    if (use) return { use, parts: fitContext(use, model, resolveMaxTokens(maxTokens, model.outputTokenLimit)) };
  }
  return null;
}
