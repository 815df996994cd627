import { TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Modal } from "../../../ui/modal/Modal.tsx";
import { notifyFailure } from "../../../ui/notices/notify.tsx";

interface NameDialogProps {
  isOpen: boolean;
  title: string;
  submitLabel: string;
  label: string;
  description?: ReactNode;
  initialName: string;
  maxLength: number;
  /** Called with what has been typed. If it rejects, the dialog says why and stays open. */
  onSave: (name: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for a name. */
export function NameDialog(props: NameDialogProps) {
  const { isOpen, title, submitLabel, label, description, initialName, maxLength, onSave, onClose } = props;
  const [name, setName] = useState(initialName);
  const [isSaving, setIsSaving] = useState(false);
  const save = async () => {
    setIsSaving(true);
    try {
      await onSave(name);
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
      title={title}
      submitLabel={submitLabel}
      isSubmitting={isSaving}
      fitsContent
      isSmall
      onClose={onClose}
      onSubmit={() => void save()}
    >
      <TextInput
        label={label}
        description={description}
        value={name}
        maxLength={maxLength}
        data-autofocus
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </Modal>
  );
}
