/** The same chunks, until `signal` ends: then it throws the signal's reason at once, though `source` may still be waiting for more. */
export async function* abortable(
  source: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  if (!signal) {
    yield* source;
    return;
  }
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  aborted.promise.catch(() => undefined); // it may abort while nobody waits for a chunk
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  const chunks = source[Symbol.asyncIterator]();
  let isOver = false;
  try {
    for (;;) {
      const next = await Promise.race([chunks.next(), aborted.promise]);
      signal.throwIfAborted();
      if (next.done) {
        isOver = true;
        return;
      }
      yield next.value;
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    // Not waited for: a generator that waits for more would answer only after it came.
    if (!isOver) void Promise.resolve(chunks.return?.()).catch(() => undefined);
  }
}
