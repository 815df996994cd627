import { t } from "@lingui/core/macro";
import { useEffect, useRef, useState } from "react";
import type { StoragePlace } from "../../../entities/conversations/storage/storageTexts.ts";
import { applyImport, type ImportOutcome, type ImportTarget } from "./applyImport.ts";
import { moveToCloud } from "./importConversations.ts";
import { type OpenImport, openImport } from "./openImport.ts";

export type ImportState =
  | { step: "choosing"; problem: string | null }
  | { step: "reading"; name: string }
  | { step: "preview"; name: string; open: OpenImport }
  | { step: "importing"; done: number; total: number }
  | { step: "done"; outcome: ImportOutcome };

interface ImportStart {
  place: StoragePlace;
  /** Changes what is imported, before the first item is stored. If it fails, nothing is imported, for its reason. */
  prepare?: ((open: OpenImport) => Promise<OpenImport>) | undefined;
}

/** The steps of an import. Leaving the dialog cancels what is running. */
export function useImport() {
  const [state, setState] = useState<ImportState>({ step: "choosing", problem: null });
  const runControllerRef = useRef<AbortController | null>(null);
  const openImportRef = useRef<OpenImport | null>(null);
  const cleanUp = () => {
    runControllerRef.current?.abort();
    openImportRef.current?.close();
    openImportRef.current = null;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on unmount
  useEffect(() => cleanUp, []);
  const startRun = () => {
    const controller = new AbortController();
    runControllerRef.current = controller;
    return controller.signal;
  };
  const showProgress = (done: number, total: number) => setState({ step: "importing", done, total });

  return {
    state,
    async read(file: File) {
      cleanUp();
      const signal = startRun();
      setState({ step: "reading", name: file.name });
      try {
        const openedImport = await openImport(file, signal);
        openImportRef.current = openedImport;
        setState({ step: "preview", name: file.name, open: openedImport });
      } catch (error) {
        if (signal.aborted) return;
        setState({ step: "choosing", problem: toMessage(error) });
      }
    },
    async start(open: OpenImport, target: ImportTarget, { place, prepare }: ImportStart): Promise<void> {
      const signal = startRun();
      showProgress(0, 1);
      let prepared = open;
      try {
        if (prepare) prepared = await prepare(open);
      } catch (error) {
        open.close();
        setState({ step: "choosing", problem: toMessage(error) });
        return;
      }
      try {
        const outcome = await applyImport(prepared, target, {
          place,
          signal,
          onProgress: showProgress,
        });
        setState({ step: "done", outcome });
      } catch (error) {
        const reason = toMessage(error);
        const problem = t`The import stopped: ${reason} Everything imported before that was saved. Import again to get the rest.`;
        setState({ step: "choosing", problem });
      }
      open.close();
    },
    /** Moves the imported conversations that are not in the cloud yet. */
    async moveRest(outcome: ImportOutcome, { conversationStore }: ImportTarget) {
      const { ids } = outcome.unmoved;
      showProgress(0, ids.length);
      const onProgress = (moved: number) => showProgress(moved, ids.length);
      const { ids: unmovedIds, reason } = await moveToCloud(ids, conversationStore, startRun(), onProgress);
      setState({ step: "done", outcome: { ...outcome, unmoved: { ids: unmovedIds, reason } } });
    },
    cancel: () => runControllerRef.current?.abort(),
    reset() {
      cleanUp();
      setState({ step: "choosing", problem: null });
    },
  };
}

const toMessage = (error: unknown) => (error instanceof Error ? error.message : String(error));
