import type { TokenUsage } from "@lectern/contract";
import { type Behaviour, tokensOf } from "./behaviour.ts";
import type { RecordedRequest } from "./recordedRequest.ts";

/**
 * The usage of one call as a provider bills it: the input, and the output until the answer ended, was cut, or the
 * client disconnected. Calls that were rejected or failed before the first token have none.
 */
export interface LedgerEntry extends TokenUsage {
  model: string;
  /** True if the client received this count. */
  isReported: boolean;
}

export function getLedger(requests: readonly RecordedRequest[]): LedgerEntry[] {
  return requests.flatMap(({ body, usage: counted, isReported }) =>
    counted ? [{ model: body?.model ?? "", ...counted, isReported }] : [],
  );
}

/** Records the usage so far. */
export function recordUsage(request: RecordedRequest, { cachedTokens }: Behaviour, outputTokens: number): TokenUsage {
  request.usage = { inputTokens: countPromptTokens(request), outputTokens, cachedTokens };
  return request.usage;
}

/** Records the usage of a call whose client disconnected, unless it has been recorded already. */
export function recordAbortedUsage(request: RecordedRequest, behaviour: Behaviour): void {
  const isBilled = behaviour.status === null && !behaviour.reply && !behaviour.isHtml;
  if (isBilled && !request.usage) recordUsage(request, behaviour, 0);
}

function countPromptTokens({ body }: RecordedRequest): number {
  const messages = body?.messages ?? [];
  return messages.reduce((sum, { content }) => sum + (typeof content === "string" ? tokensOf(content).length : 1), 0);
}
