import type { Folder, PromptTemplate } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { useState } from "react";
import { usePromptStore } from "../../../entities/prompts/store/PromptStoreProvider.tsx";
import { formatList } from "../../../lib/i18n/formats.ts";
import { quoteName } from "../../../lib/listNames.ts";
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
  return <ConfirmDialog {...props} title={t`Delete folder`} message={message} confirmLabel={t`Delete`} isDestructive />;
}

function buildMessage({ id, name }: Folder, prompts: readonly PromptTemplate[]): string {
  const { removedPrompts, movedOutPrompts } = planFolderDeletion(id, prompts);
  const count = removedPrompts.length;
  const deletionText =
    count === 0
      ? t`“${name}” will be deleted on all your devices. This cannot be undone.`
      : plural(count, {
          one: `“${name}” and the prompt in it will be deleted on all your devices. This cannot be undone.`,
          other: `“${name}” and the # prompts in it will be deleted on all your devices. This cannot be undone.`,
        });
  if (movedOutPrompts.length === 0) return deletionText;
  const remainingNames = formatList(movedOutPrompts.map((prompt) => quoteName(prompt.name)));
  return `${deletionText} ${t`These prompts stay, without a folder: ${remainingNames}.`}`;
}
