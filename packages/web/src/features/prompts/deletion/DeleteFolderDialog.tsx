import type { Folder } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { useState } from "react";
import { usePromptStore } from "../../../entities/prompts/store/PromptStoreProvider.tsx";
import { formatList } from "../../../lib/i18n/formats.ts";
import { quoteName } from "../../../lib/text/listNames.ts";
import { DeletionDialog } from "./DeletionDialog.tsx";
import { type Deletion, planFolderDeletion } from "./planDeletion.ts";

interface DeleteFolderDialogProps {
  isOpen: boolean;
  folder: Folder;
  isBusy: boolean;
  onConfirm: (deletion: Deletion) => void;
  onCancel: () => void;
}

/** Asks for confirmation before a folder is deleted together with its prompts and their assistants. */
export function DeleteFolderDialog({ folder, ...props }: DeleteFolderDialogProps) {
  const { state } = usePromptStore();
  const [folderPrompts] = useState(() => state.getState().prompts.filter(({ folderId }) => folderId === folder.id));
  return (
    <DeletionDialog
      {...props}
      title={t`Delete folder`}
      prompts={folderPrompts}
      plan={(assistants) => planFolderDeletion(folder.id, state.getState().prompts, assistants)}
      describe={(deletion) => describePrompts(folder, deletion)}
    />
  );
}

function describePrompts({ name }: Folder, { removedPrompts, movedOutPrompts }: Deletion): string[] {
  const count = removedPrompts.length;
  const deletionText =
    count === 0
      ? t`“${name}” will be deleted on all your devices.`
      : plural(count, {
          one: `“${name}” and the prompt in it will be deleted on all your devices.`,
          other: `“${name}” and the # prompts in it will be deleted on all your devices.`,
        });
  if (movedOutPrompts.length === 0) return [deletionText];
  const remainingNames = formatList(movedOutPrompts.map((prompt) => quoteName(prompt.name)));
  return [deletionText, t`These prompts stay, without a folder: ${remainingNames}.`];
}
