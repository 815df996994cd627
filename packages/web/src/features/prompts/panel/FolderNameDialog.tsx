import { limits } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { getDefaultFolderName } from "../../../entities/prompts/getFolderName.ts";
import { ModalFrame } from "../../../ui/modal/ModalFrame.tsx";

interface FolderNameDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** `name` is trimmed and not empty. */
  onCreate: (name: string) => void;
}

/** Asks for the name of a new folder. */
export function FolderNameDialog({ isOpen, onClose, onCreate }: FolderNameDialogProps) {
  const [name, setName] = useState<string>(getDefaultFolderName);
  const trimmedName = name.trim();
  return (
    <ModalFrame
      isOpen={isOpen}
      title={t`New folder`}
      fitsContent
      submitLabel={t`Create`}
      canSubmit={trimmedName !== ""}
      onClose={onClose}
      onSubmit={() => onCreate(trimmedName)}
    >
      <TextInput
        label={t`Name`}
        value={name}
        maxLength={limits.folderNameLength}
        data-autofocus
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </ModalFrame>
  );
}
