import { plural, t } from "@lingui/core/macro";
import { useEffect, useRef, useState } from "react";
import type { DialogProps } from "../../../entities/shell/dialogs.ts";
import { formatNumber } from "../../../lib/i18n/formats.ts";
import { Modal } from "../../../ui/modal/Modal.tsx";
import { notifySuccess } from "../../../ui/notices/notify.tsx";
import { saveFile } from "../../../ui/saveFile.ts";
import { Progress } from "../Progress.tsx";
import { type FailedConversation, readConversations } from "../readConversations.ts";
import { SkippedList } from "../SkippedList.tsx";
import { useConversationSource } from "../useConversationSource.ts";
import classes from "./ExportDialog.module.css";
import { ExportSummary } from "./ExportSummary.tsx";
import { useExportedPrompts } from "./useExportedPrompts.ts";
import { getExportFileName, writeExportFile } from "./writeExportFile.ts";

type ExportState =
  | { step: "confirming"; problem: string | null }
  | { step: "writing"; done: number; total: number }
  | { step: "done"; count: number; failed: readonly FailedConversation[] };

/** Saves all conversations, folders and prompts in one file that can be imported again. */
export function ExportDialog({ isOpen, onClose }: DialogProps) {
  const source = useConversationSource();
  const prompts = useExportedPrompts();
  const [state, setState] = useState<ExportState>({ step: "confirming", problem: null });
  const runControllerRef = useRef<AbortController | null>(null);
  useEffect(() => () => runControllerRef.current?.abort(), []);
  const { conversations, read } = source;
  // If the conversations could not be loaded, there is no submit button.
  const canExport = state.step === "confirming" && !source.failed;
  const isLoaded = conversations !== null && prompts !== null;
  const isEmpty = isLoaded && conversations.length + prompts.folders.length + prompts.prompts.length === 0;

  const write = async () => {
    if (!isLoaded) return;
    const controller = new AbortController();
    runControllerRef.current = controller;
    const { signal } = controller;
    const total = conversations.length;
    const failedConversations: FailedConversation[] = [];
    setState({ step: "writing", done: 0, total });
    try {
      const onProgress = (done: number) => !signal.aborted && setState({ step: "writing", done, total });
      const batches = readConversations(conversations, { read, signal, onProgress }, (failure) =>
        failedConversations.push(failure),
      );
      const file = await writeExportFile({ conversations: batches, ...prompts });
      if (signal.aborted) return;
      saveFile(file, getExportFileName(new Date()));
      if (failedConversations.length === 0) {
        notifySuccess(t`Your chats, folders and prompts were exported.`);
        onClose();
      } else setState({ step: "done", count: total - failedConversations.length, failed: failedConversations });
    } catch (error) {
      if (signal.aborted) return;
      setState({ step: "confirming", problem: error instanceof Error ? error.message : String(error) });
    }
  };
  const cancel = () => {
    runControllerRef.current?.abort();
    setState({ step: "confirming", problem: null });
  };
  return (
    <Modal
      isOpen={isOpen}
      title={t`Export Conversations`}
      fitsContent
      onClose={state.step === "writing" ? cancel : onClose}
      cancelLabel={state.step === "done" || source.failed ? t`Close` : t`Cancel`}
      {...(canExport ? { submitLabel: t`Export`, canSubmit: isLoaded && !isEmpty, onSubmit: () => void write() } : {})}
    >
      {state.step === "confirming" && (
        <ExportSummary source={source} prompts={prompts} isEmpty={isEmpty} problem={state.problem} />
      )}
      {state.step === "writing" && (
        <Progress
          label={t`Exporting`}
          note={formatProgress(state.done, state.total)}
          fraction={state.total === 0 ? null : state.done / state.total}
        />
      )}
      {state.step === "done" && (
        <>
          <p className={classes.text} role="status">
            {plural(state.count, { one: "# chat exported.", other: "# chats exported." })}{" "}
            {plural(state.failed.length, {
              one: "# chat couldn’t be read:",
              other: "# chats couldn’t be read:",
            })}
          </p>
          <SkippedList skipped={state.failed} />
        </>
      )}
    </Modal>
  );
}

function formatProgress(done: number, total: number): string {
  const doneCount = formatNumber(done);
  return plural(total, { one: `${doneCount} of # chat`, other: `${doneCount} of # chats` });
}
