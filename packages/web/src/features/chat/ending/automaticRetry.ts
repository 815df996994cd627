import type { AnswerEnd, Message } from "@lectern/contract";

/** Nobody waits longer in front of a screen; later, the person decides. */
const maxWaitSeconds = 120;
/** A question that has failed this often is not asked again by itself. */
const maxRetries = 3;

/** Returns in how many seconds an answer that failed at the time `now` is requested again by itself; null: it is not. */
export function getAutomaticRetrySeconds({ end, retryAt }: AnswerEnd, now: number): number | null {
  if (end !== "failed" || retryAt === undefined) return null;
  const seconds = Math.ceil((Date.parse(retryAt) - now) / 1_000);
  return seconds > 0 && seconds <= maxWaitSeconds ? seconds : null;
}

/** Counts how often the answers to each question were requested again without the person. */
export class RetryCounter {
  readonly #counts = new Map<string | null, number>();

  hasRetries({ parentId }: Pick<Message, "parentId">): boolean {
    return (this.#counts.get(parentId) ?? 0) < maxRetries;
  }

  count({ parentId }: Pick<Message, "parentId">): void {
    this.#counts.set(parentId, (this.#counts.get(parentId) ?? 0) + 1);
  }
}
