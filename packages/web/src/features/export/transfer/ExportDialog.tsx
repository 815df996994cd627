import type { Folder, PromptTemplate } from "@lectern/contract";
import { useEffect, useRef, useState } from "react";
import { Modal } from "../../../ui/Modal.tsx";
import { notifySuccess } from "../../../ui/notify.tsx";
import { saveFile } from "../../../ui/saveFile.ts";
import type { ConversationPort } from "../conversationPort.ts";
import { countOf } from "../countOf.ts";
import { Progress } from "../Progress.tsx";
import { type NotRead, readAll } from "../readAll.ts";
import { SkippedList } from "../SkippedList.tsx";
import classes from "./ExportDialog.module.css";
import { exportFileName, writeExportFile } from "./writeExportFile.ts";

interface ExportDialogProps {
  isOpen: boolean;
  port: ConversationPort;
  /** One's own; null while they are being read. */
  library: { folders: readonly Folder[]; prompts: readonly PromptTemplate[] } | null;
  onClose: () => void;
}

type State =
  | { step: "asking"; problem: string | null }
  | { step: "writing"; done: number; total: number }
  | { step: "done"; count: number; failed: readonly NotRead[] };

/** [A2.23] Saves all conversations, folders and prompts in one file, from which they can be imported again. */
export function ExportDialog({ isOpen, port, library, onClose }: ExportDialogProps) {
  const [state, setState] = useState<State>({ step: "asking", problem: null });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const { conversations, read } = port;
  const isLoaded = conversations !== null && library !== null;

  const write = async () => {
    if (!isLoaded) return;
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const total = conversations.length;
    const failed: NotRead[] = [];
    setState({ step: "writing", done: 0, total });
    try {
      const onProgress = (done: number) => !signal.aborted && setState({ step: "writing", done, total });
      const steps = readAll(conversations, { read, signal, onProgress }, (one) => failed.push(one));
      const file = await writeExportFile({ conversations: steps, ...library });
      if (signal.aborted) return;
      saveFile(file, exportFileName(new Date()));
      if (failed.length === 0) {
        notifySuccess("Your conversations, folders and prompts are exported.");
        onClose();
      } else setState({ step: "done", count: total - failed.length, failed });
    } catch (error) {
      if (signal.aborted) return;
      setState({ step: "asking", problem: error instanceof Error ? error.message : String(error) });
    }
  };
  const cancel = () => {
    running.current?.abort();
    setState({ step: "asking", problem: null });
  };
  return (
    <Modal
      isOpen={isOpen}
      title="Export Conversations"
      fitsContent
      onClose={state.step === "writing" ? cancel : onClose}
      cancelLabel={state.step === "done" ? "Close" : "Cancel"}
      {...(state.step === "asking" ? { submitLabel: "Export", canSubmit: isLoaded, onSubmit: () => void write() } : {})}
    >
      {state.step === "asking" && (
        <>
          {state.problem && (
            <p role="alert" className={classes.problem}>
              The export broke off: {state.problem} Nothing was saved.
            </p>
          )}
          <p className={classes.text}>{isLoaded ? whatThereIs(conversations, library) : "Looking what there is…"}</p>
          <p className={classes.note}>
            The file can be imported here, or into another browser or account. Documents that were uploaded are not in
            it.
          </p>
        </>
      )}
      {state.step === "writing" && (
        <Progress
          label="Exporting"
          note={`${state.done} of ${countOf(state.total, "conversation")}`}
          share={state.total === 0 ? null : state.done / state.total}
        />
      )}
      {state.step === "done" && (
        <>
          <p className={classes.text} role="status">
            {countOf(state.count, "conversation")} exported. {countOf(state.failed.length, "conversation")} could not be
            read:
          </p>
          <SkippedList skipped={state.failed} />
        </>
      )}
    </Modal>
  );
}

function whatThereIs(
  conversations: NonNullable<ConversationPort["conversations"]>,
  { folders, prompts }: NonNullable<ExportDialogProps["library"]>,
): string {
  const inCloud = conversations.filter(({ isLocal }) => !isLocal).length;
  const cloud = inCloud === 0 ? "" : ` (${inCloud} of them from the cloud)`;
  return `${countOf(conversations.length, "conversation")}${cloud}, ${countOf(folders.length, "folder")} and ${countOf(prompts.length, "prompt")} of yours are saved in one file.`;
}
