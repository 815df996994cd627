import { t } from "@lingui/core/macro";

/** Thrown if the document could not be created or its link has expired. `message` is shown to the person. */
export class DocumentError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "DocumentError";
  }
}

interface WaitOptions {
  signal: AbortSignal;
  fetch?: typeof fetch;
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

const maxAttempts = 60;
const pollIntervalMs = 1_000;
/** Asks for 202 instead of 404 while the document is not ready: browsers report a 404 as an error of the page. */
const headers = { prefer: "respond-async" };

/**
 * Polls once a second until the document exists. Returns false after 60 attempts. Throws `DocumentError` if the
 * document could not be created or the link has expired. Throws the signal's reason if aborted.
 */
export async function waitForDocument(url: string, options: WaitOptions): Promise<boolean> {
  const { signal, fetch: fetchUrl = fetch, wait = delay } = options;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    if (attempt > 0) await wait(pollIntervalMs, signal);
    signal.throwIfAborted();
    // Ignore network failures and server restarts: the next attempt may succeed.
    const response = await fetchUrl(url, { method: "HEAD", headers, signal }).catch(() => null);
    signal.throwIfAborted();
    if (response?.status === 200) return true;
    if (response?.status === 422) throw new DocumentError(await fetchReason(url, fetchUrl, signal));
    if (response?.status === 403) throw new DocumentError(t`The link to the document has expired. Please try again.`);
  }
  return false;
}

/** Fetches the server's reason for the failure. Sends a GET, because a HEAD response has no body. */
async function fetchReason(url: string, fetchUrl: typeof fetch, signal: AbortSignal): Promise<string> {
  const body: unknown = await fetchUrl(url, { signal })
    .then((response) => response.json())
    .catch(() => null);
  const message = typeof body === "object" && body !== null && "message" in body ? body.message : null;
  return typeof message === "string" && message !== "" ? message : t`Couldn’t create the document.`;
}

function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const finish = () => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener("abort", finish, { once: true });
  });
}
