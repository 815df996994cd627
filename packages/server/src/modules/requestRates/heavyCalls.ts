import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import { defineServerState } from "../../core/serverState.ts";

/** Two: a slow call does not delay the next one, and other people wait for at most two statements of this person. */
const maxConcurrentCalls = 2;
/** More than a page of the web app ever requests at once. */
const maxWaitingCalls = 50;

/** One person's heavy calls. */
interface HeavyCalls {
  runningCount: number;
  /** Functions that start the waiting calls, in the order in which the calls arrived. */
  waiting: Set<() => void>;
}

/** Heavy calls of this process by user id. Each process counts separately, because each has its own connections. */
const heavyCallsByUser = defineServerState(() => new Map<string, HeavyCalls>());

/**
 * Runs `work` once fewer than two heavy calls of this person are running, so that one person can occupy neither the
 * only connection of the embedded database nor all connections to PostgreSQL. Throws `rateLimited` if too many calls of
 * the person are waiting, and the signal's reason if it aborts during the wait.
 */
export async function runHeavyCall<Result>(
  platform: Pick<Platform, "state">,
  userId: string,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  const callsByUser = heavyCallsByUser(platform);
  const calls = callsByUser.get(userId) ?? { runningCount: 0, waiting: new Set() };
  callsByUser.set(userId, calls);
  if (calls.runningCount < maxConcurrentCalls) calls.runningCount += 1;
  else await waitForEarlierCalls(calls, signal);
  try {
    return await work();
  } finally {
    endCall(calls);
    if (calls.runningCount === 0) callsByUser.delete(userId);
  }
}

async function waitForEarlierCalls({ waiting }: HeavyCalls, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (waiting.size >= maxWaitingCalls) {
    throw new AppError("rateLimited", {
      userMessage: "Too many of your requests are waiting. Please try again in a moment.",
      headers: { "retry-after": "5" },
    });
  }
  const { promise, resolve: start, reject } = Promise.withResolvers<void>();
  const leave = () => {
    waiting.delete(start);
    reject(signal.reason);
  };
  waiting.add(start);
  signal.addEventListener("abort", leave, { once: true });
  await promise.finally(() => signal.removeEventListener("abort", leave));
}

/** Lets the next call take the place of one that has ended. */
function endCall(calls: HeavyCalls): void {
  const [startNext] = calls.waiting;
  if (startNext) {
    calls.waiting.delete(startNext);
    startNext();
  } else calls.runningCount -= 1;
}
