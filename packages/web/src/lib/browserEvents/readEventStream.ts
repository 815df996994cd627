import { BrowserEvent, browserEventsPath, clientHeader, eventsPersonHeader } from "@lectern/contract";
import { createParser } from "eventsource-parser";

export interface StreamHandlers {
  /** `id`: the position after the event. */
  onEvent: (id: string, event: BrowserEvent) => void;
  /** Called whenever something arrives, also a heartbeat. */
  onAlive: () => void;
}

/**
 * How a stream ended: the server closed it, it could not be opened (`status`, null without a response) or it broke.
 */
export type StreamEnd = { kind: "closed" } | { kind: "failed"; status: number | null; retryAfterMs: number };

/** The server sends a heartbeat every 15 s. After a longer silence the connection is dead, as when the computer slept. */
const maxSilenceMs = 45_000;

/**
 * Reads one stream of a person's events until it ends or `signal` aborts. The server rejects it with status 401 if
 * somebody else is signed in. Never rejects.
 */
export async function readEventStream(
  userId: string,
  lastEventId: string | null,
  { onEvent, onAlive }: StreamHandlers,
  signal: AbortSignal,
): Promise<StreamEnd> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waitForNext = () => {
    clearTimeout(timer);
    timer = setTimeout(abort, maxSilenceMs);
  };
  signal.addEventListener("abort", abort);
  if (signal.aborted) abort();
  waitForNext();
  try {
    const response = await fetch(browserEventsPath, {
      headers: {
        [clientHeader.name]: clientHeader.value,
        [eventsPersonHeader]: userId,
        ...(lastEventId && { "last-event-id": lastEventId }),
      },
      cache: "no-store",
      signal: controller.signal,
    });
    if (!response.ok || !response.body) {
      abort(); // frees the connection
      const retryAfterSeconds = Number(response.headers.get("retry-after"));
      return { kind: "failed", status: response.status, retryAfterMs: retryAfterSeconds * 1_000 || 0 };
    }
    const parser = createParser({
      onEvent({ id = "", data }) {
        const event = parseEvent(data);
        if (event) onEvent(id, event);
      },
    });
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { kind: "closed" };
      waitForNext();
      onAlive();
      parser.feed(decoder.decode(value, { stream: true }));
    }
  } catch {
    return { kind: "failed", status: null, retryAfterMs: 0 };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }
}

/** Returns null for an event that this version does not know. */
function parseEvent(data: string): BrowserEvent | null {
  try {
    return BrowserEvent.safeParse(JSON.parse(data)).data ?? null;
  } catch {
    return null;
  }
}
