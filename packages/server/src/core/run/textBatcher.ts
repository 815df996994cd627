/**
 * Sends the first text immediately, then at most one batch per `intervalMs`, unless flushed. Uses at most one timer.
 */
export interface TextBatcher {
  add(text: string): void;
  /** Sends the buffered text. Must be called at the end, and before sending anything that has to follow the text. */
  flush(): void;
}

export function createTextBatcher(send: (text: string) => void, intervalMs: number): TextBatcher {
  let buffer = "";
  let lastSentMs = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | null = null;

  const flush = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    if (buffer === "") return;
    const text = buffer;
    buffer = "";
    lastSentMs = performance.now();
    send(text);
  };

  return {
    add(text) {
      if (text === "") return;
      buffer += text;
      if (timer) return;
      const waitMs = lastSentMs + intervalMs - performance.now();
      if (waitMs <= 0) flush();
      else timer = setTimeout(flush, waitMs);
    },
    flush,
  };
}
