import { type ConversationSummary, limits } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { getDefaultFolderName } from "../../../entities/prompts/getFolderName.ts";
import { NameDialog } from "./NameDialog.tsx";
import { useCreateFolder } from "./useCreateFolder.ts";

interface NewFolderDialogProps {
  isOpen: boolean;
  /** The conversations to move to the new folder; may be empty. */
  conversations: readonly ConversationSummary[];
  onClose: () => void;
  onDone: (ids: readonly string[]) => void;
}

/** Creates a folder with the typed name and moves conversations to it. An empty field means 'New Folder'. */
export function NewFolderDialog({ isOpen, conversations, onClose, onDone }: NewFolderDialogProps) {
  const createFolder = useCreateFolder();
  const create = async (name: string) => {
    onDone(await createFolder(name.trim() === "" ? getDefaultFolderName() : name.trim(), conversations));
  };
  return (
    <NameDialog
      isOpen={isOpen}
      title={t`New folder`}
      submitLabel={t`Create`}
      label={t`Folder name`}
      description={
        conversations.length > 0 &&
        plural(conversations.length, { one: "# chat will be moved to it.", other: "# chats will be moved to it." })
      }
      initialName={getDefaultFolderName()}
      maxLength={limits.folderNameLength}
      onSave={create}
      onClose={onClose}
    />
  );
}
