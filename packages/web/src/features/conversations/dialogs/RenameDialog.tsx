import { type ConversationSummary, limits } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import { getConversationName } from "../../../entities/conversations/getConversationName.ts";
import { NameDialog } from "./NameDialog.tsx";

interface RenameDialogProps {
  isOpen: boolean;
  conversation: ConversationSummary;
  onClose: () => void;
}

/** Renames a conversation from outside the list, whose rows are renamed in place. An empty field changes nothing. */
export function RenameDialog({ isOpen, conversation, onClose }: RenameDialogProps) {
  const { store } = useConversationStore();
  const shownName = getConversationName(conversation);
  return (
    <NameDialog
      isOpen={isOpen}
      title={t`Rename chat`}
      submitLabel={t`Rename`}
      label={t`Chat name`}
      initialName={shownName}
      maxLength={limits.conversationNameLength}
      // The shown name may be a translation of the stored one.
      onSave={async (name) => {
        if (name.trim() !== shownName) await store.rename(conversation.id, name);
      }}
      onClose={onClose}
    />
  );
}
