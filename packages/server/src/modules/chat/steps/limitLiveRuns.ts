import { AppError } from "../../../core/appError.ts";
import type { Actor, Platform } from "../../../core/context.ts";

/**
 * Throws `rateLimited` if the person already has as many live runs as the configuration allows. Repeating the request
 * of a live run is allowed. Each process counts only its own runs, so that no question waits for other processes. Must
 * be called immediately before the run starts, so that no other run can start in between.
 */
export function limitLiveRuns({ config, runLog }: Platform, { userId }: Actor, requestId: string): void {
  const live = runLog.listLocalRuns(userId);
  if (live.length < config.maxConcurrentAnswers || live.some((run) => run.requestId === requestId)) return;
  const answers = live.length === 1 ? "An answer is" : `${live.length} answers are`;
  throw new AppError("rateLimited", {
    userMessage: `${answers} already being written for you. Please wait until one has finished, or stop one.`,
    headers: { "retry-after": "5" },
  });
}
