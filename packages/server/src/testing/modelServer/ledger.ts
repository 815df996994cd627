import type { TokenUsage } from "@lectern/contract";
import { type Behaviour, tokensOf } from "./behaviour.ts";
import type { RecordedRequest } from "./recordedRequest.ts";

/**
 * What the server has counted of one call, as a provider bills it: what it read and what it wrote until its answer ended, was cut, or
 * the client left. Nothing of a call that it refused, or failed before its first word.
 */
export interface LedgerEntry extends TokenUsage {
  model: string;
  /** The client was told this very count. */
  isReported: boolean;
}

export function getLedger(requests: readonly RecordedRequest[]): LedgerEntry[] {
  return requests.flatMap(({ body, counted, isReported }) =>
    counted ? [{ model: body?.model ?? "", ...counted, isReported }] : [],
  );
}

/** Enters what has been written so far. */
export function enter(request: RecordedRequest, { cachedTokens }: Behaviour, outputTokens: number): TokenUsage {
  request.counted = { inputTokens: promptTokens(request), outputTokens, cachedTokens };
  return request.counted;
}

/** Enters a call that its client left; unless more is known of it already. */
export function recordAbortedUsage(request: RecordedRequest, behaviour: Behaviour): void {
  const isWorking = behaviour.status === null && !behaviour.reply && !behaviour.isHtml;
  if (isWorking && !request.counted) enter(request, behaviour, 0);
}

function promptTokens({ body }: RecordedRequest): number {
  const messages = body?.messages ?? [];
  return messages.reduce((sum, { content }) => sum + (typeof content === "string" ? tokensOf(content).length : 1), 0);
}
