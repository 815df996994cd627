import { useCallback, useEffect, useRef, useState } from "react";
import type { CsvSort } from "./csvRows.ts";
import type { CsvReply, CsvRequest } from "./csvWorker.ts";
import { rowsPerPage } from "./rowsPerPage.ts";

export interface CsvState {
  columns: string[];
  rowCount: number;
  /** In characters. */
  widths: number[];
  sort: CsvSort | null;
  /** The pages of rows that have arrived, by the index of their first row. */
  pages: ReadonlyMap<number, string[][]>;
}

/** Reads a CSV text in a worker. Returns null until it is read; "failed" if the worker does not run. */
export function useCsvTable(text: string) {
  const workerRef = useRef<Worker | null>(null);
  const requestedRef = useRef(new Set<number>());
  const [state, setState] = useState<CsvState | null | "failed">(null);
  const post = useCallback((request: CsvRequest) => workerRef.current?.postMessage(request), []);
  useEffect(() => {
    const worker = new Worker(new URL("./csvWorker.ts", import.meta.url), { type: "module", name: "csv" });
    workerRef.current = worker;
    requestedRef.current.clear();
    setState(null);
    worker.addEventListener("message", ({ data }: MessageEvent<CsvReply>) =>
      setState((current) => applyReply(current, data)),
    );
    worker.addEventListener("error", () => setState("failed"));
    post({ type: "read", text });
    return () => worker.terminate();
  }, [text, post]);
  const requestRows = useCallback(
    (index: number) => {
      const from = index - (index % rowsPerPage);
      if (requestedRef.current.has(from)) return;
      requestedRef.current.add(from);
      post({ type: "rows", from });
    },
    [post],
  );
  const sortBy = useCallback(
    (sort: CsvSort) => {
      requestedRef.current.clear();
      post({ type: "sort", sort });
      // The old rows stay until the new ones arrive.
      setState((current) => (current && current !== "failed" ? { ...current, sort } : current));
    },
    [post],
  );
  return { state, requestRows, sortBy };
}

function applyReply(state: CsvState | null | "failed", reply: CsvReply): CsvState | null | "failed" {
  if (reply.type === "read") {
    const { columns, rowCount, widths } = reply;
    return { columns, rowCount, widths, sort: null, pages: new Map() };
  }
  if (!state || state === "failed") return state;
  if (reply.type === "sorted") return { ...state, pages: new Map() };
  return { ...state, pages: new Map(state.pages).set(reply.from, reply.rows) };
}
