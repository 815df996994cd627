import { Button } from "@mantine/core";
import { IconFileImport } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import type { DialogProps } from "../../../entities/shell/dialogs.ts";
import { Modal } from "../../../ui/modal/Modal.tsx";
import { formatCount } from "../formatCount.ts";
import { Progress } from "../Progress.tsx";
import { SkippedList } from "../SkippedList.tsx";
import { applyImport, findNewItems, type ImportOutcome, type ImportTarget } from "./applyImport.ts";
import { ImportChoice } from "./ImportChoice.tsx";
import classes from "./ImportDialog.module.css";
import type { ImportKind } from "./importTypes.ts";
import { describeLeftOut, type LeftOutCount } from "./leftOut.ts";
import { type OpenImport, openImport } from "./openImport.ts";
import { useImportTarget } from "./useImportTarget.ts";

type ImportState =
  | { step: "choosing"; problem: string | null }
  | { step: "reading"; name: string }
  | { step: "preview"; name: string; open: OpenImport }
  | { step: "importing"; done: number; total: number }
  | { step: "done"; outcome: ImportOutcome };

const originLabels: Record<ImportKind, string> = { workspace: "", chatGpt: " from ChatGPT", claude: " from Claude" };

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
      const text = error instanceof Error ? error.message : String(error);
      setState({ step: "choosing", problem: `The import stopped: ${text} Everything imported before that was saved.` });
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
      title="Import"
      fitsContent
      onClose={
        state.step === "reading"
          ? reset
          : state.step === "importing"
            ? () => runControllerRef.current?.abort()
            : onClose
      }
      cancelLabel={state.step === "done" ? "Done" : state.step === "choosing" ? "Close" : "Cancel"}
      {...(state.step === "preview" && target
        ? { submitLabel: "Import", canSubmit: hasNewItems, onSubmit: () => void runImport(state.open, target) }
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
      {state.step === "reading" && <Progress label={`Reading ${state.name}`} note={null} fraction={null} />}
      {state.step === "preview" && target && (
        <>
          <Preview name={state.name} open={state.open} target={target} />
          <Button
            variant="default"
            size="xs"
            mt={16}
            leftSection={<IconFileImport size={16} aria-hidden />}
            onClick={reset}
          >
            Choose another file
          </Button>
        </>
      )}
      {state.step === "importing" && (
        <Progress
          label="Importing"
          note={`${state.done.toLocaleString("en")} of ${state.total.toLocaleString("en")}`}
          fraction={state.done / Math.max(1, state.total)}
        />
      )}
      {state.step === "done" && <Result outcome={state.outcome} />}
    </Modal>
  );
}

function Preview({ name, open, target }: { name: string; open: OpenImport; target: ImportTarget }) {
  const { preview } = open;
  const newItems = findNewItems(open, target);
  const total = preview.conversations.length + preview.folders.length + preview.prompts.length;
  const existingCount = total - newItems.conversations.length - newItems.folders.length - newItems.prompts.length;
  return (
    <>
      <p className={classes.file}>
        {name}
        {originLabels[preview.kind]}
      </p>
      <p className={classes.text} role="status">
        {formatCount(preview.conversations.length, "conversation")}, {formatCount(preview.folders.length, "folder")},{" "}
        {formatCount(preview.prompts.length, "prompt")}
        {existingCount > 0 &&
          (existingCount === 1 && total > 1
            ? "; 1 already exists and stays unchanged"
            : `; ${existingCount === total ? "all" : existingCount.toLocaleString("en")} already exist and stay unchanged`)}
        .
      </p>
      {newItems.conversations.length > 0 && (
        <p className={classes.note}>Imported conversations are stored in this browser.</p>
      )}
      {preview.skipped.length > 0 && (
        <>
          <p className={classes.note}>
            {formatCount(preview.skipped.length, "item")} in the file could not be read completely:
          </p>
          <SkippedList skipped={preview.skipped} />
        </>
      )}
      <LeftOutNote counts={preview.leftOut} />
    </>
  );
}

function Result({ outcome }: { outcome: ImportOutcome }) {
  const { conversations, folders, prompts, existing, skipped, leftOut, isFull, isCancelled } = outcome;
  return (
    <>
      <p className={classes.text} role="status">
        {formatCount(conversations, "conversation")}, {formatCount(folders, "folder")} and{" "}
        {formatCount(prompts, "prompt")} imported.
        {existing > 0 && ` ${existing.toLocaleString("en")} already existed.`}
        {isFull && " This browser has no space for more."}
        {isCancelled && " You cancelled the import before it finished. Import the file again to get the rest."}
      </p>
      {skipped.length > 0 && (
        <>
          <p className={classes.note}>Skipped or incomplete:</p>
          <SkippedList skipped={skipped} />
        </>
      )}
      <LeftOutNote counts={leftOut} />
    </>
  );
}

function LeftOutNote({ counts }: { counts: readonly LeftOutCount[] }) {
  const text = describeLeftOut(counts);
  return text && <p className={classes.note}>{text}</p>;
}
