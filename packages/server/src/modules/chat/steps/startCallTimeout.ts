import { AppError } from "../../../core/appError.ts";

/**
 * Longest call of a model. The slowest that are of use, which think or search before they answer, take about half of it; a server
 * that drips a word a minute would otherwise hold a run, its memory and its connection for days.
 */
export const maxCallMs = 60 * 60_000;

interface CallTimeout {
  /** Aborts when `stop` does; and when the time is over, with the AppError that says so as its reason. */
  signal: AbortSignal;
  /** The call is over. */
  release(): void;
}

/** Bounds the time of a call that `stop` can end. */
export function startCallTimeout(stop: AbortSignal, limitMs = maxCallMs): CallTimeout {
  const over = new AbortController();
  const timer = setTimeout(() => {
    const userMessage = "The answer took longer than an hour, so it was ended. Please ask for less at once.";
    over.abort(new AppError("providerTimeout", { userMessage }));
  }, limitMs);
  timer.unref();
  return { signal: AbortSignal.any([stop, over.signal]), release: () => clearTimeout(timer) };
}
