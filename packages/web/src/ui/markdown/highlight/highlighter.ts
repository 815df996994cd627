import type { Grammar } from "./languages.ts";
import { LruCache } from "./lruCache.ts";

export interface HighlightRequest {
  id: number;
  code: string;
  grammar: Grammar;
}

export interface HighlightReply {
  id: number;
  lines: string[] | null;
}

type Lines = readonly string[] | null;

/** Code that was coloured before, as when a message is drawn again. */
const remembered = new LruCache<readonly string[]>(2_000_000);

const waiting = new Map<number, (lines: Lines) => void>();
let worker: Worker | null = null;
let isBroken = false;
let lastId = 0;

/**
 * The colours of code by line, as highlightCode.ts gives them, worked out off the main thread; null when it cannot be done.
 * `isRemembered` is false for code that still grows: the same will not be asked for again.
 */
export async function highlight(
  code: string,
  grammar: Grammar,
  { isRemembered = true }: { isRemembered?: boolean } = {},
): Promise<Lines> {
  const key = `${grammar}\n${code}`;
  const known = remembered.get(key);
  if (known) return known;
  const lines = await ask(code, grammar);
  if (lines && isRemembered)
    remembered.set(key, lines, key.length + lines.reduce((sum, { length }) => sum + length, 0));
  return lines;
}

function ask(code: string, grammar: Grammar): Promise<Lines> {
  if (isBroken) return Promise.resolve(null);
  const id = ++lastId;
  const target = worker ?? start();
  return new Promise((resolve) => {
    waiting.set(id, resolve);
    target.postMessage({ id, code, grammar } satisfies HighlightRequest);
  });
}

function start(): Worker {
  worker = new Worker(new URL("./highlightWorker.ts", import.meta.url), { type: "module", name: "highlight" });
  worker.addEventListener("message", ({ data }: MessageEvent<HighlightReply>) => {
    waiting.get(data.id)?.(data.lines);
    waiting.delete(data.id);
  });
  worker.addEventListener("error", () => {
    // Its script did not come or did not run: code stays plain.
    isBroken = true;
    for (const resolve of waiting.values()) resolve(null);
    waiting.clear();
  });
  return worker;
}
