import type { Folder, PromptTemplate } from "@lectern/contract";
import { useState } from "react";
import { usePromptStore } from "../../../entities/prompts/store/PromptStoreProvider.tsx";
import { ConfirmDialog } from "../../../ui/modal/ConfirmDialog.tsx";
import { planFolderDeletion } from "./planFolderDeletion.ts";

interface DeleteFolderDialogProps {
  isOpen: boolean;
  folder: Folder;
  isBusy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before a folder of prompts is deleted with what is in it. */
export function DeleteFolderDialog({ folder, ...props }: DeleteFolderDialogProps) {
  const { state } = usePromptStore();
  // As it is asked: while the folder goes, the question stays.
  const [message] = useState(() => questionOf(folder, state.getState().prompts));
  return <ConfirmDialog {...props} title="Delete folder" message={message} confirmLabel="Delete" isDestructive />;
}

function questionOf({ id, name }: Folder, prompts: readonly PromptTemplate[]): string {
  const { removed, movedOut } = planFolderDeletion(id, prompts);
  const inside = removed.length === 1 ? "the prompt in it" : `the ${removed.length} prompts in it`;
  const gone = removed.length === 0 ? `“${name}” will be deleted` : `“${name}” and ${inside} will be deleted`;
  const kept = movedOut.map((prompt) => `“${prompt.name}”`).join(", ");
  return `${gone} on all your devices. This cannot be undone.${kept === "" ? "" : ` Kept, in no folder: ${kept}.`}`;
}
