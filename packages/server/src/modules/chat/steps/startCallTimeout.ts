import { AppError } from "../../../core/appError.ts";

/**
 * The slowest useful models, which reason or search before they answer, take about half of this time. Without a limit,
 * a server that sends one word per minute would occupy a run, its memory and its connection for days.
 */
export const maxCallMs = 60 * 60_000;

interface CallTimeout {
  /** Aborts when `stopSignal` aborts, or on timeout with an AppError as its reason. */
  signal: AbortSignal;
  /** Clears the timer. Must be called when the model call has ended. */
  clear(): void;
}

/** Starts the timeout of a model call. `stopSignal` can end the call earlier. */
export function startCallTimeout(stopSignal: AbortSignal, limitMs = maxCallMs): CallTimeout {
  const timeoutController = new AbortController();
  const timer = setTimeout(() => {
    const userMessage = "The answer took longer than an hour, so it was stopped. Please ask for a shorter answer.";
    timeoutController.abort(new AppError("providerTimeout", { userMessage }));
  }, limitMs);
  timer.unref();
  return { signal: AbortSignal.any([stopSignal, timeoutController.signal]), clear: () => clearTimeout(timer) };
}
