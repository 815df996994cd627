/**
 * Yields the chunks of `source`. Throws the signal's reason as soon as the signal aborts, even while `source` waits for
 * data.
 */
export async function* yieldUntilAborted(
  source: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  if (!signal) {
    yield* source;
    return;
  }
  signal.throwIfAborted();
  const abortRejection = Promise.withResolvers<never>();
  // Prevents an unhandled rejection: `abortRejection` may reject while nothing awaits it.
  abortRejection.promise.catch(() => undefined);
  const onAbort = () => abortRejection.reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  const chunks = source[Symbol.asyncIterator]();
  let isDone = false;
  try {
    for (;;) {
      const next = await Promise.race([chunks.next(), abortRejection.promise]);
      signal.throwIfAborted();
      if (next.done) {
        isDone = true;
        return;
      }
      yield next.value;
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    // Not awaited: a generator that waits for data settles `return` only when the data arrives.
    if (!isDone) void Promise.resolve(chunks.return?.()).catch(() => undefined);
  }
}
