import { defaultFolderName, limits } from "@lectern/contract";
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { ModalFrame } from "../../../ui/modal/ModalFrame.tsx";

interface FolderNameDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** `name` is trimmed and not empty. */
  onCreate: (name: string) => void;
}

/** Asks for the name of a new folder. */
export function FolderNameDialog({ isOpen, onClose, onCreate }: FolderNameDialogProps) {
  const [name, setName] = useState<string>(defaultFolderName);
  const trimmedName = name.trim();
  return (
    <ModalFrame
      isOpen={isOpen}
      title="New folder"
      fitsContent
      submitLabel="Create"
      canSubmit={trimmedName !== ""}
      onClose={onClose}
      onSubmit={() => onCreate(trimmedName)}
    >
      <TextInput
        label="Name"
        value={name}
        maxLength={limits.folderNameLength}
        data-autofocus
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </ModalFrame>
  );
}
