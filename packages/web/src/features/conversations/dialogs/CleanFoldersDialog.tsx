import type { Folder } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { useState } from "react";
import { getFolderName } from "../../../entities/prompts/getFolderName.ts";
import { usePromptStore } from "../../../entities/prompts/store/PromptStoreProvider.tsx";
import { listNames, quoteName } from "../../../lib/text/listNames.ts";
import { ConfirmDialog } from "../../../ui/modal/ConfirmDialog.tsx";
import { notifyFailure, notifyInfo, notifyUndoable } from "../../../ui/notices/notify.tsx";
import { cleanUpTexts } from "./cleanUp.ts";

interface CleanFoldersDialogProps {
  isOpen: boolean;
  folders: readonly Folder[];
  onClose: () => void;
}

/** Deletes empty folders after confirmation. A notice then offers to restore them. */
export function CleanFoldersDialog({ isOpen, folders, onClose }: CleanFoldersDialogProps) {
  const promptStore = usePromptStore();
  const [isBusy, setIsBusy] = useState(false);
  const remove = async () => {
    setIsBusy(true);
    notifyInfo("cleanUp", cleanUpTexts.removingFolders);
    try {
      for (const { id } of folders) await promptStore.removeFolder(id);
      notifyUndoable({
        kind: "cleanFolders",
        ids: folders.map(({ id }) => id),
        describe: (count) => plural(count, { one: "# empty folder deleted.", other: "# empty folders deleted." }),
        undo: async () => {
          for (const folder of folders) await promptStore.saveFolder(folder);
        },
      });
    } catch (error) {
      notifyFailure(error);
    } finally {
      setIsBusy(false);
      onClose();
    }
  };
  const names = listNames(folders.map(getFolderName), quoteName);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t`Delete empty folders`}
      message={plural(folders.length, {
        one: `${names} contains no chats and will be deleted.`,
        other: `${names} contain no chats and will be deleted.`,
      })}
      confirmLabel={t`Delete empty folders`}
      isDestructive
      isBusy={isBusy}
      onConfirm={() => void remove()}
      onCancel={() => !isBusy && onClose()}
    />
  );
}
