/** Lets the first text leave at once, and then what comes within `intervalMs` of it together. One timer, none while idle. */
export interface TextBatcher {
  add(text: string): void;
  /** Lets go of what waits. To be called before anything that must come after it, and at the end. */
  flush(): void;
}

export function createTextBatcher(send: (text: string) => void, intervalMs: number): TextBatcher {
  let waiting = "";
  let lastSentMs = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | null = null;

  const flush = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    if (waiting === "") return;
    const text = waiting;
    waiting = "";
    lastSentMs = performance.now();
    send(text);
  };

  return {
    add(text) {
      if (text === "") return;
      waiting += text;
      if (timer) return;
      const waitMs = lastSentMs + intervalMs - performance.now();
      if (waitMs <= 0) flush();
      else timer = setTimeout(flush, waitMs);
    },
    flush,
  };
}
