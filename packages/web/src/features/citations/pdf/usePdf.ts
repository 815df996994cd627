import type { FileRecord } from "@lectern/contract";
import { useQueryClient } from "@tanstack/react-query";
import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { useEffect, useState } from "react";
import { downloadUrlQuery } from "../../../entities/files/useDownloadUrl.ts";
import { openPdf } from "../../../ui/pdf/openPdf.ts";
import { getPageRatio } from "../../../ui/pdf/pageSize.ts";
import { createDrawQueue, type DrawQueue } from "./createDrawQueue.ts";

/** A hostile file can claim any number of pages. */
export const maxPages = 5_000;

export interface Pdf {
  document: PDFDocumentProxy;
  pageCount: number;
  /** Height divided by width of the first page, as an estimate for the others. */
  firstRatio: number;
  drawQueue: DrawQueue;
}

export type PdfState =
  | { status: "loading" }
  | { status: "failed"; error: unknown; retry: () => void }
  | { status: "ready"; pdf: Pdf };

/** Opens the original of a file as a PDF, and closes it when the component is removed. */
export function usePdf({ id, name, size }: FileRecord): PdfState {
  const cache = useQueryClient();
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<PdfState>({ status: "loading" });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens the file again
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const open = async () => {
      const { downloadUrl } = await cache.fetchQuery(downloadUrlQuery(id, name));
      signal.throwIfAborted();
      const { document, close } = await openPdf(downloadUrl, size, signal);
      signal.addEventListener("abort", close);
      if (signal.aborted) return close();
      const firstRatio = getPageRatio(await document.getPage(1));
      if (signal.aborted) return;
      setState({
        status: "ready",
        pdf: {
          document,
          pageCount: Math.min(document.numPages, maxPages),
          firstRatio,
          drawQueue: createDrawQueue(),
        },
      });
    };
    setState({ status: "loading" });
    open().catch((error: unknown) => {
      if (signal.aborted) return;
      controller.abort();
      setState({ status: "failed", error, retry: () => setAttempt((attempt) => attempt + 1) });
    });
    return () => controller.abort();
  }, [cache, id, name, size, attempt]);
  return state;
}
