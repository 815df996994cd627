import type { MessageHit } from "@lectern/contract";
import { searchDatabase } from "./searchDatabase.ts";
import type { SearchReply, SearchRequest } from "./searchInWorker.ts";

/** Aborts the current search when a new one starts. */
let current = new AbortController();

self.addEventListener("message", ({ data }: MessageEvent<SearchRequest>) => {
  current.abort();
  current = new AbortController();
  if (data.kind === "search") void search(data, current.signal);
});

/** Hits are reported at most this often, because each report renders the list again. */
const minFlushIntervalMs = 100;

async function search({ number, database, query }: SearchRequest & { kind: "search" }, signal: AbortSignal) {
  const reply = (message: SearchReply) => self.postMessage(message);
  let pending: MessageHit[] = [];
  let flushedAtMs = Number.NEGATIVE_INFINITY;
  const flush = () => {
    if (pending.length > 0) reply({ number, kind: "hits", hits: pending });
    pending = [];
    flushedAtMs = performance.now();
  };
  const collect = (hits: readonly MessageHit[]) => {
    pending.push(...hits);
    if (performance.now() - flushedAtMs >= minFlushIntervalMs) flush();
  };
  try {
    await searchDatabase(database, query, collect, signal);
    flush();
    reply({ number, kind: "end" });
  } catch (error) {
    reply({ number, kind: "failed", message: error instanceof Error ? error.message : String(error) });
  }
}
