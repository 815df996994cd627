import type { ConversationSummary } from "@lectern/contract";
import { useEffect, useRef, useState } from "react";
import type { ConversationSource } from "../conversationSource.ts";
import type { DownloadChoices } from "./buildConvertRequest.ts";
import { DownloadError, prepareDownload } from "./prepareDownload.ts";
import { DocumentError, waitForDocument } from "./waitForDocument.ts";

export interface DownloadFailure {
  text: string;
  requestId: string | null;
}

export type DownloadState =
  | { step: "choosing"; problem: DownloadFailure | null }
  | { step: "reading"; done: number; total: number }
  | { step: "preparing" }
  /** The document does not exist after about a minute. */
  | { step: "slow"; url: string }
  | { step: "ready"; url: string };

const initialState: DownloadState = { step: "choosing", problem: null };

/** Creates one document at a time and downloads it; aborts when the component unmounts. */
export function useDownload(source: Pick<ConversationSource, "read">) {
  const [state, setState] = useState<DownloadState>(initialState);
  const runControllerRef = useRef<AbortController | null>(null);
  useEffect(() => () => runControllerRef.current?.abort(), []);

  const run = async (prepare: (signal: AbortSignal) => Promise<{ url: string; isReady: boolean }>) => {
    runControllerRef.current?.abort();
    const controller = new AbortController();
    runControllerRef.current = controller;
    try {
      const { url, isReady } = await prepare(controller.signal);
      if (controller.signal.aborted) return;
      if (isReady) startFileDownload(url);
      setState({ step: isReady ? "ready" : "slow", url });
    } catch (error) {
      if (controller.signal.aborted) return;
      const isKnown = error instanceof DownloadError || error instanceof DocumentError;
      const text = isKnown || error instanceof Error ? error.message : String(error);
      setState({
        step: "choosing",
        problem: { text, requestId: error instanceof DownloadError ? error.requestId : null },
      });
    }
  };
  return {
    state,
    start(conversations: readonly ConversationSummary[], choices: DownloadChoices) {
      const total = conversations.length;
      setState({ step: "reading", done: 0, total });
      void run((signal) =>
        prepareDownload({
          source,
          conversations,
          choices,
          signal,
          onRead: (done) => !signal.aborted && setState({ step: "reading", done, total }),
          onSubmitted: () => !signal.aborted && setState({ step: "preparing" }),
        }),
      );
    },
    keepWaiting(url: string) {
      setState({ step: "preparing" });
      void run(async (signal) => ({ url, isReady: await waitForDocument(url, { signal }) }));
    },
    /** Aborts the download and returns to the form. */
    cancel() {
      runControllerRef.current?.abort();
      setState(initialState);
    },
  };
}

/** Makes the browser save the file at a URL of this server, which answers with the name of the file. */
function startFileDownload(url: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = "";
  link.rel = "noreferrer";
  link.click();
}
