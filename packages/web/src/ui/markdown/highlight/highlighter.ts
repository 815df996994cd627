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

/** Caches highlighted code for messages that are mounted again. Sizes are in characters. */
const cache = new LruCache<readonly string[]>(2_000_000);

const pendingRequests = new Map<number, (lines: Lines) => void>();
let worker: Worker | null = null;
let isUnavailable = false;
let lastId = 0;

/**
 * Highlights code in a worker. Resolves with the lines as `highlightCode` returns them, or null if that fails.
 * `isCacheable` is false for code that is still streaming, because that exact code will not be requested again.
 */
export async function highlight(
  code: string,
  grammar: Grammar,
  { isCacheable = true }: { isCacheable?: boolean } = {},
): Promise<Lines> {
  const key = `${grammar}\n${code}`;
  const cachedLines = cache.get(key);
  if (cachedLines) return cachedLines;
  const lines = await requestHighlight(code, grammar);
  if (lines && isCacheable) cache.set(key, lines, key.length + lines.reduce((sum, { length }) => sum + length, 0));
  return lines;
}

function requestHighlight(code: string, grammar: Grammar): Promise<Lines> {
  if (isUnavailable) return Promise.resolve(null);
  const id = ++lastId;
  const target = worker ?? startWorker();
  return new Promise((resolve) => {
    pendingRequests.set(id, resolve);
    target.postMessage({ id, code, grammar } satisfies HighlightRequest);
  });
}

function startWorker(): Worker {
  worker = new Worker(new URL("./highlightWorker.ts", import.meta.url), { type: "module", name: "highlight" });
  worker.addEventListener("message", ({ data }: MessageEvent<HighlightReply>) => {
    pendingRequests.get(data.id)?.(data.lines);
    pendingRequests.delete(data.id);
  });
  worker.addEventListener("error", () => {
    // The worker's script did not load or run, so all code stays plain.
    isUnavailable = true;
    for (const resolve of pendingRequests.values()) resolve(null);
    pendingRequests.clear();
  });
  return worker;
}
