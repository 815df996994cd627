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

/** Asks for confirmation before a folder is deleted together with its prompts. */
export function DeleteFolderDialog({ folder, ...props }: DeleteFolderDialogProps) {
  const { state } = usePromptStore();
  // Computed once: the message must not change while the folder is being deleted.
  const [message] = useState(() => buildMessage(folder, state.getState().prompts));
  return <ConfirmDialog {...props} title="Delete folder" message={message} confirmLabel="Delete" isDestructive />;
}

function buildMessage({ id, name }: Folder, prompts: readonly PromptTemplate[]): string {
  const { removedPrompts, movedOutPrompts } = planFolderDeletion(id, prompts);
  const promptsText = removedPrompts.length === 1 ? "the prompt in it" : `the ${removedPrompts.length} prompts in it`;
  const deletedText =
    removedPrompts.length === 0 ? `“${name}” will be deleted` : `“${name}” and ${promptsText} will be deleted`;
  const remainingNames = movedOutPrompts.map((prompt) => `“${prompt.name}”`).join(", ");
  return `${deletedText} on all your devices. This cannot be undone.${remainingNames === "" ? "" : ` These are kept without a folder: ${remainingNames}.`}`;
}
