import type { Folder, PromptTemplate, PromptType } from "@lectern/contract";
import { useState } from "react";
import { toErrorDetails } from "../../../entities/conversations/toErrorDetails.ts";
import { usePromptStore } from "../../../entities/prompts/store/PromptStoreProvider.tsx";
import { newFolder } from "../../../entities/prompts/store/promptStore.ts";
import { useFolders } from "../../../entities/prompts/store/useFolders.ts";
import { lazy } from "../../../lib/preload/lazy.ts";
import { notifyError, notifyFailure } from "../../../ui/notices/notify.tsx";
import { OverlaySuspense } from "../../../ui/OverlaySuspense.tsx";
import { DeleteFolderDialog } from "../deletion/DeleteFolderDialog.tsx";
import { DeletePromptDialog } from "../deletion/DeletePromptDialog.tsx";
import { AssistantDeletionError } from "../deletion/deletePrompts.ts";
import { deleteWithUndo } from "../deletion/deleteWithUndo.ts";
import { FolderNameDialog } from "./FolderNameDialog.tsx";
import { MovePromptDialog } from "./MovePromptDialog.tsx";
import type { DialogState } from "./useDialog.ts";

const PromptEditor = lazy(() =>
  import("../editor/PromptEditor.tsx").then(({ PromptEditor }) => ({ default: PromptEditor })),
);

/** A dialog of the prompt list. */
export type PromptDialogRequest =
  | { kind: "editor"; prompt: PromptTemplate; isNew: boolean }
  | { kind: "move"; prompt: PromptTemplate }
  | { kind: "newFolder" }
  | { kind: "deletePrompt"; prompt: PromptTemplate }
  | { kind: "deleteFolder"; folder: Folder };

interface PromptDialogsProps {
  state: DialogState<PromptDialogRequest> | null;
  userId: string;
  /** The types of templates that this person may create. */
  types: readonly PromptType[];
  /** Moves templates. Rejects if the move could not be stored. */
  onMove: (ids: readonly string[], folderId: string | null) => Promise<void>;
  onClose: () => void;
  /** Called when the row that opened the dialog was deleted, so that the focus can move elsewhere. */
  onDeleted: () => void;
}

/** The dialogs of the prompt list. */
export function PromptDialogs({ state, ...props }: PromptDialogsProps) {
  if (!state) return null;
  return (
    <OverlaySuspense isOpen={state.isOpen} onClose={props.onClose}>
      <CurrentDialog key={state.count} dialog={state.dialog} isOpen={state.isOpen} {...props} />
    </OverlaySuspense>
  );
}

interface CurrentDialogProps extends Omit<PromptDialogsProps, "state"> {
  dialog: PromptDialogRequest;
  isOpen: boolean;
}

function CurrentDialog({ dialog, isOpen, userId, types, onMove, onClose, onDeleted }: CurrentDialogProps) {
  const promptStore = usePromptStore();
  const folders = useFolders("prompt");
  const [isBusy, setIsBusy] = useState(false);
  /** Closes the dialog once the work has succeeded. If the work fails, shows a notice and leaves the dialog open. */
  const finish = async (work: Promise<void>, onDone?: () => void) => {
    setIsBusy(true);
    try {
      await work;
      onClose();
      onDone?.();
    } catch (error) {
      if (error instanceof AssistantDeletionError) notifyError(error.message, toErrorDetails(error.cause));
      else notifyFailure(error);
    } finally {
      setIsBusy(false);
    }
  };
  const cancel = () => !isBusy && onClose();
  switch (dialog.kind) {
    case "editor":
      return (
        <PromptEditor
          isOpen={isOpen}
          prompt={dialog.prompt}
          isNew={dialog.isNew}
          userId={userId}
          types={types}
          onClose={onClose}
        />
      );
    case "newFolder":
      return (
        <FolderNameDialog
          isOpen={isOpen}
          onClose={onClose}
          onCreate={(name) => void finish(promptStore.saveFolder(newFolder("prompt", name)))}
        />
      );
    case "move":
      return (
        <MovePromptDialog
          isOpen={isOpen}
          prompt={dialog.prompt}
          folders={folders}
          onClose={onClose}
          onMove={({ id }, folderId) => void finish(onMove([id], folderId))}
        />
      );
    case "deletePrompt":
      return (
        <DeletePromptDialog
          isOpen={isOpen}
          prompt={dialog.prompt}
          isBusy={isBusy}
          onConfirm={(deletion) => void finish(deleteWithUndo(promptStore, deletion, null), onDeleted)}
          onCancel={cancel}
        />
      );
    case "deleteFolder":
      return (
        <DeleteFolderDialog
          isOpen={isOpen}
          folder={dialog.folder}
          isBusy={isBusy}
          onConfirm={(deletion) => void finish(deleteWithUndo(promptStore, deletion, dialog.folder), onDeleted)}
          onCancel={cancel}
        />
      );
    default:
      return dialog satisfies never;
  }
}
