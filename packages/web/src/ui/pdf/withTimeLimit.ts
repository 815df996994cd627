/**
 * Resolves or rejects like the promise, but rejects with a `TimeoutError` after the time limit, and with the signal's
 * reason when it aborts.
 */
export function withTimeLimit<T>(promise: Promise<T>, limitMs: number, signal: AbortSignal): Promise<T> {
  const { promise: interruption, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  const timer = setTimeout(() => reject(new DOMException("Timeout", "TimeoutError")), limitMs);
  signal.addEventListener("abort", onAbort);
  if (signal.aborted) onAbort();
  return Promise.race([promise, interruption]).finally(() => {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  });
}
