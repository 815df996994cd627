import type { MessageHit } from "@lectern/contract";
import { searchDatabase } from "./searchDatabase.ts";
import type { SearchReply, SearchRequest } from "./searchInWorker.ts";

/** The search that is going on; a new one ends it. */
let current = new AbortController();

self.addEventListener("message", ({ data }: MessageEvent<SearchRequest>) => {
  current.abort();
  current = new AbortController();
  if (data.kind === "search") void search(data, current.signal);
});

/** Hits are told of at most so often: each time the page draws its list anew. */
const pauseMs = 100;

async function search({ number, database, query }: SearchRequest & { kind: "search" }, signal: AbortSignal) {
  const reply = (given: SearchReply) => self.postMessage(given);
  let waiting: MessageHit[] = [];
  let toldMs = Number.NEGATIVE_INFINITY;
  const tell = () => {
    if (waiting.length > 0) reply({ number, kind: "hits", hits: waiting });
    waiting = [];
    toldMs = performance.now();
  };
  const gather = (hits: readonly MessageHit[]) => {
    waiting.push(...hits);
    if (performance.now() - toldMs >= pauseMs) tell();
  };
  try {
    await searchDatabase(database, query, gather, signal);
    tell();
    reply({ number, kind: "end" });
  } catch (error) {
    reply({ number, kind: "failed", message: error instanceof Error ? error.message : String(error) });
  }
}
