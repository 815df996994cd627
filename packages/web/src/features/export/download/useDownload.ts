import type { ConversationSummary } from "@lectern/contract";
import { useEffect, useRef, useState } from "react";
import type { ConversationSource } from "../conversationSource.ts";
import { awaitDocument, DocumentError } from "./awaitDocument.ts";
import type { DownloadChoices } from "./buildConvertRequest.ts";
import { DownloadError, prepareDownload } from "./prepareDownload.ts";

/** [C4.46] */
export type DownloadState =
  | { step: "choosing"; problem: { text: string; requestId: string | null } | null }
  | { step: "reading"; done: number; total: number }
  | { step: "preparing" }
  /** After a minute it is not there yet. */
  | { step: "slow"; url: string }
  | { step: "ready"; url: string };

const first: DownloadState = { step: "choosing", problem: null };

/** A document on its way: one at a time, ended when nobody looks any more. */
export function useDownload(source: Pick<ConversationSource, "read">) {
  const [state, setState] = useState<DownloadState>(first);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (work: (signal: AbortSignal) => Promise<{ url: string; isReady: boolean }>) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    try {
      const { url, isReady } = await work(controller.signal);
      if (!controller.signal.aborted) setState({ step: isReady ? "ready" : "slow", url });
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
      void run(async (signal) => ({ url, isReady: await awaitDocument(url, { signal }) }));
    },
    /** Back to what was chosen. */
    cancel() {
      running.current?.abort();
      setState(first);
    },
  };
}
