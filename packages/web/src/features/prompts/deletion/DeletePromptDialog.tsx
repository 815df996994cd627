import type { PromptTemplate } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { usePromptStore } from "../../../entities/prompts/store/PromptStoreProvider.tsx";
import { DeletionDialog } from "./DeletionDialog.tsx";
import { type Deletion, planPromptDeletion } from "./planDeletion.ts";

interface DeletePromptDialogProps {
  isOpen: boolean;
  prompt: PromptTemplate;
  isBusy: boolean;
  onConfirm: (deletion: Deletion) => void;
  onCancel: () => void;
}

/** Asks for confirmation before a prompt is deleted, with its assistant if it has one. */
export function DeletePromptDialog({ prompt, ...props }: DeletePromptDialogProps) {
  const { state } = usePromptStore();
  const { id, name } = prompt;
  return (
    <DeletionDialog
      {...props}
      title={t`Delete prompt`}
      prompts={[prompt]}
      plan={(assistants) => planPromptDeletion(id, state.getState().prompts, assistants)}
      describe={() => [t`“${name}” will be deleted on all your devices.`]}
    />
  );
}
