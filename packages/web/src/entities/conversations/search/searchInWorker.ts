import type { MessageHit } from "@lectern/contract";
import { searchDatabase } from "./searchDatabase.ts";

/** `number` identifies a search; later searches have higher numbers. */
export type SearchRequest = { kind: "search"; number: number; database: string; query: string } | { kind: "stop" };

export type SearchReply = { number: number } & (
  | { kind: "hits"; hits: readonly MessageHit[] }
  | { kind: "end" }
  | { kind: "failed"; message: string }
);

/** The page's only search worker, which runs only the latest search. */
let worker: Worker | null = null;
let lastNumber = 0;

/**
 * Runs `searchDatabase` in a worker, so that the page stays responsive, or in the page if no worker can be started. A
 * new search or an abort ends the current search, whose promise then resolves.
 */
export async function searchInWorker(
  database: string,
  query: string,
  onHits: (hits: readonly MessageHit[]) => void,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return;
  const activeWorker = startWorker();
  if (!activeWorker) return searchDatabase(database, query, onHits, signal);
  lastNumber += 1;
  const number = lastNumber;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onMessage = ({ data }: MessageEvent<SearchReply>) => {
    if (data.number > number) resolve();
    if (data.number !== number || signal.aborted) return;
    if (data.kind === "hits") onHits(data.hits);
    else if (data.kind === "end") resolve();
    else reject(new Error(data.message));
  };
  const onError = () => {
    worker = null;
    reject(new Error("The search in the conversations of this browser could not start."));
  };
  const onAbort = () => {
    if (lastNumber === number) activeWorker.postMessage({ kind: "stop" } satisfies SearchRequest);
    resolve();
  };
  activeWorker.addEventListener("message", onMessage);
  activeWorker.addEventListener("error", onError);
  signal.addEventListener("abort", onAbort);
  try {
    activeWorker.postMessage({ kind: "search", number, database, query } satisfies SearchRequest);
    await promise;
  } finally {
    activeWorker.removeEventListener("message", onMessage);
    activeWorker.removeEventListener("error", onError);
    signal.removeEventListener("abort", onAbort);
  }
}

function startWorker(): Worker | null {
  if (worker || typeof Worker === "undefined") return worker;
  try {
    worker = new Worker(new URL("./searchWorker.ts", import.meta.url), { type: "module", name: "search" });
  } catch {
    return null; // The worker could not be started: search in the page instead.
  }
  return worker;
}
