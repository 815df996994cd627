import { AppError } from "../../../core/appError.ts";
import type { Actor, Platform } from "../../../core/context.ts";

/**
 * Throws `rateLimited` if the person already has as many live runs as the configuration allows. Repeating the request
 * of a live run is allowed. Counts only the runs of this process, so that a question does not wait for other processes.
 * Must be called synchronously before the run starts, so that no other run can start in between.
 */
export function limitLiveRuns({ config, runLog }: Platform, { principal }: Actor, requestId: string): void {
  const liveRuns = runLog.listLocalRuns(principal.id);
  if (liveRuns.length < config.maxConcurrentAnswers || liveRuns.some((run) => run.requestId === requestId)) return;
  const userMessage =
    liveRuns.length === 1
      ? "An answer is already being written for you. Please wait until it has finished, or stop it."
      : `${liveRuns.length} answers are already being written for you. Please wait until one has finished, or stop one.`;
  throw new AppError("rateLimited", {
    userMessage,
    headers: { "retry-after": "5" },
  });
}
