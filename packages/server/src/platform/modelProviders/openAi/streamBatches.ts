import type { IncomingMessage } from "node:http";
import { ModelError, type ModelEvent } from "../modelProvider.ts";
import { drainResponse } from "../transport/modelHttp.ts";
import type { Usage } from "./chatChunk.ts";
import type { ChatStreamReader } from "./chatStreamReader.ts";

/** The socket is paused while more events than this wait for the consumer. */
const maxPendingEvents = 512;
/**
 * After the finish reason, only usage and `[DONE]` can follow. We stop waiting for `[DONE]` after this time, because
 * some servers do not send it.
 */
const finishTimeoutMs = 5_000;

/**
 * Yields the events of a chat completion's stream as they arrive; the final events come last: those of
 * `buildWireParts`, usage and finish. If the consumer
 * is slow, the socket is paused. If the consumer stops early, the signal is aborted or a failure occurs, the connection
 * is destroyed; after a complete answer it can be reused. Throws the signal's reason, the errors of `reader`, or
 * `ModelError`: with kind timeout after `idleMs` of silence, or cut if the stream ends before the answer is complete.
 */
export async function* streamBatches(
  response: IncomingMessage,
  reader: ChatStreamReader,
  {
    idleMs,
    signal,
    buildWireParts = () => [],
  }: { idleMs: number; signal: AbortSignal; buildWireParts?: () => readonly ModelEvent[] },
): AsyncGenerator<readonly ModelEvent[]> {
  let isEnded = false;
  let failure: unknown = null;
  let wake: (() => void) | null = null;
  const notify = () => {
    wake?.();
    wake = null;
  };
  const fail = (error: unknown) => {
    failure ??= error;
    notify();
  };
  const idleTimer = setTimeout(() => {
    if (response.isPaused()) idleTimer.refresh();
    else fail(new ModelError("timeout", `no data for ${idleMs} ms`));
  }, idleMs);
  const onAbort = () => fail(signal.reason);

  response.on("data", (bytes: Buffer) => {
    idleTimer.refresh();
    try {
      reader.feed(bytes);
    } catch (error) {
      fail(error);
      return;
    }
    if (reader.pendingEvents.length > maxPendingEvents) response.pause();
    if (reader.pendingEvents.length > 0 || reader.isDone || reader.finishReason) notify();
  });
  response.once("end", () => {
    isEnded = true;
    notify();
  });
  response.on("error", (error) => fail(new ModelError("cut", "the stream broke off", { cause: error })));
  response.once("close", () => {
    isEnded = true;
    notify();
  });
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();

  let isComplete = false;
  let finishTimer: NodeJS.Timeout | null = null;
  let reportedUsage: Usage | null = null;
  try {
    for (;;) {
      signal.throwIfAborted();
      if (reader.pendingEvents.length > 0) {
        const batch = reader.pendingEvents;
        reader.pendingEvents = [];
        // Some servers send usage with every token. Forward it, so that it is known if the answer breaks off.
        if (reader.usage && reader.usage !== reportedUsage && !reader.finishReason) batch.push(reader.usage);
        reportedUsage = reader.usage;
        if (response.isPaused()) response.resume();
        yield batch;
        continue;
      }
      if (reader.isDone || ((isEnded || failure instanceof ModelError) && reader.finishReason)) break;
      if (failure || isEnded) {
        reader.end();
        if (reader.pendingEvents.length > 0) continue;
      }
      if (failure) throw failure;
      if (isEnded) throw new ModelError("cut", "the stream ended before the answer was complete");
      if (reader.finishReason) {
        finishTimer ??= setTimeout(() => {
          isEnded = true;
          notify();
        }, finishTimeoutMs);
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    isComplete = reader.isDone && failure === null;
    const finalEvents: ModelEvent[] = [...buildWireParts(), ...(reader.usage ? [reader.usage] : [])];
    finalEvents.push({ type: "finish", reason: reader.finishReason ?? "other" });
    yield finalEvents;
  } finally {
    clearTimeout(idleTimer);
    if (finishTimer) clearTimeout(finishTimer);
    signal.removeEventListener("abort", onAbort);
    // The body ends right after `[DONE]`. Without `[DONE]`, waiting for the end is not worth a reusable connection.
    if (isComplete) drainResponse(response);
    else if (!response.complete) response.destroy();
  }
}
