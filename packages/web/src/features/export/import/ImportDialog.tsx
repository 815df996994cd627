import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { IconFileImport } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import type { DialogProps } from "../../../entities/shell/dialogs.ts";
import { formatNumber } from "../../../lib/i18n/formats.ts";
import { Modal } from "../../../ui/modal/Modal.tsx";
import { Progress } from "../Progress.tsx";
import { applyImport, findNewItems, type ImportOutcome, type ImportTarget } from "./applyImport.ts";
import { ImportChoice } from "./ImportChoice.tsx";
import { ImportPreview } from "./ImportPreview.tsx";
import { ImportResult } from "./ImportResult.tsx";
import { type OpenImport, openImport } from "./openImport.ts";
import { useImportTarget } from "./useImportTarget.ts";

type ImportState =
  | { step: "choosing"; problem: string | null }
  | { step: "reading"; name: string }
  | { step: "preview"; name: string; open: OpenImport }
  | { step: "importing"; done: number; total: number }
  | { step: "done"; outcome: ImportOutcome };

/** Imports conversations, folders and prompts from a file after a preview. Overwrites nothing. */
export function ImportDialog({ isOpen, onClose }: DialogProps) {
  const { target, failed } = useImportTarget();
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

  const read = async (file: File) => {
    cleanUp();
    const controller = new AbortController();
    runControllerRef.current = controller;
    setState({ step: "reading", name: file.name });
    try {
      const openedImport = await openImport(file, controller.signal);
      openImportRef.current = openedImport;
      setState({ step: "preview", name: file.name, open: openedImport });
    } catch (error) {
      if (controller.signal.aborted) return;
      setState({ step: "choosing", problem: error instanceof Error ? error.message : String(error) });
    }
  };
  const runImport = async (open: OpenImport, importTarget: ImportTarget) => {
    const controller = new AbortController();
    runControllerRef.current = controller;
    const onProgress = (done: number, total: number) => setState({ step: "importing", done, total });
    onProgress(0, 1);
    try {
      const outcome = await applyImport(open, importTarget, { signal: controller.signal, onProgress });
      setState({ step: "done", outcome });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const problem = t`The import stopped: ${reason} Everything imported before that was saved. Import the file again to get the rest.`;
      setState({ step: "choosing", problem });
    }
    open.close();
  };
  const reset = () => {
    cleanUp();
    setState({ step: "choosing", problem: null });
  };
  const newItems = state.step === "preview" && target ? findNewItems(state.open, target) : null;
  const hasNewItems =
    newItems !== null && newItems.conversations.length + newItems.folders.length + newItems.prompts.length > 0;
  return (
    <Modal
      isOpen={isOpen}
      title={t`Import`}
      fitsContent
      onClose={
        state.step === "reading"
          ? reset
          : state.step === "importing"
            ? () => runControllerRef.current?.abort()
            : onClose
      }
      cancelLabel={state.step === "done" ? t`Done` : state.step === "choosing" ? t`Close` : t`Cancel`}
      {...(state.step === "preview" && target
        ? { submitLabel: t`Import`, canSubmit: hasNewItems, onSubmit: () => void runImport(state.open, target) }
        : {})}
    >
      {state.step === "choosing" && (
        <ImportChoice
          isReady={target !== null}
          failed={failed}
          problem={state.problem}
          onFile={(file) => void read(file)}
        />
      )}
      {state.step === "reading" && <ReadingProgress fileName={state.name} />}
      {state.step === "preview" && target && (
        <>
          <ImportPreview name={state.name} open={state.open} target={target} />
          <Button
            variant="default"
            size="xs"
            mt={16}
            leftSection={<IconFileImport size={16} aria-hidden />}
            onClick={reset}
          >
            {t`Choose another file`}
          </Button>
        </>
      )}
      {state.step === "importing" && <ImportingProgress done={state.done} total={state.total} />}
      {state.step === "done" && <ImportResult outcome={state.outcome} />}
    </Modal>
  );
}

const ReadingProgress = ({ fileName }: { fileName: string }) => (
  <Progress label={t`Reading ${fileName}`} note={null} fraction={null} />
);

function ImportingProgress({ done, total }: { done: number; total: number }) {
  const doneCount = formatNumber(done);
  const totalCount = formatNumber(total);
  return <Progress label={t`Importing`} note={t`${doneCount} of ${totalCount}`} fraction={done / Math.max(1, total)} />;
}
