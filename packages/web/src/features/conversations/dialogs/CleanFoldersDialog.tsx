import type { Folder } from "@lectern/contract";
import { useState } from "react";
import { usePromptStore } from "../../../entities/prompts/store/PromptStoreProvider.tsx";
import { listNames, quoteName } from "../../../lib/listNames.ts";
import { ConfirmDialog } from "../../../ui/modal/ConfirmDialog.tsx";
import { notifyFailure, notifyInfo, notifyUndoable } from "../../../ui/notices/notify.tsx";
import { cleanUpTexts } from "./cleanUp.ts";
import { formatCount } from "./formatCount.ts";

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
      notifyUndoable(`${formatCount(folders.length, "empty folder")} deleted.`, async () => {
        for (const folder of folders) await promptStore.saveFolder(folder);
      });
    } catch (error) {
      notifyFailure(error);
    } finally {
      setIsBusy(false);
      onClose();
    }
  };
  const names = listNames(
    folders.map(({ name }) => name),
    quoteName,
  );
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Clean up empty folders"
      message={`${names} ${folders.length === 1 ? "contains" : "contain"} no conversations and will be deleted.`}
      confirmLabel="Delete"
      isDestructive
      isBusy={isBusy}
      onConfirm={() => void remove()}
      onCancel={() => !isBusy && onClose()}
    />
  );
}
