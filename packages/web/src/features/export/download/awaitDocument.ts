/** The document could not be made; the message is the server's reason. */
export class DocumentError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "DocumentError";
  }
}

interface AwaitOptions {
  signal: AbortSignal;
  fetch?: typeof fetch;
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** [C7.37] [C9.09b] */
const tries = 60;
const pollIntervalMs = 1_000;

/**
 * Asks once a second, 60 times at most, whether the document is there. False: it still is not. Throws `DocumentError` where it never will be, and
 * the signal's reason.
 */
export async function awaitDocument(url: string, options: AwaitOptions): Promise<boolean> {
  const { signal, fetch: ask = fetch, wait = delay } = options;
  for (let count = 0; count < tries; count += 1) {
    if (count > 0) await wait(pollIntervalMs, signal);
    signal.throwIfAborted();
    // Without a network, or with a server that starts anew: the next try may do better.
    const reply = await ask(url, { method: "HEAD", signal }).catch(() => null);
    signal.throwIfAborted();
    if (reply?.ok) return true;
    if (reply?.status === 422) throw new DocumentError(await fetchReason(url, ask, signal));
    if (reply?.status === 403) throw new DocumentError("The link to the document has expired. Please try again.");
  }
  return false;
}

/** What the server says of it: only a GET has words. */
async function fetchReason(url: string, ask: typeof fetch, signal: AbortSignal): Promise<string> {
  const body: unknown = await ask(url, { signal })
    .then((reply) => reply.json())
    .catch(() => null);
  const message = typeof body === "object" && body !== null && "message" in body ? body.message : null;
  return typeof message === "string" && message !== "" ? message : "The document could not be created.";
}

function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener("abort", end, { once: true });
  });
}
