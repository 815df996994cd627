import { AppError } from "../../../core/appError.ts";
import type { Actor, Platform } from "../../../core/context.ts";

/**
 * Refuses one more answer to somebody for whom as many as the configuration allows are being written already. Asking again for one of those
 * is no further one. Each process counts its own, so that no question waits for what other processes say. Throws `rateLimited`. Call it just
 * before the run starts, so that nothing comes between.
 */
export function limitLiveRuns({ config, runLog }: Platform, { userId }: Actor, requestId: string): void {
  const live = runLog.liveHere(userId);
  if (live.length < config.maxConcurrentAnswers || live.some((run) => run.requestId === requestId)) return;
  const answers = live.length === 1 ? "An answer is" : `${live.length} answers are`;
  throw new AppError("rateLimited", {
    userMessage: `${answers} being written for you already. Please wait until one has ended, or stop one.`,
    headers: { "retry-after": "5" },
  });
}
