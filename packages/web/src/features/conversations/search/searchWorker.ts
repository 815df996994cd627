/// <reference lib="webworker" />

import type { SearchReply, SearchRequest } from "./searchApart.ts";
import { searchDatabase } from "./searchDatabase.ts";

/** The search that is going on; a new one ends it. */
let current = new AbortController();

self.addEventListener("message", ({ data }: MessageEvent<SearchRequest>) => {
  current.abort();
  current = new AbortController();
  if (data.kind === "search") void search(data, current.signal);
});

async function search({ number, database, query }: SearchRequest & { kind: "search" }, signal: AbortSignal) {
  const reply = (given: SearchReply) => self.postMessage(given);
  try {
    await searchDatabase(database, query, (hits) => reply({ number, kind: "hits", hits }), signal);
    reply({ number, kind: "end" });
  } catch (error) {
    reply({ number, kind: "failed", message: error instanceof Error ? error.message : String(error) });
  }
}
