import type { MessageHit } from "@lectern/contract";
import { searchDatabase } from "./searchDatabase.ts";
import type { SearchReply, SearchRequest } from "./searchInWorker.ts";

/** Aborts the current search when it is stopped or a new one starts. */
let abortController = new AbortController();

self.addEventListener("message", ({ data }: MessageEvent<SearchRequest>) => {
  abortController.abort();
  abortController = new AbortController();
  if (data.kind === "search") void search(data, abortController.signal);
});

/** The minimum time between two reports of hits, except the last: each report renders the list again. */
const minFlushIntervalMs = 100;

async function search({ number, database, query }: SearchRequest & { kind: "search" }, signal: AbortSignal) {
  const reply = (message: SearchReply) => self.postMessage(message);
  let pendingHits: MessageHit[] = [];
  let flushedAtMs = Number.NEGATIVE_INFINITY;
  const flush = () => {
    if (pendingHits.length > 0) reply({ number, kind: "hits", hits: pendingHits });
    pendingHits = [];
    flushedAtMs = performance.now();
  };
  const collect = (hits: readonly MessageHit[]) => {
    pendingHits.push(...hits);
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
