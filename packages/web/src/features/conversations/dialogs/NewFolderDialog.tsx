import { type ConversationSummary, limits } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import { getDefaultFolderName } from "../../../entities/prompts/getFolderName.ts";
import { usePromptStore } from "../../../entities/prompts/store/PromptStoreProvider.tsx";
import { newFolder } from "../../../entities/prompts/store/promptStore.ts";
import { moveConversationsToFolder } from "./moveConversationsToFolder.ts";
import { NameDialog } from "./NameDialog.tsx";

interface NewFolderDialogProps {
  isOpen: boolean;
  /** The suggested name, which the person typed in the search for a folder; empty if there is none. */
  initialName: string;
  /** The conversations to move to the new folder; may be empty. */
  conversations: readonly ConversationSummary[];
  onClose: () => void;
  onDone: (ids: readonly string[]) => void;
}

/** Creates a folder with the typed name and moves conversations to it. An empty field means 'New Folder'. */
export function NewFolderDialog({ isOpen, initialName, conversations, onClose, onDone }: NewFolderDialogProps) {
  const { store } = useConversationStore();
  const promptStore = usePromptStore();
  const create = async (name: string) => {
    const folder = newFolder("chat", name.trim() === "" ? getDefaultFolderName() : name.trim());
    await promptStore.saveFolder(folder);
    onDone(await moveConversationsToFolder(store, conversations, folder));
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
      initialName={initialName === "" ? getDefaultFolderName() : initialName.slice(0, limits.folderNameLength)}
      maxLength={limits.folderNameLength}
      onSave={create}
      onClose={onClose}
    />
  );
}
