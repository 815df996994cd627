import { type ConversationSummary, limits } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import { getConversationName } from "../../../entities/conversations/getConversationName.ts";
import { Modal } from "../../../ui/modal/Modal.tsx";
import { notifyFailure } from "../../../ui/notices/notify.tsx";

interface RenameDialogProps {
  isOpen: boolean;
  conversation: ConversationSummary;
  onClose: () => void;
}

/** Renames a conversation from outside the list, whose rows are renamed in place. An empty field changes nothing. */
export function RenameDialog({ isOpen, conversation, onClose }: RenameDialogProps) {
  const { store } = useConversationStore();
  const shownName = getConversationName(conversation);
  const [name, setName] = useState(shownName);
  const [isSaving, setIsSaving] = useState(false);
  const rename = async () => {
    setIsSaving(true);
    try {
      // The shown name may be a translation of the stored one.
      if (name.trim() !== shownName) await store.rename(conversation.id, name);
      onClose();
    } catch (error) {
      notifyFailure(error);
    } finally {
      setIsSaving(false);
    }
  };
  return (
    <Modal
      isOpen={isOpen}
      title={t`Rename chat`}
      submitLabel={t`Rename`}
      isSubmitting={isSaving}
      fitsContent
      onClose={onClose}
      onSubmit={() => void rename()}
    >
      <TextInput
        label={t`Chat name`}
        value={name}
        maxLength={limits.conversationNameLength}
        data-autofocus
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </Modal>
  );
}
