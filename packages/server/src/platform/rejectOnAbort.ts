/** Rejects with the signal's reason as soon as it aborts, and ignores a later result of `work`. */
export function rejectOnAbort<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const rejectWithReason = () => reject(signal.reason);
    if (signal.aborted) rejectWithReason();
    signal.addEventListener("abort", rejectWithReason, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", rejectWithReason));
  });
}
